// The list of games, starting one, and the quickest way in: a photo.

import { ask, say, sendPhoto, takeDrops, tell } from './api.js';
import { applyRights, confirmThat } from './ask.js';

const part = (name) => document.getElementById(name);
const may = applyRights();
let inBin = false;

async function readPhoto(file) {
  const progress = part('drop').querySelector('.progress');
  progress.textContent = say('reading');
  try {
    const when = new Date().toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
    const game = await ask('/games', { method: 'POST', body: { kind: 'analysis', title: say('photo_of', { when }) } });
    try {
      await sendPhoto(game.id, file);
    } catch (error) {
      await ask(`/games/${game.id}/changes`, { method: 'POST', body: { change: 'delete' } }).catch(() => {});
      throw error;
    }
    location.href = `/games/${game.id}`;
  } catch (error) {
    progress.textContent = '';
    tell(error.message, { bad: true });
  }
}

async function list() {
  const { games } = await ask(`/games${inBin ? '?deleted=true' : ''}`);
  part('games').replaceChildren(...games.map(card));
  part('none').hidden = games.length > 0;
  part('none').textContent = say(inBin ? 'empty_bin' : 'no_games');
}

function card(game) {
  const line = document.createElement('li');
  const link = document.createElement('a');
  const thumb = document.createElement('div');
  const words = document.createElement('div');
  const title = document.createElement('strong');
  const about = document.createElement('span');
  link.href = `/games/${game.id}`;
  thumb.className = 'thumb';
  const picture = document.createElement('img');
  picture.src = `/api/v1/games/${game.id}/diagram.svg?at=${game.version}`;
  picture.alt = '';
  picture.loading = 'lazy';
  thumb.append(picture);
  title.textContent = game.title || say('kind_' + game.kind);
  about.className = 'quiet small';
  const when = new Date(game.changed).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  about.textContent = `${say('kind_' + game.kind)} · ${when}`;
  words.append(title, about);
  link.append(thumb, words);
  line.append(link);
  if (game.deleted && may) line.append(binned(game));
  return line;
}

function binned(game) {
  const row = document.createElement('div');
  row.className = 'row';
  const back = document.createElement('button');
  back.textContent = say('restore');
  back.onclick = () => act(ask(`/games/${game.id}/changes`, { method: 'POST', body: { change: 'restore' } }));
  const gone = document.createElement('button');
  gone.className = 'danger';
  gone.textContent = say('purge');
  gone.onclick = async () => {
    if (await confirmThat(say('purge'), say('purge_help'))) act(ask(`/games/${game.id}`, { method: 'DELETE' }));
  };
  row.append(back, gone);
  return row;
}

async function act(doing) {
  try { await doing; } catch (error) { tell(error.message, { bad: true }); }
  list();
}

// -- a new game

const PLAYERS = { palagonia: [1, 8], palagem: [2, 6], palanquee: [2, 5] };
const COLOURS = ['blue', 'green', 'red', 'yellow', 'violet'];
let kind = 'palago';

function open(which) {
  kind = which;
  for (const group of document.querySelectorAll('[data-for]')) group.hidden = !group.dataset.for.split(' ').includes(kind);
  part('new-title').textContent = say('kind_' + kind);
  part('new-name').value = '';
  part('new-refused').textContent = '';
  part('players').replaceChildren();
  if (kind === 'palagonia') for (let n = 0; n < 3; n += 1) addPlayer();
  if (['palagem', 'palanquee'].includes(kind)) for (let n = 0; n < 2; n += 1) addPlayer();
  part('new-game').showModal();
}

/** A name that nobody has: players that were removed leave theirs free. */
function freeName() {
  const taken = new Set([...part('players').querySelectorAll('input')].map((input) => input.value.trim()));
  for (let number = 1; ; number += 1) if (!taken.has(say('player', { number }))) return say('player', { number });
}

function addPlayer() {
  const line = document.createElement('li');
  const name = document.createElement('input');
  name.type = 'text';
  name.maxLength = 40;
  name.value = freeName();
  const gone = document.createElement('button');
  gone.type = 'button';
  gone.textContent = '✕';
  gone.setAttribute('aria-label', say('remove_player'));
  gone.onclick = () => { line.remove(); notePlayers(); };
  line.append(name);
  if (kind === 'palanquee') line.append(colourChoice());
  line.append(gone);
  part('players').append(line);
  notePlayers();
}

/** A colour that nobody has yet; choosing another one's swaps the two. */
function colourChoice() {
  const choice = document.createElement('select');
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
  const [fewest, most] = PLAYERS[kind];
  part('add-player').disabled = count >= most;
  [...part('players').children].forEach((line, index) => line.querySelector('input').setAttribute('aria-label', say('player', { number: index + 1 })));
  for (const button of part('players').querySelectorAll('button')) button.disabled = count <= fewest;
  part('players-note').textContent = kind !== 'palagonia' || count > 2 ? '' : say(count === 1 ? 'one_player' : 'two_players');
}

function options() {
  if (kind === 'palago') {
    const variant = document.querySelector('input[name=variant]:checked').value;
    const chosen = { tiles: Number(part('tiles').value) };
    if (variant) chosen[variant] = true;
    if (part('fixed_start').checked) chosen.fixed_start = '0,0a';
    if (part('tie_break').checked) chosen.tie_break = true;
    return chosen;
  }
  const players = [...part('players').querySelectorAll('input')].map((input) => input.value.trim()).filter(Boolean);
  if (kind === 'palagonia') {
    const chosen = { players, tiles: Number(part('sets').value), program_rolls: part('program_rolls').checked };
    if (players.length === 1) chosen.rules = 'solitaire';
    if (players.length === 2) chosen.sharing = false;
    return chosen;
  }
  if (kind === 'palanquee') {
    // Who has no name is left out, with the colour.
    const lines = [...part('players').children].filter((line) => line.querySelector('input').value.trim());
    return { players, colours: lines.map((line) => line.querySelector('select').value) };
  }
  if (kind === 'palagem') return { players, inversion: part('inversion').checked };
  return {};
}

part('new-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    const game = await ask('/games', { method: 'POST', body: { kind, title: part('new-name').value, options: options() } });
    location.href = `/games/${game.id}`;
  } catch (error) {
    part('new-refused').textContent = error.message;  // a message of the page would lie behind
  }
});
part('not-start').addEventListener('click', () => part('new-game').close());
part('add-player').addEventListener('click', addPlayer);
for (const button of document.querySelectorAll('[data-kind]')) button.addEventListener('click', () => open(button.dataset.kind));

// -- ways in

const input = part('photo');
input.addEventListener('change', () => input.files[0] && readPhoto(input.files[0]));
part('take').addEventListener('click', () => input.click());
if (may) takeDrops(part('drop'), readPhoto);
document.addEventListener('paste', (event) => { const file = event.clipboardData?.files[0]; if (file && may) readPhoto(file); });

part('import').addEventListener('click', () => part('import-file').click());
part('import-file').addEventListener('change', async () => {
  const file = part('import-file').files[0];
  if (!file) return;
  try {
    const game = await ask('/imports', { method: 'POST', body: file });
    location.href = `/games/${game.id}`;
  } catch (error) {
    tell(error.message, { bad: true });
    part('import-file').value = '';
  }
});
part('bin').addEventListener('click', () => {
  inBin = !inBin;
  part('bin').setAttribute('aria-pressed', String(inBin));
  list();
});
list().catch((error) => tell(error.message, { bad: true }));
