// Signs in with the code of a link: it stands behind the #, which a browser sends nowhere, and is out of the address before it is used.
const code = location.hash.slice(1);
const form = document.querySelector('form[data-code]');
if (form !== null && /^[\w-]{43}$/.test(code)) {
  history.replaceState(null, '', location.pathname + location.search);
  form.elements.namedItem('code').value = code;
  form.submit();
}
