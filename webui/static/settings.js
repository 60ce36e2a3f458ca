// Settings: how it looks, what helps with reading, and a guided calibration of the camera.

import { ask, say, tell } from './api.js';
import { applyRights, askFor } from './ask.js';

const part = (name) => document.getElementById(name);
const may = applyRights();
const YEAR = 31536000;

for (const name of ['language', 'theme']) {
  part(name).addEventListener('change', () => {
    document.cookie = `${name}=${part(name).value}; path=/; max-age=${YEAR}; samesite=strict`;
    location.reload();
  });
}

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
    } catch (error) {
      tell(error.message, { bad: true });
    }
  });
}

// -- calibration

let calibration = null;

function guide(state) {
  part('guide').hidden = false;
  part('begin').hidden = true;
  const rows = state.covered.map((row) => row.map((seen) => {
    const cell = document.createElement('span');
    cell.className = seen ? 'seen' : '';
    cell.textContent = seen ? '✓' : '';
    return cell;
  }));
  part('coverage').replaceChildren(...rows.flat());
  part('coverage').style.setProperty('--columns', state.covered[0]?.length ?? 1);
  const refused = state.reason ? `${state.reason} ` : '';
  part('wish').textContent = refused + (state.complete ? say('calibrate_enough') : state.missing[0]);
  part('views').textContent = say('views', { count: state.views });
  part('finish').disabled = !state.complete;
}

part('begin').addEventListener('click', async () => {
  try {
    const state = await ask('/calibrations', { method: 'POST', body: {} });
    calibration = state.id;
    guide(state);
  } catch (error) {
    tell(error.message, { bad: true });
  }
});
part('take').addEventListener('click', () => part('photo').click());
part('photo').addEventListener('change', async () => {
  for (const file of part('photo').files) {
    part('wish').textContent = say('reading');
    try {
      guide(await ask(`/calibrations/${calibration}/views`, { method: 'POST', body: file }));
    } catch (error) {
      part('wish').textContent = error.message;
    }
  }
  part('photo').value = '';
});
part('finish').addEventListener('click', async () => {
  const name = await askFor(say('camera_name'));
  if (!name) return;
  part('wish').textContent = say('calculating');
  try {
    const { error_px: error } = await ask(`/calibrations/${calibration}/finish`, { method: 'POST', body: { name } });
    show(await ask('/settings', { method: 'PUT', body: { camera: name } }));
    part('wish').textContent = say('calibrated', { name, error });
  } catch (error) {
    part('wish').textContent = error.message;
  }
});

ask('/session').then(({ pin_needed: needed }) => { part('leave').hidden = !(needed && may); });
part('leave').addEventListener('click', async () => { await ask('/session', { method: 'DELETE' }); location.reload(); });
ask('/settings').then(show, (error) => tell(error.message, { bad: true }));
