// A finished game, looked at move by move: a graph, a sentence a move, and what was better.

import { ask, inARow, offerFiles, say, tellError } from '../common/api.js';
import { applyRights } from '../common/ask.js';
import { cellsOf, joined, showBoard } from '../board/board.js';
import { keepFocus, make, on, part, whileWaiting } from '../common/dom.js';
import { onKeys } from '../common/keys.js';
import { graph } from './graph.js';
import { MARKS, markOf } from '../board/items.js';
import { showProof } from './walker.js';

const id = document.body.dataset.game;
const may = applyRights();
const LEVELS = { wins: 'win', missed_win: 'wrong', loses: 'wrong', threat_not_seen: 'wrong', points_given_away: 'wrong', lost_already: 'unsure', only_move: 'fine' };

let review = null;
let at = 0;
let chosen = false;
let better = false;
let step = 0;

const levelOf = (move) => Object.keys(LEVELS).filter((mark) => move.marks.includes(mark)).map((mark) => LEVELS[mark])[0] ?? 'info';
/** The board as the last move left it, without tiles that nobody has confirmed. */
async function agreed() {
  const { board, timeline } = await ask(`/games/${id}`);
  return timeline.length ? (await ask(`/games/${id}?move=${timeline.length}`)).board : board;
}

const isRunning = () => ['waiting', 'running'].includes(review.status);

function show(found) {
  const grown = !review || found.moves.length !== review.moves.length;
  review = found;
  part('start').hidden = isRunning() || (review.status === 'done' && review.is_of_now);
  part('cannot').hidden = review.may_review;
  part('efforts').hidden = !may || !review.may_review;
  part('efforts').replaceChildren(...review.efforts.map(effortButton));
  part('progress').hidden = !isRunning() && !['stopped', 'failed'].includes(review.status);
  part('progress-text').textContent = review.why || say(`review_${review.status}`, { done: review.done, of: review.of });
  part('progress-bar').max = review.of || 1;
  part('progress-bar').value = review.done;
  part('stop').hidden = !may || !isRunning();
  part('outdated').hidden = review.is_of_now;
  part('export').hidden = !may || !review.moves.length;
  for (const name of ['graph', 'remark', 'steps', 'doing']) part(name).hidden = !review.moves.length;
  if (!review.moves.length) { agreed().then((board) => review.moves.length || showBoard(part('board'), { board }), () => {}); return; }
  if (grown) part('moves').replaceChildren(...review.moves.map(line));
  // Until somebody chooses a move: the one found last, and in the end the one that decided.
  const last = isRunning() ? review.moves.length : review.turning_point ?? review.moves.length;
  if (grown || !chosen) goTo(chosen ? at : last, chosen);
}

function effortButton({ name, text, told }) {
  const button = make('button', name === review.effort ? 'key' : '', text, told && make('small', '', told));
  button.onclick = () => { chosen = false; ask(`/games/${id}/review`, { method: 'POST', body: { effort: name } }).then(watch, tellError); };
  return button;
}

function line(move) {
  const mark = markOf(move.text && MARKS[levelOf(move)]);
  const words = make('span', move.text ? '' : 'quiet', move.text || say('review_nothing'));
  const button = make('button', '', mark, make('strong', '', `${move.number} ${move.who}`), words);
  button.onclick = () => goTo(move.number);
  const entry = make('li', '', button);
  entry.dataset.level = levelOf(move);
  return entry;
}

/** Show one move: the table before it with what was played, or with what was better. */
function goTo(number, byHand = true) {
  at = number;
  chosen = byHand;
  better = false;
  step = 0;
  keepFocus(paint);
}

