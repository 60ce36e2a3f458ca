// The program as a partner: who it is, and a button for when it waits, as after an undo.

import { ask, tellError } from '../common/api.js';
import { part } from '../common/dom.js';

let asked = 0;

/** Show the program's place in a game, if it has one. */
export function showPartner(state, { id, may, past }) {
  const { partner } = state;
  part('partner').hidden = !partner || past;
  if (!partner) return;
  part('partner-name').textContent = partner.label;
  const waits = may && partner.on_turn && !partner.move && !state.over;
  part('partner-play').hidden = !waits;
  // Nobody need press it: the program plays by itself but for after an undo or a restart.
  clearTimeout(asked);
  if (waits && !state.can_redo) asked = setTimeout(play, 2000, id, false);
  part('partner-play').onclick = () => play(id, true);
}

const play = (id, told) => ask(`/games/${id}/partner`, { method: 'POST', body: {} })
  .catch((error) => { if (told) tellError(error); });
