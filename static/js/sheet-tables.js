// The list of tables (kept new by live.js): what is still on this phone stands above it and is marked in it.
(() => {
  "use strict";
  const { outbox, el, box, words, answered, entering } = window.euchre;
  const section = document.getElementById("kept");
  const list = document.getElementById("kept-list");
  const saved = new Map(); // key -> what the server answered while this page was open

  const fix = (record) => el("a", { class: "btn btn--quiet", href: record.page }, "Look and fix");
  const sendNow = () => el("button", { class: "btn btn--quiet", type: "button", onclick: () => outbox.flush() }, "Send now");
  const discard = (record) => {
    const drop = (event) => {
      event.preventDefault();
      outbox.drop(record.key);
    };
    const ask = {
      "data-confirm": `Throw away the sheet of table ${record.table}?`,
      "data-confirm-text": `${record.text} was not saved. Only the paper sheet is left of it then.`,
      "data-confirm-yes": "Throw it away",
    };
    return el("form", { ...ask, onsubmit: drop }, el("button", { class: "btn btn--link", type: "submit" }, "Throw away"));
  };
  const acts = (record) => {
    if (record.status === "refused") return [fix(record), discard(record)];
    return outbox.isSending(record.key) ? [] : [sendNow()];
  };

  const draw = () => {
    const records = outbox.all();
    section.hidden = !records.length && !saved.size;
    document.getElementById("kept-count").textContent = records.length || "";
    list.replaceChildren(
      ...records.map((record) => el("li", {}, box(words(record), ...acts(record)))),
      ...[...saved.values()].map((answer) => el("li", {}, answered(answer))),
    );
    markRows(records);
  };
  // A row whose sheet is on this phone says so: nobody has to collect it again.
  const markRows = (records) => {
    for (const row of document.querySelectorAll("[data-game]")) {
      row.querySelector(".is-kept")?.remove();
      if (!records.some((record) => record.game === row.dataset.game)) continue;
      row.querySelector(".table-link__state").append(el("span", { class: "chip chip--warn is-kept" }, "on this phone"));
    }
  };

  outbox.watch((event) => {
    if (event.kind === "answered") {
      saved.set(event.record.key, event.answer);
      window.say(event.answer.text);
    }
    draw();
  });
  // -- Who is entering which table: asked for now and then, and after every change ---------------------------------------
  const LOOK = 15_000; // ms
  const look = async () => {
    if (document.hidden) return;
    const url = document.getElementById("tables").dataset.entering;
    const now = await fetch(url).then((answer) => (answer.status === 200 ? answer.json() : null)).catch(() => null);
    for (const row of now ? document.querySelectorAll("[data-game]") : []) {
      const place = row.querySelector("[data-entering-here]");
      place.textContent = entering(now[row.dataset.game] ?? []);
      place.hidden = !place.textContent;
    }
  };
  setInterval(look, LOOK);
  document.addEventListener("visibilitychange", look);

  document.addEventListener("live:refreshed", () => {
    markRows(outbox.all());
    look();
  });
  draw();
  outbox.flush();
})();
