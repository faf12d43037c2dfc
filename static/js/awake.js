// Keep the screen awake: asked for at the start and again whenever the page is shown, since a hidden page loses it.
// Browsers grant it only over https or on localhost; else the event "awake:refused" on document says so, once. Load
// after the script that listens for it.
(() => {
  "use strict";
  let told = false;
  const refused = () => {
    if (told) return;
    told = true;
    document.dispatchEvent(new CustomEvent("awake:refused"));
  };
  const ask = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      refused(); // no such thing here, or the battery is low
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
})();
