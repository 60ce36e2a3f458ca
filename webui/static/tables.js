// All tables on one screen: a small board each, whose turn it is, the clock, and who needs somebody.

import { ask, say } from './api.js';
import { clockFaces } from './clock.js';
import { stayInTouch } from './everything.js';
import { hearTime, keepTime } from './time.js';

const part = (name) => document.getElementById(name);
const event = new URLSearchParams(location.search).get('event');
const ticks = new Map();
if (event) part('projector').href = `/show?event=${encodeURIComponent(event)}`;

async function load() {
  const { tables, now } = await ask(`/tables${event ? `?event=${encodeURIComponent(event)}` : ''}`);
  hearTime(now);
  const old = new Map([...part('tables').children].map((line) => [line.dataset.game, line]));
  ticks.forEach((_, id) => tables.some((table) => table.id === id) || ticks.delete(id));
  part('tables').replaceChildren(...tables.map((table) => {
    const known = old.get(table.id);
    // The language of the page does not change: a version is drawn once.
    return known?.dataset.version === String(table.version) ? known : card(table);
  }));
  part('none').hidden = tables.length > 0;
  document.body.dataset.loaded = '';
}

function make(name, text = '', className = '') {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
}

function card(table) {
  const line = make('li', '', table.asks ? 'asks' : '');
  line.dataset.game = table.id;
  line.dataset.version = table.version;
  const link = make('a');
  link.href = `/games/${table.id}`;
  const title = make('strong', table.number ? say('table_number', { number: table.number }) : table.title || say('kind_' + table.kind));
  const board = make('span', '', 'board');
  const picture = make('img');
  picture.src = `/api/v1/games/${table.id}/diagram.svg?at=${table.version}`;
  picture.alt = '';
  board.append(picture);
  const says = make('span', table.says, 'says');
  says.dataset.level = table.level;
  link.append(title, board, says);
  if (table.clock) {
    const clock = make('span', '', 'clock');
    const faces = make('span', '', 'faces');
    clock.append(faces);
    ticks.set(table.id, clockFaces(faces, table.clock));
    link.append(clock);
  } else {
    ticks.delete(table.id);
    for (const { name } of table.players) if (name) link.append(who(name, table));
  }
  line.append(link);
  return line;
}

function who(name, table) {
  const row = make('span', '', table.turn?.startsWith(name) ? 'who on-turn' : 'who');
  const points = table.points.find(([player]) => player === name)?.[1];
  row.append(make('span', table.turn?.startsWith(name) ? `▸ ${name}` : name), make('span', points ?? '', 'numbers'));
  return row;
}

keepTime();
setInterval(() => ticks.forEach((tick) => tick()), 100);
stayInTouch(load);
