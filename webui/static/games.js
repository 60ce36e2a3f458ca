// The list of games, and the quickest way in: a photo.

import { ask, say, sendPhoto, takeDrops, tell } from './api.js';

async function readPhoto(file) {
  const drop = document.getElementById('drop');
  drop.querySelector('.progress').textContent = say('reading');
  try {
    const game = await ask('/games', { method: 'POST', body: { kind: 'analysis', title: say('photo_of', { when: new Date().toLocaleString(document.documentElement.lang) }) } });
    try {
      await sendPhoto(game.id, file);
    } catch (error) {
      await ask(`/games/${game.id}/changes`, { method: 'POST', body: { change: 'delete', version: 1 } }).catch(() => {});
      throw error;
    }
    location.href = `/games/${game.id}`;
  } catch (error) {
    drop.querySelector('.progress').textContent = '';
    tell(error.message, { bad: true });
  }
}

const input = document.getElementById('photo');
input.addEventListener('change', () => input.files[0] && readPhoto(input.files[0]));
document.getElementById('take').addEventListener('click', () => input.click());
takeDrops(document.getElementById('drop'), readPhoto);
document.addEventListener('paste', (event) => { const file = event.clipboardData?.files[0]; if (file) readPhoto(file); });
