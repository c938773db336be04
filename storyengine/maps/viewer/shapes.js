// Lines and their geometry, prepared once, so that a frame has little left to do.
function curve(path, edge) {
  const a = NODES[edge.from], b = NODES[edge.to];
  const x1 = a.x, y1 = a.y + CARD_H / 2, x2 = b.x, y2 = b.y - CARD_H / 2;
  path.moveTo(x1, y1);
  if (y2 >= y1 - 4) {
    const bend = Math.max(18, Math.min(150, (y2 - y1) * 0.5 + 6));
    path.bezierCurveTo(x1, y1 + bend, x2, y2 - bend, x2, y2);
  } else { // back up: out at the side, so that it does not cross its own card
    const side = (x2 >= x1 ? 1 : -1) * (CARD_W * 0.75 + Math.min(260, Math.abs(y1 - y2) * 0.12));
    path.bezierCurveTo(x1 + side, y1 + 60, x2 + (Math.abs(x2 - x1) < CARD_W ? side : -side * 0.2), y2 - 60, x2, y2);
  }
}

function line(path, edge) {
  const a = NODES[edge.from], b = NODES[edge.to];
  path.moveTo(a.x, a.y);
  path.lineTo(b.x, b.y);
}

function arrow(path, edge) {
  const b = NODES[edge.to], y = b.y - CARD_H / 2;
  path.moveTo(b.x, y);
  path.lineTo(b.x - 4.5, y - 9);
  path.lineTo(b.x + 4.5, y - 9);
  path.closePath();
}

// The point of a curve a quarter of the way along, for its mark.
function nearStart(edge) {
  const a = NODES[edge.from], b = NODES[edge.to];
  const x1 = a.x, y1 = a.y + CARD_H / 2, x2 = b.x, y2 = b.y - CARD_H / 2;
  const t = 0.32, u = 1 - t;
  if (y2 < y1 - 4) return [x1 + (x2 >= x1 ? 40 : -40), y1 + 18];
  const bend = Math.max(18, Math.min(150, (y2 - y1) * 0.5 + 6));
  return [u ** 3 * x1 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t ** 3 * x2,
    u ** 3 * y1 + 3 * u * u * t * (y1 + bend) + 3 * u * t * t * (y2 - bend) + t ** 3 * y2];
}

// Links of one place and one group make one path; those between places are a place of their own, the last.
const bundles = [];
function bundle() {
  bundles.length = 0;
  const found = new Map();
  for (const edge of EDGES) {
    if (!edge.drawn || view.hiddenGroups.has(edge.group)) continue;
    const a = NODES[edge.from], b = NODES[edge.to];
    if (!shown(a) || !shown(b)) continue;
    const place = a.place === b.place ? a.place : -1;
    // a large place is cut into squares, so that what is far away need not be drawn
    const square = place < 0 ? '' : `${Math.floor(Math.min(a.x, b.x) / 2600)},${Math.floor(Math.min(a.y, b.y) / 2600)}`;
    const key = `${place}|${edge.group}|${square}`;
    let one = found.get(key);
    if (!one) {
      one = { place, group: edge.group, curves: new Path2D(), lines: new Path2D(), arrows: new Path2D(),
        count: 0, x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
      found.set(key, one);
      bundles.push(one);
    }
    curve(one.curves, edge);
    line(one.lines, edge);
    arrow(one.arrows, edge);
    one.count++;
    one.x0 = Math.min(one.x0, a.x, b.x); one.x1 = Math.max(one.x1, a.x, b.x);
    one.y0 = Math.min(one.y0, a.y, b.y); one.y1 = Math.max(one.y1, a.y, b.y);
  }
}

// Cards by squares of the map, to find what is seen and what was clicked.
const SQUARE = 700, squares = new Map();
for (const node of NODES) {
  const key = `${Math.floor(node.x / SQUARE)},${Math.floor(node.y / SQUARE)}`;
  if (!squares.has(key)) squares.set(key, []);
  squares.get(key).push(node);
}

function nodesIn(x0, y0, x1, y1) {
  const found = [], a = Math.floor((x0 - CARD_W) / SQUARE), b = Math.floor((x1 + CARD_W) / SQUARE);
  const c = Math.floor((y0 - CARD_H) / SQUARE), d = Math.floor((y1 + CARD_H) / SQUARE);
  if ((b - a + 1) * (d - c + 1) > squares.size) return NODES.filter(shown);
  for (let i = a; i <= b; i++) for (let j = c; j <= d; j++) {
    for (const node of squares.get(`${i},${j}`) || []) if (shown(node)) found.push(node);
  }
  return found;
}

function nodeAt(screenX, screenY) {
  const [x, y] = toMap(screenX, screenY), reachX = Math.max(CARD_W / 2, 7 / camera.z), reachY = Math.max(CARD_H / 2, 7 / camera.z);
  let best = -1, least = Infinity;
  for (const node of nodesIn(x - reachX, y - reachY, x + reachX, y + reachY)) {
    const dx = Math.abs(node.x - x), dy = Math.abs(node.y - y);
    if (dx <= reachX && dy <= reachY && dx + dy < least) { least = dx + dy; best = node.i; }
  }
  return best;
}
