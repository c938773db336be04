// What part of the map is seen: a scale, and where the map's origin lies on the screen.
const camera = { z: 1, x: 0, y: 0, width: 0, height: 0, dpr: 1 };
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const LEAST = 0.004, MOST = 4;
const NARROW = 1000; // narrower windows begin with the tools folded away
let moving = 0; // the animation under way, if any

const toScreen = (x, y) => [x * camera.z + camera.x, y * camera.z + camera.y];
const toMap = (x, y) => [(x - camera.x) / camera.z, (y - camera.y) / camera.z];

function moveTo(z, x, y) {
  cancelAnimationFrame(moving);
  Object.assign(camera, { z: Math.max(LEAST, Math.min(MOST, z)), x, y });
  repaint();
}

function pan(dx, dy) { moveTo(camera.z, camera.x + dx, camera.y + dy); }

function zoomAt(factor, x, y) {
  const z = Math.max(LEAST, Math.min(MOST, camera.z * factor));
  moveTo(z, x - (x - camera.x) * z / camera.z, y - (y - camera.y) * z / camera.z);
}

// The rectangles of the window that no sheet covers; they may overlap each other.
function clearings() {
  let areas = [{ left: 0, top: 0, right: camera.width, bottom: camera.height }];
  for (const id of ['side', 'card', 'steps', 'minimap']) {
    const sheet = find(id).getBoundingClientRect();
    if (sheet.width) areas = areas.flatMap(area => without(area, sheet));
  }
  return areas.length ? areas : [{ left: 0, top: 0, right: camera.width, bottom: camera.height }];
}

function without(area, sheet) {
  if (sheet.right <= area.left || sheet.left >= area.right || sheet.bottom <= area.top || sheet.top >= area.bottom) return [area];
  const parts = [{ ...area, left: sheet.right }, { ...area, right: sheet.left }, { ...area, top: sheet.bottom }, { ...area, bottom: sheet.top }];
  return parts.filter(part => part.right - part.left > 80 && part.bottom - part.top > 80);
}

// Of the clearings, the one in which something of this shape is largest, and its scale there.
function roomFor(width, height, margin) {
  const scale = area => Math.min((area.right - area.left - 2 * margin) / Math.max(1, width), (area.bottom - area.top - 2 * margin) / Math.max(1, height));
  const area = clearings().reduce((best, each) => (scale(each) > scale(best) ? each : best));
  return [area, scale(area)];
}

function glide(z, x, y) {
  if (calm.matches || document.hidden) return moveTo(z, x, y);
  cancelAnimationFrame(moving);
  const from = { ...camera }, began = performance.now();
  const frame = now => {
    const part = Math.min(1, (now - began) / 260), eased = 1 - (1 - part) ** 3;
    camera.z = from.z * (z / from.z) ** eased;
    // what is in the middle moves evenly, though the scale does not
    const t = z === from.z ? eased : (camera.z - from.z) / (z - from.z);
    camera.x = from.x + (x - from.x) * t;
    camera.y = from.y + (y - from.y) * t;
    repaint();
    if (part < 1) moving = requestAnimationFrame(frame);
  };
  moving = requestAnimationFrame(frame);
}

function fit(box = { x: 0, y: -70, width: DATA.width, height: DATA.height + 70 }, most = 1.1, still = false) {
  const [area, scale] = roomFor(box.width, box.height, 22);
  const z = Math.max(LEAST, Math.min(most, scale));
  const x = (area.left + area.right) / 2 - z * (box.x + box.width / 2);
  const y = (area.top + area.bottom) / 2 - z * (box.y + box.height / 2);
  return still ? moveTo(z, x, y) : glide(z, x, y);
}

function around(indices) {
  const xs = indices.map(i => NODES[i].x), ys = indices.map(i => NODES[i].y);
  const x = Math.min(...xs) - CARD_W, y = Math.min(...ys) - CARD_H * 1.5;
  return { x, y, width: Math.max(...xs) + CARD_W - x, height: Math.max(...ys) + CARD_H * 1.5 - y };
}

// Brings a card into the clearing at a scale where it can be read.
function show(i) {
  const node = NODES[i], [area] = roomFor(CARD_W * 4, CARD_H * 8, 0), z = Math.max(camera.z, 0.8);
  const [x, y] = toScreen(node.x, node.y), margin = CARD_W * z * 0.8;
  const seen = x > area.left + margin && x < area.right - margin && y > area.top + 60 && y < area.bottom - 60;
  if (z === camera.z && seen) return repaint();
  glide(z, (area.left + area.right) / 2 - z * node.x, (area.top + area.bottom) / 2 - z * node.y);
}
