// A phone's or laptop's own camera in the page: opening it, taking pictures from it, closing it.

import { say } from '../common/api.js';

/** What is missing before this browser lets a page use the camera, in a sentence; '' if nothing. */
export function missing() {
  if (!window.isSecureContext) return say('camera_needs_https', { address: `https://${location.host}` });
  if (!navigator.mediaDevices?.getUserMedia) return say('camera_unknown');
  return '';
}

/** Why a camera did not open, and what to do. */
export function refusal({ name }) {
  return say({ NotFoundError: 'camera_none', OverconstrainedError: 'camera_none', NotReadableError: 'camera_busy' }[name] ?? 'camera_refused');
}

export class Viewfinder {
  /** `video` shows what the camera sees; `cut()` is called when it was unplugged or taken away. */
  constructor(video, cut) {
    this.video = video;
    this.cut = cut;
    this.stream = null;
    this.awake = null;
    // The lock is lost while the page is not in sight.
    document.addEventListener('visibilitychange', () => { if (this.open && !document.hidden) this.stayAwake(); });
  }

  get open() {
    return Boolean(this.stream);
  }

  /** Open a camera, the one on the phone's back unless another is named. Throws where it may not. */
  async start(device) {
    const which = device ? { deviceId: { exact: device } } : { facingMode: 'environment' };
    const stream = await navigator.mediaDevices.getUserMedia({ video: { ...which, width: { ideal: 1920 }, height: { ideal: 1080 } } });
    this.stop();
    this.stream = stream;
    /** Which camera was opened last. */
    this.device = stream.getVideoTracks()[0].getSettings().deviceId;
    // What shows nothing new any more looks like a table at rest. Closed by `stop` it says nothing.
    stream.getVideoTracks()[0].addEventListener('ended', () => { if (this.stream === stream) this.cut(); });
    this.video.srcObject = stream;
    await this.video.play();
    this.video.hidden = false;
    await this.stayAwake();
  }

  /** A phone that films the table must not fall asleep; where it may not be asked, it does. */
  async stayAwake() {
    this.awake = await navigator.wakeLock?.request('screen').catch(() => null);
  }

  stop() {
    this.stream?.getTracks().forEach((track) => track.stop());
    this.awake?.release().catch(() => {});
    this.stream = this.awake = null;
    this.video.srcObject = null;
    this.video.hidden = true;
  }

  /** The cameras of this device; they can be told apart once one of them was opened. */
  async cameras() {
    const found = await navigator.mediaDevices.enumerateDevices();
    return found.filter((device) => device.kind === 'videoinput').map((device) => device.deviceId);
  }

  /** Change to the next camera of this device. */
  async next() {
    const all = await this.cameras();
    const here = this.stream?.getVideoTracks()[0].getSettings().deviceId;
    await this.start(all[(all.indexOf(here) + 1) % all.length]);
  }

  /** What the camera sees now, on a canvas whose longer side is `longest` at most. */
  canvas(longest = Infinity) {
    const { videoWidth: width, videoHeight: height } = this.video;
    const share = Math.min(1, longest / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * share);
    canvas.height = Math.round(height * share);
    canvas.getContext('2d', { willReadFrequently: true }).drawImage(this.video, 0, 0, canvas.width, canvas.height);
    return canvas;
  }

  /** The same as a JPEG file. */
  picture(longest, quality) {
    const canvas = this.canvas(longest);
    return new Promise((done) => canvas.toBlob((blob) => done(new File([blob], 'camera.jpg', { type: 'image/jpeg' })), 'image/jpeg', quality));
  }
}
