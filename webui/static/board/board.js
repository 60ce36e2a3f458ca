// A position of a page's own: the server draws it, the page shows it and hears the taps.

import { drawn } from '../common/api.js';

const known = new Map();

/** The picture of a position as SVG text, on the page of a game in the colours of its set; see the
 * route `/diagram.svg` for what it may hold. */
export async function picture(position) {
  const { game } = document.body.dataset;
  const query = new URLSearchParams(Object.entries({ ...position, game }).filter(([, value]) => value)).toString();
  if (!known.has(query)) {
    known.set(query, fetch(`/api/v1/diagram.svg?${query}`).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText)))));
    if (known.size > 200) known.delete(known.keys().next().value);
  }
  return known.get(query);
}

/** Show a position in a pane; of two that are asked for the later one stays. */
export async function showBoard(pane, position, label = '') {
  pane.wanted = position;
  const svg = await picture(position).catch(() => { known.clear(); return null; });
  if (pane.wanted !== position || !svg) return;
  const shown = drawn(svg);
  if (label) {
    shown.removeAttribute('aria-hidden');
    shown.setAttribute('role', 'img');
    shown.setAttribute('aria-label', label);
  }
  pane.querySelector('svg')?.remove();
  pane.append(shown);
}

/** The cells of tiles in words: `1,0c 2,-1a` → `1,0 2,-1`. */
export const cellsOf = (words) => words.replace(/[a-c]|\/[0-5]/g, '');
export const joined = (...boards) => boards.filter(Boolean).join(' ');
/** Where the middle of a cell lies in a diagram, in a tile's sides. */
export const placeOf = ([q, r]) => [Math.sqrt(3) * (q + r / 2), 1.5 * r];

/** How far the next ring of cells lies. */
const RING = [Math.sqrt(3), 1.5];

/** Show a diagram in the frame that was `kept`, wider only where need be: a tile must not move away
 *  under the finger. Where tiles may be laid there are more `rings` of cells round the places to
 *  touch: one when a turn begins, so far its second tile reaches, and fewer than none while it is
 *  laid: empty places may lie outside of the `pane` then, and half of a tile.
 *  Returns the frame: left, top, right and bottom. */
export function keepFrame(pane, svg, kept, rings) {
  const [left, top, width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const around = ([x0, y0, x1, y1], x, y) => [x0 - x, y0 - y, x1 + x, y1 + y];
  const [x, y] = RING.map((step) => (svg.querySelector('.empty') ? rings * step : 0));
  const own = around([left, top, left + width, top + height], x, y);
  const united = (one, other) => one.map((edge, k) => Math[k < 2 ? 'min' : 'max'](edge, other[k]));
  let frame = kept ? united(own, kept) : own;
  if (kept && rings < 0) {
    const [wide, high] = [kept[2] - kept[0], kept[3] - kept[1]];
    const shape = pane.clientWidth / pane.clientHeight || wide / high;
    const seen = around(kept, Math.max(0, high * shape - wide) / 2, Math.max(0, wide / shape - high) / 2);
    if (String(united(own, seen)) === String(seen)) frame = kept;
  }
  svg.setAttribute('viewBox', [frame[0], frame[1], frame[2] - frame[0], frame[3] - frame[1]].join(' '));
  return frame;
}

/** What `rings` is while a turn is laid. */
export const LAYING = -1.5;
