// A new night most likely happens where this browser is: choose its time zone, unless a choice was already sent.
(() => {
  "use strict";
  const choice = document.querySelector("select[name=time_zone]");
  if (!choice || document.querySelector(".notice--bad")) return;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...choice.options].some((option) => option.value === here)) choice.value = here;
})();
