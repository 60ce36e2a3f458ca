// One game: what the server says is shown, what is touched is sent.

import { ask, comesAgain, drawn, inARow, offerFiles, photoAmong, refusals, say, takeDrops, tell, tellError } from '../common/api.js';
import { offerAdvice } from './advice.js';
import { keepFocus, make, makeButton, on, part, write } from '../common/dom.js';
import { endOffers, offerDeleting, showDeleted } from '../common/bin.js';
import { listen } from '../common/everything.js';
import { onKeys } from '../common/keys.js';
import { askNames, offerSwap } from '../common/names.js';
import { applyRights, askFor, confirmThat, enterPin } from '../common/ask.js';
import { showEvening } from './evening.js';
import { itemLine, MARKS } from '../board/items.js';
import { GameClock } from './clock.js';
import { Correcting } from './correcting.js';
import { makeGame } from './as-game.js';
import { askColours, lieAsPhoto, liesAsPhoto } from '../board/colours.js';
import { coordinatesShown, showCoordinates } from '../board/coordinates.js';
import { LiveTable } from './live.js';
import { offerResigning } from './resign.js';
import { offerSharing } from '../common/share.js';
import { Speaker } from './speech.js';
import { showPartner } from './partner.js';
import { TablePhotos } from '../camera/table-photos.js';
import { markTimeline, showTimeline } from '../board/timeline.js';

const id = document.body.dataset.game;
const AGAIN_SECONDS = 0.5;
/** Where the keyboard goes on when its button is gone. The verdict is read out by itself. */
const WHAT_COMES_NEXT = ['diagram-pane', 'take', 'again'];
const may = applyRights();
const speak = new Speaker(part('speak'), part('speech'), () => game?.verdict);

let game = null;
let past = null;
let correcting = null;
let queue = Promise.resolve();

const answered = (answer) => { leavePast(); show(answer); };
/** The table on the screen; its kind says how. */
const { GameTable } = await import(part('table-script').href);
const stage = new GameTable(part('photo-pane'), part('diagram-pane'), {
  id, may, change, game: () => correcting?.shown ?? game, answer: answered, diagram: () => { chosenView = 'diagram'; view('diagram'); },
});

const live = new LiveTable(id, may, stage, {
  now: () => (past || correcting?.on ? null : game), changed: () => { if (game && !correcting?.on) { turnTo(past ?? game); reach(Infinity); } },
});
const clock = new GameClock(change, (text) => speak.say(text), may);

/** What a finished game takes no more: it stays as it ended until somebody undoes the end. */
const TABLE = new Set(['place_tile', 'turn_tile', 'remove_tile', 'flip_colours', 'set_board', 'put_back', 'accept', 'set_piece']);

function finished() {
  return tell(say('finished_help'), { label: say('undo'), action: () => change({ change: 'undo' }) });
}

/** Send one change after the other, each with the version that the answer before it gave.
 *  Where a change hangs on how the table lies, `wished` is a function: it is asked when its turn
 *  comes, so that quick taps do not work on a table that has changed since. */
function change(wished) {
  if (!may) return enterPin();
  if (!game) return tell(say('offline'), { bad: true });
  if (past) return tell(say('past_only'));
  if (correcting.on) return correct(wished);
  if (game.over && !game.entered && TABLE.has((typeof wished === 'function' ? { change: 'place_tile' } : wished).change)) return finished();
  const seen = refusals();
  queue = queue.then(async () => {
    const body = typeof wished === 'function' ? wished() : wished;
    if (!body) return;
    try {
      show(await ask(`/games/${id}/changes`, { method: 'POST', body: { version: game.version, ...body } }));
      for (const refusal of seen) refusal.remove();
    } catch (error) {
      tellError(error);
      if ([409, 422].includes(error.status)) await load();
    }
  });
  return queue;
}

/** A change of the move that is being put right. */
function correct(wished) {
  queue = queue.then(async () => {
    const body = typeof wished === 'function' ? wished() : wished;
    if (body && correcting.on) await correcting.change(body).catch(async (error) => { tellError(error); if (error.status === 409) await load(); });
  });
  return queue;
}

correcting = new Correcting(id, {
  game: () => game,
  // A record's photo shows no tiles to be touched.
  paint: (state) => { past = null; touched ||= !state.tiles?.some(({ corners }) => corners); keepFocus(() => { part('past').hidden = true; paint(state); markStep(); }, WHAT_COMES_NEXT); },
  done: (state) => { show(state); keepFocus(() => { paint(game); markStep(); }, WHAT_COMES_NEXT); },
  plays: () => stage.plays(),
  undo: () => change({ change: 'undo' }),
});

