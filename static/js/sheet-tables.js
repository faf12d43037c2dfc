// The list of tables: refreshes itself while it is looked at, and shows what is still on this phone.
(() => {
  "use strict";
  const { outbox, el, box, words, answered } = window.euchre;
  const EVERY = 8000; // ms, and up to a quarter more so that the phones do not ask together

  // -- On this phone ---------------------------------------------------------------------------------------------------
  const section = document.getElementById("kept");
  const list = document.getElementById("kept-list");
  const saved = new Map(); // key -> what the server answered while this page was open

  const fix = (record) => el("a", { class: "btn btn--quiet", href: record.url }, "Look and fix");
  const discard = (record) =>
    el("form", { method: "dialog", "data-confirm": `Throw away the sheet of table ${record.table}?`, "data-confirm-text": `${record.text}. It was not saved; the paper sheet is all that is left of it.`, "data-confirm-yes": "Throw it away", onsubmit: (event) => { event.preventDefault(); outbox.drop(record.key); } }, // prettier-ignore
      el("button", { class: "btn btn--link", type: "submit" }, "Throw away")); // prettier-ignore
  const sendNow = () => el("button", { class: "btn btn--quiet", type: "button", onclick: () => outbox.flush() }, "Send now");

  const item = (record) => {
    const acts = record.status === "refused" ? [fix(record), discard(record)] : outbox.isSending(record.key) ? [] : [sendNow()];
    return el("li", { "data-key": record.key }, box(words(record), ...acts));
  };
  const drawKept = () => {
    const records = outbox.all();
    section.hidden = !records.length && !saved.size;
    document.getElementById("kept-count").textContent = records.length || "";
    list.replaceChildren(...records.map(item), ...[...saved.values()].map((answer) => el("li", {}, answered(answer))));
    markRows(records);
  };

  // A row whose sheet is on this phone says so: nobody has to collect it again.
  const markRows = (records) => {
    for (const row of document.querySelectorAll("[data-game]")) {
      const waits = records.some((record) => record.game === row.dataset.game);
      row.querySelector(".is-kept")?.remove();
      if (waits) row.querySelector(".table-link__state").append(el("span", { class: "chip chip--warn is-kept" }, "on this phone"));
    }
  };

  outbox.watch((event) => {
    if (event.kind === "answered") {
      saved.set(event.record.key, event.answer);
      window.say(event.answer.text);
      refresh();
    }
    drawKept();
  });

  // -- The tables ------------------------------------------------------------------------------------------------------
  const tables = document.getElementById("tables");
  const stale = document.getElementById("stale");
  let shown = "";
  let lastAnswer = new Date();
  let timer = 0;

  const swap = (html) => {
    if (html === shown) return;
    shown = html;
    const focused = document.activeElement?.closest("#tables a")?.getAttribute("href");
    tables.innerHTML = html;
    if (focused) tables.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    markRows(outbox.all());
  };
  const refresh = async () => {
    clearTimeout(timer);
    try {
      const response = await fetch(tables.dataset.now, { redirect: "error", cache: "no-cache", signal: AbortSignal.timeout(15_000) });
      if (!response.ok) throw new Error(String(response.status));
      swap(await response.text());
      lastAnswer = new Date();
      stale.textContent = "";
    } catch {
      const time = lastAnswer.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
      stale.textContent = `Not up to date: no answer since ${time}.`;
    }
    if (!document.hidden) timer = setTimeout(refresh, EVERY * (1 + Math.random() / 4));
  };

  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  window.addEventListener("online", refresh);
  drawKept();
  outbox.flush();
  timer = setTimeout(refresh, EVERY);
})();
