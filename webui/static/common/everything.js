// Staying in touch by a stream with one game, or with all games and events; and by asking where no
// stream is to be had.

import { comesAgain, say } from './api.js';
import { rest } from './time.js';

const AGAIN_MS = 3000;
/** Changes that come close after one another are shown together. */
const TOGETHER_MS = 60;
const LOST_MS = 500;
/** An answer that takes longer may never come: the next question does not wait for it. */
const PATIENCE_MS = 10000;
/** A stream must begin so soon: a browser with many pages of ours may never have asked for it. */
const BEGINS_MS = 5000;
/** Something comes more often than that while the line holds. */
const QUIET_MS = 40000;

/** Listen to a stream: `heard` has what is done with the news of each name. Where none begins,
 *  `again` asks every few seconds and tells whether there was an answer; where there is none
 *  either, the page says that the line is lost. Returns what tells whether the line is open. */
export function listen(path, heard, again) {
  const link = document.getElementById('link');
  let stream = null;
  const watch = () => {
    stream = new EventSource(`/api/v1${path}`);
    let begun = false;
    let quiet = 0;
    const end = async () => {
      clearTimeout(quiet);
      stream.onerror = null;
      stream.close();
      if (!begun) {
        const works = await Promise.race([again(), rest(PATIENCE_MS)]);
        if (!works) link.textContent ||= say('connecting'); else if (link.textContent === say('connecting')) link.textContent = '';
      }
      setTimeout(watch, AGAIN_MS);
    };
    const here = (ms = QUIET_MS) => { clearTimeout(quiet); quiet = setTimeout(end, ms); };
    const acts = { ...heard, here: () => {}, hello: (news) => { begun = true; link.textContent = ''; heard.hello(news); } };
    for (const [name, act] of Object.entries(acts)) stream.addEventListener(name, ({ data }) => { here(); act(JSON.parse(data)); });
    stream.onerror = end;
    here(BEGINS_MS);
  };
  watch();
  return () => stream.readyState === EventSource.OPEN;
}

/** Call `load` now and whenever `concerns(change)` says that something shown has changed; `live` with
 *  what the camera of a game says. */
export function stayInTouch(load, concerns = () => true, live = () => {}) {
  let asking = null;
  let more = false;
  // One question at a time, the first at once: an answer never overtakes a newer one.
  const soon = () => {
    more = Boolean(asking);
    asking ??= Promise.race([load().then(() => true, lost), rest(PATIENCE_MS)]).finally(() => {
      setTimeout(() => { asking = null; if (more) soon(); }, TOGETHER_MS);
    });
    return asking;
  };
  // What is lost on the way is asked for again; where the line is lost too, its return asks.
  const lost = (error) => { if (comesAgain(error) && isOpen()) setTimeout(soon, LOST_MS); };
  const heard = (news) => { if (concerns(news)) soon(); };
  const isOpen = listen('/stream', { hello: soon, change: heard, event: heard, study: heard, refresh: soon, live }, soon);
}
