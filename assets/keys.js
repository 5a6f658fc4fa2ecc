// Keys: `/` searches, `g` and a letter goes to a place, `?` lists them. The letters are those of the links in the places.
const FOLLOWS_MS = 1_500;
const places = [...document.querySelectorAll('a[data-key]')];
/** When `g` was pressed; long ago at first, so that no other key of a fresh page counts as the letter behind it. */
let isGoing = Number.NEGATIVE_INFINITY;
let help;
document.querySelector('[data-keys]')?.removeAttribute('hidden');

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const wasGoing = event.timeStamp - isGoing < FOLLOWS_MS;
  isGoing = Number.NEGATIVE_INFINITY;
  if (wasGoing) {
    const place = places.find(({ dataset }) => dataset.key === event.key);
    if (place === undefined) return;
    event.preventDefault();
    location.assign(place.href);
  } else if (event.key === 'g') isGoing = event.timeStamp;
  else if (event.key === '/') {
    event.preventDefault();
    search();
  } else if (event.key === '?') showHelp();
});

function isTyping(target) {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
}

function search() {
  const fields = [...document.querySelectorAll('input[type="search"]')];
  // The one of the page before that of the frame, which is folded away on narrow screens.
  const field = fields.find((one) => one.closest('main') !== null) ?? fields.find((one) => one.checkVisibility());
  if (field === undefined) location.assign(`${document.documentElement.dataset.base}/search`);
  else {
    field.focus();
    field.select();
  }
}

function showHelp() {
  help ??= document.body.appendChild(helpDialog());
  if (!help.open) help.showModal();
}

function helpDialog() {
  const dialog = element('dialog', '');
  const list = element('dl', '', 'facts');
  const add = (keys, text) => {
    const term = element('dt', '');
    term.append(...keys.flatMap((key, nth) => (nth === 0 ? [element('kbd', key)] : [' ', element('kbd', key)])));
    list.append(term, element('dd', text));
  };
  add(['/'], 'Search');
  for (const place of places) add(['g', place.dataset.key], place.dataset.title);
  add(['?'], 'This list');
  const form = element('form', '');
  form.method = 'dialog';
  form.append(element('button', 'Close'));
  dialog.append(element('h2', 'Keys'), list, form);
  dialog.setAttribute('aria-label', 'Keys');
  return dialog;
}

function element(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}
