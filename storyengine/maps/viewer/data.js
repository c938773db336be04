// The map's data, with what is asked of it again and again.
const DATA = JSON.parse(document.getElementById('data').textContent);
const NODES = DATA.nodes, EDGES = DATA.edges, PLACES = DATA.places;
const CARD_W = 150, CARD_H = 46;
const BACK = new Set(['return', 'stay', 'retry']); // named in words, not drawn
const EMPHASIS = /(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])/; // stars around words, but not 2 * 3 * 4
const find = id => document.getElementById(id);

NODES.forEach((node, i) => Object.assign(node, { i, out: [], in: [], words: null, title: node.title.split(EMPHASIS).join('') }));
EDGES.forEach((edge, i) => {
  edge.i = i;
  edge.drawn = edge.from !== edge.to && !BACK.has(edge.jump);
  edge.group = groupOf(edge);
  NODES[edge.from].out.push(i);
  NODES[edge.to].in.push(i);
});

function groupOf(edge) {
  if (edge.jump === 'threshold') return 'meter';
  if (edge.jump === 'draw') return 'draw';
  if (edge.kind === 'win' || edge.kind === 'lose') return edge.kind;
  if (['travel', 'data_find', 'the_end', 'stranded'].includes(edge.jump)) return 'travel';
  return 'way';
}

// Each group of links: colour by name, dashes, and the name it goes by. Dashes tell them apart without colour.
const GROUPS = {
  way: { colour: '--way', dash: [], name: 'choices and jumps' },
  win: { colour: '--win', dash: [], name: 'won challenges', mark: 'win' },
  lose: { colour: '--lose', dash: [9, 4], name: 'lost challenges', mark: 'lose' },
  draw: { colour: '--draw', dash: [2, 4], name: 'draws, that come back' },
  travel: { colour: '--trip', dash: [14, 7], name: 'travel' },
  meter: { colour: '--threshold', dash: [10, 4, 2, 4], name: 'meters filling up' },
};

const HOW = {
  goto: '', draw: 'draws', return: 'goes back', stay: 'stays', retry: 'tries again', ending: 'ends', travel: 'travels',
  data_find: 'turns the disc, travels', the_end: 'discards the disc, travels', showdown: 'to the showdown',
  threshold: 'may fill the meter', stranded: 'no planet is left',
};

// All that the view depends on. Change it through `change`, so that everybody hears.
const view = {
  selected: -1, aim: 0, trail: [], matches: null, route: -1, stop: 0, overlay: -1,
  hiddenKinds: new Set(), hiddenGroups: new Set(['meter']), theme: '',
};
const listeners = [];
function change(what) {
  Object.assign(view, what);
  for (const listener of listeners) listener(what);
}

const placeName = node => PLACES[node.place].title;
const kindName = node => DATA.kinds[node.kind].name + (node.ending_kind ? `: ${node.ending_kind}` : '');
const shown = node => !view.hiddenKinds.has(node.kind);
const searchable = node => node.words ??= `${node.title} ${node.id} ${node.text || ''} ${node.tags || ''} ${
  (node.offers || []).map(o => o.text || '').join(' ')}`.toLowerCase();
const overlay = () => view.overlay < 0 ? null : DATA.overlays[view.overlay];
const route = () => view.route < 0 ? null : DATA.routes[view.route];

// Where the links of a card lead, each target once, from left to right.
function targets(node) {
  const found = new Map();
  for (const i of node.out) {
    const edge = EDGES[i];
    if (edge.from !== edge.to && !found.has(edge.to) && (edge.group !== 'meter' || !view.hiddenGroups.has('meter'))) found.set(edge.to, edge);
  }
  return [...found.values()].sort((a, b) => NODES[a.to].x - NODES[b.to].x || a.to - b.to);
}

// Story text as a paragraph; *words between stars* are stressed.
function story(text) {
  const made = element('p', 'story');
  text.split(EMPHASIS).forEach((part, i) => made.append(i % 2 ? element('em', '', part) : part));
  return made;
}

// An element with text in it. Story text is only ever put in here, so it is shown and never run.
function element(tag, className, text, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}
