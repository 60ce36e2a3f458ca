// A phone's or laptop's own camera: single shots, or frames at the pace that the server takes them.

import { ask, say, tell } from './api.js';

const part = (name) => document.getElementById(name);
let running = null;

/** What is missing before this browser lets a page use the camera, in a sentence; '' if nothing. */
function missing() {
  if (!window.isSecureContext) return say('camera_needs_https', { address: `https://${location.host}` });
  if (!navigator.mediaDevices?.getUserMedia) return say('camera_unknown');
  return '';
}

async function frames(id, video) {
  const canvas = document.createElement('canvas');
  while (running) {
    const share = Math.min(1, 1280 / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = video.videoWidth * share;
    canvas.height = video.videoHeight * share;
    canvas.getContext('2d').drawImage(video, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.8));
    try {
      const { taken, wait_ms: wait } = await ask(`/games/${id}/frames`, { method: 'POST', body: jpeg });
      part('live-help').textContent = taken ? say('camera_running') : say('camera_waiting');
      await new Promise((done) => setTimeout(done, wait));
    } catch (error) {
      part('live-help').textContent = error.message;
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

function shot(video) {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d').drawImage(video, 0, 0);
  return new Promise((done) => canvas.toBlob((blob) => done(new File([blob], 'shot.jpg', { type: 'image/jpeg' })), 'image/jpeg', 0.92));
}

function stop() {
  running?.getTracks().forEach((track) => track.stop());
  running = null;
}

/** Open the camera's dialog for a game; `photo(file)` takes a single shot. */
export function offerCamera(id, photo) {
  const dialog = part('live-dialog');
  const video = part('viewfinder');
  const lack = missing();
  part('live-help').textContent = lack || say('camera_help');
  part('live-start').hidden = Boolean(lack);
  part('live-shot').hidden = true;
  video.hidden = true;
  dialog.showModal();
  dialog.onclose = stop;
  part('live-start').onclick = async () => {
    try {
      running = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1920 } } });
    } catch (error) {
      part('live-help').textContent = say('camera_refused');
      tell(error.message, { bad: true });
      return;
    }
    video.srcObject = running;
    await video.play();
    video.hidden = false;
    part('live-start').hidden = true;
    part('live-shot').hidden = false;
    part('live-shot').onclick = async () => photo(await shot(video));
    frames(id, video);
  };
}
