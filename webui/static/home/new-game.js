// Starting a game: its kind, who plays, and what they agree on.

import { ask, say } from '../common/api.js';
import { chosenClock, offerClock } from '../game/clock.js';
import { make, makeButton, on, part } from '../common/dom.js';
import { offerNames, offerSwap } from '../common/names.js';

const COLOURS = ['blue', 'green', 'red', 'yellow', 'violet'];
let kind = '';
/** The fewest, the most and the usual number of players; empty where two colours play. */
let seats = [];

function open({ dataset }) {
  kind = dataset.kind;
  seats = dataset.players ? dataset.players.split(' ').map(Number) : [];
  for (const group of document.querySelectorAll('[data-for]')) group.hidden = !group.dataset.for.split(' ').includes(kind);
  part('new-title').textContent = say('kind_' + kind);
  part('new-name').value = '';
  part('new-refused').textContent = '';
  part('players').replaceChildren();
  part('white-name').value = part('blue-name').value = '';
  offerNames();
  for (let n = 0; n < (seats[2] ?? 0); n += 1) addPlayer();
  part('new-game').showModal();
}

const PROGRAM = 'Palago';

/** A name that nobody has: players that were removed leave theirs free. */
function freeName(named = (number) => say('player', { number })) {
  const taken = new Set([...part('players').querySelectorAll('input')].map((input) => input.value.trim()));
  for (let number = 1; ; number += 1) if (!taken.has(named(number))) return named(number);
}

/** Who is played by the program is called after it, unless somebody has named that player. */
function nameProgram() {
  const names = [...part('players').querySelectorAll('input')];
  names.forEach((name, index) => {
    const isOurs = { last: index === names.length - 1, others: index > 0 }[part('program-plays').value] ?? false;
    if (name.value !== name.dataset.given || isOurs === name.value.startsWith(PROGRAM)) return;
    name.value = name.dataset.given = freeName(isOurs ? (number) => (number > 1 ? `${PROGRAM} ${number}` : PROGRAM) : undefined);
  });
}

function addPlayer() {
  const name = Object.assign(make('input'), { type: 'text', maxLength: 40, value: freeName() });
  name.dataset.given = name.value;
  name.setAttribute('list', 'known-names');
  name.onfocus = () => name.select();
  const gone = makeButton('✕', '', () => { line.remove(); notePlayers(); });
  gone.type = 'button';
  gone.setAttribute('aria-label', say('remove_player'));
  const line = make('li', '', name, OWN[kind]?.choosesColours && colourChoice(), gone);
  part('players').append(line);
  notePlayers();
}

/** A colour that nobody has yet; choosing another one's swaps the two. */
function colourChoice() {
  const choice = make('select');
  const taken = [...part('players').querySelectorAll('select')].map((other) => other.value);
  for (const colour of COLOURS) choice.append(new Option(say(`colour_${colour}`), colour));
  choice.value = COLOURS.find((colour) => !taken.includes(colour));
  choice.dataset.was = choice.value;
  choice.setAttribute('aria-label', say('colour_of_player'));
  choice.onchange = () => {
    const other = [...part('players').querySelectorAll('select')].find((one) => one !== choice && one.value === choice.value);
    if (other) { other.value = choice.dataset.was; other.dataset.was = other.value; }
    choice.dataset.was = choice.value;
  };
  return choice;
}

/** What is different with so few players; each kind has its fewest and most. */
function notePlayers() {
  const count = part('players').children.length;
  const [fewest, most] = seats;
  part('add-player').disabled = count >= most;
  [...part('players').children].forEach((line, index) => line.querySelector('input').setAttribute('aria-label', say('player', { number: index + 1 })));
  for (const button of part('players').querySelectorAll('button')) button.disabled = count <= fewest;
  part('players-note').textContent = OWN[kind]?.noteOf?.(count) ?? '';
  if (OWN[kind]?.choosesColours) nameProgram();
}

const players = () => [...part('players').querySelectorAll('input')].map((input) => input.value.trim()).filter(Boolean);

/** What only one kind of game asks: what was agreed on, and what its players choose or are told. */
const OWN = {
  palago: {
    agreed() {
      const variant = document.querySelector('input[name=variant]:checked').value;
      const chosen = { tiles: Number(part('tiles').value) };
      const names = [part('white-name').value.trim(), part('blue-name').value.trim()];
      if (names.some(Boolean)) chosen.players = names;
      if (variant) chosen[variant] = true;
      if (part('partner-level').value) chosen.partner = { level: part('partner-level').value, colour: part('partner-colour').value, at_table: part('partner-table').checked };
      if (part('fixed_start').checked) chosen.fixed_start = '0,0a';
      if (part('tie_break').checked) chosen.tie_break = true;
      return chosen;
    },
  },
  palagonia: {
    agreed: () => ({ players: players(), tiles: Number(part('sets').value), program_rolls: part('program_rolls').checked }),
    noteOf: (count) => count > 2 ? '' : say(count === 1 ? 'one_player' : 'two_players'),
  },
  palagem: { agreed: () => ({ players: players(), inversion: part('inversion').checked }) },
  palanquee: {
    choosesColours: true,
    agreed() {
      // Who has no name is left out, with the colour.
      const lines = [...part('players').children].filter((line) => line.querySelector('input').value.trim());
      const colours = lines.map((line) => line.querySelector('select').value);
      const program = { last: colours.slice(-1), others: colours.slice(1) }[part('program-plays').value];
      return { players: players(), colours, ...(program && { program }) };
    },
  },
};

/** Make the buttons that start a game work. */
export function offerNewGames() {
  part('new-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const game = await ask('/games', { method: 'POST', body: { kind, title: part('new-name').value, options: OWN[kind] ? { ...OWN[kind].agreed(), clock: chosenClock() ?? undefined } : {} } });
      location.href = `/games/${game.id}`;
    } catch (error) {
      part('new-refused').textContent = error.message;  // a message of the page would lie behind
    }
  });
  offerClock();
  part('partner-level').addEventListener('change', () => { part('partner-more').hidden = !part('partner-level').value; });
  on('not-start', () => part('new-game').close());
  on('add-player', addPlayer);
  part('program-plays').addEventListener('change', nameProgram);
  offerSwap();
  for (const button of document.querySelectorAll('[data-kind]')) button.addEventListener('click', () => open(button));
}
