// One table on the wall, nothing to press; with `seconds` in the address one after the other.

import { ask, drawn, say } from './api.js';
import { clockFaces } from './clock.js';
import { stayInTouch } from './everything.js';
import { MARKS } from './items.js';
import { hearTime, keepTime } from './time.js';

const USUAL_SECONDS = 15;
const part = (name) => document.getElementById(name);
const query = new URLSearchParams(location.search);
const fixed = part('show').dataset.shown;
const event = query.get('event');
let tables = [];
let here = fixed;
let version = 0;
let tick = () => {};

/** The tables to be shown, and the one that is shown now. */
async function load() {
  if (!fixed) {
    ({ tables } = await ask(`/tables${event ? `?event=${encodeURIComponent(event)}` : ''}`));
    if (!tables.some(({ id }) => id === here)) here = tables[0]?.id ?? '';
  }
  await paint();
}

async function paint() {
  if (!here) {
    part('headline').textContent = say('no_tables');
    part('board').replaceChildren();
    return;
  }
  const game = await ask(`/games/${here}`);
  if (game.id !== here || (game.version === version && part('show').dataset.game === game.id)) return;
  hearTime(game.now);
  version = game.version;
  part('show').dataset.game = game.id;
  part('show').dataset.version = version;
  const number = tables.find(({ id }) => id === here)?.number;
  part('table-name').textContent = [number && say('table_number', { number }), game.title || say('kind_' + game.kind)].filter(Boolean).join(' · ');
  part('verdict').dataset.level = game.verdict.level;
  part('verdict').querySelector('.mark').textContent = MARKS[game.verdict.level];
  part('headline').textContent = game.verdict.text;
  part('detail').textContent = game.verdict.detail;
  part('board').replaceChildren(drawn(game.diagram));
  const last = game.timeline.at(-1);
  part('last-move').textContent = last ? `${last.number} ${last.who}: ${last.said}` : '';
  part('clock').hidden = !game.clock;
  tick = game.clock ? clockFaces(part('clock-faces'), game.clock) : () => {};
  tick();
  const players = game.clock && game.players.every(({ points }) => points === null) ? [] : game.players;
  part('wall-scores').replaceChildren(...players.map(({ name, colour_name: colour, points, on_turn: onTurn }) => {
    const line = document.createElement('li');
    line.className = onTurn ? 'on-turn' : '';
    line.append(`${onTurn ? '▸ ' : ''}${name || colour}`, document.createElement('strong'));
    line.lastChild.textContent = points ?? (name ? colour ?? '' : '');
    return line;
  }));
  if (part('look-code')) part('look-code').src = `/qr.svg?game=${here}`;
}

function turnOn() {
  if (tables.length < 2) return;
  const place = tables.findIndex(({ id }) => id === here);
  here = tables[(place + 1) % tables.length].id;
  paint().catch(() => {});
}

keepTime();
setInterval(() => tick(), 100);
if (!fixed) setInterval(turnOn, 1000 * Math.max(3, Number(query.get('seconds')) || USUAL_SECONDS));
stayInTouch(() => load().catch(() => {}), (change) => !fixed || change.game === fixed);
