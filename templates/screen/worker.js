// Served below /wall/<code>/ and asked for by wall.js. When the wall is reloaded while the server is away, it answers
// with a page that tries again, so that nobody has to walk to the projector. It keeps nothing: what the wall shows always
// comes from the server. Browsers run it over https and on localhost alone.
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3">
<title>The server does not answer</title><body bgcolor="#123b2d" text="#f4eddc"><center><h1>The server does not answer</h1>
<p>The wall comes back by itself.</p></center></body></html>`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const away = () => new Response(PAGE, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  event.respondWith(fetch(event.request).catch(away));
});
