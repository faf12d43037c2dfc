// The entry form of one sheet: partners, totals or hands, agreement, and saving. Without scripts it is a plain form.
(() => {
  "use strict";
  const { outbox, page, el } = window.euchre;
  const { data, form, draft } = page;
  const HOW = "euchre.how"; // how this phone entered its last sheet
  const NOT_TYPED = ["csrfmiddlewaretoken", "key", "revision", "corrects"];
  const byId = (id) => document.getElementById(id);
  const [pairingBox, seats, handBox, totalsBox, agreeBox, extraBox] = ["pairing", "seats", "hands", "totals", "agree", "extra-hand"].map(byId);
  const saveButton = document.querySelector("#savebar button");
  const isCorrection = form.elements.corrects.value !== "";
  const minus = (text) => text.replaceAll("-", "−");

  // -- Partners --------------------------------------------------------------------------------------------------------
  const chosen = () => form.elements.pairing?.value ?? "0";
  const isPaired = () => !pairingBox || chosen() !== "";
  const sides = () => data.sides[chosen()] ?? Object.values(data.sides)[0];
  let choosing = !isPaired(); // the partners are being chosen

  const chair = (position) => {
    const { name, number, seat, stand_in: standIn } = data.chairs[position];
    const there = standIn ? [el("small", { class: "chair__stand-in" }, el("bdi", {}, standIn), " stands in"), " "] : [];
    return el("span", { class: "chair" },
      el("span", { class: "chair__number num" }, String(number ?? "–")), " ",
      el("bdi", { class: "chair__name" }, name), " ", there,
      el("small", { class: "chair__seat" }, `seat ${seat}`));
  };
  const nameSides = () =>
    sides().forEach((side, index) => {
      const card = form.querySelector(`[data-side="${index}"]`);
      const names = side.map((position) => data.chairs[position].name).join(" and ");
      card.querySelector("[data-label]").textContent = `Points of ${names}`;
      card.querySelector("[data-who]").replaceChildren(...side.map(chair));
      const shorts = side.map((position) => data.chairs[position].short).join(" & ");
      const ticks = [form.elements[`agree.${index}`], extraBox?.querySelector(`[value="${index}"]`)];
      for (const tick of ticks) if (tick) tick.closest("label").querySelector("[data-short]").textContent = shorts;
    });
  const paired = () => {
    choosing = false;
    clearProblems(); // what was asked about the other partners is answered; the server asks again what is left
    if (hands.list().length) hands.load([]); // they were won by other partners
    nameSides();
    changed();
    begin();
  };
  const rechoose = () => {
    choosing = true;
    draw();
    pairingBox.querySelector("input").focus();
  };
  const repair = el("button", { class: "btn btn--link", type: "button", onclick: rechoose }, "Other partners");

  // -- Totals, or hand by hand -----------------------------------------------------------------------------------------
  const changed = () => {
    form.elements.hands.value = hands.list().length ? JSON.stringify(hands.list()) : "";
    draw();
    draft.keep(typed().toString(), scoreText());
  };
  const hands = window.euchre.handEntry(handBox, data, { sides, changed: () => changed() });
  const totals = window.euchre.totalsEntry(form, byId("pad"), data, { changed: () => changed() });
  window.euchre.steppers(form, { changed });
  let endsEarly = false;
  const endEarly = () => {
    endsEarly = true;
    draw();
  };
  const early = el("button", { class: "btn btn--link", type: "button", onclick: endEarly }, "The game ended early");

  const byHands = () => form.elements.how.value === "hands";
  const handsDone = () => hands.list().length > 0 && !hands.isAsking() && (hands.isOver() || endsEarly);
  const isComplete = () => (byHands() ? handsDone() : totals.isComplete());
  // After a drawn game where somebody must move, an extra hand is played: who won it is one tap.
  const isDrawn = () => new Set(byHands() ? hands.scores() : totals.scores()).size === 1;
  const asksExtraHand = () => Boolean(extraBox) && isComplete() && isDrawn();
  const scoreText = () => minus(byHands() ? hands.scores().join("–") : totals.text());
  const switchTo = (how) => {
    form.elements.how.value = how;
    page.quietly(() => localStorage.setItem(HOW, how));
    changed();
    begin();
  };
  const begin = () => {
    draw();
    if (byHands()) totals.close();
    else if (isPaired() && !choosing && !totals.isComplete()) totals.open();
  };

  // -- Drawing ---------------------------------------------------------------------------------------------------------
  const draw = () => {
    const ready = isPaired() && !choosing;
    const asHands = byHands();
    form.classList.toggle("is-hands", asHands);
    if (pairingBox) pairingBox.hidden = ready;
    seats.hidden = ready;
    byId("switch").hidden = byId("sides").hidden = !ready;
    totalsBox.hidden = !ready || asHands;
    handBox.hidden = !ready || !asHands;
    repair.hidden = !ready || !pairingBox || (asHands && hands.list().length > 0);
    early.hidden = !ready || !asHands || !hands.list().length || hands.isOver() || endsEarly || hands.isAsking();
    agreeBox.hidden = !ready || !isComplete();
    if (extraBox) extraBox.hidden = !ready || !asksExtraHand();
    byId("savebar").hidden = form.hidden || agreeBox.hidden;
    for (const button of byId("switch").children) button.setAttribute("aria-pressed", String((button.dataset.how === "hands") === asHands));
    if (ready) drawScores(asHands);
    if (ready && asHands) hands.draw();
    drawSums();
    drawButton();
  };
  const drawScores = (computed) => {
    const scores = computed ? hands.scores() : [];
    form.querySelectorAll("[data-side]").forEach((card, index) => {
      const output = card.querySelector("output");
      output.hidden = !computed;
      card.querySelector("input").hidden = computed;
      output.textContent = computed ? minus(String(scores[index])) : "";
      card.classList.toggle("is-ahead", computed && scores[index] === Math.max(...scores) && new Set(scores).size > 1);
    });
  };
  const drawSums = () => {
    const count = (name) => [...form.querySelectorAll(name)].reduce((sum, field) => sum + (Number.parseInt(field.value, 10) || 0), 0);
    const rows = [...form.querySelectorAll(".penalty")];
    for (const row of rows) {
      const kind = row.querySelector("select").value;
      row.querySelector(".check").hidden = kind !== "renege" || !data.rules.lone_renege;
      row.querySelector(".penalty__points").hidden = kind !== "points";
    }
    form.querySelector("#loners [data-sum]").textContent = count('[name^="loners."]') || "none";
    form.querySelector("#penalties [data-sum]").textContent = rows.filter((row) => row.querySelector("select").value).length || "none";
  };
  const drawButton = () => {
    const what = isCorrection ? "Save the correction" : `Save table ${data.table}`;
    const plain = form.elements.disagree.checked ? "Send to the director" : `${what}: ${scoreText()}`;
    saveButton.textContent = saveButton.name ? "Save with this reason" : plain;
  };

  form.addEventListener("change", ({ target: { name, checked } }) => {
    if (name === "pairing") return paired();
    if (name === "extra_hand") clearProblems(); // what was asked is answered
    if (name === "disagree" && checked) form.querySelectorAll('[name^="agree."]').forEach((tick) => (tick.checked = false));
    if (name.startsWith("agree.") && checked) form.elements.disagree.checked = false;
    changed();
  });
  byId("switch").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) switchTo(button.dataset.how);
  });

  // -- What stands in the form, as it is kept and sent -------------------------------------------------------------------
  const typed = () => {
    const fields = new URLSearchParams(new FormData(form));
    NOT_TYPED.forEach((name) => fields.delete(name));
    return fields;
  };
  const fill = (text) => {
    const fields = new URLSearchParams(text);
    for (const field of form.elements) {
      if (!field.name || NOT_TYPED.includes(field.name) || field === saveButton) continue;
      if (field.type === "checkbox") field.checked = fields.has(field.name);
      else if (field.type === "radio") field.checked = fields.get(field.name) === field.value;
      else if (fields.has(field.name)) field.value = fields.get(field.name);
    }
    fromFields();
  };
  const fromFields = () => {
    hands.load(page.quietly(() => JSON.parse(form.elements.hands.value)) ?? []);
    choosing = !isPaired();
    if (!choosing) nameSides();
  };

  // -- Saving ------------------------------------------------------------------------------------------------------------
  const problemBox = byId("problems");
  const reasonField = byId("reason-field");
  let key = ""; // of the sheet that was refused and is being mended
  let follows = ""; // of the sheet on its way that this one replaces

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    key = key || outbox.newKey();
    const fields = typed();
    fields.set("key", key);
    fields.set("revision", form.elements.revision.value);
    fields.set("corrects", form.elements.corrects.value);
    if (saveButton.name) fields.set("confirmed", "1");
    const { game, table, label, url, corrects: mayCorrect } = data;
    const where = location.pathname + location.search;
    const record = { key, game, table, label, url, page: where, text: scoreText(), body: fields.toString(), keptAt: Date.now(), mayCorrect, follows };
    key = follows = "";
    clearProblems();
    draft.drop();
    outbox.keep(record);
    page.focusSync();
  });

  // A sheet not sent yet can simply be changed; one that may have arrived is followed by the changed one.
  const change = (record) => {
    follows = record.tries ? record.key : record.follows;
    if (!record.tries) outbox.drop(record.key);
    fill(record.body);
    page.reopened();
    draw();
  };

  const clearProblems = () => {
    byId("not-saved")?.remove();
    problemBox.replaceChildren();
    for (const slot of form.querySelectorAll(".field__error")) slot.hidden = true;
    for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    saveButton.removeAttribute("name");
    reasonField.hidden = !isCorrection;
  };
  const showProblem = ({ level, field, text }) => {
    const slot = level === "blocker" && field ? byId(`error-${field}`) : null;
    if (!slot) {
      const look = level === "confirm" ? "warn" : "bad";
      return problemBox.append(el("div", { class: `notice notice--${look}` }, el("p", { class: "notice__text" }, text)));
    }
    slot.hidden = false;
    slot.querySelector("span").textContent = text;
    slot.closest("details")?.setAttribute("open", "");
    form.elements[field]?.setAttribute?.("aria-invalid", "true");
  };
  const showRefused = (record, body = record.body) => {
    key = record.key;
    fill(body);
    clearProblems();
    record.problems.forEach(showProblem);
    const wasConfirmed = new URLSearchParams(record.body).has("confirmed");
    const asksReason = record.problems.some((problem) => problem.field === "reason");
    const confirms = record.problems.every((problem) => problem.level === "confirm") || (wasConfirmed && asksReason);
    if (confirms) saveButton.setAttribute("name", "confirmed");
    if (confirms || asksReason) reasonField.hidden = false;
    const isStopped = confirms && record.problems.every(({ code }) => data.stopped.codes.includes(code));
    if (isStopped && !form.elements.reason.value) form.elements.reason.value = data.stopped.reason; // can be typed over
    endsEarly = byHands();
    draw();
    window.say(`Not saved yet. ${record.problems.map((problem) => problem.text).join(" ")}`);
    const first = confirms || asksReason ? form.elements.reason : problemBox;
    const marked = form.querySelector(".field__error:not([hidden])");
    (confirms ? first : (marked ?? first)).scrollIntoView({ block: "center" });
    first.focus({ preventScroll: true });
  };
  const seenBefore = (record) => record.problems.some(({ code }) => ["reseated", "stale"].includes(code));
  const refusedOne = () => page.mine().find((record) => record.status === "refused");

  outbox.watch(() => {
    const record = refusedOne();
    if (!record || record.key === key) return;
    if (seenBefore(record)) location.reload(); // the page is older than the table's seats or sheet
    else showRefused(record);
  });

  // -- A renege ruled on elsewhere: a row of the totals and a penalty of the hands, whichever way is entered ----------------
  const record = (ruled) => {
    const rows = [...form.querySelectorAll(".penalty")].map((row) => ({ kind: row.querySelector("[name$='.kind']"), offender: row.querySelector("[name$='.offender']"), lone: row.querySelector("[name$='.lone']") }));
    const offender = String(ruled.offender);
    if (!rows.some((row) => row.kind.value === ruled.kind && row.offender.value === offender)) {
      const free = rows.find((row) => !row.kind.value);
      if (free) [free.kind.value, free.offender.value, free.lone.checked] = [ruled.kind, offender, ruled.lone];
    }
    byId("penalties").open = true;
    hands.rule(ruled);
  };

  // -- To begin with -------------------------------------------------------------------------------------------------------
  totalsBox.after(repair);
  handBox.after(early);
  fromFields();
  const wasRefusedHere = byId("not-saved") !== null;
  const kept = wasRefusedHere ? null : draft.read();
  const refused = refusedOne();
  if (!isCorrection && !form.elements.hands.value && !wasRefusedHere) {
    form.elements.how.value = page.quietly(() => localStorage.getItem(HOW)) ?? "totals";
  }
  if (kept) fill(kept.fields);
  if (refused) showRefused(refused, kept && kept.at > refused.keptAt ? kept.fields : refused.body);
  if (data.ruled && !refused && !wasRefusedHere) record(data.ruled);
  if (refused) page.note("This sheet is on this phone and not accepted yet.", "Throw away");
  else if (kept) page.note("You began this sheet before. It is not saved.", "Start again");
  page.begin({
    show: (visible) => {
      form.hidden = !visible;
      draw();
    },
    change,
  });
  if (!form.hidden && !refused) begin();
})();
