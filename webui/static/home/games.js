// The list of games, starting one, and the quickest way in: a photo.

import { say, takeDrops, tellError } from '../common/api.js';
import { applyRights } from '../common/ask.js';
import { part } from '../common/dom.js';
import { offerImport } from '../common/import.js';
import { showList } from './list.js';
import { begin, offerNewGames } from './new-game.js';

const may = applyRights();

async function readPhoto(file) {
  const progress = part('drop').querySelector('.progress');
  progress.textContent = say('reading');
  try {
    const here = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000);
    const when = here.toISOString().slice(0, 16).replace('T', ' '); // read alike in all languages
    await begin({ kind: 'analysis', made_title: { key: 'page.photo_of', values: { when } } }, file);
  } catch (error) {
    progress.textContent = '';
    tellError(error);
  }
}

// -- ways in

for (const [button, name] of [['take', 'photo'], ['from-gallery', 'gallery']]) {
  const input = part(name);
  input.addEventListener('change', () => input.files[0] && readPhoto(input.files[0]));
  part(button).addEventListener('click', () => input.click());
}
if (may) takeDrops(part('drop'), ([file]) => readPhoto(file));
document.addEventListener('paste', (event) => { const file = event.clipboardData?.files[0]; if (file && may) readPhoto(file); });

offerImport();
offerNewGames();
showList(may);
