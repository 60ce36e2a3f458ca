// Club nights: the list, and beginning one.

import { ask, say, tellError } from '../common/api.js';
import { applyRights } from '../common/ask.js';
import { chosenClock, offerClock } from '../game/clock.js';
import { dayOf, make, part } from '../common/dom.js';
import { namesIn } from '../common/names.js';

function line(event) {
  const about = [dayOf(event.created), say('event_people', { count: event.players }), event.round && say('round', { number: event.round })];
  const link = make('a', '', make('strong', '', event.title), make('span', 'quiet small', about.filter(Boolean).join(' · ')));
  link.href = `/events/${event.id}`;
  return make('li', '', link);
}

function offerSeats() {
  const { seats, countsTiles } = part('event-kind').selectedOptions[0].dataset;
  part('seats-field').hidden = !seats;
  part('event-tiles-field').hidden = countsTiles === undefined;
  if (seats) [part('event-seats').value, part('event-seats').max] = seats.split(' ');
}

part('new-event').addEventListener('submit', async (event) => {
  event.preventDefault();
  part('event-refused').textContent = '';
  const kind = part('event-kind').value;
  const seats = part('seats-field').hidden ? null : Number(part('event-seats').value);
  const body = { title: part('event-title').value, kind, system: part('event-system').value, players: namesIn(part('event-players').value), rounds: Number(part('event-rounds').value) || null, clock: chosenClock(), seats, options: part('event-tiles-field').hidden ? {} : { tiles: Number(part('event-tiles').value) } };
  try {
    const { id } = await ask('/events', { method: 'POST', body });
    location.href = `/events/${id}`;
  } catch (error) {
    part('event-refused').textContent = error.message;
  }
});

applyRights();
part('event-kind').addEventListener('change', offerSeats);
offerClock();
ask('/events').then(({ events }) => {
  part('events').replaceChildren(...events.map(line));
  part('none').hidden = events.length > 0;
}, tellError);
