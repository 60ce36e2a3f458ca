// A board becomes a game of any kind: from an analysis, or from the photo on the first page.

import { ask, tellError } from '../common/api.js';
import { answerTo, part } from '../common/dom.js';
import { namesIn } from '../common/names.js';

/** Ask which game, and start it from the board that lies there. */
export async function makeGame(game) {
  if (await answerTo(part('make-dialog')) !== 'yes') return;
  const players = namesIn(part('make-players').value);
  const kind = part('make-kind').value;
  const options = { to_move: part('make-turn').value };
  if (players.length) options.players = players;
  await ask('/games', { method: 'POST', body: { kind, title: game.title, options, board: game.board } })
    .then(({ id }) => { location.href = `/games/${id}`; }, tellError);
}
