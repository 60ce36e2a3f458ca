// Club nights: the list, and beginning one.

import { ask, say, tellError } from '../common/api.js';
import { applyRights } from '../common/ask.js';
import { binned, offerBin, showsBin } from '../common/bin.js';
import { chosenClock, offerClock } from '../game/clock.js';
import { dayOf, make, on, part } from '../common/dom.js';
import { offerImport } from '../common/import.js';
import { namesIn } from '../common/names.js';

/** The club night that was changed last: its people are likely to come again. */
let last;

function line(evening) {
  const about = [dayOf(evening.created), say('evening_people', { count: evening.players }), evening.round && say('round', { number: evening.round })];
  const link = make('a', '', make('strong', '', evening.title), make('span', 'quiet small', about.filter(Boolean).join(' · ')));
  link.href = `/evenings/${evening.id}`;
  return make('li', '', link, evening.deleted && binned(`/events/${evening.id}`, say('delete_evening_help'), act));
}

function offerSeats() {
  const { seats, countsTiles } = part('evening-kind').selectedOptions[0].dataset;
  part('seats-field').hidden = !seats;
  part('evening-tiles-field').hidden = countsTiles === undefined;
  if (seats) [part('evening-seats').value, part('evening-seats').max] = seats.split(' ');
}

part('new-evening').addEventListener('submit', async (event) => {
  event.preventDefault();
  part('evening-refused').textContent = '';
  const kind = part('evening-kind').value;
  const seats = part('seats-field').hidden ? null : Number(part('evening-seats').value);
  const body = { title: part('evening-title').value, kind, system: part('evening-system').value, players: namesIn(part('evening-players').value), rounds: Number(part('evening-rounds').value) || null, clock: chosenClock(), seats, options: part('evening-tiles-field').hidden ? {} : { tiles: Number(part('evening-tiles').value) } };
  try {
    const { id } = await ask('/events', { method: 'POST', body });
    location.href = `/evenings/${id}`;
  } catch (error) {
    part('evening-refused').textContent = error.message;
  }
});

applyRights();
part('evening-kind').addEventListener('change', offerSeats);
offerClock();
offerImport();

async function list() {
  const { events: evenings } = await ask(showsBin() ? '/events?deleted=true' : '/events');
  part('evenings').replaceChildren(...evenings.map(line));
  part('none').hidden = evenings.length > 0;
  part('none').textContent = say(showsBin() ? 'empty_bin' : 'no_evenings');
  if (!showsBin()) [last] = evenings;
  part('same-people').hidden = !last;
}
const act = (doing) => doing.catch(tellError).then(list).catch(tellError);

offerBin(() => list().catch(tellError));
on('same-people', () => ask(`/events/${last.id}`).then(({ people }) => {
  part('evening-players').value = people.map(({ name }) => name).join('\n');
}, tellError));
list().catch(tellError);
