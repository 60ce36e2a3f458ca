// Three hints the first time somebody may touch a table; they do not come again.

const KEPT = 'hints-seen';

/** Show the hints above the table until they are closed, or the table is touched, on this device. */
export function offerHints(wanted) {
  const hints = document.getElementById('hints');
  if (!wanted || localStorage.getItem(KEPT)) return;
  hints.hidden = false;
  const close = () => {
    localStorage.setItem(KEPT, 'yes');
    hints.hidden = true;
  };
  document.getElementById('hints-done').addEventListener('click', close);
  for (const pane of ['photo-pane', 'diagram-pane']) {
    document.getElementById(pane).addEventListener('click', close, { once: true });
  }
}
