// The photo of a printed board, with what was read drawn over it; a touch asks about a cell.

import { makePicture, shape } from '../common/dom.js';

const COLUMNS = 'ABCDEFGHIJKLMNOPQRS';
const HALF = Math.sqrt(3) / 2;
/** A cell's outline, and the lines that hatch it where nobody could see it, about its middle. */
const HATCHED = [[[1, 0], [0.5, HALF], [-0.5, HALF], [-1, 0], [-0.5, -HALF], [0.5, -HALF], [1, 0]],
  [[-0.95, 0.05], [-0.05, -0.85]], [[-0.6, 0.6], [0.6, -0.6]], [[0.05, 0.85], [0.95, -0.05]]];

export class BoardPhoto {
  constructor(pane, ask) {
    this.pane = pane;
    pane.addEventListener('click', (event) => {
      const cell = this.cellAt(event);
      if (cell) ask(cell);
    });
  }

  /** Show a game's photo; `seen` is what was read in it, and what people know better. */
  show({ photo, seen }) {
    const url = photo && (photo.url ?? `/api/v1/photos/${photo.digest}`);
    this.places = seen?.corners?.length === 4 ? cellsInPhoto(seen.corners) : [];
    this.pane.querySelector('.hint').hidden = Boolean(photo);
    for (const old of this.pane.querySelectorAll(':scope > img, :scope > svg')) if (!photo || old.dataset.url !== url) old.remove();
    if (!photo) return;
    if (!this.pane.querySelector(':scope > img')) {
      const picture = makePicture(url);
      picture.dataset.url = url;
      this.pane.prepend(picture);
    }
    this.pane.querySelector(':scope > svg')?.remove();
    this.overlay = shape('svg', { viewBox: `0 0 ${photo.width} ${photo.height}`, class: 'overlay board-overlay' });
    this.overlay.dataset.url = url;
    this.pane.append(this.overlay);
    if (seen) this.drawRead(seen);
  }

  drawRead(seen) {
    const size = this.places.length ? 0.42 * this.places[0].size : 12;
    if (this.places.length) this.overlay.append(shape('polygon', { points: seen.corners.map((c) => c.join(',')).join(' '), class: 'outline' }));
    const hidden = new Set(seen.hidden);
    for (const place of this.places) if (hidden.has(place.name)) this.overlay.append(shape('path', { d: place.hatching, class: 'unseen', 'data-cell': place.name }));
    // Of a record's photo only the board is known, not where its pieces are seen.
    for (const piece of (seen.pieces ?? []).filter(({ center }) => center)) this.counter(piece.cell, piece.center, piece.colour, piece.kind, size, piece.unsure);
    for (const piece of seen.beside ?? []) this.counter('', piece.center, piece.colour, 'beside', 0.9 * size, true);
    for (const [cell, told] of Object.entries(seen.by_hand ?? {})) {
      const place = this.places.find((one) => one.name === cell);
      if (place && told) this.counter(cell, place.at, told[0], told[1], size, false);
    }
  }

  /** A sign on a piece: its colour's letter, a capital one for a seed; a question mark if unsure.
   *  One beside the board has no cell. */
  counter(cell, [x, y], colour, kind, size, unsure) {
    const group = shape('g', { 'data-cell': cell, 'data-colour': colour, class: `${cell ? 'read' : 'beside'}${unsure ? ' unsure' : ''}` });
    group.append(shape('circle', { cx: x, cy: y, r: size }));
    const letter = kind === 'seed' ? colour[0].toUpperCase() : colour[0];
    group.append(shape('text', { x, y, 'font-size': size * 1.2 }, unsure ? `${letter}?` : letter));
    this.overlay.append(group);
  }

  light(cells) {
    for (const group of this.overlay?.querySelectorAll('[data-cell]') ?? []) group.classList.toggle('lit', cells.has(group.dataset.cell));
  }

  /** The cell whose middle is nearest to a touch on the photo. */
  cellAt(event) {
    const matrix = this.overlay?.getScreenCTM();
    if (!matrix || !this.places.length) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const far = ({ at: [x, y] }) => Math.hypot(x - point.x, y - point.y);
    const nearest = this.places.reduce((best, place) => (far(place) < far(best) ? place : best));
    return far(nearest) < nearest.size ? nearest.name : null;
  }
}

/** Where the photo shows the middle of each cell, and about how large; the corners are those of the
 *  board as it is drawn: S top, A top, A bottom, S bottom. */
function cellsInPhoto(corners) {
  const [width, height] = [1.5 * 18 + 2, 2 * HALF * 17];
  const to = perspective(width, height, corners);
  const cells = [];
  for (let column = 0; column < 19; column += 1) {
    for (let row = 1; row <= 16 + (column % 2); row += 1) {
      const [x, y] = [1 + 1.5 * (18 - column), HALF * (2 * row - (column % 2))];
      const at = to([x, y]);
      const beside = to([x, y + HALF]);
      const hatching = HATCHED.map((line) => `M${line.map(([a, b]) => to([x + a, y + b]).join(' ')).join('L')}`).join('');
      cells.push({ hatching, name: `${COLUMNS[column]}${((row - 1) % 16) + 1}`, at, size: Math.hypot(at[0] - beside[0], at[1] - beside[1]) * 1.1 });
    }
  }
  return cells;
}

/** The map that takes a rectangle from the origin to four points: its corners in their order, as seen
 *  in perspective (Heckbert, "Fundamentals of texture mapping and image warping", 1989, 2.2.3). */
function perspective(width, height, [[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = ax * by - bx * ay;
  const [g, h] = [(sx * by - bx * sy) / area, (ax * sy - sx * ay) / area];
  return ([x, y]) => {
    const [u, v] = [x / width, y / height];
    const w = g * u + h * v + 1;
    return [((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w, ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w];
  };
}
