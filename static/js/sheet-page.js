// Around the sheet of one table: what became of a sheet sent from this phone, and what is half typed here.
//
//   euchre.page = {data, form, quietly, draft: {read, keep, drop}, mine(), note(), begin({show, change}), focusSync(), reopened()}
(() => {
  "use strict";
  const { outbox, el, box, words, answered } = window.euchre;
  const data = JSON.parse(document.getElementById("sheet-data").textContent);
  const form = document.getElementById("sheet");
  const sync = document.getElementById("sync");
  const noteBox = document.getElementById("draft");

  // -- Half typed ------------------------------------------------------------------------------------------------------
  const NAME = `euchre.draft.${data.game}`;
  const KEPT_FOR = 48 * 60 * 60 * 1000; // ms
  const quietly = (act) => {
    try {
      return act();
    } catch {
      return null; // no storage, or not ours: then a reload forgets
    }
  };
  const draft = {
    read: () => quietly(() => JSON.parse(localStorage.getItem(NAME))),
    keep: (fields, text) => quietly(() => localStorage.setItem(NAME, JSON.stringify({ at: Date.now(), fields, text }))),
    drop: () => quietly(() => localStorage.removeItem(NAME)),
  };
  quietly(() => {
    for (const name of Object.keys(localStorage)) {
      const isOld = () => Date.now() - JSON.parse(localStorage.getItem(name)).at > KEPT_FOR;
      if (name.startsWith("euchre.draft.") && quietly(isOld)) localStorage.removeItem(name);
    }
  });

  // -- What became of a sheet sent from here ---------------------------------------------------------------------------
  const mine = () => outbox.all().filter((record) => record.game === data.game);
  const link = (text, href, quiet) => el("a", { class: `btn btn--wide${quiet ? " btn--quiet" : ""}`, href }, text);
  let saved = null; // the answer to the sheet sent from this page
  let show = () => {}; // show(true): the form may be seen
  let change = null; // change(record): back into the form

  const onward = data.director ? "Next table" : "Back to this table"; // a table's own link has no other

  const drawSync = () => {
    const waiting = mine().filter((record) => record.status === "kept").at(-1);
    sync.hidden = !waiting && !saved;
    if (waiting) {
      const again = el("button", { class: "btn btn--quiet", type: "button", onclick: () => change(waiting) }, "Change it");
      sync.replaceChildren(box(words(waiting), change ? again : ""), link(onward, data.tables));
    } else if (saved) {
      sync.replaceChildren(answered(saved), link(onward, data.tables), link("See the sheet", data.url, true));
    }
    show(sync.hidden);
  };
  outbox.watch((event) => {
    if (event.kind === "answered" && event.record.game === data.game && !mine().length) {
      window.say(event.answer.text);
      if (!form || event.answer.state === "contested") return location.assign(data.url);
      saved = event.answer;
    }
    drawSync();
  });

  // -- A word about what is on this phone and not with the server ------------------------------------------------------
  const note = (text, ...acts) => {
    noteBox.hidden = false;
    noteBox.replaceChildren(el("div", { class: "notice notice--info" }, el("p", { class: "notice__text" }, text), ...acts));
  };
  const throwAway = () => {
    draft.drop();
    mine().filter((record) => record.status === "refused").forEach((record) => outbox.drop(record.key));
    location.reload();
  };
  const discard = (label) => el("button", { class: "btn btn--small btn--quiet notice__act", type: "button", onclick: throwAway }, label);

  if (!form) {
    const refused = mine().find((record) => record.status === "refused");
    const typed = refused ?? draft.read();
    if (typed) note(`On this phone ${typed.text} was typed for this table. It is not saved.`, discard("Throw away"), refused ? el("a", { class: "btn btn--small btn--quiet notice__act", href: refused.page }, "Look and fix") : "");
    drawSync();
    outbox.flush();
  }
  for (const strip of document.querySelectorAll("[data-strip]")) {
    strip.style.setProperty("--hands", Math.min(16, Number(strip.dataset.strip)));
  }

  window.euchre.page = {
    data,
    form,
    quietly,
    draft,
    mine,
    note: (text, label) => note(text, discard(label)),
    begin: (hooks) => {
      ({ show, change } = hooks);
      drawSync();
      outbox.flush();
    },
    focusSync: () => {
      sync.focus({ preventScroll: true });
      scrollTo(0, 0);
    },
    reopened: () => {
      saved = null;
      sync.hidden = true;
      show(true);
    },
  };
})();
