// Sharing a game: a link and a code to look on, and a code that makes its reader a referee.

import { say, tell } from './api.js';
import { on, part } from './dom.js';
import { showReferees } from './referees.js';

/** Make the share button of a game's page work. */
export function offerSharing() {
  let begun = false;
  on('open-share', () => {
    part('share').showModal();
    if (!begun && part('invite')) showReferees();
    begun = true;
  });
  on('copy-link', async () => {
    const link = part('share-link');
    getSelection().selectAllChildren(link);
    // Over plain http browsers know the old way alone; where that fails, the link is marked at least.
    if (await navigator.clipboard?.writeText(link.textContent).then(() => true, () => false) || document.execCommand('copy')) tell(say('copied'));
  });
}
