// The places: folded on narrow screens, where they would push the page away.
const menu = document.querySelector('details[data-menu]');
if (window.matchMedia('(max-width: 860px)').matches) menu?.removeAttribute('open');
