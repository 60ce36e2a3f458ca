// Films and photos become games: they are sent in pieces, watched being read, and asked about.

import { ask, comesAgain, drawn, inARow, listed, say, takeDrops, tell, tellError } from '../common/api.js';
import { applyRights, confirmThat } from '../common/ask.js';
import { picture } from '../board/board.js';
import { dayOf, keepFocus, make, makeButton, on, part } from '../common/dom.js';
import { namesIn } from '../common/names.js';

const may = applyRights();
const PIECE = 4_000_000;
const MOST_NAMED = 5;
const IS_ZIP = /\.zip$/i;
const IS_PHOTO = /\.(jpe?g|png|webp|hei[cf])$/i;
const IS_FILM = /\.(mp4|mov|m4v|avi|mkv|webm|y4m)$/i;
/** What a camera has not developed, and what a computer or an earlier run notes beside files. */
const IS_RAW = /\.(dng|cr[23]|nef|arw|raf|orf|rw2)$/i;
const IS_HIDDEN = /^\.|\.palago\.json$/i;
/** How often something is tried, some seconds apart, before the dashboard counts as gone. */
const MOST_TRIES = 300;
const cards = new Map();
/** What is being sent from here: it is shown above, and has no card yet. */
let sending = null;
/** What is chosen while something is sent is sent after it; how much is not sent yet. */
let allSent = Promise.resolve();
let unsent = 0;
/** What could not be read, in whose place other files are being chosen. */
let replaced = null;
/** What is said of files among those that were sent that are no photos. */
let passedOver = '';

// -- sending

function send(chosen, folder = '', instead = null) {
  if (!may) return;
  const files = [...chosen];
  if (unsent) tell(say('digitise_waiting', { count: unsent }));
  unsent += 1;
  allSent = allSent.then(() => sendOne(files, folder, instead)).catch(tellError).finally(() => { unsent -= 1; });
}

function refuse(why) {
  part('sending').textContent = why;
  if (unsent > 1) tell(why, { bad: true }); // what is sent next is told of there
}

async function sendOne(chosen, folder, instead) {
  const seen = chosen.filter(({ name }) => !IS_HIDDEN.test(name));
  if (!seen.length) return refuse(say('digitise_neither', { files: folder || listed(chosen.map(({ name }) => name)) }));
  const zips = await Promise.all(seen.map(namesInZip));
  const inside = seen.flatMap((file, index) => zips[index] ?? file);
  const refusal = refused(inside);
  if (refusal) return refuse(refusal);
  const names = inside.map((file) => file.name ?? file);
  const read = new Set(readable(names));
  const unread = names.filter((name, index) => !IS_FILM.test(name) && (!read.has(name) || (IS_ZIP.test(name) && !inside[index].name))); // no zip in a zip
  passedOver = inside.length > 1 && unread.length ? say('digitise_passed_over', { files: listed(unread.slice(0, MOST_NAMED)) + (unread.length > MOST_NAMED ? ' …' : '') }) : '';
  const told = (field) => (part(`${field}-field`).hidden ? [] : namesIn(part(field).value));
  const asked = [...document.querySelectorAll('[data-option]')];
  const photos = seen.filter(({ name }) => IS_PHOTO.test(name));
  const files = seen.length > 1 ? seen.filter(({ name }) => IS_ZIP.test(name) || read.has(name)) : seen;
  // No photo's own name is that of the game.
  const title = (folder || (photos.length ? say('digitise_photos', { count: photos.length, date: dayOf(await takenAt(photos[0])) }) : files[0].name.replace(/\.[^.]*$/, ''))).slice(0, 120);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  part('choose').disabled = true;
  part('sent').hidden = false;
  part('none').hidden = true;
  let job = null;
  try {
    job = sending = await ask('/digitisings', { method: 'POST', body: { kind: part('kind').value, title, players: told('players'), ...Object.fromEntries(asked.map(({ id }) => [id, told(id)])) } });
    let before = 0;
    for (const [index, file] of files.entries()) {
      // Two files of one name are two photos.
      const name = files.some((other, place) => place < index && other.name === file.name) ? `${index}-${file.name}` : file.name;
      await sendFile(job.id, file, name, (size) => showSending(before + size, total));
      before += file.size;
    }
    await tried(() => ask(`/digitisings/${job.id}/start`, { method: 'POST', body: {} }));
    part('sending').textContent = inARow(say('digitise_sent'), passedOver);
    if (instead) await ask(`/digitisings/${instead}`, { method: 'DELETE' }).catch(() => {});
  } catch (error) {
    part('sending').textContent = '';
    tellError(error);
    if (job) await ask(`/digitisings/${job.id}`, { method: 'DELETE' }).catch(() => {});
  } finally {
    sending = null;
    part('choose').disabled = false;
    part('sent').hidden = true;
    part('files').value = '';
    list();
  }
}

