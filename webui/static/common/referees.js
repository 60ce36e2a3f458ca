// Who may referee: a code for one more, the browsers that may, and taking the right back.

import { ask, say, tellError } from './api.js';
import { make, makeButton, on, part, timeOf } from './dom.js';

const AGAIN_MS = 3000;
let known = '';

/** Make the settings' list of referees work. */
export function showReferees() {
  on('invite', invite);
  on('leave', () => act(ask('/session', { method: 'DELETE' }).then(() => location.reload())));
  on('end-others', () => act(ask('/sessions', { method: 'DELETE' }).then(list)));
  act(ask('/sessions').then(list));
}

const act = (doing) => doing.catch(tellError);

/** Show a code for another editor until somebody has used it. */
async function invite() {
  await act(ask('/invitations', { method: 'POST', body: { game: document.body.dataset.game ?? '', hand_over: part('hand-over').checked } }).then(({ picture, seconds }) => {
    part('invitation').hidden = false;
    part('invitation-code').src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
    part('invitation').dataset.until = Date.now() + 1000 * seconds;
    watch();
  }));
}

/** While a code is shown, look whether it was used: it is good once. */
async function watch() {
  const before = known;
  while (!part('invitation').hidden) {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    await ask('/sessions').then(list, () => {});
    if (known !== before || Date.now() > Number(part('invitation').dataset.until)) part('invitation').hidden = true;
  }
}

function list({ sessions }) {
  known = sessions.map(({ id }) => id).join(' ');
  part('sessions').replaceChildren(...sessions.map(line));
  part('no-sessions').hidden = sessions.length > 0;
  part('hand-over-line').hidden = !sessions.some(({ own }) => own);
  part('leave').hidden = !sessions.some(({ own }) => own);
  part('end-others').hidden = sessions.filter(({ own }) => !own).length < 2;
}

function line({ id, device, address, opened, own }) {
  const when = timeOf(opened);
  const name = device || say('some_device');
  const words = make('span', '', `${name} · ${address} · ${when}`, own && ` · ${say('this_browser')}`);
  if (own) return make('li', '', words);
  const end = makeButton(say('end_session'), '', () => act(ask(`/sessions/${id}`, { method: 'DELETE' }).then(list)));
  end.setAttribute('aria-label', say('end_session_of', { device: name, address }));
  return make('li', '', words, end);
}
