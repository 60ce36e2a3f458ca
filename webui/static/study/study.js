// A study: a board to lay moves on, the tree that keeps all of them, chapters, comments and marks.

import { ask, inARow, offerFiles, say, tellError } from '../common/api.js';
import { applyRights, askFor, confirmThat } from '../common/ask.js';
import { endOffers, offerDeleting, showDeleted } from '../common/bin.js';
import { cellsOf, joined } from '../board/board.js';
import { dayOf, keepFocus, makeButton, on, part, whileWaiting } from '../common/dom.js';
import { onKeys } from '../common/keys.js';
import { stayInTouch } from '../common/everything.js';
import { Laying } from '../board/laying.js';
import { boardAt, endOf, nodeAt, paintTree } from './tree.js';
import { showProof } from './walker.js';

const id = part('study').dataset.study;
const may = applyRights();
const MOVES_OF_A_COMMENT_MS = 900;

let study = null;
let chapter = 0;
let path = [];
/** What the next tap on the board does: lay a tile, or begin or end a mark. */
let tool = '';
let from = '';

const tree = () => study.chapters[chapter].tree;
const node = () => nodeAt(tree(), path);
const laying = new Laying(part('board'), (words) => {
  part('play').disabled = part('clear').disabled = !words;
});

function show(found) {
  if (study && found.version > study.version) endOffers();
  study = found;
  showDeleted(study.deleted);
  chapter = Math.min(chapter, study.chapters.length - 1);
  while (path.length && !node()) path = path.slice(0, -1);
  part('title').textContent = study.title || `${say('study')} · ${dayOf(study.changed)}`;
  document.title = `${part('title').textContent} · Palago`;
  part('chapter').replaceChildren(...study.chapters.map((one, number) => new Option(`${number + 1}. ${one.title || say('study_chapter')}`, number, false, number === chapter)));
  paint();
}

function paint() {
  const here = node();
  history.replaceState(null, '', `#${chapter + 1}${path.map((step) => `.${step}`).join('')}`);
  const rings = here.marks.filter((mark) => !mark.includes('>'));
  const arrows = here.marks.filter((mark) => mark.includes('>')).map((mark) => mark.split('>'));
  const position = { board: boardAt(tree(), path, study.chapters[chapter].start), marked: joined(...rings, from), last: cellsOf(here.move) };
  if (arrows.length) Object.assign(position, { from: arrows.map(([start]) => start).join(' '), to: arrows.map(([, end]) => end).join(' ') });
  const open = may && !here.ends && here.to_move;
  laying.show(position, open ? 2 : 0);
  part('play').disabled = part('clear').disabled = true;
  const turn = here.to_move && say('study_to_move', { colour: say(here.to_move) });
  part('where').textContent = inARow(path.length ? say('study_after', { number: path.length }) : say('study_start'), here.gap, here.ends || turn || say('study_no_position'));
  part('who-wins').hidden = !open || !position.board;
  part('answer').hidden = true;
  part('first').disabled = part('back').disabled = !path.length;
  part('forth').disabled = part('last').disabled = !here.children.length;
  part('comment').value = here.comment;
  part('comment-read').textContent = here.comment;
  part('comment-read').hidden = may || !here.comment;
  part('glyphs').hidden = part('branch').hidden = !path.length;
  part('promote').disabled = path.every((step) => step === 0);
  for (const button of part('glyphs').children) button.setAttribute('aria-pressed', String(button.dataset.glyph === here.glyph));
  paintTree(part('tree'), tree(), path, goTo);
}

function goTo(to) {
  keepComment();
  from = '';
  path = to;
  keepFocus(paint);
}

/** Send a change; where somebody else was first, show what stands there now and try once more. */
async function change(body, again = true) {
  const at = path;
  try {
    const found = await ask(`/studies/${id}/changes`, { method: 'POST', body: { version: study.version, chapter, ...body } });
    if (found.path && path === at) path = found.path; // else somebody has walked on meanwhile
    show(found);
    return true;
  } catch (error) {
    if (error.code === 'changed_meanwhile' && again) {
      const ahead = ['note', 'add_move', 'rename', 'delete', 'restore'].includes(body.change);
      show(await ask(`/studies/${id}`));
      if (ahead) return change(body, false);
    }
    tellError(error);
    return false;
  }
}

let timer = 0;
/** A comment is kept when its writer rests, or goes to another move. */
function keepComment() {
  if (!timer) return;
  clearTimeout(timer);
  timer = 0;
  const [text, at] = [part('comment').value, [...path]];
  if (text.trim() !== node().comment) { node().comment = text.trim(); ask(`/studies/${id}/changes`, { method: 'POST', body: { change: 'note', chapter, path: at, comment: text } }).then((found) => { study = found; part('link').textContent = ''; paintTree(part('tree'), tree(), path, goTo); }, tellError); }
}

