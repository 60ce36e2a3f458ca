// Who plays: names that were used before are offered, and can be given or corrected later.

import { ask, say } from './api.js';
import { answerTo, make, on, part } from './dom.js';

let offered = false;

/** Fill the list of known names, once; without it any name can be typed. */
export function offerNames() {
  if (offered) return;
  offered = true;
  ask('/players').then(({ players }) => {
    part('known-names').replaceChildren(...players.map((name) => new Option(name)));
  }, () => { offered = false; });
}

/** The names in what was typed: a name a line, or with commas between them. */
export const namesIn = (text) => text.split(/[\n,;，、]/).map((name) => name.trim()).filter(Boolean);

/** Make the button between the two names swap them. */
export const offerSwap = () => on('swap-names', () => {
  [part('white-name').value, part('blue-name').value] = [part('blue-name').value, part('white-name').value];
});

/** Ask for the two names of a game between colours, or for those of all seats; `change` is called
 *  with them. */
export async function askNames(game, change) {
  offerNames();
  const seats = game.seats.map((name, index) => {
    const field = Object.assign(make('input'), { type: 'text', maxLength: 40, value: name, required: true });
    field.setAttribute('list', 'known-names');
    field.setAttribute('aria-label', say('player', { number: index + 1 }));
    return field;
  });
  part('seats').replaceChildren(...seats.map((field) => make('li', '', field)));
  part('sides').hidden = seats.length > 0;
  const nameOf = (colour) => game.players.find((player) => player.colour === colour)?.name ?? '';
  [part('white-name').value, part('blue-name').value] = [nameOf('white'), nameOf('blue')];
  if (await answerTo(part('names-dialog')) !== 'yes') return;
  const fields = seats.length ? seats : [part('white-name'), part('blue-name')];
  change({ change: 'set_players', players: fields.map((field) => field.value.trim()) });
}
