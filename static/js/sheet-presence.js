// Who is entering a table: a form says so while somebody types in it, and hears who else does. A hint only: where the
// network is bad nothing waits for it.
//
//   euchre.presence(form, (names) => …)      <form data-here="/runner/…/here/">
//   euchre.entering(["Robin"])               "Robin is entering this table"
window.euchre = window.euchre || {};
(() => {
  "use strict";
  const EVERY = 30_000; // ms between two signs of life; the server forgets after 90 s
  const csrfToken = () => document.cookie.split("; ").find((part) => part.startsWith("csrftoken="))?.slice(10) ?? "";
  const entering = (names) => (names.length ? `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} entering this table` : "");

  const tell = async (url, fields) => {
    try {
      const headers = { "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": csrfToken() };
      const answer = await fetch(url, { method: "POST", keepalive: true, redirect: "error", headers, body: fields });
      return answer.status === 200 ? answer.json() : null;
    } catch {
      return null;
    }
  };

  const presence = (form, show) => {
    let told = -EVERY;
    const say = async () => {
      if (performance.now() - told < EVERY) return;
      told = performance.now();
      const answer = await tell(form.dataset.here, "");
      if (answer) show(answer.others);
    };
    const leave = () => {
      if (told >= 0) tell(form.dataset.here, "gone=1"); // a sheet that arrives says it itself
      told = -EVERY;
    };
    for (const kind of ["input", "click"]) form.addEventListener(kind, say);
    window.addEventListener("pagehide", leave);
  };

  const others = document.getElementById("others");
  if (others && document.getElementById("sheet")) {
    presence(document.getElementById("sheet"), (names) => {
      const text = names.length ? `${entering(names)}, too.` : "";
      others.hidden = !text;
      if (text && others.textContent !== text) window.say(text);
      others.textContent = text;
    });
  }
  Object.assign(window.euchre, { presence, entering });
})();
