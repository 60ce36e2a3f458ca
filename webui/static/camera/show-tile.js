// "Show me": where no board is found, a tap on a tile, or on four of its corners, leads to it.

import { ask, say, tell, tellError } from '../common/api.js';
import { shape } from '../common/dom.js';


/** Offers itself under the verdict while the photo shows no board; `shown(state)` takes the answer. */
export class TileShower {
  constructor(pane, button, game, shown) {
    this.pane = pane;
    this.button = button;
    this.game = game;
    this.shown = shown;
    this.wanted = 0;
    this.points = [];
    button.addEventListener('click', () => this.begin(1));
    pane.addEventListener('click', (event) => this.tapped(event));
  }

  /** Whether to offer it: with a photo in which nothing was found. */
  offer(wanted) {
    this.button.hidden = !wanted;
    if (!wanted) this.end();
  }

  begin(count) {
    this.end();
    this.wanted = count;
    this.pane.classList.add('showing');
    tell(say(count === 1 ? 'show_tile_tap' : 'show_tile_corners'));
  }

  end() {
    this.wanted = 0;
    this.points = [];
    this.pane.classList.remove('showing');
    this.pane.querySelectorAll('.shown-corner').forEach((dot) => dot.remove());
  }

  async tapped(event) {
    const picture = this.pane.querySelector('svg.overlay');
    if (!this.wanted || !picture || event.target.closest('button')) return;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    this.points.push([place.x, place.y]);
    const across = picture.viewBox.baseVal.width;
    picture.append(shape('circle', { class: 'shown-corner', cx: place.x, cy: place.y, r: across / 90 }));
    if (this.points.length < this.wanted) return;
    const points = this.points;
    this.wanted = 0;
    this.button.disabled = true;
    try {
      this.shown(await ask(`/games/${this.game}/photos/shown`, { method: 'POST', body: { points } }));
      this.end();
    } catch (error) {
      if (error.status === 422) this.begin(4); else this.end();
      tellError(error);
    }
    this.button.disabled = false;
  }
}
