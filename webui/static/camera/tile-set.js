// A set of tiles is taught by one photo or several: each is measured or refused, then the set is kept.

import { ask, say, tellError } from '../common/api.js';
import { askFor } from '../common/ask.js';
import { make, on, part } from '../common/dom.js';

/** Make the settings' part on sets work; `saved(settings)` is called when a set was kept. */
export function teachSet(saved) {
  let taught = null;
  let lines = []; // of the photos; the server calls each by its place
  let suffices = false;

  function show({ photos, missing }) {
    for (const { name, tiles, reason } of photos) mark(lines[name], !reason, reason ?? say('set_photo_counts', { count: tiles }));
    suffices = !missing;
    part('taught').textContent = missing ?? say('set_enough');
  }

  const mark = (line, counts, words) => { line.lastChild.textContent = `${counts ? '✓' : '✗'} ${words}`; };

  async function send(file, name) {
    taught ??= (await ask('/tile-sets', { method: 'POST', body: {} })).id;
    return ask(`/tile-sets/${taught}/photos?name=${name}`, { method: 'POST', body: file });
  }

  async function add() {
    const own = lines;
    part('teaching').hidden = false;
    part('choose-set').disabled = part('keep-set').disabled = true;
    for (const file of [...part('set-files').files]) {
      const line = make('li', '', make('strong', '', file.name), ' ', make('span', '', say('reading')));
      part('set-photos').append(line);
      const name = own.push(line) - 1;
      const state = await send(file, name).catch((error) => mark(line, false, error.message));
      if (own !== lines) return; // it was cancelled meanwhile
      if (state) show(state);
    }
    part('choose-set').disabled = false;
    part('keep-set').disabled = !suffices;
    part('set-files').value = '';
  }

  function begin(words) {
    taught = null;
    lines = [];
    suffices = false;
    part('taught').textContent = words;
    part('set-photos').replaceChildren();
    part('teaching').hidden = true;
    part('choose-set').disabled = false;
    part('keep-set').disabled = true;
    part('set-files').value = '';
  }

  async function keep() {
    const name = await askFor(say('set_name'));
    if (!name) return;
    try {
      const kept = await ask(`/tile-sets/${taught}/finish`, { method: 'POST', body: { name, white: part('white-is').value } });
      saved(await ask('/settings'));
      begin(say('set_kept', { ...kept, count: kept.photos }));
    } catch (error) { tellError(error); }
  }

  on('choose-set', () => part('set-files').click());
  part('set-files').addEventListener('change', add);
  on('keep-set', keep);
  on('cancel-set', () => begin(''));
}
