// The panel of one card: all that the author wrote about it, where it leads, and whence it comes.
function select(i, { move = true, keepTrail = false } = {}) {
  if (i >= 0 && !shown(NODES[i])) {
    const kinds = new Set(view.hiddenKinds);
    kinds.delete(NODES[i].kind);
    change({ hiddenKinds: kinds });
  }
  change({ selected: i, aim: 0, trail: keepTrail ? view.trail : [] });
  if (i >= 0 && move) show(i);
  setAddress();
}

function linkTo(i, words, group) {
  const button = element('button', 'link', words || NODES[i].title);
  button.onclick = () => { select(i); find('card').focus(); };
  if (group) button.dataset.group = group;
  return button;
}

function code(...lines) {
  const text = lines.filter(Boolean).join('\n');
  return text ? [element('p', 'code', text)] : [];
}

// What is offered, each with its links; then the links that nobody is offered.
function waysOut(node) {
  const list = element('ul', 'links'), loose = [], byOffer = new Map();
  for (const i of node.out) {
    const edge = EDGES[i];
    if (edge.offer === undefined) loose.push(edge);
    else byOffer.set(edge.offer, [...(byOffer.get(edge.offer) || []), edge]);
  }
  (node.offers || []).forEach((offer, number) => {
    const item = element('li', offer.kind), own = byOffer.get(number) || [];
    const label = { choice: '', win: 'win: ', lose: 'lose: ', result: 'result: ' }[offer.kind];
    const name = offer.kind === 'result' ? offer.id : offer.text;
    item.append(element('p', '', `${label}${name || offer.id}`, ...(offer.note ? [' ', element('span', 'tag', offer.note)] : [])));
    item.append(...code(offer.when && `when ${offer.when}`, offer.do && `do ${offer.do}`));
    if (offer.says) item.append(story(offer.says));
    for (const edge of own) item.append(wayTo(edge, edge.to, offer));
    if (!own.length) item.append(element('p', 'quiet', 'goes on here'));
    list.append(item);
  });
  const seen = new Set();
  for (const edge of loose) {
    const key = `${edge.to}|${edge.jump}|${edge.when || ''}|${edge.chance || ''}`;
    if (!seen.has(key)) list.append(element('li', '', '', wayTo(edge, edge.to)));
    seen.add(key);
  }
  return list;
}

function wayTo(edge, to, offer) {
  const box = element('div'), words = [HOW[edge.jump], NODES[to].title].filter(Boolean).join(': ');
  const when = edge.when && edge.when !== offer?.when ? `when ${edge.when}` : '';
  const does = edge.do && edge.do !== offer?.do ? `do ${edge.do}` : '';
  box.append(linkTo(to, words, edge.group), ...code(edge.kind === 'item' && edge.text, when, edge.chance && `chance ${edge.chance}`, does));
  return box;
}

function waysIn(node) {
  const list = element('ul', 'links from'), seen = new Set();
  for (const i of node.in) {
    const edge = EDGES[i], words = describe(edge);
    const key = `${edge.from}|${words}`;
    if (seen.has(key) || edge.from === edge.to) continue;
    seen.add(key);
    const item = element('li', '', '', linkTo(edge.from, NODES[edge.from].title));
    if (words) item.append(element('p', 'quiet', words));
    list.append(item);
  }
  return list;
}

function describe(edge) {
  const offer = edge.offer === undefined ? null : NODES[edge.from].offers[edge.offer];
  const name = offer ? (offer.kind === 'result' ? offer.id : offer.text) : edge.text || '';
  const kind = edge.kind === 'next' ? '' : edge.kind;
  return [kind && name ? `${kind}: ${name}` : kind || name, HOW[edge.jump]].filter(Boolean).join('; ');
}

function cardContent(node, level) {
  const heading = element(level, '', node.title);
  const where = [node.id, kindName(node), placeName(node), node.start ? 'start' : ''].filter(Boolean).join(' · ');
  const parts = [heading, element('p', 'quiet', where)];
  for (const [name, over] of DATA.overlays.map(over => [over.name, over])) {
    const notes = [...(over.notes[node.i] || [])];
    if (over.values[node.i] !== undefined) notes.push(short(over.values[node.i]));
    if (notes.length) parts.push(element('p', 'note', `${name}: ${notes.join('; ')}`));
  }
  if (node.text) parts.push(story(node.text));
  parts.push(...code(node.do && `do ${node.do}`));
  const below = `h${+level[1] + 1}`, out = waysOut(node), inward = waysIn(node);
  if (out.children.length) parts.push(element(below, '', 'Leads to'), out);
  if (inward.children.length) parts.push(element(below, '', 'Reached from'), inward);
  if (node.note) parts.push(element(below, '', 'Note'), element('p', '', node.note));
  if (node.tags) parts.push(element('p', 'quiet', `tags: ${node.tags}`));
  if (node.span) parts.push(element('p', 'code', node.span));
  return parts;
}

listeners.push(what => {
  if (!('selected' in what)) return;
  const panel = find('card');
  panel.hidden = view.selected < 0;
  if (view.selected < 0) return panel.replaceChildren();
  const node = NODES[view.selected], close = element('button', '', 'close');
  close.onclick = () => { select(-1); canvas.focus(); };
  const [heading, ...rest] = cardContent(node, 'h2');
  panel.replaceChildren(element('div', 'line', '', heading, close), ...rest);
  panel.scrollTop = 0;
});

function say(text) { find('said').textContent = text; }
