// The way in: a key behind the address's "#", or a PIN, becomes this browser's right to referee.

import { ask, say } from '../common/api.js';
import { part } from '../common/dom.js';
import '../common/look.js';

/** Where to go once the door is open: the page that was asked for. */
function onward() {
  const game = new URLSearchParams(location.search).get('game');
  if (game) return `/games/${encodeURIComponent(game)}`;
  return location.pathname === '/join' ? '/' : location.pathname;
}

async function show(secret) {
  part('door-says').textContent = say('door_opening');
  try {
    await ask('/session', { method: 'POST', body: secret });
    location.replace(onward());
  } catch (error) {
    part('door-says').textContent = error.message;
  }
}

part('door-form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  show({ pin: part('door-pin').value });
});

const key = location.hash.slice(1);
if (key) {
  history.replaceState(null, '', location.pathname + location.search); // no key in the history
  show({ key });
} else if ('mayChange' in document.body.dataset && location.pathname === '/join') {
  location.replace(onward());
}
