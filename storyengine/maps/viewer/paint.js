// One frame. Large maps are painted into a picture first, which is moved while the hand moves.
const canvas = find('map'), screen = canvas.getContext('2d');
const HEAVY = 1500; // cards and links in view, beyond which a frame is not painted anew while moving
let colours = {}, dirty = true, stamp = 0, lastMove = 0, picture = null;
window.paintedMs = 0;

function repaint() { dirty = true; lastMove = performance.now(); }

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const names = ['ground', 'panel', 'ink', 'quiet', 'rule', 'accent', 'route', 'way', 'win', 'lose', 'trip', 'draw', ...Object.keys(DATA.kinds)];
  colours = Object.fromEntries(names.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
  colours.font = 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
}

function groupColour(group) { return colours[GROUPS[group].colour.slice(2)]; }

// How strongly a number of the overlay counts, from 0 to 1; large ranges by their logarithms.
function strength(value) {
  const numbers = overlay().range ??= (() => {
    const all = Object.values(overlay().values), low = Math.min(...all), high = Math.max(...all);
    return { low, high, logarithmic: low >= 0 && high > 50 };
  })();
  const scale = numbers.logarithmic ? Math.log1p : x => x;
  return numbers.high === numbers.low ? 1 : (scale(value) - scale(numbers.low)) / (scale(numbers.high) - scale(numbers.low));
}

function nodeColour(node) {
  const over = overlay();
  if (!over) return colours[node.kind];
  const mark = over.marks[node.i];
  if (mark) return mark === 'undecided' ? colours.accent : colours.lose;
  const value = over.values[node.i];
  if (value !== undefined) return `color-mix(in oklab, ${colours.route} ${Math.round(15 + 85 * strength(value))}%, ${colours.rule})`;
  return Object.keys(over.values).length ? colours.rule : colours[node.kind];
}

// Cards that stand out; null when all do.
function litNodes() {
  const lit = new Set();
  if (view.matches) view.matches.forEach(i => lit.add(i));
  if (route()) for (const stop of route().stops) for (const i of stop[1]) lit.add(i);
  if (view.selected >= 0) {
    const node = NODES[view.selected];
    lit.add(view.selected);
    for (const i of node.out) lit.add(EDGES[i].to);
    for (const i of node.in) if (EDGES[i].group !== 'meter') lit.add(EDGES[i].from);
  }
  return lit.size ? lit : null;
}

function paintMap(g, z, x0, y0, x1, y1) {
  const lit = litNodes(), far = z < 0.16;
  g.lineJoin = 'round';
  PLACES.forEach((place, i) => {
    const [x, y, w, h] = place.box;
    if (x > x1 || y > y1 || x + w < x0 || y + h < y0) return;
    g.beginPath();
    g.roundRect(x, y, w, h, 16);
    g.fillStyle = colours.panel;
    g.fill();
    g.lineWidth = Math.max(1.5, 1 / z);
    g.strokeStyle = colours.rule;
    g.stroke();
  });
  for (const one of bundles) {
    if (one.x0 - 300 > x1 || one.y0 - 300 > y1 || one.x1 + 300 < x0 || one.y1 + 300 < y0) continue;
    g.globalAlpha = (lit ? 0.22 : 1) * (one.place < 0 ? (one.group === 'draw' ? 0.16 : 0.3) : far ? 0.5 : 0.75);
    g.strokeStyle = g.fillStyle = groupColour(one.group);
    g.lineWidth = Math.max(1.5, 0.7 / z);
    g.setLineDash(far ? [] : GROUPS[one.group].dash);
    g.stroke(far ? one.lines : one.curves);
    if (z > 0.3) { g.setLineDash([]); g.fill(one.arrows); }
  }
  g.setLineDash([]);
  g.globalAlpha = 1;
  for (const node of nodesIn(x0, y0, x1, y1)) paintNode(g, node, z, !lit || lit.has(node.i));
  g.globalAlpha = 1;
  paintTitles(g, z, x0, y0, x1, y1);
}

function paintNode(g, node, z, lit) {
  const x = node.x - CARD_W / 2, y = node.y - CARD_H / 2, colour = nodeColour(node), end = node.kind === 'ending';
  g.globalAlpha = lit ? 1 : 0.3;
  if (z < 0.16) {
    const high = Math.max(CARD_H, Math.min(CARD_H * 1.7, 3 / z));
    g.fillStyle = colour;
    g.fillRect(x, node.y - high / 2, CARD_W, high);
    return;
  }
  g.beginPath();
  g.roundRect(x, y, CARD_W, CARD_H, node.kind === 'challenge' || node.kind === 'game' ? 23 : end ? 3 : 9);
  g.fillStyle = colours.panel;
  g.fill();
  g.globalAlpha *= 0.2;
  g.fillStyle = colour;
  g.fill();
  g.globalAlpha = lit ? 1 : 0.3;
  g.lineWidth = end || node.start ? 3.5 : 2;
  g.strokeStyle = colour;
  g.stroke();
  if (end) { // an ending has a second line inside
    g.beginPath();
    g.roundRect(x + 5, y + 5, CARD_W - 10, CARD_H - 10, 2);
    g.lineWidth = 1;
    g.stroke();
  }
  if (z >= 0.42) paintWords(g, node);
  paintMark(g, node, z);
}

