// The server's time on this screen, and what a clock shows by it.

import { ask } from './api.js';

const QUESTIONS = 3;
const AGAIN_MS = 240000;
/** Under so many seconds tenths are shown. */
const TENTHS = 20;

/** Wait for so many milliseconds. */
export const rest = (ms) => new Promise((done) => { setTimeout(done, ms); });

let ahead = 0;
let known = false;

/** The server's time in seconds. */
export const now = () => Date.now() / 1000 + ahead;

/** Take over a time that the server told just now, until it is known more exactly. */
export function hearTime(seconds) {
  if (!known) ahead = seconds - Date.now() / 1000;
}

/** Set this screen by the server: the quickest of a few answers says it best. */
async function setTime() {
  let best = Infinity;
  for (let question = 0; question < QUESTIONS; question += 1) {
    const sent = performance.now();
    const before = Date.now() / 1000;
    const { now: told } = await ask('/time');
    const took = (performance.now() - sent) / 1000;
    if (took < best) {
      best = took;
      ahead = told - (before + took / 2);
      known = true;
    }
  }
}

/** Keep this screen set: again from time to time, and when it wakes up. */
export function keepTime() {
  const set = () => setTime().catch(() => {});
  set();
  setInterval(set, AGAIN_MS);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) set(); });
}

/** What each player has left now, in seconds; below zero the time is up. */
export function leftNow(clock) {
  const running = clock.since === null ? 0 : Math.max(0, now() - clock.since);
  const free = clock.control.kind === 'delay' ? clock.control.extra : 0;
  return clock.left.map((left, index) => (index === clock.mover ? left - Math.max(0, clock.spent + running - free) : left));
}

/** Seconds as a clock shows them: 1:05:03, 4:59, 0:19.4. */
export function timeText(seconds) {
  const sign = seconds < 0 ? '−' : '';
  const size = Math.abs(seconds);
  if (size < TENTHS) return `${sign}0:${(Math.floor(size * 10) / 10).toFixed(1).padStart(4, '0')}`;
  const whole = seconds < 0 ? Math.floor(size) : Math.ceil(size);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, '0');
  return sign + (hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`);
}
