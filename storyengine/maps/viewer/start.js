// Setting up: the size, the theme, the address, the first frame.
const dark = matchMedia('(prefers-color-scheme: dark)');
let themeChosen = false;

function setTheme(name, chosen = true) {
  themeChosen ||= chosen;
  document.documentElement.dataset.theme = name;
  change({ theme: name });
}
dark.onchange = () => { if (!themeChosen) setTheme(dark.matches ? 'dark' : 'light', false); };

function resize() {
  camera.dpr = devicePixelRatio || 1;
  camera.width = innerWidth;
  camera.height = innerHeight;
  canvas.width = Math.round(camera.width * camera.dpr);
  canvas.height = Math.round(camera.height * camera.dpr);
  stamp++;
  repaint();
}
addEventListener('resize', resize);

// Deep links: #card=ID, or #route=ENDING&step=N. The address follows what is looked at, and the other way round.
let ownAddress = '';
function setAddress() {
  const parts = new URLSearchParams();
  if (route()) { parts.set('route', route().ending); parts.set('step', String(view.stop + 1)); }
  if (view.selected >= 0) parts.set('card', NODES[view.selected].id);
  ownAddress = parts.toString() ? `#${parts}` : '';
  history.replaceState(null, '', ownAddress || location.pathname + location.search);
}

function readAddress() {
  if (location.hash === ownAddress) return false;
  const parts = new URLSearchParams(location.hash.slice(1));
  const way = DATA.routes.findIndex(one => one.ending === parts.get('route'));
  const card = NODES.findIndex(node => node.id === parts.get('card'));
  if (way >= 0) {
    followRoute(way);
    const stop = Math.max(0, Math.min(DATA.routes[way].stops.length - 1, (parseInt(parts.get('step'), 10) || 1) - 1));
    if (stop) goToStop(stop);
  }
  if (card >= 0) { select(card); announce(); }
  return way >= 0 || card >= 0;
}
addEventListener('hashchange', readAddress);

find('title').textContent = DATA.title;
if (innerWidth <= NARROW) find('fold').click();
document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
readColours();
bundle();
counts();
toggles();
overlays();
routes();
resize();
fit(undefined, 1.1, true);
readAddress();
dirty = false;
paint();
window.ready = performance.now();
loop();