const stem = (name) => name.replace(/\.[^.]*$/, '').toLowerCase();

/** Those of some names that are of what can be read. Phones put a short film beside a photo, under its
 *  name: that is none of the game's. */
function readable(names) {
  const photos = new Set(names.filter((name) => IS_PHOTO.test(name)).map(stem));
  return names.filter((name) => IS_PHOTO.test(name) || IS_ZIP.test(name) || (IS_FILM.test(name) && !photos.has(stem(name))));
}

/** When a photo was taken, as its camera has written it near its beginning, or else as its file says. */
async function takenAt(photo) {
  const head = new TextDecoder('latin1').decode(await photo.slice(0, 1 << 17).arrayBuffer());
  const [, ...day] = /\b((?:19|20)\d\d):(\d\d):(\d\d) \d\d:\d\d:\d\d/.exec(head) ?? [];
  return day.length ? new Date(day[0], day[1] - 1, day[2]) : photo.lastModified;
}

/** Why no game can be made of these files, and names of files in zips; empty where one may be. A file
 *  alone whose ending tells nothing may be a film all the same. */
function refused(files) {
  const names = files.map((file) => file.name ?? file);
  const [photos, films] = [IS_PHOTO, IS_FILM].map((kind) => readable(names).filter((name) => kind.test(name)));
  const perhaps = files.some((file) => IS_ZIP.test(file.name)) || (files.length === 1 && !IS_RAW.test(names[0]) && /^(video\/.*)?$/.test(files[0].type ?? 'in a zip'));
  if (!photos.length && !films.length && !perhaps) return say('digitise_neither', { files: listed(names.slice(0, MOST_NAMED)) });
  if (films.length && photos.length) return say('digitise_mixed', { films: listed(films) });
  return films.length > 1 ? say('digitise_films', { films: listed(films) }) : '';
}

/** The names of the files in a zip, as its table of contents at its end has them; nothing where it is
 *  none, or is too large for a plain table. */
async function namesInZip(file) {
  if (!IS_ZIP.test(file.name)) return undefined;
  const end = new DataView(await file.slice(-(1 << 16)).arrayBuffer());
  let at = end.byteLength - 22;
  while (at >= 0 && end.getUint32(at, true) !== 0x06054b50) at -= 1;
  if (at < 0) return undefined;
  const [size, start] = [end.getUint32(at + 12, true), end.getUint32(at + 16, true)];
  const list = new DataView(await file.slice(start, start + size).arrayBuffer());
  const names = [];
  for (let one = 0; one + 46 <= list.byteLength && list.getUint32(one, true) === 0x02014b50;) {
    const [name, extra, comment] = [28, 30, 32].map((field) => list.getUint16(one + field, true));
    const path = new TextDecoder().decode(new Uint8Array(list.buffer, one + 46, Math.min(name, list.byteLength - one - 46)));
    names.push(path.split('/').pop());
    one += 46 + name + extra + comment;
  }
  if (!names.length && size) return undefined;
  return names.filter((name) => name && !IS_HIDDEN.test(name));
}

/** Send a file piece by piece; a connection that is lost for a while loses nothing. */
async function sendFile(job, file, name, progress) {
  let at = 0;
  do {
    const from = at;
    ({ size: at } = await tried(() => ask(`/digitisings/${job}/files?name=${encodeURIComponent(name)}&at=${from}`, { method: 'POST', body: file.slice(from, from + PIECE) })));
    progress(at);
  } while (at < file.size);
}

/** What is answered, asked again while the connection is lost or the dashboard busy. */
async function tried(asking) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await asking();
    } catch (error) {
      if (tries > MOST_TRIES || !comesAgain(error)) throw error;
      part('sending').textContent = inARow(error.message, say('digitise_goes_on'));
      await new Promise((done) => setTimeout(done, 1000 * (error.wait || 2)));
    }
  }
}

function showSending(done, total) {
  part('sent').max = total || 1;
  part('sent').value = done;
  part('sending').textContent = say('digitise_sending', { done: Math.round((100 * done) / (total || 1)) });
}

// -- what was sent

