// Giving the game up: asked once more, by buttons that say who does.

import { answerTo, make, on, part } from '../common/dom.js';

/** Have the menu's button ask which of those who may give up does, and send it. */
export function offerResigning(game, change) {
  on('resign', async () => {
    part('resigners').replaceChildren(...game().resigners.map(({ by, text }) => Object.assign(make('button', 'danger', text), { value: by })));
    const by = await answerTo(part('resign-dialog'));
    if (by) change({ change: 'resign', by });
  });
}
