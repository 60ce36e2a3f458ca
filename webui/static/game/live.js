// What a live camera says and shows on the page of its game.

import { saidLive, say } from '../common/api.js';
import { keepFocus, part } from '../common/dom.js';
import { TableCamera } from '../camera/camera.js';

const DOUBTS = ['missed', 'gone', 'wrong', 'touched', 'unsure', 'names', 'asks', 'covered', 'lost', 'cut', 'rolled_again', 'roll_unsure', 'start_who'];

/** What is said where the board lies elsewhere in the picture than before, if it is there. */
const AWAY = ['lost', 'moved', 'reading', 'cut'];

export class LiveTable {
  /** `stage` shows the pictures; `now()` is the game, null while a step of its record is shown;
   * `changed()` is called when a camera begins to watch and when it ends. */
  constructor(id, may, stage, { now, changed }) {
    Object.assign(this, { id, may, stage, now, changed, state: null, newest: 0, size: {}, heard: 0 });
    /** This browser's own camera. */
    this.camera = new TableCamera(id, () => this.show(this.state), () => Boolean(this.state) && !this.camera.watches);
  }

  /** Show what the stream tells. */
  hear(state) {
    this.heard += 1;
    this.show(state);
  }

  /** Say what the camera that watches says of itself, null where none does. */
  show(state) {
    const watched = Boolean(state) && state.key !== 'off';
    const isNews = Boolean(this.state) !== watched;
    this.state = watched ? state : null;
    if (isNews) this.changed();
    keepFocus(() => { part('live').hidden = !watched && !this.camera.running; }, ['camera']);
    part('live-state').textContent = watched ? saidLive(state) : say('live_starting');
    part('live-state').classList.toggle('long', part('live-state').textContent.length > 60);
    part('live').dataset.level = DOUBTS.includes(state?.key) ? 'unsure' : 'info';
    part('live-stop').hidden = !this.camera.running && !(watched && this.may);
    if (!this.camera.running) part('live-next').hidden = true;
  }

  async showPicture({ number, reading }) {
    if (!this.now() || !this.state) return;
    this.newest = number;
    const url = `/api/v1/games/${this.id}/frame?number=${number}`;
    const size = reading?.image ?? await sizeOf(url);
    if (number !== this.newest) return; // a newer one came while this one was loaded
    // A picture without a reading is smaller: it fills the place of the last one that was read.
    const isAlike = Math.abs(size.width / size.height - this.size.width / this.size.height) < 0.01;
    if (reading || !isAlike) this.size = size;
    const { width, height } = this.size;
    if (width && this.state) this.stage.showLive({ url, width, height }, reading, !AWAY.includes(this.state.key));
  }
}

async function sizeOf(url) {
  const picture = new Image();
  picture.src = url;
  await picture.decode().catch(() => {});
  return { width: picture.naturalWidth, height: picture.naturalHeight };
}
