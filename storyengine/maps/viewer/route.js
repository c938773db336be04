// The way to an ending: a play that was replayed by the engine, drawn stop after stop.
function routes() {
  const choice = find('route');
  const none = element('option', '', 'no ending');
  none.value = -1;
  choice.append(none);
  DATA.routes.forEach((one, i) => {
    const option = element('option', '', `${one.title}${one.kind && one.kind !== one.title ? ` (${one.kind})` : ''}`);
    option.value = i;
    choice.append(option);
  });
  find('route-label').hidden = !DATA.routes.length;
  choice.onchange = () => followRoute(+choice.value);
}

function followRoute(number, stop = 0) {
  change({ route: number, stop, selected: -1, trail: [] });
  find('route').value = number;
  if (route()) {
    const nodes = route().stops.flatMap(one => one[1]);
    if (nodes.length) fit(around(nodes));
    say(`Route to ${route().title}, ${route().stops.length} steps. N and P step along it.`);
  }
  setAddress();
}

function step(by) {
  if (!route()) return;
  goToStop(Math.max(0, Math.min(route().stops.length - 1, view.stop + by)));
}

function goToStop(number) {
  change({ stop: number });
  const [words, nodes, at, meters] = route().stops[number];
  const i = nodes.length ? nodes[nodes.length - 1] : at;
  if (i >= 0) show(i);
  say(`Step ${number + 1} of ${route().stops.length}: ${words}. ${i >= 0 ? NODES[i].title : ''} ${meterWords(meters)}`);
  setAddress();
}

const meterWords = values => values.map((value, i) => `${route().meters[i]} ${value}`).join(', ');

listeners.push(what => {
  if (!('route' in what || 'stop' in what)) return;
  const sheet = find('steps'), one = route();
  sheet.hidden = !one;
  if (!one) return sheet.replaceChildren();
  if ('route' in what) {
    const close = element('button', '', 'close'), list = element('ol');
    close.onclick = () => followRoute(-1);
    one.stops.forEach(([words, nodes, , meters], number) => {
      const before = number ? one.stops[number - 1][3] : [];
      const changed = meters.map((value, i) => (value !== before[i] ? `${one.meters[i]} ${value}` : '')).filter(Boolean);
      const button = element('button', '', words);
      const where = nodes.map(i => NODES[i].title).join(' → ');
      if (where) button.append(element('span', 'quiet', ` → ${where}`));
      if (changed.length && meters.length) button.append(' ', element('span', 'tag', changed.join(', ')));
      button.onclick = () => goToStop(number);
      list.append(element('li', '', '', button));
    });
    const title = element('h2', '', one.title);
    sheet.replaceChildren(element('div', 'line', '', title, close), element('p', 'quiet', `${one.stops.length} steps; n and p step along`), list);
  }
  const items = sheet.querySelectorAll('li');
  items.forEach((item, i) => (i === view.stop ? item.setAttribute('aria-current', 'step') : item.removeAttribute('aria-current')));
  items[view.stop]?.scrollIntoView({ block: 'nearest' });
});

function paintRoute(g, z) {
  const stops = route().stops, seen = new Map(), edgeOf = new Map();
  let last = -1;
  const path = new Path2D(), done = new Path2D();
  stops.forEach(([, nodes], number) => {
    for (const i of nodes) {
      if (last >= 0 && last !== i) {
        const edge = { from: last, to: i };
        curve(number <= view.stop ? done : path, edge);
      }
      if (!seen.has(i)) seen.set(i, number + 1);
      last = i;
    }
  });
  g.strokeStyle = colours.route;
  g.lineCap = 'round';
  g.lineWidth = 5 * Math.max(1, 0.35 / z);
  g.globalAlpha = 0.55;
  g.setLineDash([2, 10]);
  g.stroke(path);
  g.setLineDash([]);
  g.globalAlpha = 1;
  g.stroke(done);
  g.lineCap = 'butt';
  const [, nodes, at] = stops[view.stop], here = nodes.length ? nodes[nodes.length - 1] : at;
  for (const [i, number] of seen) {
    const node = NODES[i];
    if (z > 0.16) paintNode(g, node, z, true);
    const size = Math.max(13, Math.min(60, 9 / z)), x = node.x - CARD_W / 2, y = node.y - CARD_H / 2;
    g.beginPath();
    g.arc(x, y, size * 0.85, 0, Math.PI * 2);
    g.fillStyle = colours.route;
    g.fill();
    g.fillStyle = '#1a1205';
    g.font = `700 ${size}px ${colours.font}`;
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    g.fillText(String(number), x, y + size * 0.05);
  }
  if (here >= 0) {
    const node = NODES[here];
    g.beginPath();
    g.roundRect(node.x - CARD_W / 2 - 6, node.y - CARD_H / 2 - 6, CARD_W + 12, CARD_H + 12, 14);
    g.strokeStyle = colours.route;
    g.lineWidth = 5 * Math.max(1, 0.35 / z);
    g.stroke();
  }
}
