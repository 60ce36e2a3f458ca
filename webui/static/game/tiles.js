// A table of tiles on the page of its game: laid by touch or with the editor, seen in photos.

import { on, part } from '../common/dom.js';
import { BoardEditor } from '../board/editor.js';
import { Stage } from '../board/stage.js';
import { TileShower } from '../camera/show-tile.js';
import { offerHints } from './hints.js';
import { showKindPanel } from './panel.js';

export class GameTable extends Stage {
  /** `page` has the game's `id`, `game()`, whether one `may` change it, how to `change` it and to
   *  show an `answer`, and what turns to the `diagram`. */
  constructor(photoPane, diagramPane, page) {
    const { change } = page;
    super(photoPane, diagramPane, {
      tap: ([q, r]) => change(() => {
        const tile = this.tileAt([q, r]);
        if (!tile) return { change: 'place_tile', q, r, rotation: 0 };
        return { change: 'turn_tile', q, r, rotation: tile.rotation % 2 ? (tile.rotation + 1) % 6 : (tile.rotation + 2) % 6 };
      }),
      flip: ([q, r]) => change(() => {
        const tile = this.tileAt([q, r]);
        return tile && { change: 'turn_tile', q, r, rotation: (tile.rotation + 1) % 6 };
      }),
      remove: ([q, r]) => change(() => this.tileAt([q, r]) && { change: 'remove_tile', q, r }),
    });
    this.page = page;
    this.shower = new TileShower(photoPane, part('show-tile'), page.id, page.answer);
    new BoardEditor(this, change, page.game, page.diagram);
    on('zoom', () => this.toggleZoom());
    offerHints(page.may);
  }

  /** What the page shows beside this kind of table. */
  panel(state, past) {
    showKindPanel(state, { change: this.page.change, past });
    this.shower.offer(state, this.page.may && !past && !state.over);
  }

  /** Whether nothing lies there of which a program could say anything. */
  isBare(state) {
    return !state.tiles.length;
  }

  /** Whether a touch plays an action: what lies there is confirmed. */
  plays() {
    return false;
  }

  /** Of the two pictures the one that was chosen, else the photo; tiles are laid on the diagram. */
  viewOf(state, chosen) {
    return state.partner?.move ? 'diagram' : chosen ?? 'photo';
  }

  /** The live picture with the reading over it; without one, the picture alone: as near as before
   * where the board `stays`, as under a hand. */
  showLive(photo, reading, stays) {
    this.showPhoto({ tiles: reading?.tiles ?? [], fresh: [], photo: { ...photo, loose: [], stays: stays && !reading } });
  }

  /** What begins a game in which another line is tried. */
  branch() {
    return { kind: 'analysis' };
  }
}
