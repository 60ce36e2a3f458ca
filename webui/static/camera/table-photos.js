// Photos of one game's table: sent at once, or kept on this device until the server is back.

import { ask, say, sendPhoto, tell, tellError } from '../common/api.js';
import { answerTo, part } from '../common/dom.js';
import { keepPhoto, sendKept } from '../common/outbox.js';

export class TablePhotos {
  /** `page` has may, game(), show(answer), again() and door(). */
  constructor(id, page) {
    this.id = id;
    this.page = page;
    for (const input of ['photo', 'gallery']) part(input).addEventListener('change', (event) => this.send(event.target.files[0]));
  }

  async send(file) {
    if (!file) return;
    if (!this.page.may) { this.page.door(); return; }
    if (this.page.game()?.over) { await this.afterTheEnd(file); return; }
    await this.whileBusy(async () => {
      try {
        const seen = this.page.game()?.version;
        const answer = await sendPhoto(this.id, file, seen && `?version=${seen}`);
        this.page.show(answer);
        if (answer.overtook.length) tell(say('overtook'));
      } catch (error) {
        if (error.status || !(await keepPhoto(this.id, file))) throw error;
        tell(say('photo_kept'));
      }
    });
  }

  /** Send what was taken while the server was away. */
  async catchUp() {
    const sent = await sendKept(this.id, (file) => sendPhoto(this.id, file, '?kept=true')).catch(() => null);
    if (!sent) return;
    this.page.show(sent);
    tell(say('photo_sent'));
  }

  /** A photo for a finished game: a new game of the same kind, or an analysis, as its sender wishes. */
  async afterTheEnd(file) {
    const wished = await answerTo(part('what-photo'));
    this.forget();
    if (!wished) return;
    await this.whileBusy(async () => {
      const { id: next } = await (wished === 'game' ? this.page.again() : ask('/games', { method: 'POST', body: { kind: 'analysis', title: '' } }));
      await sendPhoto(next, file);
      location.href = `/games/${next}`;
    });
  }

  async whileBusy(doing) {
    part('busy').hidden = false;
    try {
      await doing();
    } catch (error) {
      tellError(error);
    } finally {
      part('busy').hidden = true;
      this.forget();
    }
  }

  /** The same file can be chosen again. */
  forget() {
    for (const input of ['photo', 'gallery']) part(input).value = '';
  }
}