function mark(cell) {
  const marks = node().marks;
  if (tool === 'arrow' && !from) { from = cell; paint(); return; }
  const wanted = tool === 'arrow' ? `${from}>${cell}` : cell;
  const same = from === cell;
  from = '';
  if (same) { paint(); return; }
  change({ change: 'note', path, marks: marks.includes(wanted) ? marks.filter((other) => other !== wanted) : [...marks, wanted] });
}

function choose(name) {
  tool = tool === name ? '' : name;
  from = '';
  for (const other of ['ring', 'arrow']) part(other).setAttribute('aria-pressed', String(other === tool));
  if (tool) part('spoken').textContent = say(`study_${tool}_help`);
  paint();
}
// With a mark in hand a tap lays no tile.
laying.actions.tap = (cell) => (tool ? mark(String(cell)) : laying.tap(cell));

async function whoWins() {
  part('answer').hidden = false;
  part('answer').textContent = say('study_thinking');
  try {
    const found = await ask(`/studies/${id}/proof`, { method: 'POST', body: { chapter, path } });
    part('answer').textContent = found.text;
    if (found.proof) {
      part('answer').append(' ', makeButton(say('show_proof'), '', () => showProof(found.proof)));
    }
  } catch (error) {
    part('answer').textContent = error.message;
  }
}

async function chapterFrom(body) {
  if (await change({ change: 'add_chapter', ...body })) { chapter = study.chapters.length - 1; path = []; show(study); }
}

/** The next line that begins where this one does: up and down walk over branches. */
function beside(by) {
  if (!path.length) return;
  const at = path.at(-1) + by;
  if (nodeAt(tree(), [...path.slice(0, -1), at])) goTo([...path.slice(0, -1), at]);
}

on('first', () => goTo([]));
on('back', () => goTo(path.slice(0, -1)));
on('forth', () => goTo([...path, 0]));
on('last', () => goTo(endOf(tree(), path)));
on('play', () => laying.words && change({ change: 'add_move', path, move: laying.words }).then(() => laying.toBoard()));
on('clear', () => laying.clear());
on('ring', () => choose('ring'));
on('arrow', () => choose('arrow'));
on('who-wins', () => whileWaiting(part('who-wins'), whoWins));
on('promote', () => change({ change: 'promote', path }));
on('delete-branch', async () => { if (!node().children.length || await confirmThat(say('study_delete_branch'), say('study_delete_branch_help'))) change({ change: 'delete_branch', path }); });
on('rename', async () => { const title = await askFor(say('study_rename'), { value: study.title }); if (title) change({ change: 'rename', title }); });
offerDeleting(change, 'study_in_bin');
on('new-chapter', async () => { const title = await askFor(say('study_new_chapter')); if (title !== null) chapterFrom({ title }); });
on('new-position', async () => {
  const here = laying.position.board ?? '';
  const board = await askFor(say('study_from_board'), { value: here, help: say('set_board_help'), long: true });
  if (board) chapterFrom({ board, to_move: node().to_move ?? 'white' });
});
on('add-file', () => part('file').click());
on('rename-chapter', async () => { const title = await askFor(say('study_rename_chapter'), { value: study.chapters[chapter].title }); if (title !== null) change({ change: 'rename_chapter', title }); });
on('delete-chapter', async () => { if (await confirmThat(say('study_delete_chapter'), say('study_delete_chapter_help'))) change({ change: 'delete_chapter' }); });
part('file').addEventListener('change', async () => { const [file] = part('file').files; if (file) chapterFrom({ record: await file.text() }); part('file').value = ''; });
part('chapter').addEventListener('change', () => { keepComment(); chapter = Number(part('chapter').value); path = []; paint(); });
on('glyphs', (event) => {
  const glyph = event.target.closest('[data-glyph]')?.dataset.glyph;
  if (glyph) change({ change: 'note', path, glyph: glyph === node().glyph ? '' : glyph });
});
part('comment').addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(keepComment, MOVES_OF_A_COMMENT_MS); });
part('comment').addEventListener('blur', keepComment);
addEventListener('pagehide', keepComment);
for (const menu of document.querySelectorAll('details.menu')) {
  const close = () => { menu.open = false; menu.firstElementChild.focus(); };
  // Before its buttons hear of it: from a dialog that one of them opens the keyboard comes back here.
  menu.addEventListener('click', (event) => { if (event.target.closest('button')) close(); }, true);
  menu.addEventListener('keydown', ({ key }) => { if (key === 'Escape') close(); });
}
onKeys({ ArrowLeft: 'back', ArrowRight: 'forth', Home: 'first', End: 'last', p: 'play', ArrowUp: () => beside(-1), ArrowDown: () => beside(1) });

const [first, ...steps] = location.hash.slice(1).split('.').map(Number);
if (first > 0) { chapter = first - 1; path = steps.filter(Number.isInteger); }
offerFiles(document.querySelectorAll('a[download]'));
show(await ask(`/studies/${id}`));
stayInTouch(async () => {
  const found = await ask(`/studies/${id}`).catch(() => null);
  if (found && found.version > study.version && !timer && !laying.words) show(found);
}, (news) => news.study === id);
document.body.dataset.ready = '';