function paint() {
  const move = review.moves[at - 1];
  const box = part('remark');
  box.dataset.level = levelOf(move);
  box.querySelector('.mark').textContent = MARKS[levelOf(move)];
  box.querySelector('h2').textContent = say('review_move', { number: move.number, who: move.who });
  const turning = move.number === review.turning_point && say('review_turning');
  box.querySelector('p').textContent = inARow(move.text || say('review_nothing'), turning, !move.complete && say('review_incomplete'));
  for (const entry of part('moves').children) entry.firstChild.setAttribute('aria-current', String(entry === part('moves').children[at - 1]));
  bringIntoView(part('moves').children[at - 1]);
  part('ways').hidden = !move.better.length;
  part('way-played').setAttribute('aria-pressed', String(!better));
  part('way-better').setAttribute('aria-pressed', String(better));
  part('line').hidden = !better || move.better.length < 2;
  part('line-at').textContent = `${step + 1} / ${move.better.length}`;
  part('line-back').disabled = step === 0;
  part('line-forth').disabled = step >= move.better.length - 1;
  const proved = [move.before, move.after].map((outlook) => ['win', 'loss'].includes(outlook?.result));
  part('proof').hidden = !may || !proved.some(Boolean);
  part('proof').dataset.after = String(proved[1] && !(proved[0] && move.marks.includes('missed_win')));
  part('first').disabled = part('back').disabled = at <= 1;
  part('forth').disabled = part('last').disabled = at >= review.moves.length;
  // A record may have more events than moves, such as rolls: in the end all of the graph is used.
  graph(part('graph'), review.moves, { at, of: isRunning() ? review.of : review.moves.length, goTo });
  showMove(move);
}

/** Scroll the list beside the board, never the page under the reader's eyes. */
function bringIntoView(entry) {
  const list = entry.closest('.remarks');
  if (list.scrollHeight <= list.clientHeight) return;
  const [inner, outer] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.bottom > outer.bottom || inner.top < outer.top) list.scrollTop += inner.top - outer.top - outer.height / 2;
}

const isTiles = (words) => /^(lay )?-?\d+,-?\d+/.test(words);
const tilesOf = (words) => (isTiles(words) ? words.replace(/^lay /, '') : '');

function showMove(move) {
  const played = tilesOf(move.move);
  if (!better) {
    showBoard(part('board'), { board: joined(move.board, played), marked: cellsOf(played) }, move.move);
    return;
  }
  const line = move.better.map(tilesOf);
  const ghosts = line[step];
  const before = joined(move.board, ...line.slice(0, step));
  const arrows = step === 0 && played && ghosts ? { from: cellsOf(played).split(' ')[0], to: cellsOf(ghosts).split(' ')[0] } : {};
  showBoard(part('board'), { board: before, ghosts, ...(arrows.from === arrows.to ? {} : arrows) }, move.better[step]);
}

/** Try it otherwise: in a study of the game, where the moves before and the way back stay. */
async function branch() {
  const move = review.moves[at - 1];
  const line = better ? move.better.slice(0, step + 1) : [];
  try {
    if (!('studied' in part('what-if').dataset)) { await branchOfBoard(move, line); return; }
    const { id: study, path } = await ask('/studies', { method: 'POST', body: { game: id, review: true, move: at - 1, better: line } });
    location.href = `/studies/${study}#1${path.map((number) => `.${number}`).join('')}`;
  } catch (error) { tellError(error); }
}

async function branchOfBoard(move, line) {
  const board = joined(move.board, ...line.map(tilesOf));
  const game = await ask('/games', { method: 'POST', body: { kind: 'analysis', made_title: { key: 'page.review_branch', values: { number: at } }, board } });
  location.href = `/games/${game.id}`;
}

const proof = () => ask(`/games/${id}/review/proof?move=${at}&after=${part('proof').dataset.after}`).then(showProof).catch(tellError);

let timer = 0;
function watch(found) {
  clearTimeout(timer);
  keepFocus(() => show(found), ['stop', 'back', 'forth']);
  if (isRunning()) timer = setTimeout(() => ask(`/games/${id}/review`).then(watch, () => { timer = setTimeout(() => watch(review), 3000); }), 1000);
}

on('stop', () => ask(`/games/${id}/review`, { method: 'DELETE' }).then(watch, tellError));
on('way-played', () => { better = false; paint(); });
on('way-better', () => { better = true; step = 0; paint(); });
on('line-back', () => { step -= 1; keepFocus(paint); });
on('line-forth', () => { step += 1; keepFocus(paint); });
on('first', () => goTo(1));
on('back', () => goTo(at - 1));
on('forth', () => goTo(at + 1));
on('last', () => goTo(review.moves.length));
on('what-if', branch);
on('proof', () => whileWaiting(part('proof'), proof));
onKeys({ ArrowLeft: 'back', ArrowRight: 'forth', b: 'way-better' });

offerFiles(document.querySelectorAll('a[download]'));
watch(await ask(`/games/${id}/review`));
document.body.dataset.ready = '';
