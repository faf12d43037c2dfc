// Who is entering which table. On a sheet's form: says so while somebody types, and shows who else does. On the list:
// marks the rows. A hint only: where the network is bad nothing waits for it and nothing is told to be wrong.
//
//   <form id="sheet" data-here="/runner/…/here/">   <p id="others" hidden></p>
//   <div id="tables" data-entering="/runner/…/entering/">   <li data-game="…">…<span data-entering-here hidden></span></li>
(() => {
  "use strict";
  const EVERY = 30_000; // ms between two signs of life; the server forgets after 90 s
  const LOOK = 15_000; // ms between two looks at the list
  const csrfToken = () => document.cookie.split("; ").find((part) => part.startsWith("csrftoken="))?.slice(10) ?? "";
  const words = (names) => `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} entering this table`;
  const quietly = async (act) => {
    try {
      return await act();
    } catch {
      return null;
    }
  };
  const ask = (url, options = {}) =>
    quietly(async () => {
      const answer = await fetch(url, { credentials: "same-origin", redirect: "error", signal: AbortSignal.timeout?.(10_000), ...options });
      return answer.ok && answer.status === 200 ? answer.json() : null;
    });
  const tell = (url, fields) =>
    ask(url, { method: "POST", keepalive: true, headers: { "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": csrfToken() }, body: fields });

  // -- A form somebody types in: window.euchre.presence(form, (names) => …) --------------------------------------------
  const watch = (form, show) => {
    const url = form.dataset.here;
    let told = -EVERY;
    let isThere = false;
    const say = async () => {
      if (document.hidden || performance.now() - told < EVERY) return;
      told = performance.now();
      isThere = true;
      const answer = await tell(url, "");
      if (answer?.others) show(answer.others);
    };
    const leave = () => {
      if (!isThere) return;
      isThere = false;
      told = -EVERY;
      tell(url, "gone=1");
    };
    for (const kind of ["input", "click"]) form.addEventListener(kind, say);
    window.addEventListener("pagehide", leave); // a sheet that arrives says it itself
  };

  const others = document.getElementById("others");
  const form = document.getElementById("sheet");
  if (form?.dataset.here && others) {
    watch(form, (names) => {
      others.hidden = !names.length;
      const text = names.length ? `${words(names)}, too.` : "";
      if (others.textContent !== text) {
        others.textContent = text;
        if (text) window.say(text);
      }
    });
  }

  // -- The list ----------------------------------------------------------------------------------------------------------
  const list = () => document.querySelector("[data-entering]");
  const mark = (now) => {
    for (const row of document.querySelectorAll("[data-game]")) {
      const place = row.querySelector("[data-entering-here]");
      if (!place) continue;
      const names = now[row.dataset.game] ?? [];
      place.hidden = !names.length;
      place.textContent = names.length ? words(names) : "";
    }
  };
  const look = async () => {
    if (document.hidden || !list()) return;
    const now = await ask(list().dataset.entering);
    if (now) mark(now);
  };
  if (list()) {
    setInterval(look, LOOK);
    document.addEventListener("visibilitychange", look);
    document.addEventListener("live:refreshed", look);
  }

  window.euchre = window.euchre || {};
  window.euchre.presence = watch;
})();
