// The six openings: what is proved of each, and its proof to walk through.

import { ask, drawn, say, tell } from './api.js';
import { applyRights } from './ask.js';
import { picture } from './board.js';
import { Walker } from './walker.js';

const part = (name) => document.getElementById(name);
const may = applyRights();
const walker = new Walker(part('walk'));

function card(opening) {
  const item = document.createElement('li');
  item.className = 'card';
  const title = document.createElement('h2');
  title.textContent = say('opening_title', { name: opening.name, inverse: opening.inverse });
  const board = document.createElement('div');
  board.className = 'opening-board';
  picture({ board: opening.board }).then((svg) => board.append(drawn(svg)), () => {});
  const words = document.createElement('p');
  words.textContent = [opening.text, ...opening.told].join(' ');
  const row = document.createElement('div');
  row.className = 'row';
  if (opening.positions) row.append(button(say('opening_walk'), 'key', () => walk(opening)));
  if (may) row.append(button(say('opening_study'), '', () => study(opening)));
  item.append(board, title, words, row);
  return item;
}

function button(text, look, action) {
  const made = document.createElement('button');
  made.textContent = text;
  made.className = look;
  made.onclick = () => action().catch((error) => tell(error.message, { bad: true }));
  return made;
}

async function walk(opening) {
  const proof = await ask(`/openings/${opening.name}/proof`);
  part('walker-title').textContent = say('opening_title', { name: opening.name, inverse: opening.inverse });
  part('walker').showModal();
  walker.show(proof);
}

async function study({ name }) {
  const { id } = await ask('/studies', { method: 'POST', body: { opening: name } });
  location.href = `/studies/${id}`;
}

const { openings } = await ask('/openings');
part('list').append(...openings.map(card));
document.body.dataset.ready = '';
