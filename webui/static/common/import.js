// The button that brings in a file: a game or a club night.

import { ask, say, tell } from './api.js';
import { on, part } from './dom.js';

/** Make the button work; it leads to what came in. */
export function offerImport() {
  const chosen = part('import-file');
  on('import', () => chosen.click());
  chosen.addEventListener('change', async () => {
    const file = chosen.files[0];
    if (!file) return;
    const button = part('import');
    Object.assign(button, { disabled: true, textContent: say('door_opening') });
    try {
      const made = await ask('/imports', { method: 'POST', body: file });
      location.href = `/${made.standings ? 'evenings' : 'games'}/${made.id}`;
    } catch (error) {
      tell(say('import_refused', { file: file.name, why: error.message }), { bad: true });
      chosen.value = '';
      Object.assign(button, { disabled: false, textContent: say('import') });
    }
  });
}