async function list() {
  const sent = await ask('/digitisings').then((told) => Promise.all(told.digitisings.map(({ id }) => ask(`/digitisings/${id}`))));
  const digitisings = sent.filter(({ id }) => id !== sending?.id);
  part('none').hidden = digitisings.length > 0 || !part('sent').hidden;
  if (part('sent').hidden && digitisings.every(({ status }) => status === 'done' || status === 'failed') && part('sending').textContent.startsWith(say('digitise_sent'))) part('sending').textContent = passedOver;
  const known = new Set(digitisings.map((one) => one.id));
  for (const [id, card] of cards) if (!known.has(id)) { card.line.remove(); cards.delete(id); }
  const lines = digitisings.map((one) => {
    if (!cards.has(one.id)) cards.set(one.id, { line: Object.assign(make('li'), { id: `digitising-${one.id}` }) });
    return cards.get(one.id).line;
  });
  if (lines.some((line, index) => part('list').children[index] !== line)) part('list').replaceChildren(...lines);
  digitisings.forEach(show);
}

function show(one) {
  const card = cards.get(one.id);
  const state = JSON.stringify(one);
  if (!card || card.state === state) return;
  card.state = state;
  const { line } = card;
  line.dataset.status = one.status;
  const head = make('div', 'row', make('strong', '', one.title || say('digitise_untitled')), make('span', 'quiet small', say('kind_' + one.kind)));
  const words = make('p', '', stateOf(one));
  words.setAttribute('role', 'status');
  const parts = [head, words];
  if (['waiting', 'running'].includes(one.status)) parts.push(...watching(one));
  if (one.status === 'done') parts.push(found(one));
  const row = make('div', 'row');
  if (one.status === 'done' && one.moves) {
    if (one.game) row.append(Object.assign(make('a', 'button key', say('digitise_open')), { href: `/games/${one.game}` }));
    else if (!one.lacks_players && !one.why) row.append(makeButton(say('digitise_make'), one.questions ? '' : 'key', () => begin(one)));
  }
  // What was begun and not sent whole is no game: some of its photos are missing.
  if (one.wants_other_files || one.status === 'filling') row.append(makeButton(say('digitise_choose'), 'key', () => chooseOthers(one)));
  else if (one.status === 'failed') row.append(makeButton(say('digitise_again'), '', () => act(ask(`/digitisings/${one.id}/start`, { method: 'POST', body: {} }))));
  if (one.can_undo) row.append(makeButton(say('undo'), '', () => act(ask(`/digitisings/${one.id}/answers`, { method: 'DELETE' }))));
  row.append(makeButton(say('digitise_delete'), 'danger', () => gone(one)));
  if (may) parts.push(row);
  if (!card.body) line.append(card.body = make('div', 'told'), ...nameForm(one, card));
  keepFocus(() => card.body.replaceChildren(...parts)); // what is being typed beside it stays
  if (card.lacking) {
    card.lacking.hidden = !one.lacks_players;
    card.lacking.parentNode.hidden = one.wants_other_files || (one.status === 'done' && one.why); // no name would help
  }
}

/** Who plays, to be said before it is read or afterwards. */
function nameForm(one, card) {
  const known = [...part('kind').options].find(({ value }) => value === one.kind);
  if (!known || !may) return [];
  const field = Object.assign(make('input'), { type: 'text', id: `names-${one.id}`, autocomplete: 'off', maxLength: 300, value: one.players.join(', ') });
  const label = Object.assign(make('label', '', known.dataset.order), { htmlFor: field.id });
  card.lacking = make('p', 'quiet', say('digitise_nameless'));
  const form = make('form', 'names', card.lacking, make('div', 'row', make('div', 'field', label, field), make('button', '', say('digitise_name'))));
  form.onsubmit = (event) => {
    event.preventDefault();
    act(ask(`/digitisings/${one.id}/players`, { method: 'POST', body: { players: namesIn(field.value) } }));
  };
  return [form];
}

function stateOf(one) {
  if (one.status === 'failed' || one.why) return one.why || say('digitise_failed');
  if (one.status === 'waiting') return say('digitise_waiting', { count: one.waits_behind });
  if (one.status === 'running') {
    const { stage = 'looking', done = 0, of = 0, tiles, pieces } = one.progress;
    const share = of ? ` · ${Math.min(1, done / of).toLocaleString(document.documentElement.lang, { style: 'percent' })}` : '';
    const seen = (tiles ?? pieces) === undefined ? '' : ` · ${pieces === undefined ? say('digitise_tiles', { count: tiles }) : say('digitise_pieces', { count: pieces })}`;
    return `${say('digitise_' + stage, { done, of })}${share}${seen}`;
  }
  if (one.status === 'filling') return say('digitise_filling');
  return say(one.questions ? 'digitise_asks' : 'digitise_done', { count: one.questions || one.moves, moves: one.moves });
}

