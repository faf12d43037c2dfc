// Hand by hand: one tap for a usual hand. No rule of the game is in here: what each kind of hand is worth was computed
// by the server (data.rules, see tournaments/queries/hand_table.py), which also scores the hands again when they come.
//
//   const hands = euchre.handEntry(root, data, {sides, changed})
//   hands.rule({kind, offender, points})
//   hands.load(list)   hands.list()   hands.scores()   hands.cents()   hands.isOver()   hands.draw()
//
// `sides()`: the positions of each side now. A hand is the JSON of tournaments/sheet_content.py with its `outcome`.
(() => {
  "use strict";
  const { el, icon, pip } = window.euchre;
  const USUAL = ["made", "march", "euchre", "lone march"];
  const PENALTY_POINTS = [-4, -3, -2, -1, 1, 2, 3, 4];
  const SUITS = ["spade", "heart", "club"];
  const dollars = (cents) => (cents % 100 ? `$${(cents / 100).toFixed(2)}` : `$${cents / 100}`);

  window.euchre.handEntry = (root, data, { sides, changed }) => {
    const { rules, chairs } = data;
    let hands = [];
    let armed = []; // penalties of the hand that is entered next
    let editing = null; // index of the hand that is entered again
    let question = null; // {title, options: [{label, small, pick}]} instead of the keys

    // -- What a hand is worth, from the server's table ---------------------------------------------------------------
    const kind = (hand) =>
      rules.outcomes.find(
        (row) => row.outcome === hand.outcome && row.alone === hand.alone && row.lone_defender === (hand.defender_alone !== null),
      );
    const sideOf = (position) => sides().findIndex((side) => side.includes(position));

    // {points: per side, cents: of the table, personal: [[position, points]]}
    const worth = (hand) => {
      const row = kind(hand);
      const makers = hand.maker === null ? -1 : sideOf(hand.maker);
      const points = sides().map((_, side) => (makers < 0 ? 0 : row.points[side === makers ? 0 : 1]));
      let cents = row.cents;
      const personal = [];
      for (const penalty of hand.penalties) {
        if (penalty.kind === "toss") cents += rules.toss;
        if (penalty.kind === "points") personal.push([penalty.offender, penalty.points]);
        if (penalty.kind !== "renege" || !row.renege) continue;
        const own = sideOf(penalty.offender);
        const [forMakers, forOwn, forRest, alone, paid] = row.renege[own === makers ? "makers" : "defenders"];
        points.forEach((_, side) => (points[side] += side === makers ? forMakers : side === own ? forOwn : forRest));
        cents += paid;
        if (alone) personal.push([penalty.offender, alone]);
      }
      return { points, cents, personal };
    };
    const scores = (list = hands) =>
      list.reduce((sum, hand) => worth(hand).points.map((points, side) => points + sum[side]), sides().map(() => 0));
    const cents = () => hands.reduce((sum, hand) => sum + worth(hand).cents, 0);
    const isOver = (list = hands) =>
      rules.hands !== null ? list.length >= rules.hands : Math.max(...scores(list)) >= rules.target;

    // -- Names ---------------------------------------------------------------------------------------------------------
    const short = (side) => sides()[side].map((position) => chairs[position].short).join(" & ");
    const seat = (position, after = "") => [`${chairs[position].number ?? ""} `, el("bdi", {}, chairs[position].name), after];
    const byPosition = chairs.map((_, position) => position);

    // -- Recording -----------------------------------------------------------------------------------------------------
    const record = (row, maker, { callerKnown = true, defender = null } = {}) => {
      const hand = {
        maker,
        tricks: row.tricks,
        alone: row.alone,
        defender_alone: defender,
        caller_known: callerKnown,
        penalties: armed,
        outcome: row.outcome,
      };
      const number = editing === null ? hands.length + 1 : editing + 1;
      hands = editing === null ? [...hands, hand] : hands.map((old, index) => (index === editing ? hand : old));
      settle();
      window.say(`Hand ${number}: ${told(hand)}. ${scores().join(" to ")}.`);
    };
    const settle = () => {
      armed = [];
      editing = question = null;
      changed();
    };
    const told = (hand) =>
      hand.maker === null ? "passed out" : `${short(sideOf(hand.maker))} made trump, ${hand.outcome}`;

    // A tap on a side: most hands need no more. Otherwise ask which of the two called.
    const tap = (row, makers) => {
      const both = sides()[makers];
      if (both.length === 1) return record(row, both[0]);
      if (!row.caller) return record(row, both[0], { callerKnown: false });
      const callers = row.alone ? both.filter(couldBeAlone) : both;
      if (callers.length === 1) return record(row, callers[0]);
      ask(row.alone ? "Who was alone?" : "Who called?", callers.map((position) => ({ label: seat(position), pick: () => record(row, position) })));
    };
    const ask = (title, options) => {
      question = { title, options };
      changed();
      root.querySelector(".keys button")?.focus({ preventScroll: true });
    };

    // -- The rarer hands ---------------------------------------------------------------------------------------------
    const find = (outcome, alone, lone_defender) =>
      rules.outcomes.find((row) => row.outcome === outcome && row.alone === alone && row.lone_defender === lone_defender);
    // Whose partner is alone is out of the hand: where somebody reneged, the partner was not alone.
    const couldBeAlone = (position) =>
      armed.every(({ offender }) => offender === position || sideOf(offender) !== sideOf(position));
    const askLone = (title, then) =>
      ask(title, byPosition.filter(couldBeAlone).map((position) => ({ label: seat(position), pick: () => then(position) })));
    const askAlone = (row) => askLone("Who was alone?", (position) => record(row, position));
    const askDefender = () => askLone("Which defender was alone?", askMaker);
    const askMaker = (defender) => {
      const others = sides().map((_, side) => side).filter((side) => side !== sideOf(defender));
      if (others.length === 1) return askDefended(defender, others[0]);
      ask("Who made trump?", others.map((side) => ({ label: short(side), pick: () => askDefended(defender, side) })));
    };
    const askDefended = (defender, makers) => {
      const rows = rules.outcomes.filter((row) => row.lone_defender && !row.alone && row.tricks !== null && (row.tricks < 3 || armed.length));
      const words = { 0: "took all five", 2: "took three or four", 3: "lost: makers 3 or 4", 5: "lost: makers all five" };
      const end = (row) => () => record(row, sides()[makers][0], { callerKnown: sides()[makers].length === 1, defender });
      ask(`${chairs[defender].short} alone in defence`, rows.map((row) => ({ label: words[row.tricks], small: String(row.points[row.tricks < 3 ? 1 : 0]), pick: end(row) })));
    };

    // A renege that ends the hand: only who made trump is left to know, and whether somebody was alone.
    const askEnded = () => {
      const [plain, alone] = [find("renege", false, false), find("renege", true, false)];
      const called = sides().map((side, index) => ({
        label: `${short(index)} made trump`,
        pick: () => record(plain, side[0], { callerKnown: side.length === 1 }),
      }));
      const lone = byPosition
        .filter(couldBeAlone)
        .map((position) => ({ label: seat(position, " was alone"), pick: () => record(alone, position) }));
      const defended = find("renege", false, true) ? [{ label: "A defender was alone…", pick: askEndedDefender }] : [];
      ask("The renege ended the hand. Who had made trump?", [...called, ...(rules.lone_renege ? [...lone, ...defended] : [])]);
    };
    const askEndedDefender = () => askLone("Which defender was alone?", askEndedMaker);
    const askEndedMaker = (defender) => {
      const others = sides().filter((side) => !side.includes(defender));
      const end = (side) => () => record(find("renege", false, true), side[0], { callerKnown: side.length === 1, defender });
      ask("Who had made trump?", others.map((side) => ({ label: short(sideOf(side[0])), pick: end(side) })));
    };

    // -- Penalties -----------------------------------------------------------------------------------------------------
    const askPenalty = () => {
      const kinds = [{ label: "Renege", pick: () => askWhose("renege") }];
      if (rules.toss) kinds.push({ label: "Cards tossed in", small: dollars(rules.toss), pick: () => askWhose("toss") });
      if (data.director) kinds.push({ label: "Points by the director", pick: () => askWhose("points") });
      ask("What happened?", kinds);
    };
    const askWhose = (penaltyKind) =>
      ask("Whose was it?", byPosition.map((position) => ({ label: seat(position), pick: () => arm(penaltyKind, position) })));
    const arm = (penaltyKind, offender) => {
      if (penaltyKind === "points") {
        const amounts = PENALTY_POINTS.map((points) => ({ label: signed(points), pick: () => add({ kind: penaltyKind, offender, points }) }));
        return ask(`Points for ${chairs[offender].short}`, amounts);
      }
      add({ kind: penaltyKind, offender, points: 0 });
    };
    const add = (penalty) => {
      armed = [...armed, penalty];
      question = null;
      if (penalty.kind === "renege" && rules.renege_ends) return askEnded();
      changed();
    };
    // A renege ruled on elsewhere: with the hand being played, or once all are in, with the one it was in.
    const rule = (penalty) => {
      if (hands.some((hand) => hand.penalties.some(({ kind, offender }) => kind === penalty.kind && offender === penalty.offender))) return;
      if (!isOver()) return add(penalty);
      const inHand = (hand) => !hand.alone || hand.maker === penalty.offender || sideOf(hand.maker) !== sideOf(penalty.offender);
      const options = hands.flatMap((hand, index) => (inHand(hand) ? [{ label: `Hand ${index + 1}`, small: told(hand), pick: () => into(index, penalty) }] : []));
      ask(`In which hand did ${chairs[penalty.offender].short} renege?`, options);
    };
    const into = (index, penalty) => {
      if (rules.renege_ends) {
        editing = index;
        return add(penalty);
      }
      hands = hands.map((hand, place) => (place === index ? { ...hand, penalties: [...hand.penalties, penalty] } : hand));
      settle();
    };
    const signed = (points) => `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
    const NAMES = { renege: () => "Renege", toss: () => "Cards tossed in", points: ({ points }) => `${signed(points)} by the director` };
    const penaltyText = (penalty) => [`${NAMES[penalty.kind](penalty)}: `, el("bdi", {}, chairs[penalty.offender].name)];

    // -- Undo ----------------------------------------------------------------------------------------------------------
    const undo = () => {
      if (question || armed.length || editing !== null) return settle();
      hands = hands.slice(0, -1);
      changed();
      window.say(`Hand ${hands.length + 1} taken back. ${scores().join(" to ")}.`);
    };
    const askWhich = () =>
      ask("Which hand?", hands.map((hand, index) => ({ label: `Hand ${index + 1}`, small: told(hand), pick: () => edit(index) })));
    const edit = (index) => {
      question = null;
      editing = index;
      changed();
    };
    const removeEdited = () => {
      hands = hands.filter((_, index) => index !== editing);
      settle();
    };

    // -- Drawing -------------------------------------------------------------------------------------------------------
    const number = (points) => String(points).replace("-", "−");
    const cell = (hand, index) => {
      const { points } = worth(hand);
      const moved = points.map((value, side) => (value ? el("b", { class: `strip__side-${side}` }, number(value)) : null));
      const none = points.some(Boolean) ? [] : [el("span", { class: "strip__none" }, "–")];
      return el("li", { class: "strip__hand", "aria-current": index === editing ? "step" : null },
        el("span", { class: "vh" }, `${told(hand)} `), ...moved, ...none,
        el("span", { class: "strip__n", "aria-hidden": "true" }, `${index + 1}${hand.penalties.length ? "!" : ""}`));
    };
    const toCome = (index) =>
      el("li", { class: "strip__hand", "aria-current": editing === null && index === hands.length ? "step" : null },
        el("span", { class: "vh" }, index === hands.length ? "now" : "to come"),
        el("span", { class: "strip__n", "aria-hidden": "true" }, String(index + 1)));
    const strip = () => {
      const planned = rules.hands ?? Math.max(12, hands.length + 1);
      const cells = hands.map(cell);
      for (let index = hands.length; index < planned; index++) cells.push(toCome(index));
      const list = el("ol", { class: `strip${sides().length === 3 ? " strip--three" : ""}`, "aria-label": "Hands so far" }, cells);
      list.style.setProperty("--hands", Math.min(cells.length, 16));
      return list;
    };

    const title = () => {
      if (question) return question.title;
      const now = editing === null ? hands.length + 1 : editing + 1;
      if (editing !== null) return `Hand ${now} again`;
      if (isOver()) return rules.hands === null ? `Over: first to ${rules.target}` : `All ${rules.hands} hands are in`;
      return sides().length === 3 ? `Hand ${now}: who made trump?` : `Hand ${now}: who scored?`;
    };
    const head = () =>
      el("div", { class: "question" },
        el("h2", { class: "question__title" }, title()),
        el("div", { class: "question__acts" },
          el("button", { class: "btn btn--small btn--quiet", "data-key": "undo", type: "button", onclick: undo, disabled: !(hands.length || question || armed.length) }, icon("undo"), question || armed.length || editing !== null ? "Cancel" : "Undo"),
          hands.length && !question && editing === null ? el("button", { class: "btn btn--icon btn--quiet", type: "button", "aria-label": "Change a hand", onclick: askWhich }, icon("edit")) : null));

    const WHAT = { made: ["3 or 4 tricks"], march: ["march", "all five"], "lone march": ["alone", "all five"] };
    const key = (row, side) => {
      const three = sides().length === 3;
      const makers = row.outcome === "euchre" && !three ? 1 - side : side;
      const inCup = row.cents ? `${dollars(row.cents)} in the cup` : "";
      const [what, small = ""] = WHAT[row.outcome] ?? (three ? ["euchred", `${row.points[1]} to each other${row.cents ? `, ${dollars(row.cents)}` : ""}`] : ["euchred them", inCup]);
      const points = row.outcome === "euchre" ? (three ? "–" : row.points[1]) : row.points[0];
      return el("button", { class: `key key--side-${side}`, "data-key": `${row.outcome} ${side}`, type: "button", onclick: () => tap(row, makers) },
        el("span", { class: "key__points" }, String(points)),
        el("span", { class: "key__what" }, el("span", { class: "vh" }, `${short(side)}: `), what, small ? el("small", {}, small) : null));
    };
    const other = (label, pick) => el("button", { class: "key key--other", "data-key": label, type: "button", onclick: pick }, label);
    const others = () => {
      const loneEuchre = find("lone euchre", true, false);
      const lone = find("alone", true, false);
      const passed = find("passed out", false, false);
      return [
        loneEuchre.differs || armed.length ? other("Loner euchred…", () => askAlone(loneEuchre)) : null,
        lone.differs || armed.length ? other("Alone, 3 or 4…", () => askAlone(lone)) : null,
        find("made", false, true) ? other("Defender alone…", askDefender) : null,
        passed ? other("Passed out", () => record(passed, null)) : null,
        editing === null ? null : other("Remove this hand", removeEdited),
        other("Renege, penalty…", askPenalty),
      ];
    };
    const keys = () => {
      const rows = USUAL.map((outcome) => find(outcome, outcome === "lone march", false));
      const grid = rows.flatMap((row) => sides().map((_, side) => key(row, side)));
      return [
        ...sides().map((_, side) => el("span", { class: "keys__side", "aria-hidden": "true" }, pip(SUITS[side]), el("bdi", { class: "clip" }, short(side)))),
        ...grid,
        el("div", { class: "keys__others" }, others()),
      ];
    };
    const options = () =>
      question.options.map(({ label, small, pick }) =>
        el("button", { class: "key key--other key--option", "data-key": "option", type: "button", onclick: pick }, el("span", {}, label), small ? el("small", {}, small) : null),
      );
    const choices = () => {
      const three = sides().length === 3 && !question;
      return el("div", { class: `keys${question ? " keys--options" : ""}${three ? " keys--three" : ""}`, role: "group", "aria-label": title() }, question ? options() : keys());
    };

    const notes = () =>
      armed.map((penalty) => el("div", { class: "notice notice--warn" }, el("p", { class: "notice__text" }, "With this hand: ", penaltyText(penalty))));
    const personal = () =>
      hands.flatMap((hand, index) =>
        worth(hand).personal.map(([position, points]) =>
          el("p", { class: "soft small" }, `Hand ${index + 1}: `, el("bdi", {}, chairs[position].name), ` ${signed(points)}, the player’s own`),
        ),
      );
    const cup = () =>
      rules.bumps.length ? el("div", { class: "line" }, el("span", {}, "Bump cup at this table"), el("output", { class: "num line__value" }, dollars(cents()))) : null;

    const draw = () => {
      const open = question || editing !== null || armed.length || !isOver();
      const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      root.replaceChildren(...[strip(), head(), ...notes(), open ? choices() : null, ...personal(), cup()].filter(Boolean));
      if (focused) (root.querySelector(`[data-key="${focused}"]`) ?? root.querySelector("button"))?.focus({ preventScroll: true });
    };

    return {
      draw,
      scores,
      cents,
      isOver,
      isAsking: () => Boolean(question || armed.length || editing !== null),
      list: () => hands,
      rule: ({ kind, offender, points }) => rule({ kind, offender, points }),
      load: (list) => {
        hands = list;
        armed = [];
        editing = question = null;
      },
    };
  };
})();
