// Staying in touch by a stream with one game, or with all games and events; and by asking where no
// stream is left.

import { comesAgain, say } from './api.js';

const AGAIN_MS = 3000;
/** Changes that come close after one another are shown together. */
const TOGETHER_MS = 60;
const LOST_MS = 500;
/** An answer that takes longer may never come: the next question does not wait for it. */
const PATIENCE_MS = 10000;

/** Listen to a stream: `heard` has what is done with the news of each name. The page says when the
 *  line is lost; `again` is called every few seconds where all streams are taken, and one is tried
 *  for. Returns what tells whether the line is open. */
export function listen(path, heard, again) {
  const link = document.getElementById('link');
  let stream = null;
  let quiet = 0;
  const watch = () => {
    stream = new EventSource(`/api/v1${path}`);
    stream.addEventListener('hello', () => { clearTimeout(quiet); quiet = 0; link.textContent = ''; });
    for (const [name, act] of Object.entries(heard)) stream.addEventListener(name, ({ data }) => act(JSON.parse(data)));
    stream.onerror = () => {
      quiet ||= setTimeout(() => { link.textContent ||= say('connecting'); }, AGAIN_MS);
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => { again(); watch(); }, AGAIN_MS);
    };
  };
  watch();
  return () => stream.readyState === EventSource.OPEN;
}

/** Call `load` now and whenever `concerns(change)` says that something shown has changed. */
export function stayInTouch(load, concerns = () => true) {
  let asking = false;
  let more = false;
  // One question at a time, the first at once: an answer never overtakes a newer one.
  const soon = async () => {
    more = asking;
    if (asking) return;
    asking = true;
    await Promise.race([load().catch(lost), new Promise((done) => { setTimeout(done, PATIENCE_MS); })]);
    setTimeout(() => { asking = false; if (more) soon(); }, TOGETHER_MS);
  };
  // What is lost on the way is asked for again; where the line is lost too, its return asks.
  const lost = (error) => { if (comesAgain(error) && isOpen()) setTimeout(soon, LOST_MS); };
  const heard = (news) => { if (concerns(news)) soon(); };
  const isOpen = listen('/stream', { hello: soon, change: heard, event: heard, study: heard, refresh: soon }, soon);
}
