// How long somebody has been waiting: <span data-since="ms since 1970">2 min</span> counts on by itself.
// The server's time goes by data-server-now, for a phone's own clock may be wrong.
"use strict";

(() => {
  const started = document.querySelector("[data-server-now]");
  const ahead = started ? Number(started.dataset.serverNow) - Date.now() : 0;
  const count = () => {
    for (const part of document.querySelectorAll("[data-since]")) {
      const minutes = Math.max(0, Math.floor((Date.now() + ahead - Number(part.dataset.since)) / 60000));
      const text = `${minutes} min`;
      if (part.textContent !== text) part.textContent = text;
    }
  };
  count();
  setInterval(count, 10000);
})();
