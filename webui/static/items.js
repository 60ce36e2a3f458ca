// The lines under the verdict: each lights up what it speaks of.

import { say } from './api.js';

export const MARKS = { fine: '✓', wrong: '✕', unsure: '?', win: '★', info: 'i' };

/** One line with a button; pressing it lights its tiles, and unfolds its parts.
 *  `save(item)` keeps a creature under a name, `play(move)` lays a suggestion, where that is possible. */
export function itemLine(item, stage, save, play) {
  const line = document.createElement('li');
  const button = document.createElement('button');
  const mark = document.createElement('span');
  mark.className = 'mark';
  mark.setAttribute('aria-hidden', 'true');
  mark.textContent = MARKS[item.level];
  line.dataset.level = item.level;
  if (item.threat) line.dataset.threat = item.threat;
  button.append(mark, item.text);
  button.setAttribute('aria-pressed', 'false');
  button.disabled = !item.cells.length && !item.path && !item.parts.length && !item.ghosts?.length;
  const parts = document.createElement('ul');
  parts.className = 'parts';
  parts.hidden = true;
  if (item.parts.length) {
    button.setAttribute('aria-expanded', 'false');
    parts.append(...item.parts.map((piece) => partLine(piece, stage)));
    if (save && item.creature) parts.append(saveLine(item, save));
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
  if (play && item.move) {
    line.classList.add('playable');
    const lay = document.createElement('button');
    lay.className = 'key';
    lay.textContent = say('play_this');
    lay.onclick = () => play(item.move);
    line.append(lay);
  }
  return line;
}

function partLine(piece, stage) {
  const line = document.createElement('li');
  const button = document.createElement('button');
  button.textContent = piece.text;
  button.setAttribute('aria-pressed', 'false');
  button.onclick = () => {
    for (const other of line.parentElement.querySelectorAll('button[aria-pressed]')) other.setAttribute('aria-pressed', 'false');
    button.setAttribute('aria-pressed', 'true');
    stage.light([piece]);
  };
  line.append(button);
  return line;
}

function saveLine(item, save) {
  const line = document.createElement('li');
  const button = document.createElement('button');
  button.textContent = say('save_friend');
  button.onclick = () => save(item);
  line.append(button);
  return line;
}
