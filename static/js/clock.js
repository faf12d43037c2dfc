// Clocks that every screen shows alike: computed from the server's stored end, never counted in the browser, and by
// the server's time, so a wrong clock of the phone or a hidden tab does not matter. Load before live.js.
//
//   <main data-server-now="1793991600000">       the server's time (ms since 1970) when the page was made; live.js sharpens it
//   <div data-clock-ends="1793992500000"         when it reaches zero (ms since 1970); or, while paused:
//        data-clock-left="402"                   seconds left
//        data-clock-last="60"                    seconds before the end from which it has the class is-last (optional)
//        data-clock-over="time is up">           what the word says after the end, with the class is-over (optional)
//     <span data-clock-time>06:42</span> <span data-clock-word>game 5</span>
//   </div>
//   <div data-clock-day data-clock-zone="America/Chicago"><span data-clock-time>8:47 PM</span></div> the time of day
//
// window.serverNow() is the server's time in ms. New elements are found by themselves.
(() => {
  "use strict";

  // The true difference is at least each one seen: an answer is only ever late. The largest of the last ones is kept,
  // so that a server whose clock was put back, or a laptop that slept, is right again after a few pings.
  const KEPT = 5;
  let seen = [];
  const hear = (serverTime) => {
    if (Number.isFinite(serverTime)) seen = [...seen, serverTime - performance.now()].slice(-KEPT);
  };
  hear(Number(document.querySelector("[data-server-now]")?.dataset.serverNow ?? NaN));
  window.serverNow = () => (seen.length ? Math.max(...seen) + performance.now() : Date.now());
  document.addEventListener("live:time", (event) => hear(event.detail));

  const digits = (seconds) => {
    const whole = Math.abs(seconds);
    return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
  };
  window.timeOfDay = (ms, zone, seconds = false) =>
    new Intl.DateTimeFormat("en-US", {
      hour: "numeric", minute: "2-digit", ...(seconds && { second: "2-digit" }), timeZone: zone || undefined,
    }).format(ms);

  const write = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };
  const show = (clock) => {
    const time = clock.querySelector("[data-clock-time]");
    const { clockEnds, clockLeft, clockLast, clockOver, clockZone } = clock.dataset;
    if ("clockDay" in clock.dataset) return write(time, window.timeOfDay(window.serverNow(), clockZone));
    const left = clockEnds ? Math.ceil((Number(clockEnds) - window.serverNow()) / 1000) : Number(clockLeft);
    const over = left <= 0;
    write(time, (left < 0 ? "+" : "") + digits(left));
    clock.classList.toggle("is-over", over);
    clock.classList.toggle("is-last", !over && left <= Number(clockLast || 0));
    if (clockOver) {
      const word = clock.querySelector("[data-clock-word]");
      if (word && !("clockWord" in clock.dataset)) clock.dataset.clockWord = word.textContent;
      write(word, over ? clockOver : clock.dataset.clockWord);
    }
  };
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-clock-ends], [data-clock-left], [data-clock-day]")) show(clock);
  };
  setInterval(tick, 250);
  document.addEventListener("visibilitychange", tick);
  document.addEventListener("live:refreshed", tick);
  tick();
})();
