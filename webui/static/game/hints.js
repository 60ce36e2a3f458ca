// Three hints the first time somebody may touch a table; they do not come again.

const KEPT = 'hints-seen';

/** Show the hints above the table until they are closed, or something else is pressed after the
 *  table was touched: by going away at once they would move it under the finger. */
export function offerHints(wanted) {
  const hints = document.getElementById('hints');
  if (!wanted || localStorage.getItem(KEPT)) return;
  hints.hidden = false;
  document.addEventListener('click', ({ target }) => {
    if (target.closest('.pane')) localStorage.setItem(KEPT, 'yes');
    else if (localStorage.getItem(KEPT)) hints.hidden = true;
  });
  document.getElementById('hints-done').addEventListener('click', () => localStorage.setItem(KEPT, 'yes'));
}
