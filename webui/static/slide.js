// The wall's page between the tables: who plays whom where, and who leads.

import { ask, say } from './api.js';

const part = (name) => document.getElementById(name);

function make(name, text, className = '') {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
}

/** Fill the page of an event; returns whether a game of its last round still goes on. */
export async function fillSlide(id) {
  const event = await ask(`/events/${id}`);
  const round = event.rounds.at(-1);
  part('slide-title').textContent = [event.title, round ? say('round_of', { number: round.number, count: event.planned }) : say('no_rounds')].join(' · ');
  part('slide-pairings').replaceChildren(...(round?.pairings ?? []).map(({ table, seats, score, bye }) => {
    const line = make('li', '');
    const names = make('span', '', 'seats');
    names.append(...seats.map((seat, index) => make('span', seat, !bye && score?.[index] === 1 ? 'won' : '')));
    line.append(make('strong', bye ? '' : String(table)), names, make('span', bye ? say('bye') : score ? score.map((points) => (points === 0.5 ? '½' : points)).join(' : ') : '', 'numbers'));
    return line;
  }));
  part('slide-standings').replaceChildren(...event.standings.map(({ place, name, points }) => {
    const line = make('tr', '');
    line.append(make('td', String(place)), make('td', name), make('td', points % 1 === 0.5 ? `${Math.floor(points) || ''}½` : String(points)));
    return line;
  }));
  // The smaller the letters, the more people there are.
  part('slide').style.setProperty('--lines', Math.max(event.standings.length, 2 * (round?.pairings.length ?? 0), 10));
  return Boolean(round?.pairings.some(({ score }) => !score));
}
