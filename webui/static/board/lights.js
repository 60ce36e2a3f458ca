// What is lit up on a picture: the shapes, tiles and curves that items speak of.

import { drawn } from '../common/api.js';
import { SVG, shape } from '../common/dom.js';
import { ring } from './cursor.js';

/** Shapes lit up as one: a light rim round them all, and no lines where they meet. */
export function glow(shapes) {
  const group = shape('g', { class: 'item glow' });
  group.append(...shapes.map((one) => shape('path', { class: 'rim', ...one })), ...shapes.map((one) => shape('path', { class: 'body', ...one })));
  return group;
}

/** A drawing of the server's as an element that belongs to an item. */
export function fragment(drawing) {
  const [part] = drawn(`<svg xmlns="${SVG}">${drawing}</svg>`).children;
  part.classList.add('item');
  part.setAttribute('pointer-events', 'none');
  return part;
}

/** Light up items on a diagram, in its own units. */
export function lightOn(picture, items) {
  for (const item of items) {
    for (const [, , drawing] of item.ghosts ?? []) picture.append(fragment(drawing));
    if (item.path) picture.append(glow([{ d: item.path }]));
    else if (!item.curve && !item.ghosts?.length) for (const [q, r] of item.cells ?? []) picture.append(ring(q, r));
    if (item.curve) picture.append(shape('path', { class: 'item', d: item.curve, fill: 'none', stroke: 'var(--lit)', 'stroke-width': 0.2, 'pointer-events': 'none' }));
  }
}
