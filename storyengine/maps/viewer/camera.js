// What part of the map is seen: a scale, and where the map's origin lies on the screen.
const camera = { z: 1, x: 0, y: 0, width: 0, height: 0, dpr: 1 };
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const LEAST = 0.004, MOST = 4;
const NARROW = 1000; // as in the style sheet: below it, sheets lie above and below the map instead of beside it
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

// The part of the window that no sheet covers.
function clearing() {
  const area = { left: 0, top: 0, right: camera.width, bottom: camera.height };
  const side = find('side').getBoundingClientRect(), card = find('card'), steps = find('steps');
  if (camera.width > NARROW) {
    area.left = side.right;
    for (const sheet of [card, steps]) if (!sheet.hidden) area.right = Math.min(area.right, camera.width - 390);
  } else {
    area.top = side.bottom;
    for (const sheet of [card, steps]) if (!sheet.hidden) area.bottom = Math.min(area.bottom, sheet.getBoundingClientRect().top);
  }
  if (area.bottom - area.top < 120) Object.assign(area, { top: 0, bottom: camera.height });
  return area;
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
  const areas = [clearing()], margin = 24;
  if (camera.width > NARROW) { // beside the small map, or above it, whichever gives more room
    const corner = find('minimap').getBoundingClientRect(), [whole] = areas;
    areas[0] = { ...whole, right: Math.min(whole.right, corner.left) };
    areas.push({ ...whole, bottom: corner.top });
  }
  const scale = area => Math.min((area.right - area.left - 2 * margin) / Math.max(1, box.width), (area.bottom - area.top - 2 * margin) / Math.max(1, box.height));
  const area = areas.reduce((best, each) => (scale(each) > scale(best) ? each : best));
  const z = Math.max(LEAST, Math.min(most, scale(area)));
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
  const node = NODES[i], area = clearing(), z = Math.max(camera.z, 0.8);
  const [x, y] = toScreen(node.x, node.y), margin = CARD_W * z * 0.8;
  const seen = x > area.left + margin && x < area.right - margin && y > area.top + 60 && y < area.bottom - 60;
  if (z === camera.z && seen) return repaint();
  glide(z, (area.left + area.right) / 2 - z * node.x, (area.top + area.bottom) / 2 - z * node.y);
}
