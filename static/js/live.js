// A page that keeps itself up to date. It hears over one stream which topics of the night changed and then fetches the
// parts of itself that show them. Without this script the page is as new as its last load.
//
//   <main data-live-url="/wall/abcd2345/events/"  the night's stream ({% url 'screen:events' code %}); once a page
//         data-live-seen="17"                     the version the page was made from ({{ night.version }})
//         data-live-zone="America/Chicago">       the night's zone, for "since 7:31 PM"
//
//   <section id="state"                           a part that is fetched anew: its id finds it in the answer
//            data-live-refresh="/night/…/"        from this address; empty: the page's own
//            data-live-topics="seating clock scores:20"   when one of these changed (seating scores clock message judge desk);
//                                                 ":20": wait up to 20 s at random, so that 400 phones do not come at once
//            data-live-jitter="2"                 the same for all its topics (optional, default 0.3)
//            data-live-crowd="60"                 on pages many people have open: with more streams than this the waits grow
//            data-live-say="Game 3 results in">   said to screen readers when it differs after a refresh (optional)
//
//   <p data-live-status hidden></p>               where "Not updating since 7:31 PM" is shown
//
// A part in which somebody types or presses, or with an open dialog, waits until that is over. Scrolling and focus stay. An answer
// without the part (an error, a sign-in page) is thrown away: the last data stay and are marked as old.
// A hidden tab closes its stream and catches up when it is shown, since a browser has six connections to a server for
// all its tabs together; of many tabs shown at once, three hold a stream and take turns with the others.
//
// Events on document: live:time (ms), live:changed ({version, topics}), live:frame ({version, html}), live:heard,
// live:lost (ms of the server's time when last heard), live:refreshed (on the new part, bubbles). A page whose parts
// change with the time alone sends live:look to have them fetched now.
(() => {
  "use strict";
  const root = document.querySelector("[data-live-url]");
  if (!root || !("EventSource" in window)) return;

  const SILENT = 40000; // ms without a sign of life: two pings did not come
  const SLOWEST = 15000; // ms between two tries when the server answers with an error
  const MOST_STREAMS = 3; // of all tabs of this browser
  const LEAVE = 2000; // ms until a page of a night that is gone looks again
  const TURN = 6000; // ms until a tab that gave its stream to a younger one takes one again
  const zone = root.dataset.liveZone;
  const now = () => (window.serverNow ? window.serverNow() : Date.now());
  const emit = (name, detail, target = document) => target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));

  let seen = root.dataset.liveSeen || "";
  let source = null;
  let wait = 1000;
  let retry = 0;
  const tabs = "BroadcastChannel" in window ? new BroadcastChannel("live") : null;
  let younger = 0; // streams opened by other tabs since this one's
  let resting = false;

  // -- Signs of life ---------------------------------------------------------------------------------------------
  let heardAt = now();
  let lastWord = performance.now();
  let silentSince = null; // the server's time of the last word, once the stream is thought to be lost
  const failing = new Map(); // id of a part -> the server's time of its last good answer
  const heard = () => {
    heardAt = now();
    lastWord = performance.now();
    if (silentSince !== null) {
      silentSince = null;
      showStatus();
    }
    emit("live:heard", heardAt);
  };
  const showStatus = () => {
    const oldest = Math.min(silentSince ?? Infinity, ...failing.values());
    const isLost = oldest !== Infinity;
    const since = isLost && (window.timeOfDay ? window.timeOfDay(oldest, zone) : new Date(oldest).toLocaleTimeString());
    for (const status of document.querySelectorAll("[data-live-status]")) {
      status.hidden = !isLost;
      status.textContent = isLost ? `Not updating since ${since}` : "";
    }
  };
  setInterval(() => {
    if (document.hidden) return;
    const silent = performance.now() - lastWord;
    const isOpen = source?.readyState === EventSource.OPEN;
    if (silentSince === null && silent > (isOpen || resting ? SILENT : 4000)) {
      silentSince = heardAt;
      showStatus();
      emit("live:lost", heardAt);
    }
    if (isOpen && silent > SILENT) reopen(); // it died without a word
  }, 1000);

  // -- The stream ------------------------------------------------------------------------------------------------
  const open = () => {
    if (source || document.hidden) return;
    [resting, younger] = [false, 0];
    tabs?.postMessage("open");
    const url = new URL(root.dataset.liveUrl, location.href);
    if (seen) url.searchParams.set("seen", seen);
    source = new EventSource(url);
    source.onopen = () => {
      wait = 1000;
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) reopen(); // an HTTP error: the browser gives up, we do not
    };
    source.addEventListener("ping", (event) => {
      emit("live:time", Number(event.data));
      heard();
    });
    source.addEventListener("frame", (event) => {
      seen = event.lastEventId;
      heard();
      emit("live:frame", { version: seen, html: event.data });
    });
    source.addEventListener("changed", (event) => {
      seen = event.lastEventId;
      heard();
      const news = JSON.parse(event.data);
      emit("live:changed", news);
      for (const part of document.querySelectorAll("[data-live-refresh]")) schedule(part, news.topics, news.streams);
    });
    // The night is private or deleted now. Whoever did that here is on the way to another page.
    source.addEventListener("gone", () => setTimeout(() => location.reload(), LEAVE));
  };
  const close = () => {
    source?.close();
    source = null;
    clearTimeout(retry);
  };
  const reopen = () => {
    close();
    retry = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(2 * wait, SLOWEST);
  };
  tabs?.addEventListener("message", () => {
    if (!source) return;
    younger += 1;
    if (younger < MOST_STREAMS) return;
    close();
    resting = true;
    retry = setTimeout(open, TURN * (0.5 + Math.random()));
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return close();
    lastWord = performance.now();
    open();
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  window.addEventListener("online", () => source?.readyState !== EventSource.OPEN && (close(), open()));

  // -- Parts that are fetched anew ----------------------------------------------------------------------------------
  const due = new Map(); // id -> when, in ms of performance.now()
  const fetching = new Set();
  const jitterOf = (part, topics) => {
    const usual = Number(part.dataset.liveJitter ?? 0.3);
    if (topics.includes("all")) return usual;
    const waits = (part.dataset.liveTopics || "").split(/\s+/).flatMap((entry) => {
      const [topic, seconds] = entry.split(":");
      return topics.includes(topic) ? [seconds === undefined ? usual : Number(seconds)] : [];
    });
    return waits.length ? Math.min(...waits) : null;
  };
  const schedule = (part, topics, streams = 0) => {
    const wait = jitterOf(part, topics);
    if (wait === null) return;
    const jitter = wait * Math.max(1, streams / Number(part.dataset.liveCrowd ?? Infinity));
    const when = performance.now() + Math.random() * jitter * 1000;
    due.set(part.id, Math.min(when, due.get(part.id) ?? Infinity));
  };
  const inUse = (part) => {
    const active = document.activeElement;
    const typing = part.contains(active) && active.matches("input:not([type=checkbox], [type=radio], [type=button]), textarea, select");
    // A question lies at the end of the page and is about a form in a part.
    const asked = document.querySelector("dialog[open]") !== null;
    return typing || asked || part.matches(":active") || part.querySelector(".is-busy") !== null;
  };
  document.addEventListener("live:look", () => {
    for (const part of document.querySelectorAll("[data-live-refresh]")) schedule(part, ["all"]);
  });
  setInterval(() => {
    if (document.hidden) return;
    for (const [id, when] of due) {
      const part = document.getElementById(id);
      if (!part) due.delete(id);
      else if (when <= performance.now() && !fetching.has(id) && !inUse(part)) {
        due.delete(id);
        fetching.add(id);
        refresh(part).finally(() => fetching.delete(id));
      }
    }
  }, 100);

  const refresh = async (part) => {
    const { id } = part;
    const askedAt = now();
    try {
      const answer = await fetch(part.dataset.liveRefresh || location.href, {
        cache: "no-cache", credentials: "same-origin", signal: AbortSignal.timeout?.(10000),
      });
      const text = answer.ok ? await answer.text() : "";
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(id);
      if (!fresh) throw new Error(`no ${id} in the answer (${answer.status})`);
      const current = document.getElementById(id);
      if (current && inUse(current)) due.set(id, 0); // somebody began to type meanwhile
      else if (current) put(current, fresh);
      if (failing.delete(id)) showStatus();
    } catch {
      if (!failing.has(id)) failing.set(id, askedAt);
      showStatus();
      due.set(id, performance.now() + 2000 + Math.random() * Math.min(30000, now() - failing.get(id)));
    }
  };
  const put = (current, fresh) => {
    if (current.isEqualNode(fresh)) return;
    const focused = current.contains(document.activeElement) ? document.activeElement.id : "";
    const scrolled = [...current.querySelectorAll("[id]")].filter((box) => box.scrollTop || box.scrollLeft);
    const folds = [...current.querySelectorAll("details[id]")];
    const top = (id) => document.getElementById(id)?.getBoundingClientRect().top;
    const marks = [...current.querySelectorAll("[id]")].map((mark) => mark.id).filter((id) => top(id) < innerHeight / 2);
    const mark = marks.at(-1); // what is above the reader may grow or go: this stays where it is
    const before = mark && top(mark);
    const part = document.adoptNode(fresh);
    current.replaceWith(part);
    for (const box of scrolled) document.getElementById(box.id)?.scrollTo(box.scrollLeft, box.scrollTop);
    for (const fold of folds) document.getElementById(fold.id)?.toggleAttribute("open", fold.open);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    if (mark && window.scrollY > 0) window.scrollBy({ top: (top(mark) ?? before) - before, behavior: "instant" });
    window.htmx?.process(part);
    const say = part.dataset.liveSay;
    if (say && say !== current.dataset.liveSay) window.say?.(say);
    emit("live:refreshed", null, part);
  };

  open();
})();
