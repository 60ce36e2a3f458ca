// What the confirmed photos have taught, how to undo it, and a file of photos to share.

import { ask, offerFiles, say, tell, tellError } from '../common/api.js';
import { confirmThat } from '../common/ask.js';
import { make, on, part } from '../common/dom.js';

const API = '/api/v1/learning';
const MILLISECONDS_TO_LOOK_AGAIN = 3000;
let lookAgain;

export function showLearning(may) {
  ask('/learning').then((found) => show(found, may), (error) => { part('learning').textContent = error.message; });
  part('board-only').addEventListener('change', offerFile);
  offerFiles([part('share-file')]);
  on('forget', async () => {
    if (await confirmThat(say('learning_forget'), say('learning_forget_help'))) change('DELETE', may);
  });
  on('learn', () => change('POST', may));
}

const change = (method, may) => ask('/learning', { method }).then((found) => {
  show(found, may);
  tell(say('saved'));
}).catch(tellError);

function show(found, may) {
  const { text, to_share: photos } = found;
  part('learning').textContent = text;
  part('share').hidden = !photos.length;
  part('shared').replaceChildren(...photos.map(offered));
  offerFile();
  showKnown(found, may);
}

// What was learned; while more is, again and again. The ticks beside it stay as they are.
function showKnown({ known, known_text: text, learns, at_work: atWork }, may) {
  part('known').textContent = text;
  part('forget').hidden = !may || !learns || !known.photos;
  part('learn').hidden = !may || learns;
  clearTimeout(lookAgain);
  if (atWork) lookAgain = setTimeout(() => ask('/learning').then((found) => showKnown(found, may), () => {}), MILLISECONDS_TO_LOOK_AGAIN);
}

// A photo with a tick: what is ticked goes into the file, as it looks here.
function offered({ photo, tiles, right }) {
  const picture = Object.assign(make('img'), { alt: say('learning_photo', { count: right, tiles }), width: 150, loading: 'lazy' });
  const link = Object.assign(make('a', '', picture), { target: '_blank', rel: 'noopener' });
  const tick = Object.assign(make('input'), { type: 'checkbox', checked: true, value: photo, onchange: offerFile });
  tick.setAttribute('aria-label', say('learning_include'));
  return make('li', '', link, make('label', 'check', tick, ` ${say('learning_photo', { count: right, tiles })}`));
}

// The pictures and the file's address, as the ticks say.
function offerFile() {
  const ticks = [...part('shared').querySelectorAll('input')];
  const boardOnly = part('board-only').checked;
  const shown = boardOnly ? '?show=board' : '';
  for (const tick of ticks) {
    const link = tick.closest('li').querySelector('a');
    link.href = `${API}/photos/${tick.value}${shown}`;
    if (link.firstChild.src !== link.href) link.firstChild.src = link.href;
  }
  const chosen = ticks.filter((tick) => tick.checked).map((tick) => tick.value);
  const file = part('share-file');
  file.ariaDisabled = String(!chosen.length);
  const query = new URLSearchParams({ photos: chosen.join(','), show: boardOnly ? 'board' : 'all' });
  if (chosen.length) file.href = `${API}/photos.zip?${query}`;
  else file.removeAttribute('href');
}
