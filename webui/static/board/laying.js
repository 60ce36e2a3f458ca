// Laying the tiles of one move on a drawn position: by taps, or by the keyboard's cursor.

import { drawn } from '../common/api.js';
import { cellsOf, joined, keepFrame, LAYING, picture } from './board.js';
import { CellCursor } from './cursor.js';

const LETTERS = 'abc';

const tilesOf = (words) => words.split(/\s+/).filter(Boolean).map((word) => {
  const [, q, r, letter] = word.match(/^(-?\d+),(-?\d+)([a-c])$/) ?? [];
  return { q: Number(q), r: Number(r), rotation: 2 * LETTERS.indexOf(letter), word };
});

export class Laying {
  /** `laid(words)` hears of each change of the tiles that are being laid. */
  constructor(pane, laid = () => {}) {
    Object.assign(this, { pane, hear: laid, board: [], tiles: [], most: 0, position: {}, frame: null });
    /** What touching a cell does, by hand or by keyboard. */
    this.actions = { tap: (cell) => this.tap(cell), remove: (cell) => this.remove(cell) };
    this.cursor = new CellCursor(pane, (cell) => this.at(cell), () => this.board[0], this.actions);
    pane.addEventListener('click', (event) => {
      const cell = event.target.closest('[data-cell]');
      if (cell) this.actions.tap(cell.dataset.cell.split(',').map(Number));
    });
  }

  /** Show a position on which up to `most` tiles may be laid; see `/diagram.svg` for the rest. */
  show(position, most = 0) {
    const board = position.board ?? '';
    const known = this.board.map(({ word }) => word);
    const grows = board.split(' ').filter((word) => known.includes(word)).length === known.length && known.length;
    if (!grows) this.frame = null;
    Object.assign(this, { board: tilesOf(board), tiles: [], most, position });
    return this.draw();
  }

  get words() {
    return this.tiles.map(({ q, r, rotation }) => `${q},${r}${LETTERS[rotation / 2]}`).join(' ');
  }

  at([q, r]) {
    return [...this.board, ...this.tiles].find((tile) => tile.q === q && tile.r === r);
  }

  /** A tile on an empty place; turned by each tap, and after the third way it is gone. */
  tap([q, r]) {
    if (!this.most || this.board.some((tile) => tile.q === q && tile.r === r)) return;
    const tile = this.tiles.find((other) => other.q === q && other.r === r);
    if (!tile && this.tiles.length >= this.most) this.tiles.pop();
    if (!tile) this.tiles.push({ q, r, rotation: 0 });
    else if (tile.rotation < 4) tile.rotation += 2;
    else this.tiles.splice(this.tiles.indexOf(tile), 1);
    this.changed();
  }

  remove([q, r]) {
    this.tiles = this.tiles.filter((tile) => tile.q !== q || tile.r !== r);
    this.changed();
  }

  /** Take the tiles back; the keyboard goes on at the board. */
  clear() {
    this.tiles = [];
    this.changed();
    this.toBoard();
  }

  toBoard() {
    this.pane.focus({ preventScroll: true });
  }

  changed() {
    this.draw();
    this.hear(this.words);
  }

  async draw() {
    const { words } = this;
    const marked = joined(this.position.marked, cellsOf(words));
    const wanted = { ...this.position, board: joined(this.position.board, words), marked, empty: this.most ? 'true' : '' };
    this.wanted = wanted;
    const svg = await picture(wanted).catch(() => null);
    if (this.wanted !== wanted || !svg) return;
    const shown = drawn(svg);
    // The same as long as the table grows.
    this.frame = keepFrame(this.pane, shown, this.frame, this.frame && this.tiles.length ? LAYING : Math.sign(this.most));
    this.pane.querySelector('svg')?.remove();
    this.pane.append(shown);
    this.cursor.show();
  }
}
