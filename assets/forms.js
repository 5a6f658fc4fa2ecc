// Forms that take a while: their button says so, and cannot be pressed twice.
document.addEventListener('submit', (event) => {
  const form = event.target;
  const text = event.submitter?.dataset.busy ?? form.dataset.busy;
  if (text === undefined || event.defaultPrevented) return;
  const button = event.submitter ?? form.querySelector('button');
  const before = button.textContent;
  // After this event, so that the value of the button is sent.
  setTimeout(() => {
    button.textContent = text;
    button.disabled = true;
  });
  // The way back shows the page as it was left.
  window.addEventListener('pageshow', () => {
    button.textContent = before;
    button.disabled = false;
  });
});
