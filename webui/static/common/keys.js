// Keys that act on a whole page, wherever the keyboard is. Single letters among them can be switched
// off in the settings (WCAG 2.1.4): who dictates, or whose hand slips, means none by them.

import { part } from './dom.js';

const KEPT = 'letter-keys';

export const lettersAct = () => localStorage.getItem(KEPT) !== 'no';
export const letLettersAct = (wanted) => localStorage.setItem(KEPT, wanted ? 'yes' : 'no');

/** What keys do on this page, and with Ctrl: a function, or names of buttons, the first of which that
 *  can be pressed is. Nothing while somebody writes or is asked, or where the board took the key. */
export function onKeys(keys, withCtrl = {}) {
  document.addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (event.defaultPrevented || altKey || event.target.matches('input, textarea, select') || document.querySelector('dialog[open]')) return;
    const chord = ctrlKey || metaKey;
    if (!chord && key.length === 1 && !lettersAct()) return;
    const wanted = chord ? withCtrl[key.toLowerCase()] : keys[key];
    const button = typeof wanted === 'string' && wanted.split(' ').map(part).find((one) => !one.disabled && one.checkVisibility());
    if (!button && typeof wanted !== 'function') return;
    event.preventDefault();
    if (button) button.click(); else wanted(event);
  });
}
