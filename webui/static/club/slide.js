// The wall's page between the tables: who plays whom where, and who leads.

import { ask, listed, say } from '../common/api.js';
import { make, part } from '../common/dom.js';

const QUARTERS = { 0.25: '¼', 0.5: '½', 0.75: '¾' };
/** Points as people write them: 2½; tie-breaks have quarters, too. */
export const points = (value) => (value % 1 in QUARTERS ? `${Math.floor(value) || ''}${QUARTERS[value % 1]}` : String(value));

/** The result that people entered, in the place of a bare board. */
export const told = (result) => make('ol', 'told', ...result.map(({ name, points: own, won }) => make('li', won ? 'won' : '', make('span', '', name), make('strong', '', points(own)))));

/** Who has won an evening that is over. */
export const winners = ({ standings }) => say('evening_over', { players: listed(standings.filter(({ place }) => place === 1).map(({ name }) => name)) });

/** A line's name in the standings; of who has left, that too. */
const named = ({ name, left }) => make('span', '', name, left && ' ', left && make('span', 'quiet small left', say('left_after', { number: left - 1 })));

/** Fill the standings; `more` are columns before what tells equals apart. */
export function fillStandings(body, { standings, tie_breaks: ties }, ...more) {
  for (const head of document.querySelectorAll('[data-tie]')) head.hidden = !ties.includes(head.dataset.tie);
  body.replaceChildren(...standings.map((row) => make('tr', row.place === 1 && row.points ? 'won' : '', ...[row.place, named(row), points(row.points), ...more.map((name) => row[name])].map((value) => make('td', '', value)), ...ties.map((tie) => make('td', 'tie', points(row[tie]))))));
}

/** Fill the page of an event; returns whether a game of its last round still goes on. */
export async function fillSlide(id) {
  const evening = await ask(`/events/${id}`);
  const round = evening.rounds.at(-1);
  part('slide-title').textContent = [evening.title, evening.over ? winners(evening) : round ? say('round_of', { number: round.number, count: evening.planned }) : say('no_rounds')].join(' · ');
  part('slide-pairings').replaceChildren(...(round?.pairings ?? []).map(({ table, said, score, bye }) => {
    const names = said.map((seat, index) => make('span', !bye && score?.[index] === 1 ? 'won' : '', seat));
    const result = bye ? say('bye') : score?.map(points).join(' : ');
    return make('li', '', make('strong', '', bye ? '' : table), make('span', 'seats', ...names), make('span', 'numbers', result));
  }));
  fillStandings(part('slide-standings'), evening);
  // The smaller the letters, the more people there are.
  part('slide').style.setProperty('--lines', Math.max(evening.standings.length + 1, 2 * (round?.pairings.length ?? 0), 10));
  return Boolean(round?.pairings.some(({ score }) => !score));
}
