// The lines under the verdict: each lights up what it speaks of.

import { say } from '../common/api.js';
import { make, makeButton } from '../common/dom.js';

export const MARKS = { fine: '✓', wrong: '✕', unsure: '?', win: '★', info: 'i' };

/** A sign for the eye before a line. */
export function markOf(sign) {
  const mark = make('span', 'mark', sign);
  mark.setAttribute('aria-hidden', 'true');
  return mark;
}

/** One line with a button; pressing it lights its tiles, and unfolds its parts.
 *  Where that is possible, `save(item)` keeps a creature under a name, `play(move)` lays a suggestion,
 *  `swap()` swaps the two colours' names, `goTo(step)` shows a move of the record. */
export function itemLine(item, stage, save, play, swap, goTo) {
  const line = make('li');
  const button = make('button', '', markOf(MARKS[item.level]), item.text);
  line.dataset.level = item.level;
  if (item.threat) line.dataset.threat = item.threat;
  button.setAttribute('aria-pressed', 'false');
  button.disabled = !item.cells.length && !item.path && !item.parts.length && !item.ghosts?.length;
  if (goTo && item.step) {
    Object.assign(button, { disabled: false, onclick: () => goTo(item.step) }).removeAttribute('aria-pressed');
    line.append(button);
    return line;
  }
  const parts = make('ul', 'parts');
  parts.hidden = true;
  if (item.parts.length) {
    button.setAttribute('aria-expanded', 'false');
    parts.append(...item.parts.map((piece) => partLine(piece, stage)));
    if (save && item.creature) parts.append(make('li', '', makeButton(say('save_friend'), '', () => save(item))));
  }
  button.onclick = () => {
    const on = button.getAttribute('aria-pressed') !== 'true';
    for (const other of line.parentElement.querySelectorAll('button[aria-pressed]')) other.setAttribute('aria-pressed', 'false');
    button.setAttribute('aria-pressed', String(on));
    if (item.parts.length) button.setAttribute('aria-expanded', String(on));
    parts.hidden = !on;
    stage.light(on ? [item] : stage.usual);
  };
  line.append(button, parts);
  const answer = play && item.move ? makeButton(say('play_this'), 'key', () => play(item.move))
    : swap && item.swaps ? makeButton(`⇄ ${say('flip')}`, '', swap) : null;
  if (answer) {
    line.classList.add('playable');
    line.append(answer);
  }
  return line;
}

function partLine(piece, stage) {
  const button = makeButton(piece.text, '', () => {
    for (const other of line.parentElement.querySelectorAll('button[aria-pressed]')) other.setAttribute('aria-pressed', 'false');
    button.setAttribute('aria-pressed', 'true');
    stage.light([piece]);
  });
  button.setAttribute('aria-pressed', 'false');
  const line = make('li', '', button);
  return line;
}
