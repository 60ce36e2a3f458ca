// Beside the table: players and their points, what the game offers, dice, and what a roll allows.

import { drawn, faceName, say } from '../common/api.js';
import { make, makeButton, part } from '../common/dom.js';

const FACES = ['2', '3', '4', '5', 'remove', 'rotate'];
let chosen = [];
let byHand = [];
let fromPhotos = [];
let stage = -1;

/** Show the panel of this kind of game; empty where the kind has none. */
export function showKindPanel(state, { change, past }) {
  showScores(state);
  const panel = part('kind-panel');
  // The same state painted again must not take a die away from under a finger.
  const key = `${state.version} ${past}`;
  if (panel.dataset.shows === key) return;
  panel.dataset.shows = key;
  panel.replaceChildren();
  if (state.offers.length && !state.over && !past && 'mayChange' in document.body.dataset) panel.append(offers(state.offers, change));
  if (state.dice && !past) panel.append(...dice(state, change));
  // On a phone the board takes what the dice leave: a row of buttons for each die, or what lies there.
  panel.closest('.table').style.setProperty('--dice', state.dice ? `${panel.offsetHeight + 10}px` : '');
}

function dice(state, change) {
  const { needed, seen, faces } = state.dice;
  if (state.dice.stage !== stage) byHand = [];
  stage = state.dice.stage;
  choose(needed, [...seen]);
  const mayThrow = needed && 'mayChange' in document.body.dataset;
  return [mayThrow && thrower(state, change), faces.length > 0 && lying(state.dice)].filter(Boolean);
}

/** What each die is taken to show. Photos tell one after the other; what a hand has entered for the
 *  start stays when the next photo comes, in place of what a photo told or of a die in none. */
function choose(needed, seen) {
  for (let die = 0; die < needed; die += 1) {
    const told = byHand[die] && !byHand[die].isToldByPhoto ? undefined : seen.shift();
    fromPhotos[die] = told !== undefined;
    chosen[die] = byHand[die]?.face ?? told ?? null;
  }
  chosen.length = needed;
}

function showScores(state) {
  const board = part('scores');
  // A clock tells names and points already.
  const told = Boolean(state.clock) && state.players.every((player) => !player.picture);
  board.hidden = (told || !state.players.length) && state.tiles_left === null;
  board.replaceChildren();
  if (board.hidden) return;
  const bag = make('p', 'small quiet', say('bag', { count: state.tiles_left }));
  if (told || !state.players.length) { board.append(bag); return; }
  const list = make('ol');
  for (const player of state.players) {
    const line = make('li', player.on_turn ? 'on-turn' : '');
    if (player.picture) line.append(drawn(player.picture));
    line.append(make('span', 'name', player.name || player.colour_name));
    if (player.pictured) line.append(make('span', 'sr', player.pictured));
    if (player.name && player.colour_name) line.append(make('span', 'small quiet', player.colour_name));
    if (player.on_turn) line.append(make('span', 'small quiet turn', `▸ ${say(state.dice?.extra ? 'extra' : 'on_turn')}`));
    if (player.gain) line.append(make('span', 'gain', `+${player.gain}`));
    if (player.points !== null) line.append(make('strong', 'numbers', player.points));
    list.append(line);
  }
  board.append(list);
  if (state.tiles_left !== null) board.append(bag);
}

/** A button for each change that the game offers at any moment. */
function offers(found, change) {
  return make('div', 'row', ...found.map(({ text, ...body }) => makeButton(text, '', () => change(body))));
}

/** Dice to enter by tap, one row of faces for each; entered when all are chosen. */
function thrower(state, change) {
  const { needed, by_program: byProgram } = state.dice;
  const fromPhoto = chosen.some(Boolean);
  const names = state.dice.for;
  const box = make('fieldset', 'dice', make('legend', 'sr', say('dice')));
  if (byProgram) {
    box.append(makeButton(`${say('roll')} 🎲`, 'key wide', () => change({ change: 'roll' })));
    return box;
  }
  // What the photo shows is entered by one tap; what a hand entered needs none.
  const enter = makeButton('', 'key wide', () => change({ change: 'roll', faces: chosen }));
  const offer = () => { enter.hidden = !chosen.every(Boolean); enter.textContent = say('enter_roll', { faces: chosen.map((face) => face && faceName(face)).join(' · ') }); };
  for (let die = 0; die < needed; die += 1) {
    const row = make('div', 'die');
    const label = names.length ? say('die_of', { player: names[die] }) : say('die', { number: die + 1 });
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', label);
    if (names.length) row.append(make('span', 'name small', names[die]));
    for (const face of FACES) {
      const button = make('button', '', faceName(face));
      button.setAttribute('aria-pressed', String(chosen[die] === face));
      button.onclick = () => {
        chosen[die] = face;
        if (names.length) byHand[die] = { face, isToldByPhoto: fromPhotos[die] };
        for (const other of row.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === button));
        if (fromPhoto) offer();
        else if (chosen.every(Boolean)) change({ change: 'roll', faces: chosen });
      };
      row.append(button);
    }
    box.append(row);
  }
  if (fromPhoto) { offer(); box.append(enter); }
  return box;
}

function lying(dice) {
  const list = make('ul', 'rolled');
  for (const die of dice.faces) list.append(make('li', die.legal ? '' : 'refused', make('span', /\d/.test(die.face) ? 'face' : 'face word', faceName(die.face))));
  // Both dice of a double are refused for the same reason: it is said once.
  for (const why of new Set(dice.faces.map((die) => die.why).filter(Boolean))) list.append(make('li', 'why small', `✕ ${why}`));
  return list;
}
