// Store first, send second. A sheet is put into this phone's storage before it is sent, and leaves it only when the
// server has said that it is stored. Works on plain http: no service worker, only an open page of the runner.
//
//   euchre.outbox.keep(record)      put it in (or replace it) and try to send everything
//   euchre.outbox.all()             what is on this phone, oldest first
//   euchre.outbox.drop(key)         somebody said to throw it away
//   euchre.outbox.flush()           try now
//   euchre.outbox.watch(listener)   listener({kind: "changed"}) and listener({kind: "answered", record, answer})
//
// A record: {key, game, table, label, url, text, body, keptAt, tries, status, problems, follows}. `body` is the
// urlencoded form with its key, so that sending twice stores once. `status`: "kept" or "refused" (a person must look).
// `follows`: the key of a sheet of the same game that was on its way when this one replaced it.
window.euchre = window.euchre || {};
(() => {
  "use strict";
  const PREFIX = "euchre.sheet.";
  const LONGEST_WAIT = 15_000; // ms between two tries
  const ANSWER_WITHIN = 20_000; // ms until a try counts as unanswered
  const listeners = [];
  const sending = new Set(); // keys on their way from this page
  const memory = new Map(); // only where the phone allows no storage
  let blocked = ""; // why nothing gets through: "" | "offline" | "link"
  let timer = 0;

  const tell = (event) => listeners.forEach((listener) => listener(event));

  const storage = (() => {
    try {
      localStorage.setItem(`${PREFIX}try`, "");
      localStorage.removeItem(`${PREFIX}try`);
      return localStorage;
    } catch {
      return null;
    }
  })();

  const write = (record) => {
    try {
      storage.setItem(PREFIX + record.key, JSON.stringify(record));
    } catch {
      memory.set(record.key, record); // no storage, or it is full
    }
  };
  const parsed = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  const all = () => {
    const found = new Map(memory);
    for (let i = 0; storage && i < storage.length; i++) {
      const name = storage.key(i);
      const record = name.startsWith(PREFIX) ? parsed(storage.getItem(name)) : null;
      if (record) found.set(record.key, record);
    }
    return [...found.values()].sort((a, b) => a.keptAt - b.keptAt);
  };
  const find = (key) => all().find((record) => record.key === key);
  const remove = (key) => {
    memory.delete(key);
    storage?.removeItem(PREFIX + key);
  };
  const change = (key, changes) => {
    const record = find(key);
    if (record) write({ ...record, ...changes }); // unless another tab has got it through meanwhile
  };

  const newKey = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(18)); // randomUUID needs https
    return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_");
  };

  // -- One try -------------------------------------------------------------------------------------------------------
  const csrfToken = () => document.cookie.split("; ").find((part) => part.startsWith("csrftoken="))?.slice(10) ?? "";
  const json = async (response) => {
    const isJson = (response.headers.get("Content-Type") || "").startsWith("application/json");
    return isJson ? response.json() : null; // the log-in page of a venue's network is not our answer
  };
  const ask = (url, options) => {
    const signal = AbortSignal.timeout?.(ANSWER_WITHIN); // an older phone waits as long as its browser does
    return fetch(url, { credentials: "same-origin", redirect: "error", signal, ...options });
  };
  const post = (record) =>
    ask(record.url, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
        "X-CSRFToken": csrfToken(),
      },
      body: record.body,
    });
  // The cookie may have gone meanwhile: the same page gives a new one, unless the helper's link is closed.
  const freshCookie = async (record) => (await ask(record.url, { headers: { Accept: "application/json" } })).ok;

  const attempt = async (record) => {
    let response = await post(record);
    if (response.status === 403) {
      if (!(await freshCookie(record))) return { kind: "link" };
      response = await post(record);
    }
    const answer = await json(response);
    if (response.ok && answer?.state) return { kind: "answered", answer };
    if ([404, 409, 422].includes(response.status)) {
      const none = [{ level: "blocker", field: "", text: "The server does not know this table any more." }];
      return { kind: "refused", problems: answer?.problems ?? none };
    }
    return { kind: "later" };
  };

  const result = async (record) => {
    try {
      return await attempt(record);
    } catch {
      return { kind: "offline" };
    }
  };

  // -- What came of it -------------------------------------------------------------------------------------------------
  const answered = (record, answer) => {
    remove(record.key);
    for (const next of all().filter((other) => other.follows === record.key)) {
      const body = new URLSearchParams(next.body);
      if (record.mayCorrect && ["accepted", "same", "awaiting"].includes(answer.state)) {
        body.set("corrects", answer.sheet);
        if (!body.get("reason")) body.set("reason", "Changed on the phone before it was saved");
      }
      write({ ...next, follows: "", body: body.toString() });
    }
    tell({ kind: "answered", record, answer });
  };
  const refused = (record, problems) => {
    const follower = all().find((other) => other.follows === record.key);
    if (!follower) return change(record.key, { status: "refused", problems });
    remove(record.key); // nothing of it was stored, and there is a newer one
    change(follower.key, { follows: "" });
  };

  const send = async (record) => {
    sending.add(record.key);
    change(record.key, { tries: record.tries + 1 });
    tell({ kind: "changed" });
    const outcome = await result(record);
    sending.delete(record.key);
    if (!find(record.key)) return; // dropped here, or sent by another tab
    if (outcome.kind === "answered") answered(record, outcome.answer);
    if (outcome.kind === "refused") refused(record, outcome.problems);
    blocked = outcome.kind === "link" || outcome.kind === "offline" ? outcome.kind : "";
    tell({ kind: "changed" });
  };

  const waiting = () => {
    const records = all();
    return records.filter((r) => r.status === "kept" && !records.some((other) => other.key === r.follows));
  };

  // Everything that waits, oldest first, once: a sheet the server chokes on does not hold up the others.
  let busy = false;
  const flush = async () => {
    clearTimeout(timer);
    if (busy) return;
    busy = true;
    const tried = new Set();
    for (let next = waiting()[0]; next; next = waiting().find((record) => !tried.has(record.key))) {
      tried.add(next.key);
      await send(next);
      if (blocked) break;
    }
    busy = false;
    const [first] = waiting();
    if (first) timer = setTimeout(flush, Math.min(LONGEST_WAIT, 1000 * 2 ** Math.min(first.tries, 6)));
  };

  const keep = (record) => {
    write({ tries: 0, status: "kept", problems: [], follows: "", ...record });
    tell({ kind: "changed" });
    return flush();
  };
  const drop = (key) => {
    remove(key);
    tell({ kind: "changed" });
  };

  window.addEventListener("online", flush);
  window.addEventListener("pageshow", flush);
  window.addEventListener("storage", () => tell({ kind: "changed" }));
  document.addEventListener("visibilitychange", () => document.hidden || flush());

  window.euchre.outbox = {
    all,
    find,
    keep,
    drop,
    flush,
    newKey,
    watch: (listener) => listeners.push(listener),
    isSending: (key) => sending.has(key),
    blocked: () => blocked,
    isLasting: (key) => !memory.has(key),
  };
})();
