// The whole map in a corner, with a frame around what is seen.
const corner = find('minimap').querySelector('canvas'), cornerScreen = corner.getContext('2d');
let small = null, smallStamp = -1;

function cornerScale() {
  const width = 210, height = 146, s = Math.min((width - 14) / DATA.width, (height - 14) / DATA.height);
  return { width, height, s, x: (width - s * DATA.width) / 2, y: (height - s * DATA.height) / 2 };
}

function paintMinimap() {
  const { width, height, s, x, y } = cornerScale(), dpr = camera.dpr;
  if (!small || smallStamp !== stamp) {
    smallStamp = stamp;
    corner.width = width * dpr; corner.height = height * dpr;
    small = document.createElement('canvas');
    small.width = corner.width; small.height = corner.height;
    const g = small.getContext('2d');
    g.setTransform(dpr, 0, 0, dpr, x * dpr, y * dpr);
    g.fillStyle = colours.rule;
    for (const place of PLACES) g.fillRect(...place.box.map(v => v * s));
    const lit = litNodes(), w = Math.max(1.2, CARD_W * s * 0.8), h = Math.max(1.2, CARD_H * s);
    for (const node of NODES) {
      if (!shown(node)) continue;
      g.globalAlpha = lit && !lit.has(node.i) ? 0.3 : 1;
      g.fillStyle = nodeColour(node);
      g.fillRect(node.x * s - w / 2, node.y * s - h / 2, w, h);
    }
  }
  const g = cornerScreen;
  g.setTransform(1, 0, 0, 1, 0, 0);
  g.clearRect(0, 0, corner.width, corner.height);
  g.drawImage(small, 0, 0);
  g.setTransform(dpr, 0, 0, dpr, 0, 0);
  const [x0, y0] = toMap(0, 0), [x1, y1] = toMap(camera.width, camera.height);
  const left = Math.max(1, x + s * x0), top = Math.max(1, y + s * y0);
  const right = Math.min(width - 1, x + s * x1), bottom = Math.min(height - 1, y + s * y1);
  g.strokeStyle = colours.accent;
  g.lineWidth = 2;
  if (right > left && bottom > top) g.strokeRect(left, top, right - left, bottom - top);
}

corner.onpointerdown = corner.onpointermove = event => {
  if (!event.buttons) return;
  const { s, x, y } = cornerScale();
  const mapX = (event.offsetX - x) / s, mapY = (event.offsetY - y) / s;
  moveTo(camera.z, camera.width / 2 - camera.z * mapX, camera.height / 2 - camera.z * mapY);
};
