// Keeps what a page needs for when the server is away: newest first from the net, else as it was.

const KEPT = 'palago-1';
const MOST_KEPT = 120;
/** Boards and pages of games; no photos, no settings, no streams. */
const WORTH_KEEPING = /^\/($|static\/|games\/[^/]+$|tables$|evenings(\/[^/]+)?$|api\/v1\/(games|events|tables)(\/[^/]+)?$|api\/v1\/games\/[^/]+\/diagram\.svg$)/;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || !WORTH_KEEPING.test(url.pathname)) return;
  event.respondWith(newest(event.request));
});

async function newest(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) keep(request, answer.clone());
    // Who may not see it any more does not see what was kept, either.
    else if ([401, 403, 404].includes(answer.status)) (await caches.open(KEPT)).delete(request);
    return answer;
  } catch (error) {
    const kept = await caches.match(request, { cacheName: KEPT, ignoreVary: true });
    if (kept) return new Response(kept.body, { status: kept.status, headers: [...kept.headers, ['Palago-Kept', 'true']] });
    throw error;
  }
}

async function keep(request, answer) {
  const cache = await caches.open(KEPT);
  await cache.put(request, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_KEPT)).map((key) => cache.delete(key)));
}
