// A tour that plays itself on a sample photo: nothing is stored, nothing can go wrong.

import { drawn, say } from '../common/api.js';
import { keepFocus, on, part } from '../common/dom.js';
import { Stage } from '../board/stage.js';

const SECONDS = 6;
const nothing = () => {};
const stage = new Stage(part('photo-pane'), part('diagram-pane'), { tap: nothing, remove: nothing, flip: nothing });
const sample = await (await fetch('/static/home/tour.json')).json();
const UNSURE = 4;
const NEW = 2;

const words = (tiles) => tiles.map(({ q, r, rotation }) => `${q},${r}${'abc'[rotation / 2]}`).join(' ');
const named = (tile) => `${tile.q},${tile.r}`;
const tiles = sample.tiles.map((tile) => ({ ...tile, unsure: false }));
const photo = { url: '/static/home/tour.webp', width: sample.width, height: sample.height, loose: [] };
const show = (shown, fresh = []) => stage.showPhoto({ photo, tiles: shown, fresh: fresh.map(({ q, r }) => [q, r]) });

const STEPS = [
  () => show([]),
  () => show(tiles),
  () => show(tiles.map((tile, index) => (index === UNSURE ? { ...tile, unsure: true, confidence: 0.62 } : tile))),
  () => show(tiles, tiles.slice(-NEW)),
  async () => {
    const answer = await fetch(`/api/v1/diagram.svg?board=${encodeURIComponent(words(tiles))}&marked=${encodeURIComponent(tiles.slice(-NEW).map(named).join(' '))}`);
    part('diagram-pane').replaceChildren(drawn(await answer.text()));
  },
];
let step = 0;
let timer = 0;
let playing = !matchMedia('(prefers-reduced-motion: reduce)').matches;

function paint() {
  clearTimeout(timer);
  const last = STEPS.length - 1;
  part('photo-pane').hidden = step === last;
  part('diagram-pane').hidden = step !== last;
  STEPS[step]();
  part('tour-words').textContent = say(`tour_${step + 1}`, { count: tiles.length });
  part('tour-step').textContent = say('tour_of', { number: step + 1, count: STEPS.length });
  part('tour-back').disabled = step === 0;
  part('tour-forth').disabled = step === last;
  part('tour-pause').textContent = say(playing ? 'tour_pause' : 'tour_play');
  part('tour-pause').disabled = step === last;
  if (playing && step < last) timer = setTimeout(() => { step += 1; paint(); }, 1000 * SECONDS);
}

const go = (by) => { playing = false; step += by; keepFocus(paint); };
on('tour-back', () => go(-1));
on('tour-forth', () => go(1));
on('tour-pause', () => { playing = !playing; paint(); });
stage.zoom.setAttribute('aria-pressed', 'true');
paint();
