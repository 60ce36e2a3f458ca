// What Palagonia adds to the page: players and their points, the dice, what the roll allows.

import { drawn, say } from './api.js';

const FACES = ['2', '3', '4', '5', 'remove', 'rotate'];
const part = (name) => document.getElementById(name);
let chosen = [];

function make(name, text, className) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

const faceName = (face) => (/\d/.test(face) ? face : say('face_' + face));

/** Show the panel of this kind of game; empty where the kind has none. */
export function showKindPanel(state, { change, past }) {
  showScores(state);
  const panel = part('kind-panel');
  // The same state painted again must not take a die away from under a finger.
  const key = `${state.version} ${past}`;
  if (panel.dataset.shows === key) return;
  panel.dataset.shows = key;
  panel.replaceChildren();
  if (state.claims && !state.over && !past && 'mayChange' in document.body.dataset) panel.append(claims(state, change));
  if (!state.dice || past) return;
  const { needed } = state.dice;
  chosen = Array.from({ length: needed }, () => null);
  if (needed && 'mayChange' in document.body.dataset) panel.append(thrower(state, change));
  if (state.dice.faces.length) panel.append(lying(state.dice));
}

function showScores(state) {
  const board = part('scores');
  // A clock tells names and points already.
  const told = Boolean(state.clock) && state.players.every((player) => !player.palagem);
  board.hidden = !state.players.length || (told && state.tiles_left === null);
  board.replaceChildren();
  if (board.hidden) return;
  const bag = make('p', say('bag', { count: state.tiles_left }), 'small quiet');
  if (told) { board.append(bag); return; }
  const list = make('ol');
  for (const player of state.players) {
    const line = make('li', undefined, player.on_turn ? 'on-turn' : '');
    if (player.palagem) line.append(drawn(player.palagem));
    line.append(make('span', player.name || player.colour_name, 'name'));
    if (player.name && player.colour_name) line.append(make('span', player.colour_name, 'small quiet'));
    if (player.on_turn) line.append(make('span', `▸ ${say(state.dice?.extra ? 'extra' : 'on_turn')}`, 'small quiet'));
    if (player.gain) line.append(make('span', `+${player.gain}`, 'gain'));
    if (player.points !== null) line.append(make('strong', player.points, 'numbers'));
    list.append(line);
  }
  board.append(list);
  const onTurn = list.querySelector('.on-turn');
  if (onTurn) list.scrollLeft = onTurn.offsetLeft - list.offsetLeft - (list.clientWidth - onTurn.offsetWidth) / 2;
  if (state.tiles_left !== null) board.append(bag);
}

/** One button for each player who sees a palagem in the field. */
function claims(state, change) {
  const row = make('div', undefined, 'row');
  state.players.forEach((player, index) => {
    const button = make('button', say('claim', { player: player.name }));
    button.onclick = () => change({ change: 'claim', player: index + 1 });
    row.append(button);
  });
  return row;
}

/** Dice to enter by tap, one row of faces for each; entered when all are chosen. */
function thrower(state, change) {
  const { needed, by_program: byProgram } = state.dice;
  const names = state.dice.for;
  const box = make('fieldset', undefined, 'dice');
  box.append(make('legend', say('dice'), 'sr'));
  if (byProgram) {
    const roll = make('button', `${say('roll')} 🎲`, 'key wide');
    roll.onclick = () => change({ change: 'roll' });
    box.append(roll);
    return box;
  }
  for (let die = 0; die < needed; die += 1) {
    const row = make('div', undefined, 'die');
    const label = names.length ? say('die_of', { player: names[die] }) : say('die', { number: die + 1 });
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', label);
    if (names.length) row.append(make('span', names[die], 'name small'));
    for (const face of FACES) {
      const button = make('button', faceName(face));
      button.setAttribute('aria-pressed', String(chosen[die] === face));
      button.onclick = () => {
        chosen[die] = face;
        for (const other of row.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === button));
        if (chosen.every(Boolean)) change({ change: 'roll', faces: chosen });
      };
      row.append(button);
    }
    box.append(row);
  }
  return box;
}

function lying(dice) {
  const list = make('ul', undefined, 'rolled');
  for (const die of dice.faces) {
    const line = make('li', undefined, die.legal ? '' : 'refused');
    line.append(make('span', faceName(die.face), /\d/.test(die.face) ? 'face' : 'face word'));
    list.append(line);
  }
  // Both dice of a double are refused for the same reason: it is said once.
  for (const why of new Set(dice.faces.map((die) => die.why).filter(Boolean))) list.append(make('li', `✕ ${why}`, 'why small'));
  return list;
}
