// Elements of a page: found by name, made, and dialogs that somebody answers.

export const part = (name) => document.getElementById(name);
/** Have a tap on the element of a name do something. */
export const on = (name, action) => part(name).addEventListener('click', action);

/** An element with a class and with what is in it; what is missing or empty is left out. */
export function make(name, look = '', ...inside) {
  const element = document.createElement(name);
  if (look) element.className = look;
  element.append(...inside.filter((one) => one || one === 0));
  return element;
}

/** A button of a list or card. */
export function makeButton(text, look, pressed) {
  const button = make('button', look, text);
  button.onclick = pressed;
  return button;
}

export const SVG = 'http://www.w3.org/2000/svg';

/** A shape of a drawing (SVG), with its attributes and what is in it. */
export function shape(name, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** A picture beside words that say the same. */
export const makePicture = (src, look = '') => Object.assign(make('img', look), { src, alt: '' });

/** Write what is read out when it changes: written again it would be read out again. */
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** A day, or a day and hour, as the page's language writes it. */
export const dayOf = (time) => new Date(time).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' });
export const timeOf = (time) => new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

/** Show a dialog; gives what it was closed with: 'yes' where somebody agreed. */
export function answerTo(dialog) {
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((done) => { dialog.addEventListener('close', () => done(dialog.returnValue), { once: true }); });
}

/** Draw something anew. Whoever came by keyboard stays at the same control, or at the one in its place
 *  that says the same; where there are as many as before, at the one with its number. A button that
 *  can do no more hands the keyboard to its neighbour; where all that is gone, it goes on at the first
 *  of the `next` that can be used. */
export function keepFocus(draw, next = []) {
  const held = document.activeElement;
  const place = held.parentElement?.closest('[id]');
  const controls = () => [...place.querySelectorAll('a, button, input, select, summary')];
  const said = (control) => control.getAttribute('aria-label') ?? control.textContent;
  const before = place ? controls() : [];
  const byKeyboard = held.matches(':focus-visible');
  draw();
  const works = (one) => !one.disabled && one.checkVisibility();
  const isThere = () => document.activeElement !== document.body && works(document.activeElement);
  if (!before.includes(held) || isThere()) return;
  const after = controls();
  const there = after[before.indexOf(held)];
  const same = held.isConnected ? held : [there, ...after].find((one) => one && said(one) === said(held));
  (same ?? (after.length === before.length ? there : null))?.focus({ preventScroll: true });
  if (isThere()) return;
  const neighbours = held.disabled ? [...held.parentElement.querySelectorAll('button')] : [];
  [...neighbours, ...(byKeyboard ? next.map(part) : [])].find(works)?.focus({ preventScroll: true });
}

/** Do what takes long, once at a time: its button waits, but keeps the keyboard. */
export async function whileWaiting(button, act) {
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  try { await act(); } finally { button.ariaDisabled = 'false'; }
}

/** Scroll a list that lies on its side so that one of its entries, if there is one, is in the middle. */
export function bringIntoView(list, entry) {
  if (entry) list.scrollLeft = entry.offsetLeft - (list.clientWidth - entry.offsetWidth) / 2;
}
