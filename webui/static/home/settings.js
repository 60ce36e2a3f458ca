// Settings: how it looks, and what helps with reading.

import { ask, drawn, say, tell, tellError } from '../common/api.js';
import { applyRights, confirmThat } from '../common/ask.js';
import { guideCalibration } from '../camera/calibration.js';
import { make, makeButton, part } from '../common/dom.js';
import { lettersAct, letLettersAct } from '../common/keys.js';
import { showLearning } from '../camera/learning.js';
import { teachSet } from '../camera/tile-set.js';
import '../common/look.js';
import { showReferees } from '../common/referees.js';

const may = applyRights();
function offer(name, names, chosen) {
  const none = new Option(say('none'), '');
  part(name).replaceChildren(none, ...names.map((each) => new Option(each, each)));
  part(name).value = chosen ?? '';
  part(name).disabled = !may;
}

function show(settings) {
  offer('tile_set', settings.tile_sets, settings.tile_set);
  offer('camera', settings.cameras, settings.camera);
}

for (const name of ['tile_set', 'camera']) {
  part(name).addEventListener('change', async () => {
    try {
      show(await ask('/settings', { method: 'PUT', body: { [name]: part(name).value || null } }));
      tell(say('saved'));
    } catch (error) { tellError(error); }
  });
}

part('letter-keys').checked = lettersAct();
part('letter-keys').addEventListener('change', ({ target }) => letLettersAct(target.checked));

guideCalibration(show);
teachSet(show);

// -- friendly creatures

function showFriends({ creatures }) {
  part('friends').replaceChildren(...creatures.map((creature) => make('li', '', drawn(creature.picture), make('span', '', creature.shown), may && remover(creature))));
}

function remover({ name, shown }) {
  const button = makeButton('✕', 'plain', async () => {
    if (!(await confirmThat(say('remove_friend', { name: shown }), ''))) return;
    await ask(`/friends/${encodeURIComponent(name)}`, { method: 'DELETE' }).then(showFriends, tellError);
  });
  button.setAttribute('aria-label', say('remove_friend', { name: shown }));
  return button;
}

ask('/friends').then(showFriends, tellError);

showLearning(may);
if (part('sessions')) showReferees();
ask('/settings').then(show, tellError);
