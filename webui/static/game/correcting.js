// A move of the record that was read wrongly: its table is put right on the page of its game.

import { ask, say, tell, tellError } from '../common/api.js';
import { confirmThat } from '../common/ask.js';
import { on, part } from '../common/dom.js';

export class Correcting {
  /** `game()` is the game as it stands; `paint` shows the table that is put right, `done` the game
   *  once it is, or as it was; `plays()` tells whether a touch plays a move anew, with nothing to
   *  confirm; `undo` takes a correction back. */
  constructor(id, page) {
    Object.assign(this, page, { id, shown: null });
    on('correct-cancel', () => this.end(this.game()));
    on('correct-roll', () => this.begin(this.move, true));
  }

  /** Whether a move is being put right. */
  get on() {
    return Boolean(this.shown);
  }

  /** Show what lay there after a move, as it was seen; `beforeRoll`: its dice are told anew. */
  begin(move, beforeRoll = false) {
    Object.assign(this, { move, beforeRoll, changes: [] });
    return this.send().catch(tellError);
  }

  /** One more change, or the last one taken back. */
  async change(body) {
    const before = this.changes;
    this.changes = body.change === 'undo' ? before.slice(0, -1) : [...before, structuredClone(body)]; // the page goes on with its dice
    try {
      await this.send();
    } catch (error) {
      this.changes = before;
      throw error;
    }
  }

  async send(takeAway = false) {
    const answer = await ask(`/games/${this.id}/corrections`, { method: 'POST', body: {
      version: this.game().version, move: this.move, changes: this.changes, before_roll: this.beforeRoll, take_away: takeAway,
    } });
    const { is_whole: isWhole, is_stored: isStored, lost, rolls, text, together } = answer.correction;
    if (isWhole && !lost.length || isStored) {
      this.end(isStored ? answer : this.game());
      tell(text, isStored ? { label: say('undo'), action: this.undo } : {});
      return;
    }
    if (isWhole) {
      const [first, last] = [lost[0], lost.at(-1)];
      const title = say(first === last ? 'take_away' : 'take_away_several', { first, last });
      if (await confirmThat(title, `${text} ${say('take_away_help')}`)) { await this.send(true); return; }
      this.changes = this.changes.slice(0, -1);
      await this.send();
      return;
    }
    // Each change is another state, though nothing is stored yet.
    this.shown = { ...answer, version: `${answer.version} ${this.beforeRoll} ${this.changes.length}` };
    part('correct-roll').hidden = !rolls || this.beforeRoll;
    this.mark();
    this.paint(this.shown);
    const [first, last] = [together[0], together.at(-1)];
    part('correcting-what').textContent = say(first === last ? 'correcting' : 'correcting_together', { number: this.move, first, last });
    part('correcting-how').textContent = this.plays() ? say('correcting_play', { said: this.game().timeline[this.move - 1].said }) : say('correcting_help');
  }

  end(state) {
    this.shown = null;
    this.mark();
    this.done(state);
  }

  mark() {
    part('correcting').hidden = part('correct-cancel').hidden = !this.on;
    document.body.classList.toggle('correcting', this.on);
  }
}
