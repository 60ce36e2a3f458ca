// The record under the table: a small picture and a few words for each move.

import { say } from '../common/api.js';
import { coordinatesShown } from './coordinates.js';
import { bringIntoView, make, makePicture } from '../common/dom.js';

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
    if (here && entry.firstChild.getAttribute('aria-current') !== 'true') bringIntoView(list, entry);
    entry.firstChild.setAttribute('aria-current', String(here));
  }
}

const key = (entry, state) => `${coordinatesShown()} ${entry.version} ${entry.move} ${entry.who} ${entry.check.length} ${state.comments[entry.number] ?? ''}`;

function line(entry, state, goTo) {
  const words = make('span', entry.colour ? `who ${entry.colour}` : 'who', `${entry.number} ${entry.who}`);
  // A move told by its places alone is its picture: they have names only where coordinates are shown.
  const named = entry.said !== entry.move || coordinatesShown();
  const move = make('small', '', [named && entry.said, entry.accepted && say('accepted'), entry.read_as && say('read_as'), entry.check.length && `⚠ ${say('to_check')}`, entry.points && Object.entries(entry.points).map(([name, points]) => `${name} +${points}`).join(' '), state.comments[entry.number]].filter(Boolean).join(' · '));
  const picture = makePicture(`/api/v1/games/${state.id}/diagram.svg?at=${entry.version}&move=${entry.number}`);
  picture.loading = 'lazy';
  const button = make('button', '', picture, words, move);
  if (!named) button.setAttribute('aria-label', [words.textContent, entry.said, move.textContent].filter(Boolean).join(' · '));
  button.onclick = () => goTo(entry.number);
  const item = make('li', '', button);
  item.dataset.key = key(entry, state);
  item.dataset.number = entry.number;
  return item;
}
