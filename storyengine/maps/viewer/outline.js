// The same as headings and lists, for those who cannot see a map or would rather read.
function openPage(id) {
  find(id).hidden = false;
  find(id).focus();
}

function closePages() {
  let closed = false;
  for (const id of ['outline', 'help']) {
    closed ||= !find(id).hidden;
    find(id).hidden = true;
  }
  if (closed) canvas.focus();
  return closed;
}

function openOutline() {
  const box = find('outline-places');
  if (!box.children.length) {
    PLACES.forEach((place, number) => {
      const nodes = NODES.filter(node => node.place === number), details = element('details');
      details.append(element('summary', '', '', element('h3', '', `${place.title} (${nodes.length.toLocaleString('en')})`)));
      // filled when opened: ten thousand cards at once would keep a reader waiting
      details.ontoggle = () => {
        if (details.open && details.children.length === 1) for (const node of nodes) details.append(outlined(node));
      };
      details.open = NODES.length <= 400;
      box.append(details);
    });
  }
  openPage('outline');
}

function outlined(node) {
  const article = element('article', '', '', ...cardContent(node, 'h4'));
  article.dataset.card = node.id;
  const go = element('button', '', 'show on the map');
  go.setAttribute('aria-label', `show ${node.title} on the map`);
  go.onclick = () => { closePages(); select(node.i); };
  article.append(go);
  for (const link of article.querySelectorAll('.link')) link.addEventListener('click', closePages);
  return article;
}

find('open-outline').onclick = openOutline;
find('close-outline').onclick = closePages;
find('open-help').onclick = () => openPage('help');
find('close-help').onclick = closePages;
