// Puzzles: one move is right. What was solved is remembered by this browser alone.

import { ask, say, tellError } from '../common/api.js';
import { cellsOf, joined } from '../board/board.js';
import { keepFocus, make, makeButton, on, part } from '../common/dom.js';
import { onKeys } from '../common/keys.js';
import { MARKS } from '../board/items.js';
import { Laying } from '../board/laying.js';

const KEPT = 'palago-puzzles';

/** What this browser remembers: name → `solved`, or `shown` where the solution was looked at. */
const memory = {
  all: (() => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } })(),
  keep(name, what) {
    if (this.all[name] === 'solved') return;
    this.all[name] = what;
    try { localStorage.setItem(KEPT, JSON.stringify(this.all)); } catch { /* it is remembered until the page is left */ }
  },
};

let levels = [];
let puzzle = null;
let moves = [];
let start = {};
let line = null;
let step = 0;

const laying = new Laying(part('board'), (words) => {
  part('check').disabled = part('clear').disabled = !words;
});

function told(level, text = '') {
  part('said').dataset.level = level;
  part('said').querySelector('.mark').textContent = MARKS[level];
  part('told').textContent = text;
}

/** `trying` while tiles may be laid, `wrong` after an answer that was not the one, else `over`. */
function phase(name) {
  part('trying').hidden = name !== 'trying';
  part('again').hidden = name !== 'wrong';
  part('next').hidden = name !== 'over';
  part('help').hidden = name === 'over';
  part('walk').hidden = !line;
  part('laying-help').hidden = name !== 'trying';
  part('check').disabled = part('clear').disabled = true;
  if (name !== 'trying') part(name === 'wrong' ? 'again' : 'next').focus();
}

function paintLevels() {
  const shown = levels.filter(({ puzzles }) => puzzles.length);
  keepFocus(() => part('levels').replaceChildren(...shown.map(({ level, text, puzzles }) => {
    const done = puzzles.filter((name) => memory.all[name] === 'solved').length;
    const button = makeButton(text, '', () => open(puzzles.find((name) => !memory.all[name]) ?? puzzles[0]));
    button.append(make('small', '', say('puzzle_done', { done, of: puzzles.length })));
    button.setAttribute('aria-pressed', String(level === puzzle?.level));
    return button;
  })));
}

/** The next one that nobody has solved or seen here, of this level and then of the others. */
function following() {
  const names = levels.flatMap(({ puzzles }) => puzzles);
  const at = names.indexOf(puzzle?.name);
  const turn = [...names.slice(at + 1), ...names.slice(0, at + 1)];
  return turn.find((name) => !memory.all[name]) ?? turn[0];
}

async function open(name) {
  if (!name) { part('task').textContent = say('puzzle_none'); return; }
  try {
    puzzle = await ask(`/puzzles/${name}`);
  } catch (error) {
    if (error.status === 404 && name !== following()) { open(following()); return; }
    tellError(error);
    return;
  }
  history.replaceState(null, '', `#${name}`);
  [moves, line, step] = [[], null, 0];
  start = { board: puzzle.board };
  part('task').textContent = puzzle.task;
  part('source').textContent = puzzle.source;
  told('info', memory.all[name] === 'solved' ? say('puzzle_known') : '');
  paintLevels();
  phase('trying');
  laying.show(start, 2);
}

async function check() {
  const words = laying.words;
  if (!words) return;
  part('check').disabled = true;
  told('info', say('study_thinking'));
  let found;
  try {
    found = await ask(`/puzzles/${puzzle.name}/answer?${new URLSearchParams({ moves: [...moves, words].join('/') })}`);
  } catch (error) {
    tellError(error);
    told('info');
    part('check').disabled = false;
    return;
  }
  if (['not_legal', 'begun'].includes(found.status)) {
    told(found.status === 'begun' ? 'info' : 'unsure', found.text);
    return;
  }
  told({ solved: 'win', goes_on: 'fine', wrong: 'wrong' }[found.status], found.text);
  if (found.status === 'goes_on') {
    moves.push(words);
    start = { board: found.board, marked: cellsOf(found.reply) };
    phase('trying');
    laying.show(start, 2);
  } else if (found.status === 'solved') {
    memory.keep(puzzle.name, 'solved');
    paintLevels();
    phase('over');
    laying.show({ board: found.board, marked: cellsOf(words) });
  } else {
    phase('wrong');
    laying.show({ board: found.board, ghosts: found.reply, marked: cellsOf(words) });
  }
}

function again() {
  told('info');
  phase('trying');
  laying.show(start, 2);
  laying.toBoard();
}

const solution = () => ask(`/puzzles/${puzzle.name}/solution`).then((found) => found.line);

async function hint() {
  try {
    const found = await solution();
    if (part('trying').hidden) again();
    laying.show({ ...start, marked: joined(start.marked, cellsOf(found[2 * moves.length].move).split(' ')[0]) }, 2);
    told('info', say('puzzle_hint_told'));
  } catch (error) { tellError(error); }
}

const show = () => solution().then((found) => {
  line = found;
  memory.keep(puzzle.name, 'shown');
  phase('over');
  walk(0);
}).catch(tellError);

function walk(to) {
  step = to;
  const { who, move } = line[step];
  told('info', say('puzzle_step', { who, move }));
  part('walk-at').textContent = `${step + 1} / ${line.length}`;
  keepFocus(() => {
    part('walk-back').disabled = step === 0;
    part('walk-forth').disabled = step === line.length - 1;
  });
  laying.show({ board: joined(puzzle.board, ...line.slice(0, step + 1).map((turn) => turn.move)), marked: cellsOf(move) });
}

on('check', check);
on('clear', () => laying.clear());
on('again', again);
on('next', () => open(following()).then(() => laying.toBoard()));
on('skip', () => open(following()));
on('hint', hint);
on('show', show);
on('walk-back', () => walk(step - 1));
on('walk-forth', () => walk(step + 1));
addEventListener('hashchange', () => { if (location.hash.slice(1) !== puzzle?.name) open(location.hash.slice(1)); });
onKeys({ n: 'next skip', c: 'check', h: 'hint', r: 'again' });

({ levels } = await ask('/puzzles'));
const named = location.hash.slice(1);
await open(named || following());
document.body.dataset.ready = '';
