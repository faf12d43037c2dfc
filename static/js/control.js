// The control room also changes with the time alone: a table is late once the clock is over, and the pace moves on.
// live.js hears of acts; this asks for a look at each full minute and when the clock runs out.
(() => {
  "use strict";
  const look = () => document.dispatchEvent(new CustomEvent("live:look"));
  const isOver = () => document.querySelector(".stat.is-over") !== null;
  let over = isOver();
  setInterval(() => {
    if (isOver() && !over) look();
    over = isOver();
  }, 1000);
  setInterval(look, 60000);
})();
