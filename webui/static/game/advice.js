// "What to play?": suggestions with tiles as they would lie, and a button that lays them.

import { ask, say } from '../common/api.js';
import { on, part } from '../common/dom.js';
import { itemLine } from '../board/items.js';

/** Make the button work; `play(move)` lays a suggestion's tiles. */
export function offerAdvice(game, stage, play) {
  on('advise', async () => {
    part('advise').disabled = true;
    part('advised').textContent = say('calculating');
    try {
      const { items } = await ask(`/games/${game}/advice`, { method: 'POST', body: { colour: part('advise-for').value } });
      // A threat of which the advice knows the end is told by the advice alone.
      const settled = items.map((item) => item.threat).filter(Boolean);
      for (const line of part('items').children) line.hidden = settled.includes(line.dataset.threat);
      part('advised').replaceChildren(...items.map((item) => itemLine(item, stage, null, play)));
      // The suggestion is shown as it would lie without being asked for.
      const first = [...part('advised').children].find((line) => line.classList.contains('playable'));
      first?.querySelector('button').click();
      first?.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      part('advised').textContent = error.message;
    }
    part('advise').disabled = false;
  });
}
