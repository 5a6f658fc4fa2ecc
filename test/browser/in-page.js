// What the tests do inside a page: it is put into one as text, and its functions are called there.

/** What does not fit: the page is wider than the window, or text is wider than its place. */
function misfits() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`it is ${scrollWidth - clientWidth} px wider than its window`] : [];
  const places =
    'th, td, dt, dd, li, p, a, button, summary, label, legend, caption, h1, h2, h3, h4, code, pre, small, span';
  const cut = [...document.querySelectorAll(places)].filter((one) => {
    if (one.clientWidth === 0 || one.scrollWidth <= one.clientWidth + 1) return false;
    const { display, clipPath } = getComputedStyle(one);
    return display !== 'inline' && clipPath === 'none' && one.closest('.hidden') === null;
  });
  return [...wide, ...cut.map((one) => `${nameOf(one)} is ${one.scrollWidth - one.clientWidth} px too narrow`)];
}

function nameOf({ tagName, className, textContent }) {
  return `${tagName.toLowerCase()}${className === '' ? '' : `.${className}`} “${textContent.trim().slice(0, 60)}”`;
}

/** Serious and critical findings of axe-core, which must be in the page; `only`: of these rules. */
async function inaccessible(only) {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(only !== undefined && { runOnly: only }),
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`));
}

/** The text of the content, without what changes by the second. */
function mainText() {
  const copy = document.querySelector('main').cloneNode(true);
  for (const moving of copy.querySelectorAll('time, [data-live-state], noscript')) moving.remove();
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const parts = [];
  while (texts.nextNode()) parts.push(texts.currentNode.data);
  return parts
    .join(' ')
    .replaceAll(/[\d.]+ (?:ms|s|min|h)\b/g, 'N')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What crawled text must not do: run, become a link that runs, or turn the text around it. */
function harms() {
  const links = [...document.querySelectorAll('a[href], form[action]')].filter(
    (one) => !/^https?:$/.test(new URL(one.href ?? one.action).protocol),
  );
  const text = `${document.title}${document.documentElement.innerText}`;
  const raw = new Set(text.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu));
  return [
    ...(window.harmed === undefined ? [] : [`a script ran: ${window.harmed}`]),
    ...[...document.querySelectorAll('main :is(script, iframe, object, embed, img)')].map(
      (one) => `an element came in: ${nameOf(one)}`,
    ),
    ...links.map((one) => `a link leads to ${one.href}`),
    ...[...raw].map((one) => `it has the character U+${one.codePointAt(0).toString(16)}`),
  ];
}

globalThis.docentLooks = { misfits, inaccessible, mainText, harms };
