// Totals with as few taps as can be: a number pad that goes on by itself from side to side, then the bump money by
// one tap. The fields stay fields: a keyboard works too, and the server reads what stands in them.
//
//   const totals = euchre.totalsEntry(form, pad, data, {changed})
//   totals.open()   totals.isComplete()   totals.scores()   totals.text()
(() => {
  "use strict";
  const { el, icon } = window.euchre;

  window.euchre.totalsEntry = (form, pad, data, { changed }) => {
    const { rules } = data;
    const scores = [...form.querySelectorAll("input.side__points")];
    const bump = form.elements.bump || null;
    const fields = bump ? [...scores, bump] : scores;
    let active = null;
    let replaces = false; // the next digit starts the number anew
    let typesBump = false; // an unusual amount is typed, digit by digit

    const isScore = (field) => field !== bump;
    const value = (field) => field.value.trim();

    // No phone keyboard over the pad; a real keyboard still types.
    fields.forEach((field) => (field.inputMode = "none"));

    // A finger leaves the focus in the field (see the pad's mousedown); a keyboard that presses a key keeps it there.
    const choose = (field) => {
      active = field;
      replaces = true;
      typesBump = false;
      draw();
      if (field && document.activeElement !== field && !pad.contains(document.activeElement)) field.focus({ preventScroll: true });
    };
    const goOn = () => {
      const empty = fields.find((field) => !value(field)) ?? null;
      choose(empty);
      if (empty) window.say(labelOf(empty));
      else document.activeElement?.blur();
    };
    const labelOf = (field) => form.querySelector(`label[for="${CSS.escape(field.id)}"]`).textContent.trim();

    // A number no further digit can make a possible score: the next field may come.
    const isDone = (text) => {
      const digits = text.replace("-", "");
      return digits.length > 1 || Number(digits) === 0 || Number(digits) * 10 > rules.most;
    };
    const put = (text) => {
      active.value = text;
      active.removeAttribute("aria-invalid");
      changed();
    };
    const press = (digit) => {
      put((replaces ? "" : value(active)).slice(0, 6) + digit);
      replaces = false;
      if (isScore(active) && isDone(value(active))) goOn();
      else draw();
    };
    pad.addEventListener("mousedown", (event) => event.preventDefault());
    const minus = () => {
      const text = replaces ? "" : value(active);
      put(text.startsWith("-") ? text.slice(1) : `-${text}`);
      replaces = false;
    };
    const erase = () => {
      put(replaces ? "" : value(active).slice(0, -1));
      replaces = false;
    };

    const key = (label, act, extra = {}) =>
      el("button", { class: "pad__key", type: "button", onclick: act, ...extra }, label);
    const digits = () => {
      const soft = "pad__key pad__key--soft";
      const left = isScore(active)
        ? rules.negative
          ? key(icon("minus"), minus, { class: soft, "aria-label": "Minus" })
          : el("span")
        : key(".", () => press("."), { "aria-label": "Point" });
      const isFull = fields.every(value);
      return el("div", { class: "pad", role: "group", "aria-label": "Number pad" },
        [..."123456789"].map((digit) => key(digit, () => press(digit))),
        left,
        key("0", () => press("0")),
        key(icon("erase"), erase, { class: soft, "aria-label": "Erase" }),
        key(isFull ? "Done" : "Next", goOn, { class: `${soft} pad__key--wide` }));
    };
    const amounts = () => {
      const picked = (cents) => () => {
        put(cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));
        goOn();
      };
      const other = () => {
        typesBump = true;
        draw();
      };
      return el("div", { class: "pad pad--amounts", role: "group", "aria-label": "Bump money of the table" },
        el("h2", { class: "question__title pad__title" }, "Bump cup at this table?"),
        rules.bumps.map(([cents, text]) => key(text, picked(cents))),
        key("Other amount", other, { class: "pad__key pad__key--soft pad__key--wide" }));
    };

    let drawn = ""; // what the pad shows now: its keys stay under the finger while they are the same
    const draw = () => {
      pad.hidden = !active;
      for (const field of fields) field.closest(".side, .line").classList.toggle("is-chosen", field === active);
      const kind = !active ? "" : isScore(active) ? "points" : typesBump ? "dollars" : "amounts";
      const now = `${kind} ${fields.every(value)}`;
      if (now !== drawn && active) {
        const pressed = pad.contains(document.activeElement) ? document.activeElement.textContent : "";
        pad.replaceChildren(kind === "amounts" ? amounts() : digits());
        if (pressed) ([...pad.querySelectorAll("button")].find((button) => button.textContent === pressed) ?? pad.querySelector("button")).focus();
      }
      drawn = now;
    };

    for (const field of fields) {
      field.addEventListener("focus", () => field === active || choose(field));
      field.addEventListener("input", () => {
        replaces = false;
        changed();
      });
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        goOn();
      });
      if (field === document.activeElement) choose(field); // tapped before the scripts were there
    }

    return {
      open: goOn,
      close: () => choose(null),
      isComplete: () => fields.every((field) => value(field)),
      scores: () => scores.map((field) => Number.parseInt(value(field), 10)),
      text: () => scores.map((field) => value(field) || "?").join("–"),
    };
  };

  // Loners: a count with a button either side of each field.
  window.euchre.steppers = (form, { changed }) => {
    for (const slot of form.querySelectorAll(".stepper-slot")) {
      const field = slot.querySelector("input");
      const step = (by) => () => {
        field.value = String(Math.max(0, (Number.parseInt(field.value, 10) || 0) + by));
        changed();
      };
      const button = (name, label, by) =>
        el("button", { class: "btn btn--quiet btn--icon", type: "button", "aria-label": label, onclick: step(by) }, icon(name));
      const whose = form.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent.trim() ?? "";
      field.inputMode = "numeric";
      slot.prepend(button("minus", `One loner less for ${whose}`, -1));
      slot.append(button("plus", `One loner more for ${whose}`, 1));
    }
  };
})();
