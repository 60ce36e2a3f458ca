// Laying tiles by hand as board editors do: a palette, dragging, clearing, pasting.

import { askFor } from '../common/ask.js';
import { say, tell } from '../common/api.js';
import { makePicture, on, part } from '../common/dom.js';

const FAR = 8;
const cellOf = (element) => element?.closest?.('[data-cell]')?.dataset.cell.split(',').map(Number);

export class BoardEditor {
  /** `change` sends changes of the game, `game()` is the game shown, `show()` turns to the diagram. */
  constructor(stage, change, game, show) {
    Object.assign(this, { stage, change, game, show, tool: null });
    on('edit-board', () => this.open(part('editor').hidden));
    on('edit-done', () => this.open(false));
    on('clear-board', () => change({ change: 'set_board', board: '' }));
    on('paste-board', () => this.paste());
    on('copy-board', () => this.copy());
    // Whose turn it is on a board of one's own: for what is advised and for the game made of it.
    const turns = ['edit-turn', 'advise-for', 'make-turn'].map(part);
    for (const turn of turns) turn.addEventListener('change', () => turns.forEach((other) => { other.value = turn.value; }));
    for (const button of this.tools) {
      button.addEventListener('click', () => this.choose(button));
      button.addEventListener('pointerdown', (event) => this.drag(event, Number(button.dataset.tool), null, button));
    }
    const { tap: turn } = stage.actions;
    stage.actions.tap = (cell) => (this.on && this.tool !== null ? this.lay(cell, this.tool === 'erase' ? null : Number(this.tool)) : turn(cell));
    // Before the stage hears of it: with a tool in hand a tap is not a turn.
    part('diagram-pane').addEventListener('pointerdown', (event) => this.press(event), true);
    part('diagram-pane').addEventListener('pointerup', (event) => this.tap(event), true);
  }

  get tools() {
    return part('editor').querySelectorAll('[data-tool]');
  }

  get on() {
    return !part('editor').hidden;
  }

  open(on) {
    part('editor').hidden = !on;
    part('edit-turn-field').hidden = this.game()?.is_game ?? true;
    part('edit-board').setAttribute('aria-pressed', String(on));
    document.body.classList.toggle('editing', on);
    this.choose(null);
    if (on) this.show();
  }

  choose(button) {
    const same = button?.getAttribute('aria-pressed') === 'true';
    for (const other of this.tools) other.setAttribute('aria-pressed', String(other === button && !same));
    this.tool = button && !same ? button.dataset.tool : null;
  }

  press(event) {
    const cell = cellOf(event.target);
    if (!this.on || event.button || !cell) return;
    this.at = [event.clientX, event.clientY];
    const tile = this.stage.tileAt(cell);
    if (this.tool !== null) event.stopPropagation();
    if (tile && this.tool === null) this.drag(event, tile.rotation, cell, event.target.closest('[data-cell]'));
  }

  tap(event) {
    if (!this.on || this.tool === null) return;
    event.stopPropagation();
    const cell = cellOf(event.target);
    const near = this.at && Math.hypot(event.clientX - this.at[0], event.clientY - this.at[1]) <= FAR;
    this.at = null;
    if (!cell || !near) return;
    this.stage.actions.tap(cell);
  }

  /** Lay a tile with a rotation on a cell, null to take away what lies there. */
  lay([q, r], rotation) {
    this.change(() => {
      const known = this.stage.tileAt([q, r]);
      if (rotation === null) return known && { change: 'remove_tile', q, r };
      return { change: known ? 'turn_tile' : 'place_tile', q, r, rotation };
    });
  }

  /** Carry a tile of the palette or of the board; where it is let go on an empty place it lies. */
  drag(event, rotation, from, source) {
    if (event.button || Number.isNaN(rotation)) return;
    const start = [event.clientX, event.clientY];
    let carried = null;
    const move = ({ clientX, clientY }) => {
      if (!carried && Math.hypot(clientX - start[0], clientY - start[1]) > FAR) {
        carried = makePicture(`/api/v1/diagram.svg?board=0,0${{ 0: 'a', 2: 'b', 4: 'c' }[rotation] ?? `/${rotation}`}`, 'carried');
        document.body.append(carried);
        source.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
      }
      carried?.style.setProperty('left', `${clientX}px`);
      carried?.style.setProperty('top', `${clientY}px`);
    };
    const end = ({ type, clientX, clientY }) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end, true);
      removeEventListener('pointercancel', end);
      if (!carried) return;
      carried.remove();
      if (type === 'pointerup') this.drop(cellOf(document.elementFromPoint(clientX, clientY)), rotation, from);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end, true);
    // The stage's own press is cancelled when the tile is picked up; only a real cancel ends this.
    addEventListener('pointercancel', (cancelled) => cancelled.isTrusted && end(cancelled));
  }

  drop(cell, rotation, from) {
    if (!cell || (from && String(cell) === String(from)) || (from && this.stage.tileAt(cell))) return;
    if (from) this.lay(from, null);
    this.lay(cell, rotation);
  }

  async paste() {
    const known = await navigator.clipboard?.readText?.().catch(() => '') ?? '';
    const board = await askFor(say('paste_board'), { value: /^\s*-?\d/.test(known) ? known.trim() : this.game().board, help: say('set_board_help'), long: true });
    if (board !== null) this.change({ change: 'set_board', board });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.game().board);
      tell(say('board_copied'));
    } catch {
      askFor(say('copy'), { value: this.game().board, long: true });
    }
  }
}
