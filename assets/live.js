// Live parts: elements with `data-live` and an id are fetched again with their page, and replaced where they differ. Events of the
// server say when (`data-events` of main is their address); where they do not come, the page is fetched every few seconds.
// Whoever draws on a part listens for `docent:replaced`.
const LEAST_MS = 1_000;
/** Without an event: a run of another process sends none to this server, and times in words grow old. */
const POLL_MS = 5_000;
const SHARE = 4;

const main = document.querySelector('main[data-events]');
const mark = document.querySelector('[data-live-state]');
/** Parts as the server sent them: others may draw on them. */
const received = new WeakMap([...document.querySelectorAll('[data-live][id]')].map((part) => [part, part.outerHTML]));

if (main !== null) {
  let source;
  let timer;
  let isFetching = false;
  let isOver = false;
  let last = performance.now();
  let restMs = LEAST_MS;

  const isOpen = () => source?.readyState === EventSource.OPEN;
  const show = (text) => {
    if (mark !== null && mark.textContent !== text) mark.textContent = text;
  };
  const usual = () => show(isOpen() ? 'Live' : `Updated every ${POLL_MS / 1_000} s`);

  /** Fetches in this many milliseconds, or earlier where that is already due; never sooner after the last time than the server bears. */
  const plan = (ms) => {
    if (isOver || document.hidden) return;
    const at = Math.max(performance.now() + ms, last + restMs);
    if (timer !== undefined && timer.at <= at) return;
    clearTimeout(timer?.id);
    timer = { at, id: setTimeout(update, at - performance.now()) };
  };

  const update = async () => {
    timer = undefined;
    if (isFetching) return;
    isFetching = true;
    const began = performance.now();
    try {
      const response = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' });
      if (response.redirected) {
        isOver = true;
        source?.close();
        show('Not updated any more: sign in again');
        return;
      }
      if (!response.ok) throw new Error(String(response.status));
      replaceParts(new DOMParser().parseFromString(await response.text(), 'text/html'));
      usual();
    } catch {
      show('The server does not respond; trying again');
    } finally {
      isFetching = false;
      last = performance.now();
      restMs = Math.max(LEAST_MS, SHARE * (last - began));
      plan(POLL_MS);
    }
  };

  const listen = () => {
    source?.close();
    source = undefined;
    if (document.hidden || isOver) return;
    // A browser has few connections to one server: only the page in view keeps one.
    source = new EventSource(main.dataset.events);
    source.onopen = () => plan(0);
    source.onerror = () => plan(POLL_MS);
    for (const type of ['started', 'visited', 'progress', 'paused', 'resumed', 'handed', 'ended', 'warning', 'gap'])
      source.addEventListener(type, () => plan(0));
    plan(POLL_MS);
  };

  document.addEventListener('visibilitychange', () => {
    listen();
    plan(0);
  });
  // A page that is left, and kept for the way back, must not keep its connection.
  window.addEventListener('pagehide', () => source?.close());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listen();
  });
  listen();
}

function replaceParts(next) {
  // The first source has taken the place of the first screen, or the like: it is another page now.
  if (idsIn(next) !== idsIn(document)) return location.reload();
  for (const part of document.querySelectorAll('[data-live][id]')) {
    const newer = next.getElementById(part.id);
    const html = newer?.outerHTML;
    if (newer === null || html === received.get(part) || isSelected(part)) continue;
    const focused = focusIn(part);
    keepOpen(part, newer);
    part.replaceWith(newer);
    received.set(newer, html);
    if (focused >= 0) focusable(newer)[focused]?.focus({ preventScroll: true });
    newer.dispatchEvent(new CustomEvent('docent:replaced', { bubbles: true }));
  }
}

function idsIn(page) {
  return [...page.querySelectorAll('[data-live][id]')].map(({ id }) => id).join(' ');
}

/** Text that somebody is about to copy stays. */
function isSelected(part) {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(part, true);
}

function keepOpen(part, newer) {
  const fresh = newer.querySelectorAll('details');
  part.querySelectorAll('details').forEach((details, nth) => {
    if (fresh[nth] !== undefined) fresh[nth].open = details.open;
  });
}

function focusable(part) {
  return [...part.querySelectorAll('a[href], button, summary, input, select')];
}

function focusIn(part) {
  return part.contains(document.activeElement) ? focusable(part).indexOf(document.activeElement) : -1;
}
