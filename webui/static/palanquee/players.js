// The players of Palanquée: colours, signs, and what each has in reserve.

import { listed, say } from '../common/api.js';
import { make } from '../common/dom.js';

/** Players in the order of their turns. */
export function showPlayers(state) {
  const board = document.getElementById('scores');
  board.hidden = false;
  board.replaceChildren(make('ol', '', ...state.players.map(line)));
}

function line(player) {
  const sign = make('span', 'counter');
  sign.dataset.colour = player.colour;
  sign.setAttribute('aria-hidden', 'true');
  const name = make('span', 'name', player.name);
  if (player.program) name.append(make('span', 'small quiet', ` · ${say('program')}`));
  if (player.colour_name && player.name !== player.colour_name) name.append(make('span', 'sr', ` (${player.colour_name})`));
  const look = [player.on_turn && 'on-turn', player.out && 'is-out'].filter(Boolean).join(' ');
  return make('li', look, sign, make('span', 'words', name, ...(player.seeds === undefined ? [] : [reserve(player)])));
}

function inReserve(player) {
  const seeds = say('p_seeds', { count: player.seeds });
  return say('p_reserve', { seeds, sprouts: say('p_sprouts', { count: player.sprouts }) });
}

/** The reserve as signs for the eye, and in words for the ear. */
function reserve(player) {
  const said = [player.out ? say('p_out') : inReserve(player)];
  if (player.lost) said.push(say('p_lost', { count: player.lost }));
  const stock = make('span', 'stock small', make('span', 'sr', listed(said)));
  stock.title = listed(said);
  const signs = player.out ? [say('p_out')] : [`◎ ${player.seeds}`, `● ${player.sprouts}`];
  if (player.lost) signs.push(`✕ ${player.lost}`);
  for (const sign of signs) {
    const shown = make('span', '', sign);
    shown.setAttribute('aria-hidden', 'true');
    stock.append(shown);
  }
  return stock;
}
