// Photos that could not be sent: kept by the browser, over a restart too, until the server is back.

import { comesAgain } from './api.js';

const MOST_KEPT = 20;
let sending = false;

function opened() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open('palago', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('photos', { autoIncrement: true });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

async function store(mode, doing) {
  const database = await opened();
  try {
    return await new Promise((done, failed) => {
      const photos = database.transaction('photos', mode).objectStore('photos');
      const asked = doing(photos);
      photos.transaction.oncomplete = () => done(asked.result);
      photos.transaction.onerror = () => failed(photos.transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Keep a photo for a game; false where the browser does not. */
export async function keepPhoto(game, file) {
  try {
    if ((await store('readonly', (photos) => photos.count())) >= MOST_KEPT) return false;
    const data = await file.arrayBuffer();
    await store('readwrite', (photos) => photos.add({ game, data, type: file.type }));
    return true;
  } catch {
    return false;
  }
}

/** Send the photos that are kept for a game, in their order; the last answer, null where there are none.
 *  What the server refuses is not kept any longer. */
export async function sendKept(game, send) {
  if (sending || !globalThis.indexedDB) return null;
  sending = true;
  try {
    let answer = null;
    const keys = await store('readonly', (photos) => photos.getAllKeys());
    for (const key of keys) {
      const kept = await store('readonly', (photos) => photos.get(key));
      if (kept?.game !== game) continue;
      try {
        answer = await send(new File([kept.data], 'photo', { type: kept.type }));
      } catch (error) {
        if (comesAgain(error)) return answer;
      }
      await store('readwrite', (photos) => photos.delete(key));
    }
    return answer;
  } finally {
    sending = false;
  }
}
