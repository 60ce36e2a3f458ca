// One dialog that asks for a word, and the PIN.

import { ask, say, tell } from './api.js';
import { answerTo, part } from './dom.js';

/** Show the dialog with one of its fields or with none; gives what it was closed with. */
function asked(title, help, field, yes = say('ok')) {
  part('ask-title').textContent = title;
  part('ask-help').textContent = help;
  part('ask-yes').textContent = yes;
  part('ask-yes').classList.toggle('grave', !field);
  for (const name of ['ask-text', 'ask-long']) part(name).hidden = part(name) !== field;
  return answerTo(part('ask'));
}

/** Ask for a text; gives null where the person thinks better of it. */
export async function askFor(title, { value = '', help = '', long = false, password = false } = {}) {
  const input = part(long ? 'ask-long' : 'ask-text');
  part('ask-label').textContent = title;
  part('ask-label').htmlFor = input.id;
  part('ask-text').type = password ? 'password' : 'text';
  part('ask-text').inputMode = password ? 'numeric' : 'text';
  input.value = value;
  const answer = asked(title, help, input);
  input.focus();
  return await answer === 'yes' ? input.value : null;
}

/** Ask whether something is really meant: the button says what it does. */
export async function confirmThat(title, help) {
  return await asked(title, help, null, title) === 'yes';
}

/** Ask for the PIN until it is right; the page is loaded anew with the right to change.
 *  Where a key is asked for instead, say how to come by it. */
export async function enterPin() {
  if (document.body.dataset.asksFor !== 'pin') { tell(say('scan_to_referee')); return; }
  for (let help = say('pin_help'); ;) {
    const pin = await askFor(say('enter_pin'), { help, password: true });
    if (pin === null) return;
    try {
      await ask('/session', { method: 'POST', body: { pin } });
      location.reload();
      return;
    } catch (error) {
      help = error.message;
    }
  }
}

/** Show only what this browser may do. */
export function applyRights() {
  const may = 'mayChange' in document.body.dataset;
  for (const element of document.querySelectorAll('[data-changes]')) element.hidden = !may;
  // A right that was taken back meanwhile: the page is shown as it is for those who look on.
  if (may) document.addEventListener('right-ended', () => location.reload(), { once: true });
  const note = part('view-only');
  if (note) {
    note.hidden = may;
    part('enter-pin')?.addEventListener('click', enterPin);
  }
  return may;
}
