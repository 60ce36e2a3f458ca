// Three hints the first time somebody may touch a table; they do not come again.

const KEPT = 'hints-seen';

/** Show the hints until they are closed once on this device. */
export function offerHints(wanted) {
  const hints = document.getElementById('hints');
  if (!wanted || localStorage.getItem(KEPT)) return;
  hints.hidden = false;
  document.getElementById('hints-done').addEventListener('click', () => {
    localStorage.setItem(KEPT, 'yes');
    hints.hidden = true;
  });
}
