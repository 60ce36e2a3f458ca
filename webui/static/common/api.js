// The JSON API, as the pages use it: one function that fetches, one that explains, one that tells.

const token = document.querySelector('meta[name="csrf-token"]').content;
const plurals = new Intl.PluralRules(document.documentElement.lang);
const texts = JSON.parse(document.getElementById('texts').textContent);

/** A text of the page, its gaps filled; `one|many` is chosen by `count`. */
export function say(key, gaps = {}) {
  let text = texts['page.' + key] ?? key;
  if (text.includes('|')) text = text.split('|')[plurals.select(gaps.count) === 'one' ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);
}

const lists = new Intl.ListFormat(document.documentElement.lang.replace(/^en$/, 'en-GB'));

/** Several words as the language lists them: "A, B and C". */
export const listed = (words) => lists.format(words);

/** A die's face in words. */
export const faceName = (face) => (/[\d?]/.test(face) ? face : say('face_' + face));

/** What a live camera says of what it sees. */
export const saidLive = (state) => say('live_' + state.key, { ...state, rolls: listed((state.rolls ?? []).map(([who, face]) => `${who} ${faceName(face)}`)) });

/** Sentences one after the other; a Chinese full stop needs no space behind it. */
export const inARow = (...sentences) => sentences.filter(Boolean).join(' ').replace(/([。？！]) /g, '$1');

class Refusal extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error;
  }
}

/** Whether an answer was lost on the way or is to be asked for later; a refusal stays one. */
export const comesAgain = (error) => !error.status || [429, 503].includes(error.status);

const underway = new Map();

/** Fetch JSON from the API; `body` may be an object, a File or FormData. Throws Refusal. A change
 *  that is asked for again before its answer is here is asked for once: a double tap begins one game. */
export function ask(path, asked = {}) {
  const { method = 'GET', body } = asked;
  const answer = async () => (await fetched(path, asked)).json().catch(() => ({}));
  if (method === 'GET' || body instanceof Blob || body instanceof FormData) return answer();
  const change = JSON.stringify([method, path, body]);
  if (!underway.has(change)) underway.set(change, answer().finally(() => underway.delete(change)));
  return underway.get(change);
}

/** Have links to files of the API say why there is none: a browser only shows a download that
 *  failed. */
export function offerFiles(links) {
  const save = async (link) => {
    const answer = await fetched(link.getAttribute('href').replace('/api/v1', ''));
    const [, name] = /filename="?([^"]+)/.exec(answer.headers.get('Content-Disposition')) ?? [];
    const href = URL.createObjectURL(await answer.blob());
    Object.assign(document.createElement('a'), { href, download: name ?? '' }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000); // until the browser has taken it
  };
  for (const link of links) link.onclick = (event) => { event.preventDefault(); if (link.href) save(link).catch(tellError); };
}

/** An answer of the API that is no refusal. */
async function fetched(path, { method = 'GET', body, signal, keepalive } = {}) {
  const headers = { Accept: 'application/json', 'X-CSRF-Token': token };
  if (body !== undefined && !(body instanceof Blob) && !(body instanceof FormData)) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch('/api/v1' + path, { method, headers, body, signal, keepalive });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refusal(0, { code: 'offline', message: say('offline') });
  }
  tellKept(response.headers.has('Palago-Kept'));
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    const refusal = new Refusal(response.status, answer.error ?? { code: 'failed', message: say('failed') });
    refusal.wait = Number(response.headers.get('Retry-After')) || 0;
    if (['pin_needed', 'key_needed'].includes(refusal.code)) document.dispatchEvent(new Event('right-ended'));
    throw refusal;
  }
  return response;
}

/** Say of what the worker kept that it may have changed since, until the server answers. */
function tellKept(isKept) {
  const link = document.getElementById('link');
  if (!link) { if (isKept) tell(say('kept')); } else if (isKept) link.textContent = say('kept'); else if (link.textContent === say('kept')) link.textContent = '';
}

/** Send a photo, trying again while the server is busy; `query` has what else is said of it. */
export async function sendPhoto(game, file, query = '') {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask(`/games/${game}/photos${query}`, { method: 'POST', body: file });
    } catch (error) {
      if (error.status === 422 && file.name) error.message = `${file.name} – ${error.message}`;
      if (!error.status || !comesAgain(error) || attempt >= 5) throw error;
      await new Promise((done) => setTimeout(done, 1000 * (error.wait || 1)));
    }
  }
}

/** Say something for a few seconds, with a button where `action` is given; it stays under a hand or
 *  the keyboard, which goes back afterwards to where it was. */
export function tell(text, { bad = false, action, label } = {}) {
  const held = document.activeElement;
  const toast = document.createElement('div');
  toast.className = bad ? 'toast bad' : 'toast';
  toast.append(text);
  if (action) {
    const button = document.createElement('button');
    button.textContent = label;
    button.onclick = () => { toast.remove(); held.focus({ preventScroll: true }); action(); };
    toast.append(button);
  }
  const toasts = document.getElementById('toasts');
  toasts.append(toast);
  if (document.querySelector('dialog[open]')) { // which would cover it
    toasts.hidePopover?.();
    toasts.showPopover?.();
  }
  const end = () => (toast.matches(':hover, :focus-within') ? setTimeout(end, 2000) : toast.remove());
  setTimeout(end, action ? 12000 : 6000);
}

/** What is said of refusals now; they may go once it has been put right. */
export const refusals = () => [...document.querySelectorAll('#toasts .bad')];

/** Say why something could not be done. */
export const tellError = (error) => tell(error.message, { bad: true });

/** The photo among dropped or pasted things, if any. */
export function photoAmong(transfer) {
  return [...(transfer?.files ?? [])].find((file) => file.type.startsWith('image/') || /\.(heic|heif)$/i.test(file.name));
}

/** Make an element take dropped files, those within folders too; `taken(files, folder)` is called with
 *  the files and no folder, and for each dropped folder with what is in it and its name. */
export function takeDrops(element, taken) {
  element.addEventListener('dragover', (event) => { event.preventDefault(); element.classList.add('over'); });
  element.addEventListener('dragleave', () => element.classList.remove('over'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    element.classList.remove('over');
    const { files, items } = event.dataTransfer ?? {};
    const folders = [...(items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry?.isDirectory);
    const names = new Set(folders.map(({ name }) => name));
    const alone = [...(files ?? [])].filter(({ name }) => !names.has(name));
    if (alone.length) taken(alone);
    for (const folder of folders) filesIn(folder).then((found) => taken(found, folder.name), tellError);
  });
}

async function filesIn(entry) {
  if (entry.isFile) return [await new Promise((found, failed) => { entry.file(found, failed); })];
  const reader = entry.createReader();
  const inside = [];
  for (let some = [0]; some.length; inside.push(...some)) some = await new Promise((found, failed) => { reader.readEntries(found, failed); }); // a hundred at a time
  return (await Promise.all(inside.map(filesIn))).flat();
}

/** An SVG that the server drew, as an element. It is for the eye: words beside it say what it shows. */
export function drawn(svg) {
  const element = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  element.removeAttribute('width');
  element.removeAttribute('height');
  element.setAttribute('aria-hidden', 'true');
  return document.importNode(element, true);
}
