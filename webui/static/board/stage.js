// The table on the screen: the photo with the reading over it, the diagram, and touching both.

import { drawn, say } from '../common/api.js';
import { shape } from '../common/dom.js';
import { keepFrame, LAYING, placeOf } from './board.js';
import { turnAsPhoto } from './colours.js';
import { placesNamed, writeCoordinates } from './coordinates.js';
import { CellCursor } from './cursor.js';
import { fragment, glow, lightOn } from './lights.js';

const LONG_PRESS = 480;
const REST_MS = 1500;

const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const between = (a, b, share) => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
/** The uppermost corner in the picture that shows no tip. */
function plainCorner({ rotation, corners }) {
  return [1, 2, 4, 5].map((k) => (rotation + k) % 6).sort((a, b) => corners[a][1] - corners[b][1])[0];
}

/** What lays a path in the diagram's units over a tile of the photo. */
function laidOver(tile) {
  const sums = [0, 0, 0, 0];
  const centre = [0, 0];
  tile.corners.forEach(([x, y], k) => {
    const [u, v] = [Math.sin((Math.PI * k) / 3), -Math.cos((Math.PI * k) / 3)];
    [u * x, u * y, v * x, v * y].forEach((part, index) => { sums[index] += part / 3; });
    centre[0] += x / 6;
    centre[1] += y / 6;
  });
  const [x, y] = placeOf([tile.q, tile.r]);
  const [a, b, c, d] = sums;
  return `matrix(${[a, b, c, d, centre[0] - a * x - c * y, centre[1] - b * x - d * y].join(' ')})`;
}

/** The tile of the photo that lies nearest to a cell: its frame is that of the cell, too. */
function nearest(tiles, q, r) {
  const steps = (tile) => Math.max(Math.abs(tile.q - q), Math.abs(tile.r - r), Math.abs(tile.q + tile.r - q - r));
  return [...(tiles?.values() ?? [])].sort((a, b) => steps(a) - steps(b))[0];
}

const xy = (point) => `${point[0].toFixed(1)} ${point[1].toFixed(1)}`;

/** The lines of a tile in the photo: outline, straight, and the arcs of the two tips. */
function lines(tile) {
  const corner = (k) => tile.corners[((k % 6) + 6) % 6];
  const edge = (k) => middle(corner(k), corner(k + 1));
  const centre = middle(corner(0), corner(3));
  const outline = `M${tile.corners.map(xy).join('L')}Z`;
  const arc = (k) => {
    const [from, to] = [edge(k), edge(k - 1)];
    // A cubic curve follows a third of a circle when its controls lie 4/9 of the way to the centre.
    return `M${xy(from)}C${xy(between(from, centre, 4 / 9))} ${xy(between(to, centre, 4 / 9))} ${xy(to)}`;
  };
  const straight = `M${xy(edge(tile.rotation + 1))}L${xy(edge(tile.rotation + 4))}`;
  return { outline, pattern: straight + arc(tile.rotation) + arc(tile.rotation + 3), centre };
}

export class Stage {
  /** `actions` has tap(cell), remove(cell) and flip(cell); they are called with [q, r]. */
  constructor(photoPane, diagramPane, actions) {
    this.photoPane = photoPane;
    this.diagramPane = diagramPane;
    this.actions = actions;
    this.lit = [];
    this.usual = [];
    this.zoom = photoPane.querySelector('.zoom');
    for (const pane of [photoPane, diagramPane]) this.listen(pane);
    this.cursor = new CellCursor(diagramPane, (cell) => this.tileAt(cell), () => this.game.tiles[0], actions);
  }

  show(game) {
    this.game = game;
    this.showDiagram(game.diagram);
    // A live picture stays until the next one comes.
    if (!game.live || !this.photoPane.querySelector('svg.overlay')) this.showPhoto(game);
    this.light(this.lit);
  }

  showDiagram(svg) {
    const old = this.diagramPane.querySelector('svg');
    const picture = drawn(svg);
    writeCoordinates(picture, placesNamed(this.game?.verdict));
    turnAsPhoto(picture, this.game?.tiles ?? []);
    this.kept = keepFrame(this.diagramPane, picture, ...(this.isOfTurn() ? [this.kept, LAYING] : [null, 1]));
    if (old) old.replaceWith(picture); else this.diagramPane.append(picture);
    this.cursor.show();
  }

