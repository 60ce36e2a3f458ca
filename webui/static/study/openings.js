// The six openings: what is proved of each, and its proof to walk through.

import { ask, drawn, inARow, say, tellError } from '../common/api.js';
import { applyRights } from '../common/ask.js';
import { picture } from '../board/board.js';
import { make, makeButton, part } from '../common/dom.js';
import { showProof } from './walker.js';

const may = applyRights();

function card(opening) {
  const board = make('div', 'opening-board');
  picture({ board: opening.board }).then((svg) => board.append(drawn(svg)), () => {});
  const title = make('h2', '', say('opening_title', { name: opening.name, inverse: opening.inverse }));
  const words = make('p', '', inARow(opening.text, ...opening.told));
  const row = make('div', 'row', opening.positions > 0 && action(say('opening_walk'), 'key', () => walk(opening)), may && action(say('opening_study'), '', () => study(opening)));
  return make('li', 'card', board, title, words, row);
}

const action = (text, look, done) => makeButton(text, look, () => done().catch(tellError));

async function walk(opening) {
  const proof = await ask(`/openings/${opening.name}/proof`);
  part('walker-title').textContent = say('opening_title', { name: opening.name, inverse: opening.inverse });
  showProof(proof);
}

async function study({ name }) {
  const { id } = await ask('/studies', { method: 'POST', body: { opening: name } });
  location.href = `/studies/${id}#1.0`; // with the opening on the table
}

const { openings } = await ask('/openings');
part('list').append(...openings.map(card));
document.body.dataset.ready = '';