const photos = new TablePhotos(id, {
  may, game: () => game, show: answered, again: () => sameAgain(), door: enterPin,
});
const photo = (file) => { if (file && correcting.on) return tell(say('correcting', { number: correcting.move })); touched = false; return photos.send(file); };

const sameAgain = () => ask('/games', { method: 'POST', body: { kind: game.kind, title: '', again: id } });

async function load() {
  const { heard } = live;
  const state = await ask(`/games/${id}`);
  if (heard !== live.heard) state.live = live.state; // the stream was quicker
  show(state);
}

function show(state) {
  if (game && state.version < game.version) return;
  const news = !game || state.verdict.text !== game.verdict.text || state.verdict.detail !== game.verdict.detail;
  if (game && state.version > game.version) endOffers();
  game = state;
  document.body.dataset.version = state.version;
  document.body.classList.toggle('finished', state.over && !state.entered);
  keepFocus(() => {
    if (!past && !correcting.on) paint(state);
    showTimeline(state, goTo);
    showDeleted(state.deleted);
    markStep();
  }, WHAT_COMES_NEXT);
  part('title').textContent = state.title || say('kind_' + state.kind);
  part('threats').checked = state.shows_threats;
  part('delete-photo').hidden = !state.photo;
  part('accept').hidden = !state.verdict.can_accept;
  part('resign').hidden = !state.resigners.length;
  part('put-back').hidden = !state.is_game;
  part('comment').hidden = !state.is_game;
  part('set-names').hidden = !state.can_name;
  part('set-clock').hidden = !state.is_game;
  clock.show(state);
  part('branch').hidden = !may;
  live.show(state.live);
  if (news) speak.verdict(state.verdict);
}

/** Paint a state, of now or of a step of the record. */
function paint(state) {
  document.title = `${state.verdict.text} · ${state.title || 'Palago'}`;
  showVerdict(state.verdict);
  turnTo(state);
  stage.show(state);
  stage.panel(state, Boolean(past));
  showPartner(state, { id, may, past: Boolean(past) || correcting.on });
  part('advice').hidden = !may || Boolean(past) || !state.shows_threats || state.over || state.verdict.level === 'win' || !state.can_advise || stage.isBare(state);
  part('advise-for').hidden = state.is_game;
  part('advised').replaceChildren();
  const confirm = part('confirm');
  confirm.hidden = !state.verdict.can_confirm || Boolean(past);
  // Stepping through a finished game it is finished still.
  part('again').hidden = !may || !(game ?? state).over || correcting.on;
  part('to-review').hidden = part('again').hidden || !state.can_review;
  part('take').hidden = part('camera').hidden = !part('again').hidden || correcting.on;
  if ((game ?? state).over) part('hints').hidden = true;
  showEvening(game ?? state);
  part('take').classList.toggle('key', confirm.hidden && !live.state && state.partner?.at_table !== false);
  part('choices').replaceChildren(...(may && !past ? state.verdict.choices.map(choice) : []));
}

/** The state that is touched: of now, or of the move that is being put right. */
const shown = () => correcting.shown ?? game;

let lines = '';
function showVerdict(verdict) {
  const box = part('verdict');
  box.dataset.level = verdict.level;
  box.querySelector('.mark').textContent = MARKS[verdict.level];
  write(box.querySelector('h1'), verdict.text);
  box.querySelector('h1').classList.toggle('long', verdict.text.length > 60);
  const unsaid = verdict.items.filter((item) => ![verdict.text, verdict.detail].includes(item.text) || item.parts.length);
  // What points at no place of the table is read on with the sentence.
  const readsOn = (item) => ['info', 'fine'].includes(item.level) && !item.cells.length && !item.parts.length && /(^|[.。])$/.test(verdict.detail);
  const listed = unsaid.filter((item) => !readsOn(item));
  write(box.querySelector('p'), inARow(verdict.detail, ...unsaid.filter(readsOn).map(({ text }) => text)));
  // The same lines stay, with what somebody has unfolded of them.
  const asLines = JSON.stringify([verdict, Boolean(past)]);
  if (asLines === lines) return;
  lines = asLines;
  // What is wrong, or doubted above all, is shown without being asked for, and not said twice.
  const lit = verdict.items.filter((item) => item.lit);
  stage.usual = lit.length ? lit : verdict.items.filter((item) => (item.level === 'wrong' || (item.level === 'unsure' && item.text === verdict.detail)) && item.cells.length).slice(0, 1);
  const line = (item) => itemLine(item, stage, may && !past && saveFriend, null, may && !past && swapNames, goTo);
  // All tiles hang on the colours' names: that question stands above the others' answers.
  part('asked-first').replaceChildren(...listed.filter((item) => item.swaps).map(line));
  part('items').replaceChildren(...listed.filter((item) => !item.swaps).map(line));
  stage.light(stage.usual);
}