  /** Whether the turn is still being laid that the frame is for. On a board of one's own, and where
   *  dice say how many tiles a turn has, two tiles are one: it is over once the hand rests. */
  isOfTurn() {
    const { dice, is_game: isGame, move, photo, tiles, timeline } = this.game;
    const hasTwo = isGame && !dice;
    const [turn, more] = [`${move} ${photo?.digest} ${timeline?.length}`, tiles.length - this.framed];
    const isSame = turn === this.turn && (hasTwo || Math.abs(more) <= 2);
    clearTimeout(this.rest);
    if (isSame && !hasTwo && more === 2) this.rest = setTimeout(() => { this.turn = ''; this.show(this.game); }, REST_MS);
    if (!isSame) Object.assign(this, { turn, framed: tiles.length });
    return isSame;
  }

  /** The photo and the reading in one picture, so that both can be brought near together. */
  showPhoto(game) {
    const { photo } = game;
    this.photoPane.querySelector('.hint').hidden = Boolean(photo);
    this.zoom.hidden = !photo;
    let picture = this.photoPane.querySelector('svg.overlay');
    if (!photo) { picture?.remove(); return; }
    const source = photo.url ?? `/api/v1/photos/${photo.digest}`;
    let image = picture?.querySelector('image');
    if (!picture) {
      image = shape('image', { preserveAspectRatio: 'none' });
      image.addEventListener('error', () => image.setAttribute('href', ''));
      picture = shape('svg', { class: 'overlay', role: 'img' });
      picture.append(shape('title'), image, shape('g'));
      this.photoPane.append(picture);
    }
    picture.firstChild.textContent = say('photo_alt');
    image.setAttribute('width', photo.width);
    image.setAttribute('height', photo.height);
    if (image.getAttribute('href') !== source) image.setAttribute('href', source);
    const news = new Set((game.fresh ?? []).map(String));
    const last = new Set(news.size ? [] : (game.last ?? []).map(String));
    const layer = shape('g');
    const shown = game.tiles.filter((tile) => tile.corners);
    for (const tile of shown) layer.append(this.overlaid(tile, news.has(`${tile.q},${tile.r}`), last.has(`${tile.q},${tile.r}`)));
    for (const [x, y] of photo.loose) layer.append(shape('circle', { class: 'loose', cx: x, cy: y, r: photo.width / 40 }));
    picture.lastChild.replaceWith(layer);
    const whole = [0, 0, photo.width, photo.height];
    if (!photo.stays || String(whole) !== String(this.whole)) {
      this.whole = whole;
      this.near = this.around(shown, photo);
    }
    this.zoom.hidden = this.near === this.whole;
    this.frame();
    this.inPhoto = new Map(shown.map((tile) => [`${tile.q},${tile.r}`, tile]));
    this.lightPhoto(this.lit);
  }

  /** The part of the photo that shows the board, with room around it. */
  around(tiles, photo) {
    if (!tiles.length) return this.whole;
    const points = tiles.flatMap((tile) => tile.corners);
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const margin = 0.09 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + photo.width / 60;
    const [left, top] = [Math.max(0, Math.min(...xs) - margin), Math.max(0, Math.min(...ys) - margin)];
    return [left, top, Math.min(photo.width, Math.max(...xs) + margin) - left, Math.min(photo.height, Math.max(...ys) + margin) - top];
  }

  frame() {
    const wide = this.zoom.getAttribute('aria-pressed') === 'true';
    this.photoPane.querySelector('svg.overlay').setAttribute('viewBox', (wide ? this.whole : this.near).join(' '));
  }

  toggleZoom() {
    this.zoom.setAttribute('aria-pressed', String(this.zoom.getAttribute('aria-pressed') !== 'true'));
    this.frame();
  }

  overlaid(tile, isNew, isLast) {
    const { outline, pattern, centre } = lines(tile);
    const group = shape('g', { 'data-cell': `${tile.q},${tile.r}`, class: `${tile.unsure ? 'unsure' : ''} ${isNew ? 'fresh' : ''} ${isLast ? 'last' : ''}` });
    group.append(shape('path', { class: 'touch', d: outline }), shape('path', { class: 'ground', d: outline }));
    group.append(shape('path', { class: 'shape', d: outline }), shape('path', { class: 'pattern', d: pattern }));
    const width = Math.hypot(tile.corners[0][0] - tile.corners[3][0], tile.corners[0][1] - tile.corners[3][1]);
    const name = `${tile.q},${tile.r}`;
    if (placesNamed(this.game?.verdict).has(name)) group.append(shape('text', { class: 'place-name', x: centre[0], y: centre[1], 'font-size': width * 0.25, 'stroke-width': width * 0.06 }, name));
    if (tile.unsure) {
      // Beside a corner without a tip nothing is to be seen but one colour: there the mark hides nothing.
      const [x, y] = between(centre, tile.corners[plainCorner(tile)], 0.68);
      const sign = shape('text', { x, y, 'font-size': width * 0.2, 'stroke-width': width * 0.06 }, '?');
      group.append(shape('title', {}, `${Math.round(100 * tile.confidence)}%`), sign);
    }
    return group;
  }

