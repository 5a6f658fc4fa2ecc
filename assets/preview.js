// The selector preview as one types: the form is sent in the background, and the part that it names is replaced by the server's.
const TYPED_MS = 350;
const form = document.querySelector('form[data-preview]');

if (form !== null) {
  let timer;
  let stop;

  const show = async () => {
    clearTimeout(timer);
    stop?.abort();
    stop = new AbortController();
    const { signal } = stop;
    const part = document.getElementById(form.dataset.preview);
    part.setAttribute('aria-busy', 'true');
    try {
      const body = new URLSearchParams(new FormData(form));
      const response = await fetch(form.action, { method: 'POST', body, signal, redirect: 'manual' });
      // Whoever is signed out is led to the sign-in.
      if (response.type === 'opaqueredirect') return form.submit();
      const next = new DOMParser().parseFromString(await response.text(), 'text/html');
      const fresh = next.getElementById(part.id) ?? next.querySelector('main [role="alert"]');
      if (fresh !== null) part.replaceChildren(...fresh.childNodes);
      part.removeAttribute('aria-busy');
    } catch (error) {
      if (error.name === 'AbortError') return;
      part.textContent = 'The server does not respond.';
      part.removeAttribute('aria-busy');
    }
  };

  form.addEventListener('input', ({ target }) => {
    if (target.name === 'url' || !form.checkValidity()) return;
    clearTimeout(timer);
    timer = setTimeout(show, TYPED_MS);
  });
  form.addEventListener('change', ({ target }) => {
    if (target.name === 'url' && form.checkValidity()) void show();
  });
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    void show();
  });
}
