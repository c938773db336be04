// Search, filters, overlays: the tools at the side.
const FOUND_SHOWN = 60;

function search(text) {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean), results = find('results');
  results.replaceChildren();
  if (!words.length) { change({ matches: null }); return counts(); }
  const whole = words.join(' ');
  const rank = node => {
    const title = node.title.toLowerCase();
    if (title === whole || node.id.toLowerCase() === whole) return 0;
    return title.startsWith(whole) ? 1 : title.includes(whole) ? 2 : searchable(node).includes(whole) ? 3 : 4;
  };
  const found = NODES.filter(node => shown(node) && words.every(word => searchable(node).includes(word)));
  const ranked = found.map(node => [rank(node), node]).sort((a, b) => a[0] - b[0] || a[1].i - b[1].i);
  for (const [, node] of ranked.slice(0, FOUND_SHOWN)) {
    const button = element('button', '', `${node.title} `, element('span', 'tag', placeName(node)));
    button.onclick = () => select(node.i);
    results.append(element('li', '', '', button));
  }
  change({ matches: new Set(found.map(node => node.i)) });
  const text_ = `${found.length.toLocaleString('en')} found`;
  find('counts').textContent = text_ + (found.length > FOUND_SHOWN ? `, ${FOUND_SHOWN} listed` : '');
  say(text_);
}

function counts() {
  const ways = EDGES.filter(edge => edge.drawn).length;
  const number = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
  const rest = DATA.left_out ? `; ${number(DATA.left_out, 'card')} left out` : '';
  find('counts').textContent = `${number(NODES.length, 'card')}, ${number(ways, 'link')}, ${number(PLACES.length, 'place')}${rest}`;
}

function toggles() {
  const box = find('kinds');
  const add = (name, sign, colour, count, on, toggled) => {
    const check = element('input'), swatch = element('span', 'swatch');
    check.type = 'checkbox';
    check.checked = on;
    check.onchange = () => toggled(check.checked);
    swatch.style.background = `var(${colour})`;
    const label = element('label', '', '', check, swatch, element('span', 'sign', sign), element('span', '', name), element('b', '', count.toLocaleString('en')));
    box.append(label);
  };
  const flipped = (set, key, on) => { const copy = new Set(set); on ? copy.delete(key) : copy.add(key); return copy; };
  for (const kind of Object.keys(DATA.kinds)) {
    const count = NODES.filter(node => node.kind === kind).length;
    const { sign, name } = DATA.kinds[kind];
    if (count) add(name, sign, `--${kind}`, count, true, on => change({ hiddenKinds: flipped(view.hiddenKinds, kind, on) }));
  }
  for (const [group, { name, colour, dash }] of Object.entries(GROUPS)) {
    const count = EDGES.filter(edge => edge.drawn && edge.group === group).length;
    const sign = dash.length === 0 ? '──' : dash.length > 2 ? '─·' : dash[0] < 3 ? '···' : '- -';
    if (count) add(name, sign, colour, count, !view.hiddenGroups.has(group), on => change({ hiddenGroups: flipped(view.hiddenGroups, group, on) }));
  }
}

function overlays() {
  const choice = find('overlay');
  choice.append(element('option', '', 'nothing'));
  DATA.overlays.forEach((over, i) => { const option = element('option', '', over.name); option.value = i; choice.append(option); });
  choice.firstChild.value = -1;
  find('overlay-label').hidden = !DATA.overlays.length;
  choice.onchange = () => { change({ overlay: +choice.value }); legend(); };
  legend();
}

function legend() {
  const list = find('legend'), over = overlay();
  list.replaceChildren();
  if (!over) return;
  const marks = Object.values(over.marks);
  for (const [mark, { sign, means }] of Object.entries(DATA.signs)) {
    const count = marks.filter(each => each === mark).length;
    if (count) list.append(element('li', '', `${sign} ${mark} (${count.toLocaleString('en')}): ${means}`));
  }
  const values = Object.values(over.values);
  if (values.length) list.append(element('li', '', `from ${short(Math.min(...values))} to ${short(Math.max(...values))}, written on the cards`));
  if (!list.children.length) list.append(element('li', '', 'nothing is marked'));
}

find('query').oninput = event => search(event.target.value);
find('query').onkeydown = event => {
  if (event.key === 'Enter' && view.matches?.size) find('results').querySelector('button')?.click();
  if (event.key === 'ArrowDown') { event.preventDefault(); find('results').querySelector('button')?.focus(); }
};
find('results').onkeydown = event => {
  const item = event.target.closest('li'), next = event.key === 'ArrowDown' ? item?.nextSibling : event.key === 'ArrowUp' ? item?.previousSibling : null;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    event.stopPropagation();
    (next?.firstChild || find('query')).focus();
  }
};