  /** Light up what belongs to some items: cells on both pictures, exact shapes on the diagram. */
  light(items) {
    this.lit = items;
    this.lightPhoto(items);
    const picture = this.diagramPane.querySelector('svg > g');
    this.makeRoom(items);
    this.diagramPane.querySelectorAll('.item').forEach((old) => old.remove());
    if (picture) lightOn(picture, items);
  }

  /** The diagram's frame, wide enough for tiles that would lie outside of it. */
  makeRoom(items) {
    const svg = this.diagramPane.querySelector(':scope > svg');
    if (!svg?.getAttribute('viewBox')) return;
    svg.dataset.frame ??= svg.getAttribute('viewBox');
    let [left, top, width, height] = svg.dataset.frame.split(' ').map(Number);
    for (const [x, y] of items.flatMap(({ ghosts }) => ghosts ?? []).map(placeOf)) {
      const [right, bottom] = [Math.max(left + width, x + 1.15), Math.max(top + height, y + 1.15)];
      left = Math.min(left, x - 1.15);
      top = Math.min(top, y - 1.15);
      [width, height] = [right - left, bottom - top];
    }
    svg.setAttribute('viewBox', [left, top, width, height].join(' '));
  }

  /** On the photo too: the exact shape where it is known, else the whole tiles. */
  lightPhoto(items) {
    const cells = new Set(items.flatMap((item) => (item.pieces?.length ? [] : item.cells ?? [])).map(String));
    for (const part of this.photoPane.querySelectorAll('[data-cell]')) part.classList.toggle('lit', cells.has(part.dataset.cell));
    this.photoPane.querySelectorAll('.glow').forEach((old) => old.remove());
    const layer = this.photoPane.querySelector('svg.overlay > g');
    for (const [q, r, drawing] of layer ? items.flatMap(({ ghosts }) => ghosts ?? []) : []) {
      const beside = nearest(this.inPhoto, q, r);
      if (!beside) continue;
      const ghost = fragment(drawing);
      ghost.classList.add('glow');
      ghost.setAttribute('transform', laidOver(beside));
      layer.append(ghost);
    }
    for (const { pieces } of items) {
      const known = (pieces ?? []).filter(([q, r]) => this.inPhoto?.has(`${q},${r}`));
      if (layer && known.length) layer.append(glow(known.map(([q, r, d]) => ({ d, transform: laidOver(this.inPhoto.get(`${q},${r}`)) }))));
    }
  }

  listen(pane) {
    let timer = 0;
    let pressed = null;
    const forget = () => { clearTimeout(timer); pressed?.classList.remove('pressing'); pressed = null; };
    pane.addEventListener('pointerdown', (event) => {
      const isSecond = Boolean(pressed); // two fingers touch no tile
      forget();
      const part = event.target.closest('[data-cell]');
      if (!part || isSecond || event.button || pane.classList.contains('showing')) return;
      pressed = part;
      const cell = part.dataset.cell.split(',').map(Number);
      if (this.tileAt(cell)) {
        part.classList.add('pressing');
        timer = setTimeout(() => { forget(); navigator.vibrate?.(30); this.actions.remove(cell); }, LONG_PRESS);
      }
    });
    pane.addEventListener('pointerup', (event) => {
      const part = pressed;
      forget();
      const under = event.target.closest?.('[data-cell]');
      if (part && under?.dataset.cell === part.dataset.cell) this.actions.tap(part.dataset.cell.split(',').map(Number));
    });
    for (const end of ['pointercancel', 'pointerleave']) pane.addEventListener(end, forget);
    pane.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  tileAt(cell) {
    return this.game?.tiles.find((tile) => tile.q === cell[0] && tile.r === cell[1]);
  }
}
