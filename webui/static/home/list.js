// The list of games: searched, filtered, page by page; a game in the bin can come back.

import { ask, say, tellError } from '../common/api.js';
import { binned, offerBin, showsBin } from '../common/bin.js';
import { make, makePicture, on, part, timeOf } from '../common/dom.js';

const PAUSE_MS = 250;
const AGAIN_MS = 1500;
let may = false;
let asked = 0;

/** What the fields above the list ask for. */
function wish() {
  const query = new URLSearchParams();
  for (const [name, field] of [['q', 'search'], ['kind', 'filter-kind'], ['state', 'filter-state'], ['day', 'filter-day']]) {
    if (part(field).value) query.set(name, part(field).value);
  }
  if (query.has('day')) query.set('zone', new Date(query.get('day')).getTimezoneOffset());
  if (showsBin()) query.set('deleted', 'true');
  return query;
}

/** Ask for the list anew, or for more of it behind what is shown. */
export async function list({ more = false } = {}) {
  const number = asked += 1;
  const query = wish();
  const isWhole = query.size === 0;
  if (more) query.set('after', part('games').children.length);
  const { games, count, complete } = await ask(`/games?${query}`);
  if (number !== asked) return;
  const cards = games.map(card);
  if (more) part('games').append(...cards); else part('games').replaceChildren(...cards);
  part('none').hidden = count > 0;
  part('none').textContent = say(showsBin() ? 'empty_bin' : isWhole ? 'no_games' : 'none_found');
  part('count').textContent = count ? say('list_count', { count }) : '';
  part('more').hidden = part('games').children.length >= count;
  // A list of an earlier version is being made: look again.
  if (!complete) setTimeout(() => number === asked && list().catch(() => {}), AGAIN_MS);
}

function card(game) {
  const picture = makePicture(`/api/v1/games/${game.id}/diagram.svg?at=${game.version}`);
  picture.loading = 'lazy';
  const names = game.players.map(({ name }) => name).filter(Boolean).join(' – ');
  const words = make('div', '', make('strong', '', game.title || names || say('kind_' + game.kind)));
  if (names && game.title) words.append(make('span', 'names', names));
  if (standing(game)) words.append(make('span', game.over ? 'standing over' : 'standing', standing(game)));
  words.append(make('span', 'quiet small', `${say('kind_' + game.kind)} · ${timeOf(game.changed)}`));
  const link = make('a', '', make('div', 'thumb', picture), words);
  link.href = `/games/${game.id}`;
  return make('li', '', link, game.deleted && may && binned(`/games/${game.id}`, say('purge_help'), act));
}

/** Whose turn it is, or who has won. */
function standing(game) {
  if (game.winner) return say('line_won', { player: game.winner });
  if (game.over) return say(game.drawn ? 'line_drawn' : 'line_over');
  return game.turn ? say('line_turn', { player: game.turn }) : '';
}

const show = (how) => list(how).catch(tellError);
const act = (doing) => doing.catch(tellError).then(() => show());

/** Make the list work; `mayChange` says whether games can be brought back. */
export function showList(mayChange) {
  may = mayChange;
  let timer = 0;
  part('search').addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(show, PAUSE_MS); });
  for (const field of ['filter-kind', 'filter-state', 'filter-day']) part(field).addEventListener('change', () => show());
  on('more', () => show({ more: true }));
  offerBin(() => show());
  show();
}