// Words of a title on at most two lines; measured once for each card.
function titleLines(g, node) {
  if (node.lines) return node.lines;
  g.font = `600 13px ${colours.font}`;
  const room = CARD_W - 40, shorten = text => {
    if (g.measureText(text).width <= room) return text;
    const letters = [...text];
    while (letters.length > 1 && g.measureText(letters.join('') + '…').width > room) letters.pop();
    return letters.join('') + '…';
  };
  const words = (node.start ? `▶ ${node.title}` : node.title).slice(0, 90).split(/\s+/), lines = [''];
  for (const word of words) {
    const longer = lines[lines.length - 1] ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length === 1 && lines[0] && g.measureText(longer).width > room) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return node.lines = lines.map(shorten);
}

function paintWords(g, node) {
  const lines = titleLines(g, node);
  g.fillStyle = colours.ink;
  g.font = `600 13px ${colours.font}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  const sign = DATA.kinds[node.kind].sign, middle = node.x + (sign ? 8 : 0);
  lines.forEach((text, i) => g.fillText(text, middle, node.y + (i - (lines.length - 1) / 2) * 16));
  if (sign) {
    g.fillStyle = nodeColour(node);
    g.font = `13px ${colours.font}`;
    g.fillText(sign, node.x - CARD_W / 2 + 17, node.y);
  }
}

// The overlay's sign or number, at the corner of the card.
function paintMark(g, node, z) {
  const over = overlay();
  if (!over) return;
  const mark = over.marks[node.i], value = over.values[node.i];
  const text = mark ? DATA.signs[mark].sign : value === undefined ? '' : short(value);
  if (!text || (!mark && z < 0.42)) return;
  const size = Math.max(13, Math.min(40, 9 / z));
  g.font = `700 ${size}px ${colours.font}`;
  const width = Math.max(size * 1.5, g.measureText(text).width + size * 0.8), x = node.x + CARD_W / 2 - width * 0.7, y = node.y - CARD_H / 2 - size * 0.7;
  g.beginPath();
  g.roundRect(x, y, width, size * 1.4, size * 0.7);
  g.fillStyle = colours.panel;
  g.fill();
  g.lineWidth = 2;
  g.strokeStyle = g.fillStyle = nodeColour(node);
  g.stroke();
  if (!mark) g.fillStyle = colours.ink;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(text, x + width / 2, y + size * 0.74);
}

const short = value => Number.isInteger(value) ? value.toLocaleString('en') : value < 1 && value > 0 ? `${(value * 100).toPrecision(2)} %` : value.toPrecision(3);

function paintTitles(g, z, x0, y0, x1, y1) {
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  for (const place of PLACES) {
    const [x, y, w, h] = place.box;
    if (x > x1 || y > y1 || x + w < x0 || y + h < y0) continue;
    const size = Math.min(Math.max(17, 13 / z), 60), room = w + 40, font = px => { g.font = `700 ${px}px ${colours.font}`; };
    font(size);
    // on one line if it fits; else smaller and on two, down to what can still be read; else shortened
    const wide = g.measureText(place.title).width, fitted = Math.max(Math.min(size, 9.5 / z), Math.min(size, size * room / wide));
    font(fitted);
    const lines = [''];
    for (const word of place.title.split(/\s+/)) {
      const longer = lines[lines.length - 1] ? `${lines[lines.length - 1]} ${word}` : word;
      if (lines.length < 2 && lines[0] && g.measureText(longer).width > room) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    if (fitted * z < 6) continue;
    g.fillStyle = colours.quiet;
    const inside = fitted <= 19 && lines.length === 1, step = fitted * 1.1;
    lines.forEach((text, i) => {
      const letters = [...text];
      while (letters.length > 1 && g.measureText(text).width > room) { letters.pop(); text = letters.join('') + '…'; }
      g.fillText(text, x + (inside ? 14 : 4), inside ? y + 20 : y - fitted * 0.62 - (lines.length - 1 - i) * step);
    });
  }
}

// What changes without the map: the selection's links and the route, over everything.
function paintOver(g, z) {
  for (const each of new Set([hovered, view.selected])) {
    if (each < 0) continue;
    const node = NODES[each], aimed = each === view.selected ? targets(node)[view.aim] : null;
    for (const i of [...node.in, ...node.out]) {
      const edge = EDGES[i];
      if (!edge.drawn || view.hiddenGroups.has(edge.group)) continue;
      const on = aimed && edge.from === node.i && edge.to === aimed.to;
      const path = new Path2D(), tip = new Path2D();
      curve(path, edge);
      arrow(tip, edge);
      g.strokeStyle = g.fillStyle = groupColour(edge.group);
      g.lineWidth = (on ? 4.5 : 2.4) * Math.max(1, 0.4 / z);
      g.setLineDash(GROUPS[edge.group].dash);
      g.stroke(path);
      g.setLineDash([]);
      g.fill(tip);
      if (z > 0.5 && GROUPS[edge.group].mark) paintLabel(g, edge, GROUPS[edge.group].mark);
    }
  }
  if (route()) paintRoute(g, z);
  for (const i of [view.selected, hovered]) {
    if (i < 0) continue;
    const node = NODES[i];
    paintNode(g, node, z, true);
    g.beginPath();
    g.roundRect(node.x - CARD_W / 2 - 4, node.y - CARD_H / 2 - 4, CARD_W + 8, CARD_H + 8, 12);
    g.lineWidth = (i === view.selected ? 3.5 : 1.5) * Math.max(1, 0.4 / z);
    g.strokeStyle = i === view.selected ? colours.accent : colours.ink;
    g.stroke();
  }
}

function paintLabel(g, edge, text) {
  const [x, y] = nearStart(edge);
  g.font = `700 11px ${colours.font}`;
  const width = g.measureText(text).width + 10;
  g.beginPath();
  g.roundRect(x - width / 2, y - 9, width, 18, 9);
  g.fillStyle = colours.panel;
  g.fill();
  g.lineWidth = 1.5;
  g.stroke();
  g.fillStyle = colours.ink;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(text, x, y + 0.5);
}

function paint() {
  const began = performance.now(), { z, width, height, dpr } = camera;
  const [x0, y0] = toMap(0, 0), [x1, y1] = toMap(width, height);
  let load = 0;
  for (const one of bundles) if (one.x0 < x1 && one.y0 < y1 && one.x1 > x0 && one.y1 > y0) load += one.count;
  const heavy = load + NODES.length * (z < 0.3 ? 0.5 : 0) > HEAVY;
  screen.setTransform(1, 0, 0, 1, 0, 0);
  screen.fillStyle = colours.ground;
  screen.fillRect(0, 0, canvas.width, canvas.height);
  if (heavy) paintFromPicture(x0, y0, x1, y1);
  screen.setTransform(dpr * z, 0, 0, dpr * z, dpr * camera.x, dpr * camera.y);
  if (!heavy) paintMap(screen, z, x0, y0, x1, y1);
  paintOver(screen, z);
  paintMinimap();
  window.paintedMs = performance.now() - began;
}

// Keeps a picture half a window larger than what is seen, and makes a new one when the hand is still.
function paintFromPicture(x0, y0, x1, y1) {
  const { z, dpr } = camera, still = performance.now() - lastMove > 140;
  const covers = picture && picture.stamp === stamp && picture.x0 <= x0 && picture.y0 <= y0 && picture.x1 >= x1 && picture.y1 >= y1;
  const sharp = covers && Math.abs(picture.z / z - 1) < 0.001;
  if (!picture || picture.stamp !== stamp || (!sharp && still) || (!covers && picture.z / z < 1.5 && picture.z / z > 0.66 && !still && misses(x0, y0, x1, y1))) {
    const mx = (x1 - x0) / 4, my = (y1 - y0) / 4;
    const bitmap = picture ? picture.bitmap : document.createElement('canvas');
    picture = { bitmap, stamp, z, x0: x0 - mx, y0: y0 - my, x1: x1 + mx, y1: y1 + my };
    bitmap.width = Math.ceil((picture.x1 - picture.x0) * z * dpr);
    bitmap.height = Math.ceil((picture.y1 - picture.y0) * z * dpr);
    const g = bitmap.getContext('2d');
    g.setTransform(dpr * z, 0, 0, dpr * z, -picture.x0 * dpr * z, -picture.y0 * dpr * z);
    paintMap(g, z, picture.x0, picture.y0, picture.x1, picture.y1);
  } else if (!sharp) {
    setTimeout(() => { dirty = true; }, 160);
  }
  const [sx, sy] = toScreen(picture.x0, picture.y0), scale = z / picture.z;
  screen.drawImage(picture.bitmap, sx * dpr, sy * dpr, picture.bitmap.width * scale, picture.bitmap.height * scale);
}

// Whether a good part of the window would stay empty.
function misses(x0, y0, x1, y1) {
  const part = (x1 - x0) * 0.12;
  return picture.x0 > x0 + part || picture.y0 > y0 + part || picture.x1 < x1 - part || picture.y1 < y1 - part;
}

function loop() {
  if (dirty) { dirty = false; paint(); }
  requestAnimationFrame(loop);
}

listeners.push(what => {
  if ('hiddenKinds' in what || 'hiddenGroups' in what) bundle();
  if ('theme' in what) readColours();
  stamp++;
  dirty = true;
});