function watching(one) {
  const { done = 0, of = 1 } = one.progress;
  const bar = Object.assign(make('progress'), of ? { max: of, value: done } : {}); // of some films nobody knows how long they are
  bar.setAttribute('aria-label', stateOf(one));
  if (one.status !== 'running' || (one.progress.tiles ?? one.progress.pieces) === undefined) return [bar];
  const seen = Object.assign(make('img', 'seen'), { src: `/api/v1/digitisings/${one.id}/picture?at=${done}`, alt: say('digitise_seen') });
  seen.onerror = () => seen.remove();
  return [bar, seen];
}

// -- what is asked

function found(one) {
  // Where nothing is asked the card's first line says how many moves there are.
  const board = one.board && make('figure', 'result', one.questions > 0 && make('figcaption', '', say('digitise_moves', { count: one.moves })));
  if (board) picture({ kind: one.kind, board: one.board, colours: one.colours }).then((svg) => board.prepend(drawn(svg)), () => {});
  const repeats = one.repeats.length > 0 && make('p', 'quiet small', say('digitise_repeats', { photos: listed(one.repeats) }));
  const wrong = one.moves > 0 && !one.lacks_players && !one.why && make('p', 'quiet small', say('digitise_wrong'));
  return make('div', 'found', board, wrong, repeats, make('ol', 'questions', ...one.asked.filter(({ answers }) => answers.length).map((question) => questionLine(one, question)), one.tables && questionLine(one, one.tables, 'settled')));
}

/** A question with its answers; where it is ``settled`` it can be answered otherwise. */
function questionLine(one, question, settled = '') {
  const pictures = make('div', 'evidence');
  if (question.pictured) {
    const photo = Object.assign(make('img'), { loading: 'lazy', src: `/api/v1/digitisings/${one.id}/picture?source=${encodeURIComponent(question.source)}`, alt: say('digitise_photo', { name: question.source }) });
    photo.onerror = () => photo.remove();
    // On a phone a die is a few pixels wide: the photo alone can be brought nearer.
    pictures.append(Object.assign(make('a', '', photo), { href: photo.src, target: '_blank', rel: 'noopener' }));
  }
  if (question.board) {
    const board = make('div', 'as-read');
    picture({ kind: one.kind, board: question.board, marked: question.marked, heading: question.heading, colours: one.colours }).then((svg) => board.append(drawn(svg)), () => {});
    pictures.append(board);
  }
  const answers = make('div', 'choices', ...question.answers.map((answer) => answerButton(one, question, answer, settled && answer.chosen)));
  return make('li', `card ${settled}`, question.source && make('h3', '', question.source), make('p', '', question.what), pictures, answers);
}

function answerButton(one, question, { answer, text, board, marked, numbers, words }, chosen) {
  const button = make('button', '', make('span', '', words ? `${text} ${words}` : text));
  if (board) picture({ board, marked, numbers, heading: question.heading, colours: one.colours }).then((svg) => button.prepend(drawn(svg)), () => {});
  button.onclick = () => {
    for (const other of button.closest('.found').querySelectorAll('button')) other.disabled = true;
    const answered = ask(`/digitisings/${one.id}/answers`, { method: 'POST', body: { source: question.source, ...answer } });
    act(answered.finally(() => { cards.get(one.id).state = ''; }));
  };
  button.disabled = !may;
  if (chosen) button.setAttribute('aria-pressed', true);
  return button;
}

/** Open the game that is made of what was found. */
const begin = (one) => ask(`/digitisings/${one.id}/game`, { method: 'POST', body: {} })
  .then(({ id }) => { location.href = `/games/${id}`; }, tellError);

async function gone(one) {
  if (await confirmThat(say('digitise_delete'), say('digitise_delete_help'))) act(ask(`/digitisings/${one.id}`, { method: 'DELETE' }));
}

/** Choose files anew for the same game: what was sent before is of no use. */
function chooseOthers({ id, kind }) {
  replaced = id;
  part('kind').value = kind;
  part('kind').dispatchEvent(new Event('change'));
  part('files').click();
}

const act = (doing) => doing.catch(tellError).then(() => list().catch(() => {}));

// -- ways in

on('choose', () => { replaced = null; part('files').click(); });
part('files').addEventListener('change', () => send(part('files').files, '', replaced));
addEventListener('beforeunload', (event) => { if (unsent) event.preventDefault(); });
part('kind').addEventListener('change', () => {
  part('order').textContent = part('kind').selectedOptions[0].dataset.order;
  for (const field of document.querySelectorAll('[data-for]')) field.hidden = field.dataset.for !== part('kind').value;
});
part('kind').dispatchEvent(new Event('change'));
takeDrops(part('drop'), send);

async function watch() {
  await list().catch(() => {});
  const busy = [...cards.values()].some(({ line }) => ['waiting', 'running'].includes(line.dataset.status));
  setTimeout(watch, busy ? 1000 : 4000);
}
watch();
document.body.dataset.ready = '';