/** Keep a closed creature for solitaire, under a name. */
async function saveFriend({ creature, cells: [[q, r]] }) {
  const name = await askFor(say('save_friend'), { help: say('save_friend_help') });
  if (!name) return;
  await ask('/friends', { method: 'POST', body: { game: id, colour: creature, q, r, name } })
    .then(() => tell(say('friend_saved', { name })), tellError);
}

/** One answer to the referee's question: a picture of the tiles in order, and what follows. */
function choice({ move, change: other, begins, to_move, counted, text, caption, picture, cells }) {
  const { version } = shown();
  const said = other ? { change: other, to_move, counted } : { change: 'confirm', move };
  const answer = () => (begins ? location.assign(`/?begin=${begins}&photo=${game.photo.digest}`) : change(() => shown().version === version && said));
  const button = makeButton(make('span', '', caption ?? text), '', answer);
  button.setAttribute('aria-label', text.includes(caption ?? '') ? text : `${text} ${caption}`);
  if (picture) button.prepend(drawn(picture));
  button.onpointerenter = button.onfocus = () => stage.light([{ cells }]);
  return button;
}

// -- the record

function markStep() {
  part('undo').disabled = Boolean(past) || !(correcting.on ? correcting.changes.length : game.can_undo);
  part('redo').disabled = Boolean(past) || correcting.on || !game.can_redo;
  const number = past?.move ?? (correcting.on ? correcting.move : game.timeline.length);
  part('first').disabled = part('back').disabled = correcting.on || stepHere() <= 1;
  part('forth').disabled = part('last').disabled = !past;
  part('correct').hidden = !may || !past;
  markTimeline(number);
}

/** Show the table as a move of the record left it. */
async function goTo(number) {
  if (!number || correcting.on) return;
  past = await ask(`/games/${id}?move=${number}`);
  part('past').hidden = false;
  part('checked').hidden = !may || !game.timeline[number - 1].check.length;
  keepFocus(() => { paint(past); markStep(); });
}

function leavePast() {
  if (!past) return;
  past = null;
  keepFocus(() => { part('past').hidden = true; paint(game); markStep(); }, WHAT_COMES_NEXT);
}

/** The move that is shown; tiles on the table that are not confirmed yet are one more. */
function stepHere() {
  return past?.move ?? game.timeline.length + (game.fresh.length ? 1 : 0);
}

function step(by) {
  const next = Math.max(1, stepHere() + by);
  if (next > game.timeline.length) leavePast(); else goTo(next);
}

async function branch() {
  const from = { game: id, version: past?.at ?? game.version, move: past?.move };
  const title = { key: 'page.branch_of' };
  const game_ = await ask('/games', { method: 'POST', body: { ...stage.branch(game.kind), made_title: title, from } });
  location.href = `/games/${game_.id}`;
}

// -- staying in touch

/** Show a version that was told of. What is lost on the way is asked for again; where the line is
 *  lost too, its return brings the next version. */
async function reach(version) {
  if (game && version <= game.version) return;
  await load().catch((error) => {
    if (comesAgain(error) && isOpen()) setTimeout(reach, 1000 * (error.wait || AGAIN_SECONDS), version);
  });
}

const arrived = ({ version }) => queue.then(() => reach(version));

let chosenView = null;
/** Whether tiles are laid on the diagram: a photo that comes then does not take it away. */
let touched = false;
part('diagram-pane').addEventListener('pointerdown', () => { touched = true; });

/** Of a table that nobody has photographed there is but the diagram, and it has all the room. */
function turnTo(state) {
  const seen = Boolean(state.photo || live.state);
  document.body.classList.toggle('has-photo', seen || game.timeline.some(({ photo }) => photo));
  view(seen ? stage.viewOf(state, chosenView ?? (touched ? 'diagram' : null)) : 'diagram');
}

/** A phone shows one picture at a time. */
function view(name) {
  for (const which of ['photo', 'diagram']) {
    part(`${which}-pane`).hidden = which !== name;
    part(`view-${which}`).setAttribute('aria-pressed', String(which === name));
  }
}

const swapNames = () => change({ change: 'flip_colours' });

