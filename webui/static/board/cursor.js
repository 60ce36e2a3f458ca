// A place on the board for the keyboard: moved by the arrows, told to a screen reader.

import { say } from '../common/api.js';
import { shape, write } from '../common/dom.js';
import { placeOf } from './board.js';

const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LETTERS = { 0: 'a', 2: 'b', 4: 'c' };

/** A ring round a cell, in the diagram's units. */
export function ring(q, r) {
  const [x, y] = placeOf([q, r]);
  const corners = [0, 1, 2, 3, 4, 5].map((k) => `${(x + 0.93 * Math.sin((Math.PI * k) / 3)).toFixed(3)} ${(y - 0.93 * Math.cos((Math.PI * k) / 3)).toFixed(3)}`);
  return shape('path', { class: 'item', d: `M${corners.join('L')}Z`, fill: 'none', stroke: 'var(--lit)', 'stroke-width': 0.16, 'stroke-linejoin': 'round', 'pointer-events': 'none' });
}

export class CellCursor {
  /** `tileAt(cell)` and `first()` give tiles; `actions` has tap(cell), remove(cell), flip(cell). */
  constructor(pane, tileAt, first, actions) {
    Object.assign(this, { pane, tileAt, first, actions, cell: null });
    this.spoken = document.getElementById('spoken');
    pane.addEventListener('keydown', (event) => this.key(event));
    pane.addEventListener('blur', () => { this.cell = null; this.show(); });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step || !this.cell) {
      if (!step && !['Enter', ' '].includes(event.key)) return;
      event.preventDefault();
      const start = this.first();
      this.cell = this.cell ? this.next(event.key, step) : start ? [start.q, start.r] : [0, 0];
      this.show();
      return;
    }
    const act = { Enter: 'tap', ' ': 'tap', Delete: 'remove', Backspace: 'remove', o: 'flip' }[event.key];
    if (!this.actions[act]) return;
    event.preventDefault();
    this.actions[act](this.cell);
  }

  /** Up and down go to the cell above or below that is nearest; rows are offset by half a cell. */
  next(name, [dq, dr]) {
    const [q, r] = this.cell;
    if (name === 'ArrowUp') return r % 2 ? [q, r - 1] : [q + 1, r - 1];
    if (name === 'ArrowDown') return r % 2 ? [q - 1, r + 1] : [q, r + 1];
    return [q + dq, r + dr];
  }

  show() {
    this.pane.querySelectorAll('.cursor').forEach((old) => old.remove());
    if (!this.cell) return;
    const shown = ring(...this.cell);
    shown.setAttribute('class', 'cursor');
    shown.setAttribute('stroke', 'var(--focus)');
    this.pane.querySelector('svg > g')?.append(shown);
    this.bringInSight(this.pane.querySelector('svg'), placeOf(this.cell));
    this.announce();
  }

  /** Widen the picture's frame where the cursor has left it. */
  bringInSight(svg, [x, y]) {
    if (!svg?.getAttribute('viewBox')) return;
    const [left, top, width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
    const [x0, y0] = [Math.min(left, x - 1.15), Math.min(top, y - 1.15)];
    svg.setAttribute('viewBox', [x0, y0, Math.max(left + width, x + 1.15) - x0, Math.max(top + height, y + 1.15) - y0].join(' '));
  }

  announce() {
    const tile = this.tileAt(this.cell);
    const place = this.cell.join(',');
    const letter = LETTERS[tile?.rotation] ?? '';
    write(this.spoken, say(!tile ? 'cell_empty' : tile.unsure ? 'cell_unsure' : 'cell_tile', { place, letter: letter || say('odd') }));
  }
}
