// A pile of paper, typed with Tab and Enter alone. Each row is the form of one table. Enter goes on to the next empty
// field and, when none is left, saves the row and goes back to the box that asks for the next table. What is typed is
// kept on this laptop and sent as from a phone (sheet-outbox.js); a row that is refused keeps it and says why.
(() => {
  "use strict";
  const { outbox, presence, entering } = window.euchre;
  const root = document.getElementById("papers");
  const jump = document.getElementById("jump");
  if (!root) return;
  const box = jump.elements.table;
  const here = document.getElementById("grid");
  const left = document.getElementById("jump-left");
  const NOT_TYPED = ["csrfmiddlewaretoken", "key", "revision", "corrects", "agree.0", "agree.1", "agree.2"];
  const DRAFT = "euchre.draft.";
  const quietly = (act) => {
    try {
      return act();
    } catch {
      return null; // no storage: then a reload forgets
    }
  };

  const rows = () => [...root.querySelectorAll(".paper")];
  const formOf = (row) => row.querySelector("form");
  const recordOf = (row) => outbox.all().filter((record) => record.game === row.dataset.game).at(-1);
  const isOpen = (row) => Boolean(formOf(row)) && !row.classList.contains("is-sent");
  const shown = (field) => !field.closest("[hidden]") && field.type !== "hidden";
  const asked = (form) => [...form.elements].filter((field) => shown(field) && ["pairing", "bump", "extra_hand", "reason"].includes(field.name) || field.name?.startsWith("scores."));
  const scores = (form) => [...form.elements].filter((field) => field.name?.startsWith("scores.")).map((field) => field.value.trim() || "?").join("–");

  // -- What is typed, kept over a reload -----------------------------------------------------------------------------
  // With the loners as the whole form has them, where a sheet begun here may be ended.
  const allFields = (form) => {
    const fields = new URLSearchParams(new FormData(form));
    const seats = [...fields.get("loner_seats")];
    form.closest(".paper").querySelectorAll(".paper__seats > li").forEach((_, position) => {
      fields.set(`loners.${position}`, String(seats.filter((seat) => seat === String(position + 1)).length));
    });
    return fields;
  };
  const typed = (form) => {
    const fields = allFields(form);
    NOT_TYPED.forEach((name) => fields.delete(name));
    return fields;
  };
  const isTouched = (form) => [...form.elements].some((field) => shown(field) && "defaultValue" in field && field.type !== "checkbox" && field.value !== field.defaultValue) || form.elements.disagree.checked;
  const keepDraft = (row) => {
    const draft = { at: Date.now(), fields: typed(formOf(row)).toString(), text: scores(formOf(row)) };
    quietly(() => localStorage.setItem(DRAFT + row.dataset.game, JSON.stringify(draft)));
  };
  const dropDraft = (row) => quietly(() => localStorage.removeItem(DRAFT + row.dataset.game));
  const fill = (row, text) => {
    const fields = new URLSearchParams(text);
    const isMore = [...fields].some(([name, value]) => name.endsWith(".kind") && value); // a penalty
    if (isMore || fields.get("how") === "hands") return; // begun on the whole form, and to be ended there
    const named = [0, 1, 2, 3].map((position) => String(position + 1).repeat(Number(fields.get(`loners.${position}`)) || 0));
    if (!fields.has("loner_seats")) fields.set("loner_seats", named.join(""));
    for (const field of formOf(row).elements) {
      if (!field.name || field.type === "hidden") continue;
      if (field.type === "checkbox") field.checked = fields.has(field.name);
      else if (fields.has(field.name)) field.value = fields.get(field.name);
    }
    nameSides(row);
  };

  // -- The names over the points follow the partners -------------------------------------------------------------------
  const nameSides = (row) => {
    const { first, second } = formOf(row).elements.pairing?.selectedOptions[0]?.dataset ?? {};
    if (!first) return;
    row.querySelectorAll("[data-side-label]").forEach((label, index) => (label.textContent = [first, second][index]));
    const extra = formOf(row).elements.extra_hand;
    [extra.options[1].textContent, extra.options[2].textContent] = [first, second];
  };

  // -- From table to table -------------------------------------------------------------------------------------------------
  // The pile is of the last game: what an earlier one still owes comes when that is in.
  const inTurn = () => rows().sort((a, b) => b.dataset.round - a.dataset.round);
  const atTable = (text) => {
    const same = inTurn().filter((row) => row.dataset.table === String(Number(text)));
    return same.find(isOpen) ?? same[0];
  };
  const next = (after) => {
    const turns = inTurn();
    const open = turns.filter(isOpen);
    const refused = open.find((row) => recordOf(row)?.status === "refused");
    const order = after ? turns.indexOf(after) : -1;
    return refused ?? open.find((row) => turns.indexOf(row) > order) ?? open[0];
  };
  const suggest = (after) => {
    box.value = next(after)?.dataset.table ?? "";
    drawLeft();
  };
  const drawLeft = () => {
    const count = rows().filter(isOpen).length;
    left.textContent = count ? `${count} of ${rows().length} still to type` : `All ${rows().length} tables are typed`;
  };
  const goTo = (row) => {
    const form = row && formOf(row);
    if (!form || row.classList.contains("is-sent")) return window.say(`No sheet to type for table ${box.value}`);
    const fields = asked(form);
    (form.querySelector("[aria-invalid]") ?? fields.find((field) => !field.value.trim()) ?? fields.at(-1)).focus();
    row.scrollIntoView({ block: "center", behavior: "instant" });
  };
  jump.addEventListener("submit", (event) => {
    event.preventDefault();
    goTo(atTable(box.value));
  });
  box.addEventListener("focus", () => box.select());

  root.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || field.localName === "button" || field.localName === "a" || !field.form) return;
    event.preventDefault();
    const isSaid = field.form.dataset.asks === "extra_hand" && field.form.elements.extra_hand.value; // then no reason
    const fields = asked(field.form).filter((other) => !(isSaid && other.name === "reason"));
    const empty = fields.find((other) => other !== field && !other.value.trim() && fields.indexOf(other) > fields.indexOf(field));
    if (empty) empty.focus();
    else field.form.requestSubmit();
  });
  root.addEventListener("input", (event) => {
    const row = event.target.closest(".paper");
    event.target.removeAttribute("aria-invalid");
    nameSides(row);
    keepDraft(row);
  });

  // -- Saving a row --------------------------------------------------------------------------------------------------------
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    const row = form.closest(".paper");
    const fields = allFields(form);
    fields.delete("csrfmiddlewaretoken");
    const before = recordOf(row);
    const key = before?.status === "refused" ? before.key : outbox.newKey();
    fields.set("key", key);
    if (form.dataset.confirms) fields.set("confirmed", "1");
    dropDraft(row);
    const { pathname } = new URL(form.action);
    outbox.keep({ key, game: row.dataset.game, table: row.dataset.table, label: form.dataset.label, url: pathname, page: location.pathname, text: scores(form), body: fields.toString(), keptAt: Date.now(), mayCorrect: true, follows: "" });
    draw(row);
    suggest(row);
    box.focus();
  });

  const draw = (row) => {
    const form = formOf(row);
    if (!form) return;
    const record = recordOf(row);
    const waits = record?.status === "kept" || "saved" in row.dataset;
    row.classList.toggle("is-sent", waits);
    for (const field of form.elements) if (field.type !== "hidden") field.disabled = waits;
    const problems = form.querySelector("[data-problems]");
    if ("saved" in row.dataset) problems.textContent = row.dataset.saved;
    else if (waits) {
      problems.classList.add("is-question");
      problems.textContent = outbox.blocked() ? `${record.text} is kept on this computer and goes by itself.` : `${record.text}: sending…`;
    } else if (record?.status === "refused") showProblems(row, record);
  };
  const showProblems = (row, record) => {
    const form = formOf(row);
    const problems = form.querySelector("[data-problems]");
    const asks = record.problems.every((problem) => problem.level === "confirm" || problem.field === "reason");
    const text = record.problems.map((problem) => problem.text).join(" ");
    form.querySelector("[data-reason]").hidden = !asks;
    const extra = record.problems.filter((problem) => problem.field === "extra_hand");
    if (extra.length) form.querySelector("[data-extra-hand]").hidden = false;
    form.dataset.asks = extra.length && extra.length === record.problems.length ? "extra_hand" : "";
    if (asks) form.dataset.confirms = "yes";
    else delete form.dataset.confirms;
    problems.classList.toggle("is-question", asks);
    if (problems.textContent !== text) {
      problems.textContent = text;
      window.say(`Table ${row.dataset.table} is not saved yet. ${text}`);
    }
    if (record.problems.some(({ code }) => code === "reseated") && !("looked" in row.dataset)) {
      row.dataset.looked = "yes";
      fetchRows();
    }
    for (const { field } of record.problems) {
      const name = field.startsWith("loners") ? "loner_seats" : field;
      const input = asks && name !== "extra_hand" ? form.elements.reason : form.elements[name];
      input?.setAttribute?.("aria-invalid", "true");
      input?.setAttribute?.("aria-describedby", problems.id);
    }
  };

  // -- What came of it, here and from others -----------------------------------------------------------------------------
  outbox.watch((event) => {
    if (event.kind === "answered") {
      const row = document.getElementById(`paper-${event.record.game}`);
      window.say(event.answer.text);
      if (row) row.dataset.saved = event.answer.text;
      fetchRows();
    }
    rows().forEach(draw);
    drawLeft();
  });

  const isBusy = (row) => !("saved" in row.dataset) && (row.contains(document.activeElement) || Boolean(recordOf(row)) || (formOf(row) && isTouched(formOf(row))));
  const put = (fresh) => {
    const current = document.getElementById(fresh.id);
    if (!current) return root.append(document.adoptNode(fresh));
    if (!isBusy(current)) return current.isEqualNode(fresh) || current.replaceWith(document.adoptNode(fresh));
    if (fresh.dataset.revision !== current.dataset.revision && formOf(fresh)) return reseat(current, document.adoptNode(fresh));
    if (fresh.dataset.state !== current.dataset.state && !recordOf(current)) {
      current.dataset.state = fresh.dataset.state;
      const words = fresh.querySelector(".paper__state")?.textContent.replace(/\s+/g, " ").trim();
      const problems = formOf(current)?.querySelector("[data-problems]");
      if (problems) problems.textContent = `Meanwhile somebody else brought this sheet (${words}). Yours would be a second version for the director.`;
    }
    return null;
  };
  // Others sit there now: their names, and what was typed for whoever it was.
  const reseat = (current, fresh) => {
    const field = current.contains(document.activeElement) ? document.activeElement.name : "";
    const typedNow = formOf(current) && typed(formOf(current)).toString();
    current.replaceWith(fresh);
    begin();
    if (typedNow) fill(fresh, typedNow);
    const text = `The seats of table ${fresh.dataset.table} have changed: compare the names with the paper.`;
    formOf(fresh).querySelector("[data-problems]").textContent = text;
    window.say(text);
    formOf(fresh).elements[field]?.focus();
  };
  let fetching = false;
  let again = false;
  const fetchRows = async () => {
    if (fetching) return (again = true);
    [fetching, again] = [true, false];
    const text = await fetch(location.pathname, { credentials: "same-origin", signal: AbortSignal.timeout?.(10_000) })
      .then((answer) => (answer.ok ? answer.text() : ""))
      .catch(() => "");
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelectorAll(".paper");
    const ids = new Set([...fresh].map((row) => row.id));
    if (fresh.length) rows().filter((row) => !ids.has(row.id) && !isBusy(row)).forEach((row) => row.remove());
    fresh.forEach(put);
    begin();
    fetching = false;
    if (again) fetchRows();
    return undefined;
  };
  document.addEventListener("live:changed", ({ detail: { topics } }) => {
    if (topics.some((topic) => ["scores", "seating", "all"].includes(topic))) fetchRows();
  });

  // -- To begin with -------------------------------------------------------------------------------------------------------
  const begun = new WeakSet();
  const begin = () => {
    for (const row of rows()) {
      const form = formOf(row);
      if (!form || begun.has(row)) continue;
      begun.add(row);
      const place = row.querySelector("[data-entering-here]");
      presence(form, (names) => {
        place.textContent = entering(names);
        place.hidden = !names.length;
      });
      const record = recordOf(row);
      const draft = quietly(() => JSON.parse(localStorage.getItem(DRAFT + row.dataset.game)));
      if (record) fill(row, record.body);
      else if (draft) fill(row, draft.fields);
      nameSides(row);
      draw(row);
    }
    drawLeft();
  };
  jump.hidden = false;
  here.classList.add("is-scripted");
  begin();
  suggest();
  if (matchMedia("(pointer: fine)").matches) box.focus(); // on a phone it would bring the keyboard up
  outbox.flush();
})();
