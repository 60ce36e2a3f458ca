// Who plays: names that were used before are offered, and can be given or corrected later.

import { ask } from './api.js';
import { answerTo, on, part } from './dom.js';

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

/** Ask for the two names of a game between colours; `change` is called with them. */
export async function askNames(game, change) {
  offerNames();
  const nameOf = (colour) => game.players.find((player) => player.colour === colour)?.name ?? '';
  [part('white-name').value, part('blue-name').value] = [nameOf('white'), nameOf('blue')];
  if (await answerTo(part('names-dialog')) !== 'yes') return;
  change({ change: 'set_players', players: [part('white-name').value.trim(), part('blue-name').value.trim()] });
}
