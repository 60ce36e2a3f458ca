// Starting a game: its kind, who plays, and what they agree on.

import { ask, say, sendPhoto } from '../common/api.js';
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
  const line = make('li', '', name, shown('#program-plays')[0] && colourChoice(), gone);
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
  part('players-note').textContent = shown(`[data-note${count}]`)[0]?.dataset[`note${count}`] ?? '';
  if (shown('#program-plays').length) nameProgram();
}

/** The fields that this kind of game has, of those that fit. */
const shown = (what) => [...part('new-form').querySelectorAll(what)].filter((field) => !field.closest('[hidden]'));
const textIn = (field) => field.value.trim();

/** What was agreed on, under the API's names, which stand with the fields. */
function agreed() {
  const found = {};
  for (const field of shown('[data-option]')) {
    const [name, inner] = field.dataset.option.split('.');
    const ticked = field.checked && (field.getAttribute('value') ?? true);
    const said = { number: Number(field.value), checkbox: ticked, radio: ticked }[field.type] ?? field.value;
    if (said !== '' && said !== false) found[name] = inner ? { ...found[name], [inner]: said } : said;
  }
  const names = shown('#white-name, #blue-name').map(textIn);
  if (names.some(Boolean)) found.players = names;
  // Who has no name is left out, with the colour.
  const lines = [...part('players').children].filter((line) => textIn(line.querySelector('input')));
  if (shown('#players').length) found.players = lines.map((line) => textIn(line.querySelector('input')));
  for (const choice of shown('#program-plays')) {
    found.colours = lines.map((line) => line.querySelector('select').value);
    found.program = { last: found.colours.slice(-1), others: found.colours.slice(1) }[choice.value];
  }
  if (shown('#clock-kind').length) found.clock = chosenClock() ?? undefined;
  return found;
}

/** Begin a game and go to it; with a photo of its table, if there is one. */
export async function begin(body, photo) {
  const game = await ask('/games', { method: 'POST', body });
  try {
    if (photo) await sendPhoto(game.id, photo);
  } catch (error) {
    await ask(`/games/${game.id}/changes`, { method: 'POST', body: { change: 'delete' } }).catch(() => {});
    throw error;
  }
  location.href = `/games/${game.id}`;
}

/** Make the buttons that start a game work. */
export function offerNewGames() {
  // Where a photo showed another game's board than was looked for, that game begins with the photo.
  const asked = new URLSearchParams(location.search);
  const shown = asked.get('photo');
  part('new-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const photo = shown && await (await fetch(`/api/v1/photos/${shown}`)).blob();
      part('start').disabled = Boolean(photo);
      await begin({ kind, title: part('new-name').value, options: agreed() }, photo);
    } catch (error) {
      part('start').disabled = false;
      part('new-refused').textContent = error.message;  // a message of the page would lie behind
    }
  });
  offerClock();
  for (const choice of document.querySelectorAll('[data-shows]')) choice.onchange = () => { part(choice.dataset.shows).hidden = !choice.value; };
  on('not-start', () => part('new-game').close());
  on('add-player', addPlayer);
  part('program-plays').addEventListener('change', nameProgram);
  offerSwap();
  for (const button of document.querySelectorAll('[data-kind]')) button.addEventListener('click', () => open(button));
  document.querySelector(`[data-kind="${CSS.escape(asked.get('begin') ?? '')}"]`)?.click();
}
