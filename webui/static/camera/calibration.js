// Guided calibration: views of the printed sheet, by single photos or by this device's camera.

import { ask, inARow, say, tellError } from '../common/api.js';
import { askFor } from '../common/ask.js';
import { make, on, part, write } from '../common/dom.js';
import { rest } from '../common/time.js';
import { missing, refusal, Viewfinder } from './viewfinder.js';

const LOOK_MS = 300;
/** Mean change of brightness between two looks, of 255, up to which the sheet rests. */
const STILL = 3;

/** Make the settings' calibration work; `saved(settings)` is called when a camera was kept. */
export function guideCalibration(saved) {
  const finder = new Viewfinder(part('viewfinder'), () => { finder.stop(); tellWish(say('camera_cut')); });
  let calibration = null;

  function guide(state) {
    // A sheet that rests before the camera is seen again and again: only what to do next is said.
    const known = finder.open && state.reason_code === 'too_like';
    part('guide').hidden = false;
    part('begin').hidden = true;
    const cells = state.covered.flat().map((seen) => (seen ? make('span', 'seen', '✓') : make('span')));
    part('coverage').replaceChildren(...cells);
    part('coverage').style.setProperty('--columns', state.covered[0].length);
    const wish = state.complete ? say('calibrate_enough') : state.missing[0];
    tellWish(inARow(!known && state.reason, wish));
    part('views').textContent = say('views', { count: state.views });
    part('finish').disabled = !state.complete;
    part('finish').classList.toggle('key', state.complete);
    part('take').classList.toggle('key', !state.complete);
    if (state.complete) finder.stop();
  }

  const tellWish = (text) => write(part('wish'), text);

  async function send(picture) {
    guide(await ask(`/calibrations/${calibration}/views`, { method: 'POST', body: picture }));
  }

  const begin = () => ask('/calibrations', { method: 'POST', body: {} }).then((state) => {
    calibration = state.id;
    guide(state);
  }).catch(tellError);

  async function takePhotos() {
    for (const file of part('photo').files) {
      tellWish(say('reading'));
      await send(file).catch((error) => tellWish(error.message));
    }
    part('photo').value = '';
  }

  async function useCamera() {
    const lack = missing();
    if (lack) { tellWish(lack); return; }
    try {
      await finder.start();
    } catch (error) {
      tellWish(refusal(error));
      return;
    }
    watch(finder.stream);
  }

  /** Send what the camera sees whenever it has rested, so that no view is blurred by motion. */
  async function watch(stream) {
    part('rest').hidden = false;
    part('live').disabled = true;
    let before = null;
    while (finder.stream === stream) {
      const now = brightness(finder.canvas(48));
      const still = before && change(before, now) < STILL;
      before = now;
      if (still) await send(await finder.picture(Infinity, 0.95)).catch((error) => tellWish(error.message));
      // The last view ends it at once: what hides later moves the button under a finger.
      if (finder.stream === stream) await rest(LOOK_MS);
    }
    part('rest').hidden = true;
    part('live').disabled = false;
  }

  async function finish() {
    const name = await askFor(say('camera_name'));
    if (!name) return;
    tellWish(say('calculating'));
    part('finish').disabled = true;
    try {
      const { error_px: error } = await ask(`/calibrations/${calibration}/finish`, { method: 'POST', body: { name } });
      saved(await ask('/settings', { method: 'PUT', body: { camera: name } }));
      tellWish(say('calibrated', { name, error: error.toLocaleString(document.documentElement.lang) }));
    } catch (error) {
      tellWish(error.message);
      part('finish').disabled = false;
    }
  }

  on('begin', begin);
  on('take', () => part('photo').click());
  part('photo').addEventListener('change', takePhotos);
  on('live', useCamera);
  on('finish', finish);
}

function brightness(canvas) {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return Array.from({ length: data.length / 4 }, (_, n) => (data[4 * n] + data[4 * n + 1] + data[4 * n + 2]) / 3);
}

function change(before, now) {
  return now.reduce((sum, value, n) => sum + Math.abs(value - before[n]), 0) / now.length;
}
