// One table on the wall, nothing to press; with `seconds` in the address one after the other.

import { ask, drawn, saidLive, say } from '../common/api.js';
import { clockFaces } from '../game/clock.js';
import { make, part } from '../common/dom.js';
import { stayInTouch } from '../common/everything.js';
import { placesNamed, writeCoordinates } from '../board/coordinates.js';
import { MARKS } from '../board/items.js';
import { lightOn } from '../board/lights.js';
import { fillSlide, told } from './slide.js';
import { hearTime, keepTime } from '../common/time.js';

const USUAL_SECONDS = 15;
const query = new URLSearchParams(location.search);
const fixed = part('show').dataset.shown;
const event = query.get('event');
/** Stands for the event's own page among the tables. */
const SLIDE = 'slide';
/** What a camera says to those who can answer on their page; the card here says what is asked. */
const ASKS = ['off', 'asks', 'names', 'touched', 'unsure'];
let tables = [];
/** The game that was touched last, which may just have ended. */
let latest = null;
let here = fixed;
let version = 0;
let playing = true;
let tick = () => {};

/** The tables to be shown, and the one that is shown now. */
async function load() {
  if (!fixed) {
    ({ tables, latest } = await ask(`/tables${event ? `?event=${encodeURIComponent(event)}` : ''}`));
    if (event) playing = await fillSlide(event);
    if (!places().includes(here)) here = latest ?? places()[0] ?? '';
  }
  await paint();
}

/** What is shown one after the other: once all games have ended, who has won the evening. */
const places = () => [...(event && !playing ? [] : tables.map(({ id }) => id)), ...(event ? [SLIDE] : [])];

async function paint() {
  part('slide').hidden = here !== SLIDE;
  part('show').hidden = here === SLIDE;
  if (here === SLIDE) return;
  if (!here) {
    part('headline').textContent = say('no_tables');
    part('board').replaceChildren();
    return;
  }
  const game = await ask(`/games/${here}`);
  if (game.id === here) sayLive(game.live);
  if (game.id !== here || (game.version === version && part('show').dataset.game === game.id)) return;
  hearTime(game.now);
  version = game.version;
  part('show').dataset.game = game.id;
  part('show').dataset.version = version;
  const number = tables.find(({ id }) => id === here)?.number;
  const place = number && say('table_number', { number });
  // As a club night names its games.
  const isNumbered = place && game.title.toLowerCase().endsWith(place.toLowerCase());
  part('table-name').textContent = [isNumbered ? '' : place, game.title || say('kind_' + game.kind)].filter(Boolean).join(' · ');
  part('verdict').dataset.level = game.verdict.level;
  part('verdict').querySelector('.mark').textContent = MARKS[game.verdict.level];
  part('headline').textContent = game.verdict.text;
  part('detail').textContent = game.verdict.detail;
  part('board').replaceChildren(game.entered_alone ? told(game.entered_alone) : drawn(game.diagram));
  if (!game.entered_alone) writeCoordinates(part('board').firstChild, placesNamed({ text: game.verdict.text, detail: game.verdict.detail }));
  const picture = part('board').querySelector('svg > g');
  if (picture) lightOn(picture, game.verdict.items.filter(({ lit }) => lit));
  const last = game.timeline.at(-1);
  // What is told by its places alone is marked on the board.
  const gains = Object.entries(last?.points ?? {}).map(([name, points]) => `${name} +${points}`);
  part('last-move').textContent = last ? [say('last_move', { player: last.who }), last.said !== last.move && last.said, ...gains].filter(Boolean).join(' · ') : '';
  part('clock').hidden = !game.clock;
  tick = game.clock ? clockFaces(part('clock-faces'), game.clock) : () => {};
  tick();
  const players = game.entered_alone || (game.clock && game.players.every(({ points }) => points === null)) ? [] : game.players;
  part('wall-scores').replaceChildren(...players.map(({ name, colour_name: colour, points, on_turn: onTurn }) => {
    const beside = make('strong', '', points ?? (name && colour));
    return make('li', onTurn ? 'on-turn' : '', `${onTurn ? '▸ ' : ''}${name || colour}`, beside);
  }));
  if (part('look-code')) part('look-code').src = `/qr.svg?game=${here}`;
}

function sayLive(state) {
  part('wall-live').textContent = !state || ASKS.includes(state.key) ? '' : saidLive(state);
}

function turnOn() {
  const all = places();
  if (all.length < 2) return;
  here = all[(all.indexOf(here) + 1) % all.length];
  paint().catch(() => {});
}

keepTime();
setInterval(() => tick(), 100);
if (!fixed) setInterval(turnOn, 1000 * Math.max(3, Number(query.get('seconds')) || USUAL_SECONDS));
stayInTouch(load, (change) => !fixed || change.game === fixed, (state) => { if (state.game === here) sayLive(state); });
