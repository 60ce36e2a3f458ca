// Staying in touch with all games and events: one stream, and asking where no stream is left.

import { comesAgain, say } from './api.js';

const AGAIN_MS = 3000;
/** Changes that come close together are shown at once. */
const TOGETHER_MS = 60;
const LOST_MS = 500;

/** Call `load` now and whenever `concerns(change)` says that something shown has changed. */
export function stayInTouch(load, concerns = () => true) {
  let timer = 0;
  let quiet = 0;
  const link = document.getElementById('link');
  let stream = null;
  const soon = (wait = TOGETHER_MS) => { timer ||= setTimeout(() => { timer = 0; Promise.resolve().then(load).catch(lost); }, wait); };
  // What is lost on the way is asked for again; where the line is lost too, its return asks.
  const lost = (error) => { if (comesAgain(error) && stream.readyState === EventSource.OPEN) soon(LOST_MS); };
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
