// Staying in touch with all games and events: one stream, and asking where no stream is left.

import { comesAgain, say } from './api.js';

const AGAIN_MS = 3000;
/** Changes that come close after one another are shown together. */
const TOGETHER_MS = 60;
const LOST_MS = 500;
/** An answer that takes longer may never come: the next question does not wait for it. */
const PATIENCE_MS = 10000;

/** Call `load` now and whenever `concerns(change)` says that something shown has changed. */
export function stayInTouch(load, concerns = () => true) {
  let asking = false;
  let more = false;
  let quiet = 0;
  const link = document.getElementById('link');
  let stream = null;
  // One question at a time, the first at once: an answer never overtakes a newer one.
  const soon = async () => {
    more = asking;
    if (asking) return;
    asking = true;
    await Promise.race([load().catch(lost), new Promise((done) => { setTimeout(done, PATIENCE_MS); })]);
    setTimeout(() => { asking = false; if (more) soon(); }, TOGETHER_MS);
  };
  // What is lost on the way is asked for again; where the line is lost too, its return asks.
  const lost = (error) => { if (comesAgain(error) && stream.readyState === EventSource.OPEN) setTimeout(soon, LOST_MS); };
  const heard = (event) => { if (concerns(JSON.parse(event.data))) soon(); };
  const watch = () => {
    stream = new EventSource('/api/v1/stream');
    stream.addEventListener('hello', () => { clearTimeout(quiet); quiet = 0; link.textContent = ''; soon(); });
    stream.addEventListener('change', heard);
    stream.addEventListener('event', heard);
    stream.addEventListener('study', heard);
    stream.addEventListener('refresh', () => soon());
    stream.onerror = () => {
      quiet ||= setTimeout(() => { link.textContent = say('connecting'); }, AGAIN_MS);
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => { soon(); watch(); }, AGAIN_MS);
    };
  };
  watch();
}
