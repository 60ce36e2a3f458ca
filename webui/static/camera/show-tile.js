// "Show me": where no board is found, a tap on a tile, or on four of its corners, leads to it.

import { ask, say, tellError } from '../common/api.js';
import { part, shape } from '../common/dom.js';

/** For its corners a tile is brought so many times nearer: fingers are not exact. */
const NEARER = 2.5;

/** Offers itself under the verdict while the photo shows no board; `shown(state)` takes the answer. */
export class TileShower {
  constructor(pane, button, game, shown) {
    this.pane = pane;
    this.button = button;
    this.game = game;
    this.shown = shown;
    this.wanted = 0;
    this.points = [];
    button.addEventListener('click', () => this.begin(1, say('show_tile_tap')));
    pane.addEventListener('click', (event) => this.tapped(event));
  }

  /** Whether to offer it: with a photo in which nothing was found, or what a tile led to; not where
   * it shows a printed board, nor while dice are thrown to see who begins. */
  offer(state, may) {
    const noTileYet = Boolean(state.dice?.needed) && !state.timeline.length;
    const hasNoTiles = state.photo?.warning_codes?.some(({ code }) => code === 'printed_board');
    const wanted = may && !noTileYet && Boolean(state.photo) && !hasNoTiles && (!state.tiles.length || state.photo.digest === this.led);
    this.button.hidden = !wanted;
    if (!wanted) this.end();
    if (this.wanted) this.ask();
  }

  /** Wait for so many taps, those of corners around the place that was tapped last. */
  begin(count, said) {
    const around = count > 1 ? this.around ?? this.points.at(-1) : null;
    this.end();
    Object.assign(this, { wanted: count, said, around });
    this.pane.classList.add('showing');
    this.ask();
  }

  /** Say what is to be tapped where the verdict says that nothing was found, and show it near. */
  ask() {
    part('verdict').querySelector('p').textContent = this.said;
    if (this.around) this.see(this.around, NEARER);
  }

  end() {
    if (this.around) this.see([0, 0], 1);
    Object.assign(this, { wanted: 0, points: [], around: null });
    this.pane.classList.remove('showing');
    this.pane.querySelectorAll('.shown-corner').forEach((dot) => dot.remove());
  }

  /** Show the part of the photo around a place, so many times nearer than the whole. */
  see(place, nearer) {
    const picture = this.pane.querySelector('svg.overlay');
    const photo = picture?.querySelector('image');
    if (!photo) return;
    const size = ['width', 'height'].map((side) => Number(photo.getAttribute(side)));
    const seen = size.map((side) => side / nearer);
    const from = place.map((at, k) => Math.min(Math.max(0, at - seen[k] / 2), size[k] - seen[k]));
    picture.setAttribute('viewBox', [...from, ...seen].join(' '));
  }

  async tapped(event) {
    const picture = this.pane.querySelector('svg.overlay');
    if (!this.wanted || !picture || event.target.closest('button')) return;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    this.points.push([place.x, place.y]);
    const across = picture.viewBox.baseVal.width;
    picture.append(shape('circle', { class: 'shown-corner', cx: place.x, cy: place.y, r: across / 90 }));
    if (this.points.length < this.wanted) return;
    const { points } = this;
    this.wanted = 0;
    this.button.disabled = true;
    part('busy').hidden = false;
    try {
      const found = await ask(`/games/${this.game}/photos/shown`, { method: 'POST', body: { points } });
      this.end();
      this.led = found.photo?.digest;
      this.shown(found);
    } catch (error) {
      if (error.status === 422) this.begin(4, error.message);
      else { this.end(); tellError(error); }
    }
    this.button.disabled = false;
    part('busy').hidden = true;
  }
}
