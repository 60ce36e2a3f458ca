// What the set's colours are called, and how the diagram lies: as people want it.

import { answerTo, part } from '../common/dom.js';
import { placeOf } from './board.js';

const KEPT = 'lies-as-photo';

/** Ask for the names of the two colours; empty ones mean what the photo shows. */
export async function askColours(game, change) {
  [part('light-name').value, part('dark-name').value] = game.options.colours ?? game.colours ?? ['', ''];
  if (await answerTo(part('colours-dialog')) !== 'yes') return;
  const names = [part('light-name').value.trim(), part('dark-name').value.trim()];
  change({ change: 'set_colours', colours: names.some(Boolean) ? names : null });
}

export const liesAsPhoto = () => localStorage.getItem(KEPT) === 'yes';
export const lieAsPhoto = (wanted) => localStorage.setItem(KEPT, wanted ? 'yes' : 'no');

/** By how many degrees the photo shows the board turned clockwise, 0 where there is none. */
function turned(tiles) {
  let [x, y] = [0, 0];
  for (const { corners } of tiles.filter((tile) => tile.corners)) {
    corners.forEach(([px, py], k) => {
      const [cx, cy] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 6);
      const angle = Math.atan2(py - cy, px - cx) - (Math.PI / 3) * k + Math.PI / 2;
      x += Math.cos(angle);
      y += Math.sin(angle);
    });
  }
  return x || y ? (Math.atan2(y, x) * 180) / Math.PI : 0;
}

/** Turn a diagram as the photo lies, where that is wanted; writing stays upright. */
export function turnAsPhoto(picture, tiles) {
  const angle = liesAsPhoto() ? turned(tiles) : 0;
  if (Math.abs(angle) < 0.5) return;
  const [cosine, sine] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  for (const layer of picture.querySelectorAll(':scope > g')) layer.setAttribute('transform', `rotate(${angle})`);
  for (const text of picture.querySelectorAll('text')) text.setAttribute('transform', `rotate(${-angle} ${text.getAttribute('x')} ${text.getAttribute('y')})`);
  const places = [...picture.querySelectorAll('[data-cell]')].map((part_) => part_.dataset.cell.split(',').map(Number)).map(placeOf).map(([x, y]) => [x * cosine - y * sine, x * sine + y * cosine]);
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
  const margin = picture.querySelector('.coordinates') ? 1.9 : 1.15;
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  picture.setAttribute('viewBox', [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top].join(' '));
}
