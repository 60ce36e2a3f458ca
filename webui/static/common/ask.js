// One dialog that asks for a word, and the PIN.

import { ask, say, tell } from './api.js';
import { answerTo, part } from './dom.js';

/** Ask for a text; gives null where the person thinks better of it. */
export function askFor(title, { value = '', help = '', long = false, password = false } = {}) {
  nameYes(say('ok'), false);
  part('ask-title').textContent = title;
  part('ask-label').textContent = title;
  part('ask-help').textContent = help;
  part('ask-text').hidden = long;
  part('ask-long').hidden = !long;
  const input = long ? part('ask-long') : part('ask-text');
  part('ask-label').htmlFor = input.id;
  part('ask-text').type = password ? 'password' : 'text';
  part('ask-text').inputMode = password ? 'numeric' : 'text';
  input.value = value;
  const answer = answerTo(part('ask'));
  input.focus();
  return answer.then((word) => (word === 'yes' ? input.value : null));
}

function nameYes(text, grave) {
  part('ask-yes').textContent = text;
  part('ask-yes').classList.toggle('grave', grave);
}

/** Ask whether something is really meant: the button says what it does. */
export async function confirmThat(title, help) {
  nameYes(title, true);
  part('ask-text').hidden = true;
  part('ask-long').hidden = true;
  part('ask-title').textContent = title;
  part('ask-help').textContent = help;
  return await answerTo(part('ask')) === 'yes';
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
