// Keyboard, pointer and wheel.
const KEYS = [
  ['← →', 'aim at one of the links of the selected card'], ['↓', 'follow the link aimed at'],
  ['↑', 'go back the way you came, or to a card that leads here'], ['Home', 'select the first card of the story'],
  ['Enter', 'read the selected card'], ['Shift + arrows', 'move the map'], ['+ −', 'zoom'], ['F', 'fit the whole map'],
  ['/', 'search'], ['N P', 'next and previous step of the route'], ['O', 'outline: the same as headings and lists'],
  ['T', 'light or dark'], ['Esc', 'close, clear, back to the map'], ['?', 'these keys'],
];
for (const [key, does] of KEYS) find('keys').append(element('dt', '', key), element('dd', '', does));

let hovered = -1;

function announce() {
  const node = NODES[view.selected], ways = targets(node);
  say(`${node.title}, ${kindName(node)}, ${placeName(node)}. ${ways.length ? `Leads to ${ways.length}: ${aimWords(node, ways)}` : 'Leads nowhere.'}`);
}

function aimWords(node, ways) {
  const edge = ways[view.aim];
  return `${view.aim + 1} of ${ways.length}, ${[describe(edge), NODES[edge.to].title].filter(Boolean).join(', to ')}`;
}

function walk(key) {
  if (view.selected < 0) {
    select(DATA.start >= 0 ? DATA.start : 0);
    return announce();
  }
  const node = NODES[view.selected], ways = targets(node);
  if (key === 'ArrowDown' && ways.length) {
    const to = ways[view.aim].to;
    view.trail.push(node.i);
    select(to, { keepTrail: true });
  } else if (key === 'ArrowUp') {
    const from = view.trail.length ? view.trail.pop() : node.in.map(i => EDGES[i]).find(edge => edge.drawn && edge.group !== 'meter')?.from;
    if (from === undefined) return say('Nothing leads here.');
    select(from, { keepTrail: true });
    const back = targets(NODES[from]).findIndex(edge => edge.to === node.i);
    if (back >= 0) change({ aim: back });
  } else if (ways.length && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    change({ aim: (view.aim + (key === 'ArrowRight' ? 1 : ways.length - 1)) % ways.length });
    return say(aimWords(node, ways));
  }
  announce();
}

function clearAll() {
  find('query').value = '';
  find('results').replaceChildren();
  find('route').value = -1;
  change({ matches: null, route: -1, stop: 0, selected: -1, trail: [] });
  counts();
  setAddress();
}

function flipTheme() {
  const now = document.documentElement.dataset.theme;
  setTheme(now === 'dark' ? 'light' : 'dark');
}

addEventListener('keydown', event => {
  const typing = event.target.matches?.('input[type=search], select');
  if (event.key === 'Escape') {
    if (closePages()) return;
    if (document.activeElement !== canvas && document.activeElement !== document.body && !typing) return canvas.focus();
    clearAll();
    return canvas.focus();
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !find('outline').hidden || !find('help').hidden) return;
  const arrows = { ArrowLeft: [90, 0], ArrowRight: [-90, 0], ArrowUp: [0, 90], ArrowDown: [0, -90] }[event.key];
  const actions = {
    '/': () => find('query').focus(), f: () => fit(), '+': () => zoomAt(1.25, camera.width / 2, camera.height / 2),
    '=': () => zoomAt(1.25, camera.width / 2, camera.height / 2), '-': () => zoomAt(0.8, camera.width / 2, camera.height / 2),
    n: () => step(1), p: () => step(-1), o: openOutline, t: flipTheme, '?': () => openPage('help'),
  };
  const onMap = event.target === canvas || event.target === document.body;
  if (arrows && event.shiftKey && onMap) pan(...arrows);
  else if (arrows && onMap) walk(event.key);
  else if (event.key === 'Home' && onMap) { select(DATA.start >= 0 ? DATA.start : 0); announce(); }
  else if (event.key === 'Enter' && onMap && view.selected >= 0) find('card').focus();
  else if (actions[event.key.toLowerCase()]) actions[event.key.toLowerCase()]();
  else return;
  event.preventDefault();
});

const pointers = new Map();
let travelled = 0, apart = 0;
canvas.onpointerdown = event => {
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  if (pointers.size === 1) travelled = 0;
  canvas.classList.add('dragging');
};
canvas.onpointermove = event => {
  const before = pointers.get(event.pointerId);
  if (!before) {
    const over = nodeAt(event.clientX, event.clientY);
    if (over !== hovered) { hovered = over; canvas.title = over < 0 ? '' : NODES[over].title; dirty = true; }
    return;
  }
  const dx = event.clientX - before[0], dy = event.clientY - before[1];
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  travelled += Math.abs(dx) + Math.abs(dy);
  if (pointers.size === 1) pan(dx, dy);
  else {
    const [a, b] = [...pointers.values()], now = Math.hypot(a[0] - b[0], a[1] - b[1]);
    if (apart) zoomAt(now / apart, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    apart = now;
  }
};
canvas.onpointerup = canvas.onpointercancel = event => {
  if (!pointers.delete(event.pointerId)) return;
  apart = 0;
  canvas.classList.remove('dragging');
  if (event.type === 'pointerup' && travelled < 6) select(nodeAt(event.clientX, event.clientY));
};
canvas.addEventListener('wheel', event => {
  event.preventDefault();
  zoomAt(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.clientX, event.clientY);
}, { passive: false });
canvas.ondblclick = event => zoomAt(1.8, event.clientX, event.clientY);

find('fit').onclick = () => fit();
find('clear').onclick = clearAll;
find('theme').onclick = flipTheme;
find('fold').onclick = () => {
  const hidden = find('tools').hidden = !find('tools').hidden;
  find('fold').textContent = hidden ? 'show' : 'hide';
  find('fold').setAttribute('aria-expanded', String(!hidden));
};
