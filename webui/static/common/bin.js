// The bin: what was deleted comes back from there, or goes for good.

import { ask, say, tell } from './api.js';
import { confirmThat } from './ask.js';
import { make, makeButton, on, part } from './dom.js';

/** Make the buttons that delete what the page shows, and bring it back, work; `words` say it. */
export function offerDeleting(change, words) {
  const restore = () => change({ change: 'restore' });
  on('delete', async () => {
    await change({ change: 'delete' });
    tell(say(words), { label: say('undo'), action: restore });
  });
  on('restore', restore);
}

export function showDeleted(deleted) {
  part('in-bin').hidden = !deleted;
  part('delete').hidden = deleted;
}

/** What was offered to be undone is not the last change any more. */
export const endOffers = () => { for (const offer of document.querySelectorAll('.toast:has(button)')) offer.remove(); };

/** Whether a list shows the bin. */
export const showsBin = () => part('bin').getAttribute('aria-pressed') === 'true';

/** Make the button that turns a list to the bin and back work. */
export const offerBin = (list) => on('bin', () => { part('bin').setAttribute('aria-pressed', String(!showsBin())); list(); });

/** What can be done with an entry of the bin, by its path in the API; `act` waits for it. */
export function binned(path, help, act) {
  const back = makeButton(say('restore'), '', () => act(ask(`${path}/changes`, { method: 'POST', body: { change: 'restore' } })));
  const gone = makeButton(say('purge'), 'danger', async () => {
    if (await confirmThat(say('purge'), help)) act(ask(path, { method: 'DELETE' }));
  });
  return make('div', 'row', back, gone);
}
