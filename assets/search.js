// The search page while one types: results are fetched with their page and take the place of the old ones; arrows go through them,
// Enter opens, Esc leads back to the words.
const REST_MS = 120;
/** Syllables of Korean and Japanese are put together from several keys: a search waits for a pause. */
const COMPOSING_MS = 400;

const form = document.querySelector('form[data-search]');
const found = document.getElementById('found');
const field = form?.querySelector('input[type="search"]');

if (form && found && field) {
  let timer;
  let running;
  let shown = field.value.trim();
  const isPosted = form.method === 'post';
  document.querySelector('[data-search-keys]')?.removeAttribute('hidden');

  const fields = () => new URLSearchParams(new FormData(form));
  const request = () => {
    const sent = fields();
    sent.set('typing', '1');
    return isPosted ? new Request(form.action, { method: 'POST', body: sent }) : new Request(`${form.action}?${sent}`);
  };

  const update = async () => {
    running?.abort();
    shown = field.value.trim();
    const own = new AbortController();
    running = own;
    const busy = setTimeout(() => found.setAttribute('aria-busy', 'true'), 300);
    try {
      const response = await fetch(request(), { signal: own.signal, cache: 'no-store' });
      // The session has ended.
      if (response.redirected) return location.reload();
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (own.signal.aborted) return;
      const fresh = page.getElementById('found') ?? page.querySelector('[role="alert"]');
      if (fresh === null) return;
      found.replaceChildren(...(fresh.id === 'found' ? fresh.childNodes : [fresh]));
      document.title = page.title;
      const same = page.querySelector('.same');
      if (same !== null) document.querySelector('.same')?.replaceWith(same);
      if (!isPosted) history.replaceState(null, '', shown === '' ? form.action : `${form.action}?${fields()}`);
    } catch {
      // Left behind by the next, or the server does not respond: Enter sends the form itself.
    } finally {
      clearTimeout(busy);
      if (running === own) found.removeAttribute('aria-busy');
    }
  };

  field.addEventListener('input', ({ isComposing }) => {
    clearTimeout(timer);
    if (field.value.trim() === shown) return;
    timer = setTimeout(update, isComposing ? COMPOSING_MS : REST_MS);
  });
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    running?.abort();
  });

  document.addEventListener('keydown', (event) => {
    const { key, target, isComposing } = event;
    if (isComposing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    const results = [...found.querySelectorAll('a[data-result]')];
    const at = results.indexOf(target.closest?.('.result, .passages > li')?.querySelector('a[data-result]'));
    if (at === -1 && target !== field) return;
    if (key === 'ArrowDown') go(results[at + 1]);
    else if (key === 'ArrowUp' && at >= 0) go(results[at - 1] ?? field);
    else if (key === 'Escape') leave(at >= 0);
    else return;
    event.preventDefault();
  });

  const go = (to) => {
    to?.focus();
    if (to === field) field.select();
    else to?.closest('li').scrollIntoView({ block: 'nearest' });
  };
  const leave = (isResult) => {
    if (isResult) return go(field);
    if (field.value === '') return field.blur();
    field.value = '';
    field.dispatchEvent(new InputEvent('input'));
  };
}
