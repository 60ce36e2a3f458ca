// The clock of one game: a face for each player, pressed by a tap; running out is said, no more.

import { say, tell } from '../common/api.js';
import { answerTo, make, on, part, write } from '../common/dom.js';
import { hearTime, keepTime, leftNow, timeText } from '../common/time.js';

const TICK_MS = 100;

/** The time control that a group of fields asks for, null for no clock. */
export function chosenClock(prefix = 'clock') {
  const kind = part(`${prefix}-kind`).value;
  if (!kind) return null;
  const unit = kind === 'move' ? 1 : 60;
  return { kind, seconds: Math.max(1, unit * Number(part(`${prefix}-main`).value)), extra: ['increment', 'delay'].includes(kind) ? Number(part(`${prefix}-extra`).value) : 0 };
}

/** Show only the fields that the chosen kind of clock has. */
export function offerClock(prefix = 'clock') {
  const kind = part(`${prefix}-kind`);
  const fit = () => {
    part(`${prefix}-numbers`).hidden = !kind.value;
    part(`${prefix}-extra-field`).hidden = !['increment', 'delay'].includes(kind.value);
    part(`${prefix}-unit`).textContent = say(kind.value === 'move' ? 'clock_seconds' : 'clock_minutes');
  };
  kind.addEventListener('change', () => {
    part(`${prefix}-main`).value = kind.value === 'move' ? 60 : 15;
    fit();
  });
  fit();
}

/** Draw the faces of a clock into an element; returns what is to be called at every tick. */
export function clockFaces(element, clock, { may = false, press = () => {}, ranOut = () => {}, points = [] } = {}) {
  let said = new Set(leftNow(clock).flatMap((left, index) => (left <= 0 ? [index] : [])));
  const faces = clock.names.map((name, index) => {
    const who = make('span', 'name', name, points[index] && ` · ${points[index]}`);
    const face = make(may ? 'button' : 'div', 'face', who, make('strong', 'numbers'));
    if (may) {
      face.disabled = clock.over || (clock.begun && index !== clock.mover);
      face.onclick = () => press(index);
    }
    face.classList.toggle('running', index === clock.mover && clock.since !== null);
    face.classList.toggle('waiting', index === clock.mover && clock.since === null && !clock.over);
    return face;
  });
  element.replaceChildren(...faces);
  return () => {
    leftNow(clock).forEach((left, index) => {
      write(faces[index].lastChild, timeText(left));
      faces[index].classList.toggle('out', left <= 0);
      if (left <= 0 && !said.has(index)) {
        said = new Set([...said, index]);
        ranOut(clock.names[index]);
      }
    });
  };
}

export class GameClock {
  /** `change` sends a change of the game, `speak` says something aloud. */
  constructor(change, speak, may) {
    this.change = change;
    this.speak = speak;
    this.may = may;
    this.tick = () => {};
    this.version = 0;
    setInterval(() => this.tick(), TICK_MS);
    on('clock-toggle', () => change({ change: this.clock.since === null ? 'start_clock' : 'stop_clock' }));
    on('set-clock', () => this.choose());
    offerClock();
  }

  show(state) {
    const { clock } = state;
    hearTime(state.now);
    part('clock').hidden = !clock;
    part('clock-toggle').hidden = !clock || !this.may || clock.over;
    document.body.classList.toggle('timed', Boolean(clock));
    if (clock && !this.clock) keepTime();
    this.clock = clock;
    if (!clock) { this.tick = () => {}; return; }
    part('clock-toggle').textContent = clock.since === null ? '▶' : '❚❚';
    part('clock-toggle').setAttribute('aria-label', say(clock.since === null ? 'clock_start' : 'clock_stop'));
    this.tick = clockFaces(part('clock-faces'), clock, {
      may: this.may,
      press: () => this.change({ change: 'press_clock' }),
      points: state.players.map(({ points, gain }) => points !== null && `${say('points', { count: points })}${gain ? ` +${gain}` : ''}`),
      ranOut: (player) => {
        tell(say('clock_out', { player }), { bad: true });
        this.speak(say('clock_out', { player }));
      },
    });
    this.tick();
  }

  /** Another clock for this game, from the menu. */
  async choose() {
    if (await answerTo(part('clock-dialog')) === 'yes') this.change({ change: 'set_clock', clock: chosenClock() });
  }
}
