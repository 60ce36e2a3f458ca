// A game of a club night: the way back to it, and on to the next game at this table.

import { ask, say } from '../common/api.js';
import { part } from '../common/dom.js';

const AGAIN_MS = 3000;
let timer = 0;

/** Show where a game's event goes on; does nothing for a game without one. */
export function showEvening({ id, over, options: { event: place } }) {
  if (!place) return;
  const home = document.querySelector('.top .home');
  home.href = `/evenings/${place.id}`;
  home.setAttribute('aria-label', say('evening_place'));
  clearInterval(timer);
  part('evening').hidden = !over;
  if (!over) return;
  part('again').hidden = true;  // the next game is another round's
  part('evening').href = home.href;
  part('evening').textContent ||= say('evening_place');
  const look = () => ask(`/events/${place.id}`).then(({ rounds }) => offer(rounds, place, id), () => {});
  timer = setInterval(look, AGAIN_MS);
  look();
}

/** Once another round is paired: the game at this table, whose players may be others. */
function offer(rounds, { id, round, table }, game) {
  const next = rounds.length > round ? rounds.at(-1).pairings.find((pairing) => pairing.table === table && pairing.game && pairing.game !== game) : null;
  const link = part('evening');
  link.href = next ? `/games/${next.game}` : `/events/${id}`;
  link.textContent = next ? say('next_at_table', { number: table, players: next.seats.join(' – ') }) : say('evening_place');
}
