// The players of Palanquée: colours, signs, and what each has in reserve.

import { say } from '../api.js';

export function make(name, text, className) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** Players in the order of their turns, the one on turn in sight. */
export function showPlayers(state) {
  const board = document.getElementById('scores');
  board.hidden = false;
  const list = make('ol');
  for (const player of state.players) list.append(line(player));
  board.replaceChildren(list);
  const onTurn = list.querySelector('.on-turn');
  if (onTurn) list.scrollLeft = onTurn.offsetLeft - list.offsetLeft - (list.clientWidth - onTurn.offsetWidth) / 2;
}

function line(player) {
  const row = make('li', undefined, [player.on_turn ? 'on-turn' : '', player.out ? 'is-out' : ''].join(' ').trim());
  const sign = make('span', undefined, 'counter');
  sign.dataset.colour = player.colour;
  sign.setAttribute('aria-hidden', 'true');
  const words = make('span', undefined, 'words');
  const name = make('span', player.name, 'name');
  if (player.program) name.append(make('span', ` · ${say('program')}`, 'small quiet'));
  if (player.name !== player.colour_name) name.append(make('span', ` (${player.colour_name})`, 'sr'));
  words.append(name, reserve(player));
  row.append(sign, words);
  return row;
}

/** The reserve as signs for the eye, and in words for the ear. */
function reserve(player) {
  const stock = make('span', undefined, 'stock small');
  const said = [player.out ? say('p_out') : say('p_reserve', player)];
  if (player.lost) said.push(say('p_lost', { count: player.lost }));
  stock.append(make('span', said.join(', '), 'sr'));
  stock.title = said.join(', ');
  const signs = player.out ? [say('p_out')] : [`◎ ${player.seeds}`, `● ${player.sprouts}`];
  if (player.lost) signs.push(`✕ ${player.lost}`);
  for (const sign of signs) {
    const shown = make('span', sign);
    shown.setAttribute('aria-hidden', 'true');
    stock.append(shown);
  }
  return stock;
}
