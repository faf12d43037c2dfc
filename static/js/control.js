// The control room keeps itself up to date: it asks whether anything changed, and then fetches the parts that did.
// Nothing is exchanged under somebody's hands: not while a question is open, nor while a pointer is down.
(() => {
  "use strict";
  const now = document.getElementById("night-now");
  if (!now || !window.htmx) return;
  const EVERY = 5000;
  let pressed = false;
  let title = document.getElementById("next-title")?.textContent;

  const look = () => {
    if (document.hidden || pressed || document.querySelector("dialog[open], .is-busy")) return;
    window.htmx.trigger(now, "look");
  };

  addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => (pressed = false));
  document.addEventListener("visibilitychange", look);
  document.addEventListener("clock:over", look);
  now.addEventListener("htmx:afterSwap", () => {
    const next = document.getElementById("next-title")?.textContent;
    if (next !== title) window.say(next); // the one line that matters, not the whole page
    title = next;
  });
  // A page that cannot reach the server says so once, in its own words, instead of a toast every five seconds.
  setInterval(look, EVERY);
})();
