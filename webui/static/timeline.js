// The record under the table: a small picture and a few words for each move.

import { say } from './api.js';
import { coordinatesShown } from './coordinates.js';

const list = document.getElementById('timeline');

/** Show the moves; pressing one calls `goTo(number)`. */
export function showTimeline(state, goTo) {
  document.getElementById('record').hidden = !state.timeline.length;
  const old = list.children;
  list.replaceChildren(...state.timeline.map((entry, index) => (old[index]?.dataset.key === key(entry, state) ? old[index] : line(entry, state, goTo))));
}

/** Mark the move whose table is shown, and bring it into view. */
export function markTimeline(number) {
  for (const entry of list.children) {
    const here = Number(entry.dataset.number) === number;
    entry.firstChild.setAttribute('aria-current', String(here));
    if (here) list.scrollLeft = entry.offsetLeft - (list.clientWidth - entry.offsetWidth) / 2;
  }
}

const key = (entry, state) => `${coordinatesShown()} ${entry.version} ${entry.move} ${entry.who} ${state.comments[entry.number] ?? ''}`;

function line(entry, state, goTo) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  const words = document.createElement('span');
  item.dataset.key = key(entry, state);
  item.dataset.number = entry.number;
  words.textContent = `${entry.number} ${entry.who}`;
  words.className = entry.colour ? `who ${entry.colour}` : 'who';
  const move = document.createElement('small');
  // A tile's move is its picture; places have names only where coordinates are shown.
  const named = !state.last.length || coordinatesShown();
  move.textContent = [named && entry.said, entry.accepted && say('accepted'), entry.points && Object.entries(entry.points).map(([name, points]) => `${name} +${points}`).join(' '), state.comments[entry.number]].filter(Boolean).join(' · ');
  const picture = document.createElement('img');
  picture.src = `/api/v1/games/${state.id}/diagram.svg?at=${entry.version}&move=${entry.number}`;
  picture.alt = '';
  picture.loading = 'lazy';
  if (!named) button.setAttribute('aria-label', [words.textContent, entry.said, move.textContent].filter(Boolean).join(' · '));
  button.append(picture, words, move);
  button.onclick = () => goTo(entry.number);
  item.append(button);
  return item;
}