on('take', async () => (live.camera.running ? photo(await live.camera.shot()) : part('photo').click()));
on('from-gallery', () => part('gallery').click());
const confirmMove = () => change(() => shown().verdict.can_confirm && { change: 'confirm' });
on('confirm', confirmMove);
let pressed = null;
// The second half of a double tap is not meant for the button that came under the finger meanwhile.
document.querySelector('.actions').addEventListener('click', (event) => {
  const meant = event.target.closest('button, a');
  if (event.detail > 1 && meant !== pressed) { event.preventDefault(); event.stopPropagation(); } else pressed = meant;
}, true);
on('again', () => sameAgain().then(({ id: next }) => { location.href = `/games/${next}`; }, tellError));
on('undo', () => change({ change: 'undo' }));
on('redo', () => change({ change: 'redo' }));
offerSharing();
offerFiles(document.querySelectorAll('#menu a[download]'));
on('open-menu', () => part('menu').showModal());
// Before its buttons hear of it, which may open another dialog; what a file's link says is not hidden by it.
part('menu').addEventListener('click', (event) => { if (event.target.closest('button, [download]')) part('menu').close(); }, true);
on('flip', swapNames);
on('put-back', () => change({ change: 'put_back' }));
on('accept', () => change({ change: 'accept' }));
offerResigning(() => game, change);
offerAdvice(id, stage, (move) => change(() => ({ change: 'set_board', board: `${game.board} ${move}`.trim() })));
on('first', () => goTo(1));
on('back', () => step(-1));
on('forth', () => step(1));
on('last', leavePast);
on('now', leavePast);
on('correct', () => correcting.begin(past.move));
on('branch', () => branch().catch(tellError));
on('view-photo', () => { chosenView = 'photo'; view('photo'); });
on('view-diagram', () => { chosenView = 'diagram'; view('diagram'); });
part('threats').addEventListener('change', (event) => change({ change: 'set_options', show_threats: event.target.checked }));
part('coordinates').checked = coordinatesShown();
part('coordinates').addEventListener('change', (event) => { showCoordinates(event.target.checked); stage.show(past ?? game); showTimeline(game, goTo); markStep(); });
part('lies').checked = liesAsPhoto();
part('lies').addEventListener('change', (event) => { lieAsPhoto(event.target.checked); stage.show(past ?? game); });
on('set-colours', () => askColours(game, change));
on('make-game', () => makeGame(game));
on('rename', async () => { const title = await askFor(say('rename'), { value: game.title }); if (title) change({ change: 'rename', title }); });
offerSwap();
on('set-names', () => askNames(game, change));
on('checked', async () => {
  const { move } = past;
  leavePast();
  await change({ change: 'check_move', move });
  goTo(move);
});
on('comment', async () => {
  const number = game.timeline.length;
  const text = await askFor(number ? say('comment_on', { number }) : say('comment_game'), { value: game.comments[number] ?? '', long: true });
  if (text !== null) change({ change: 'comment', move: number, text });
});
on('set-board', async () => {
  const board = await askFor(say('set_board'), { value: shown().board, help: say('set_board_help'), long: true });
  if (board !== null) change({ change: 'set_board', board });
});
on('delete-photo', async () => {
  if (!(await confirmThat(say('delete_photo'), say('delete_photo_help')))) return;
  await ask(`/photos/${game.photo.digest}`, { method: 'DELETE' }).then(() => tell(say('photo_deleted')), tellError);
  stage.show(game);
});
offerDeleting(change, 'deleted');
on('webcam', async () => {
  if (game.over) { finished(); return; }
  part('busy').hidden = false;
  await ask(`/games/${id}/webcam`, { method: 'POST', body: {} }).then(show, tellError);
  part('busy').hidden = true;
});
on('camera', () => { if (game.over) finished(); else live.camera.offer(); });
for (const pane of ['photo-pane', 'diagram-pane']) takeDrops(part(pane), ([file]) => photo(file));
document.addEventListener('paste', (event) => photo(photoAmong(event.clipboardData)));
onKeys(
  { p: 'take', c: confirmMove, ',': () => step(-1), '.': () => step(1), Escape: leavePast },
  { z: ({ shiftKey }) => change({ change: shiftKey ? 'redo' : 'undo' }), y: () => change({ change: 'redo' }) },
);

await load().catch(tellError);
const isOpen = listen(`/games/${id}/stream`, {
  hello: (news) => { arrived(news); photos.catchUp(); },
  change: arrived,
  refresh: () => reach(Infinity),
  live: (state) => live.hear(state),
  picture: (told) => live.showPicture(told),
}, () => load().then(() => true, () => false));
document.body.dataset.ready = '';
