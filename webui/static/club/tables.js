// All tables on one screen: a small board each, whose turn it is, the clock, and who needs somebody.

import { ask, say } from '../common/api.js';
import { clockFaces } from '../game/clock.js';
import { keepFocus, make, makePicture, part } from '../common/dom.js';
import { stayInTouch } from '../common/everything.js';
import { told } from './slide.js';
import { hearTime, keepTime } from '../common/time.js';

const event = new URLSearchParams(location.search).get('event');
const ticks = new Map();
if (event) part('projector').href = `/show?event=${encodeURIComponent(event)}`;

async function load() {
  const { tables, now } = await ask(`/tables${event ? `?event=${encodeURIComponent(event)}` : ''}`);
  hearTime(now);
  const old = new Map([...part('tables').children].map((line) => [line.dataset.game, line]));
  ticks.forEach((_, id) => tables.some((table) => table.id === id) || ticks.delete(id));
  keepFocus(() => part('tables').replaceChildren(...tables.map((table) => {
    const known = old.get(table.id);
    // The language of the page does not change: a version is drawn once.
    return known?.dataset.version === String(table.version) ? known : card(table);
  })));
  part('none').hidden = tables.length > 0;
  document.body.dataset.loaded = '';
}

function card(table) {
  const title = make('strong', '', table.number ? say('table_number', { number: table.number }) : table.title || say('kind_' + table.kind));
  const board = make('div', 'board', table.entered_alone ? told(table.entered_alone) : makePicture(`/api/v1/games/${table.id}/diagram.svg?at=${table.version}`));
  const says = make('span', 'says', table.says);
  says.dataset.level = table.level;
  const link = make('a', '', title, board, says);
  link.href = `/games/${table.id}`;
  if (table.clock) {
    const faces = make('span', 'faces');
    ticks.set(table.id, clockFaces(faces, table.clock));
    link.append(make('span', 'clock', faces));
  } else {
    ticks.delete(table.id);
    if (!table.entered_alone) for (const { name } of table.players) if (name) link.append(who(name, table));
  }
  const line = make('li', table.asks ? 'asks' : '', link);
  line.dataset.game = table.id;
  line.dataset.version = table.version;
  return line;
}

function who(name, table) {
  const points = table.points.find(([player]) => player === name)?.[1];
  const isOnTurn = table.turn?.startsWith(name);
  return make('span', isOnTurn ? 'who on-turn' : 'who', make('span', '', isOnTurn ? `▸ ${name}` : name), make('span', 'numbers', points));
}

keepTime();
setInterval(() => ticks.forEach((tick) => tick()), 100);
stayInTouch(load);
