// One game: what the server says is shown, what is touched is sent.

import { ask, photoAmong, say, sendPhoto, takeDrops, tell } from './api.js';
import { Stage } from './stage.js';

const id = document.body.dataset.game;
const part = (name) => document.getElementById(name);
const MARKS = { fine: '✓', wrong: '✕', unsure: '?', win: '★', info: 'i' };

let game = null;
let queue = Promise.resolve();

const stage = new Stage(part('photo-pane'), part('diagram-pane'), {
  tap([q, r]) {
    const tile = stage.tileAt([q, r]);
    if (!tile) change({ change: 'place_tile', q, r, rotation: 0 });
    else change({ change: 'turn_tile', q, r, rotation: tile.rotation % 2 ? (tile.rotation + 1) % 6 : (tile.rotation + 2) % 6 });
  },
  flip([q, r]) {
    const tile = stage.tileAt([q, r]);
    if (tile) change({ change: 'turn_tile', q, r, rotation: (tile.rotation + 1) % 6 });
  },
  remove([q, r]) {
    if (stage.tileAt([q, r])) change({ change: 'remove_tile', q, r });
  },
});

/** Send one change after the other, each with the version that the answer before it gave. */
function change(body) {
  queue = queue.then(async () => {
    try {
      show(await ask(`/games/${id}/changes`, { method: 'POST', body: { version: game.version, ...body } }));
    } catch (error) {
      tell(error.message, { bad: true });
      if (error.status === 409 || error.status === 422) await load();
    }
  });
  return queue;
}

async function photo(file) {
  if (!file) return;
  const busy = part('busy');
  busy.hidden = false;
  try {
    const answer = await sendPhoto(id, file, game?.version);
    show(answer);
    if (answer.overtook.length) tell(say('overtook'));
    view(window.innerWidth < 900 && part('photo-pane').hidden ? 'photo' : null);
  } catch (error) {
    tell(error.message, { bad: true });
  } finally {
    busy.hidden = true;
    part('photo').value = '';
  }
}

async function load() {
  show(await ask(`/games/${id}`));
}

function show(state) {
  if (game && state.version < game.version) return;
  game = state;
  document.title = `${state.verdict.text} · ${state.title || 'Palago'}`;
  part('title').textContent = state.title;
  showVerdict(state.verdict);
  stage.show(state);
  part('undo').disabled = !state.can_undo;
  part('redo').disabled = !state.can_redo;
}

function showVerdict(verdict) {
  const box = part('verdict');
  box.dataset.level = verdict.level;
  box.querySelector('.mark').textContent = MARKS[verdict.level];
  box.querySelector('h1').textContent = verdict.text;
  box.querySelector('p').textContent = verdict.detail ?? '';
  part('items').replaceChildren(...verdict.items.map(itemButton));
}

function itemButton(item) {
  const line = document.createElement('li');
  const button = document.createElement('button');
  const mark = document.createElement('span');
  mark.className = 'mark';
  mark.setAttribute('aria-hidden', 'true');
  mark.textContent = MARKS[item.level];
  line.dataset.level = item.level;
  button.append(mark, item.text);
  button.setAttribute('aria-pressed', 'false');
  button.disabled = !item.cells?.length && !item.path;
  button.onclick = () => {
    const on = button.getAttribute('aria-pressed') !== 'true';
    for (const other of part('items').querySelectorAll('button')) other.setAttribute('aria-pressed', 'false');
    button.setAttribute('aria-pressed', String(on));
    stage.light(on ? [item] : []);
  };
  line.append(button);
  return line;
}

function view(name) {
  if (!name) return;
  for (const which of ['photo', 'diagram']) {
    part(`${which}-pane`).hidden = which !== name;
    part(`view-${which}`).setAttribute('aria-pressed', String(which === name));
  }
}

function watch() {
  const stream = new EventSource(`/api/v1/games/${id}/stream`);
  stream.addEventListener('hello', (event) => { if (JSON.parse(event.data).version !== game?.version) load(); });
  stream.addEventListener('change', (event) => { if (JSON.parse(event.data).version > (game?.version ?? 0)) queue.then(() => JSON.parse(event.data).version > game.version && load()); });
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) { stream.close(); setTimeout(() => { load().catch(() => {}); watch(); }, 5000); }
  };
}

part('photo').addEventListener('change', (event) => photo(event.target.files[0]));
part('take').addEventListener('click', () => part('photo').click());
part('undo').addEventListener('click', () => change({ change: 'undo' }));
part('redo').addEventListener('click', () => change({ change: 'redo' }));
part('flip').addEventListener('click', () => change({ change: 'flip_colours' }));
for (const which of ['photo', 'diagram']) part(`view-${which}`).addEventListener('click', () => view(which));
for (const pane of ['photo-pane', 'diagram-pane']) takeDrops(part(pane), photo);
document.addEventListener('paste', (event) => photo(photoAmong(event.clipboardData)));
document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches('input, textarea')) return;
  if (event.key === 'z') { event.preventDefault(); change({ change: event.shiftKey ? 'redo' : 'undo' }); }
  if (event.key === 'y') { event.preventDefault(); change({ change: 'redo' }); }
});

await load();
view(game.photo || !game.tiles.length ? 'photo' : 'diagram');
watch();
