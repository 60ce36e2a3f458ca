// Coordinates at the edge of the diagram, for those who name places: q above, r on the left.

import { shape } from '../common/dom.js';
import { placeOf } from './board.js';

const KEPT = 'coordinates';

export const coordinatesShown = () => localStorage.getItem(KEPT) === 'yes';

/** Have diagrams drawn from now on carry coordinates, or not. */
export const showCoordinates = (shown) => localStorage.setItem(KEPT, shown ? 'yes' : 'no');

/** The places that a verdict's sentences name by coordinates. */
export const placesNamed = ({ text = '', detail = '', items = [] } = {}) => new Set([text, detail, ...items.map((item) => item.text)].join(' ').match(/-?\d+,-?\d+/g) ?? []);

/** Write them round a picture of tiles, where they are wanted: each number at the edge of its row.
 *  Else the places that are `named` bear their names, so that what is said can be found. */
export function writeCoordinates(picture, named) {
  const cells = [...picture.querySelectorAll('[data-cell]')].map((part) => part.dataset.cell.split(',').map(Number)).filter((cell) => cell.length === 2 && cell.every(Number.isFinite));
  if (!cells.length) return;
  const [left, top, width, height] = picture.getAttribute('viewBox').split(' ').map(Number);
  const layer = shape('g', { class: coordinatesShown() ? 'coordinates' : 'place-names' });
  const write = (text, x, y) => layer.append(shape('text', { x, y }, text));
  if (!coordinatesShown()) {
    layer.style.fontSize = `${Math.min(0.5, Math.max(0.28, 0.03 * Math.max(width, height)))}px`; // few tiles are drawn large, their names not
    for (const name of new Set(cells.map(String))) if (named.has(name)) { const [x, y] = placeOf(name.split(',').map(Number)); write(name, x, y + 0.15); }
    picture.append(layer);
    return;
  }
  const ends = (index, better) => cells.reduce((known, cell) => (!known.has(cell[index]) || better(cell, known.get(cell[index])) ? known.set(cell[index], cell) : known), new Map());
  // A row's number stands before its first cell; a column of q leans, its number stands above its top.
  for (const [r, cell] of ends(1, (a, b) => a[0] < b[0])) { const [x, y] = placeOf(cell); write(`r${r}`, x - 1.2, y + 0.16); }
  for (const [q, cell] of ends(0, (a, b) => a[1] < b[1])) { const [x, y] = placeOf(cell); write(`q${q}`, x + 0.62, y - 1.12); }
  picture.append(layer);
  picture.setAttribute('viewBox', [left - 0.7, top - 0.6, width + 1.1, height + 0.9].join(' '));
}
