// Clocks: [data-countdown="402"] shows the seconds left when the page was made; with [data-running] it goes on.
// The time since then is measured, never counted in ticks, so a sleeping tab shows the right time when it wakes.
(() => {
  "use strict";
  const met = new WeakMap(); // clock -> when this page first saw it

  const face = (seconds) => {
    const left = Math.abs(seconds);
    const two = (number) => String(number).padStart(2, "0");
    return `${seconds < 0 ? "+" : ""}${two(Math.floor(left / 60))}:${two(left % 60)}`;
  };

  const show = () => {
    for (const clock of document.querySelectorAll("[data-countdown][data-running]")) {
      if (!met.has(clock)) met.set(clock, Date.now());
      const before = Number(clock.dataset.countdown);
      const seconds = before - Math.floor((Date.now() - met.get(clock)) / 1000);
      clock.textContent = face(seconds);
      if (seconds <= 0 && before > 0 && !("over" in clock.dataset)) {
        clock.dataset.over = "";
        clock.dispatchEvent(new CustomEvent("clock:over", { bubbles: true }));
      }
    }
  };

  setInterval(show, 250);
  document.addEventListener("visibilitychange", show);
})();
