// This device's camera watches the table: frames go to the server at the pace that it takes them.

import { ask, say, tell, tellError } from '../common/api.js';
import { on, part } from '../common/dom.js';
import { rest } from '../common/time.js';
import { missing, refusal, Viewfinder } from './viewfinder.js';

const FRAME_SIDE = 1280;
const AGAIN_MS = 2000;

export class TableCamera {
  /** `changed` is called when the camera was opened or closed; `taken()` tells whether another one
   *  films the game. */
  constructor(game, changed, taken) {
    this.game = game;
    this.changed = changed;
    this.taken = taken;
    this.watches = false;
    this.finder = new Viewfinder(part('viewfinder'), () => this.comeBack());
    on('live-stop', () => (this.running ? this.stop() : ask(`/games/${game}/watch`, { method: 'DELETE' }).catch(tellError)));
    on('live-next', () => this.open(() => this.finder.next()));
    on('live-start', () => this.open(() => this.finder.start()));
    on('live-server', () => this.watchFromServer());
    addEventListener('pagehide', () => this.stop());
  }

  get running() {
    return this.finder.open;
  }

  /** Say what the camera does, or what is missing, before it is opened. */
  offer(help = say(this.taken() ? 'camera_taken' : 'camera_help')) {
    const lack = missing();
    part('live-help').textContent = lack || help;
    part('live-start').hidden = Boolean(lack);
    if (!part('live-dialog').open) part('live-dialog').showModal();
  }

  /** Have a camera of the server watch the table. */
  async watchFromServer() {
    part('live-refused').textContent = '';
    part('live-server').disabled = true;
    try {
      await this.takeOver();
      await ask(`/games/${this.game}/watch`, { method: 'POST', body: { camera: Number(part('live-number').value) } });
      part('live-dialog').close();
    } catch (error) {
      part('live-refused').textContent = error.message;
    }
    part('live-server').disabled = false;
  }

  /** A single photo, as large as the camera gives it. */
  shot() {
    return this.finder.picture(Infinity, 0.92);
  }

  /** Say that the camera was cut off, and go on once it is back: no other one, which may look
   *  elsewhere. Who closes the dialog has given it up. */
  async comeBack() {
    const { device } = this.finder;
    this.close(); // the server says to all that no pictures come
    this.offer(say('camera_gone'));
    const waits = () => part('live-dialog').open && !this.running;
    for (await rest(AGAIN_MS); waits(); await rest(AGAIN_MS)) await this.open(() => this.finder.start(device), () => {});
    if (!this.running) this.stop();
  }

  async open(opening, refused = (why) => {
    part('live-help').textContent = why;
    if (!part('live-dialog').open) tell(why, { bad: true });
  }) {
    try {
      await opening();
      await this.takeOver();
    } catch (error) {
      refused(refusal(error));
      return;
    }
    part('live-dialog').close();
    part('live-next').hidden = (await this.finder.cameras()).length < 2;
    this.changed();
    this.watches = true;
    this.run = [...crypto.getRandomValues(new Uint32Array(2))].join('-');
    this.send(this.finder.stream);
  }

  /** Another camera that films the game ends, as the dialog has said. */
  async takeOver() {
    if (this.taken()) await ask(`/games/${this.game}/watch`, { method: 'DELETE' });
  }

  close() {
    if (!this.running) return;
    this.finder.stop();
    this.changed();
  }

  stop() {
    this.close();
    if (!this.watches) return; // another camera does, and goes on
    this.watches = false;
    ask(`/games/${this.game}/live`, { method: 'PUT', body: { state: 'off', run: this.run }, keepalive: true }).catch(() => {});
  }

  /** Send frames until the camera is closed or changed. */
  async send(stream) {
    let said = '';
    while (this.finder.stream === stream) {
      try {
        const frame = await this.finder.picture(FRAME_SIDE, 0.8);
        if (this.finder.stream !== stream) break;
        const { wait_ms: wait, over } = await ask(`/games/${this.game}/frames?run=${this.run}`, { method: 'POST', body: frame });
        said = '';
        if (over && this.finder.stream === stream) { // another one films now, or somebody has ended it
          this.watches = false;
          this.close();
        }
        await rest(wait);
      } catch (error) {
        this.watches = error.status !== 422;
        if (said !== error.message) tellError(error);
        said = error.message;
        await rest(AGAIN_MS);
      }
    }
  }
}
