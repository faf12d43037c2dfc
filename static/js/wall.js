// The wall: shows the slides of the newest frame in turn, page by page, and says how old they are.
//
// A frame (templates/screen/frame.html) has slides; a slide has lists ([data-paged]) whose rows are shown as many at a
// time as the height allows. data-since and data-until (the server's time, ms) bound slides and banners. A new frame
// takes the old one's place on the same slide and page, so sheets coming in do not make it begin again.
(() => {
  "use strict";
  const wall = document.getElementById("wall");
  const pace = Number(wall.dataset.pace) || 1;
  const zone = wall.dataset.liveZone;
  const SECONDS = { seats: 9, names: 10, standings: 10, welcome: 20, break: 12, awards: 14 };
  // The least height of a row and width of a column, in hundredths of the screen's height (--u of wall.css).
  const LEAST = {
    "wall-list": { row: 6, columns: (list) => (list.classList.contains("wall-list--two") ? 2 : 1) },
    "wall-names": { row: 6.2, column: 54 },
    "wall-seats": { row: 30, column: 34 },
  };
  const NARROW_ROW = 7.6; // of the standings on a screen narrower than 3:2: a prize stands under the name there
  const MOST_ROWS = 20;
  const FEWEST_ROWS = 8; // four players need not fill the wall

  let slideKey = "";
  let page = 0;
  let turnAt = 0;
  const frame = () => document.getElementById("frame");
  const unit = () => Math.min(innerHeight / 100, innerWidth * 0.0066);

  // -- Which slides are on -------------------------------------------------------------------------------------
  const isOn = (element) => {
    const { since, until } = element.dataset;
    return !(since && window.serverNow() < Number(since)) && !(until && window.serverNow() >= Number(until));
  };
  const slides = () => {
    const counts = {};
    const all = [...frame().querySelectorAll(".wall-slide")].map((element) => {
      const kind = element.dataset.scene;
      counts[kind] = (counts[kind] ?? -1) + 1;
      return { element, kind, key: `${kind}-${counts[kind]}` };
    });
    const on = all.filter(({ element }) => isOn(element));
    return on.length ? on : all.slice(0, 1);
  };

  // -- How many rows fit ----------------------------------------------------------------------------------------
  const most = (list) => {
    const least = LEAST[list.classList[0]];
    const u = unit();
    const gap = parseFloat(getComputedStyle(list).rowGap) || 0;
    const columnGap = parseFloat(getComputedStyle(list).columnGap) || 0;
    const columns = least.columns?.(list) ?? Math.max(1, Math.floor((list.clientWidth + columnGap) / (least.column * u + columnGap)));
    const isNarrow = least.columns && innerWidth < 1.5 * innerHeight;
    const height = (isNarrow ? NARROW_ROW : least.row) * u;
    const rows = Math.max(1, Math.min(MOST_ROWS, Math.floor((list.clientHeight + gap) / (height + gap))));
    return { list, columns, rows, count: list.children.length };
  };
  const cards = ({ list, columns, rows, count }) => {
    const some = Math.ceil(count / Math.ceil(count / (columns * rows))); // every page as full as the others
    const across = Math.min(columns, Math.max(Math.ceil(some / rows), Math.min(some, 2)));
    const down = Math.min(rows, Math.ceil(some / across));
    return { list, columns: across, rows: down, size: across * down };
  };
  const lines = (lists) => {
    const [limit] = lists.map(({ rows }) => rows).sort((one, other) => one - other);
    const wanted = lists.map(({ columns, count }) => Math.ceil(Math.ceil(count / Math.ceil(count / (columns * limit))) / columns) || 1);
    const rows = Math.min(limit, Math.max(FEWEST_ROWS, ...wanted)); // the same height side by side
    return lists.map(({ list, columns }) => ({ list, columns, rows, size: columns * rows }));
  };
  const layout = (slide) => {
    const lists = [...slide.element.querySelectorAll("[data-paged]")].filter((list) => list.children.length).map(most);
    if (!lists.length) return [];
    return slide.kind === "seats" ? lists.map(cards) : lines(lists);
  };

  // -- Showing ----------------------------------------------------------------------------------------------------
  const write = (selector, text) => {
    const element = frame().querySelector(selector);
    if (element && element.textContent !== text) element.textContent = text;
  };
  const initial = (row) => [...(row.querySelector("bdi")?.textContent.trim() ?? "")][0]?.toUpperCase() ?? "";
  const showPage = (slide, lists, pages) => {
    let span = "";
    for (const { list, columns, rows, size } of lists) {
      const own = Math.ceil(list.children.length / size);
      const start = (page % own) * size; // a shorter list begins again
      list.style.setProperty("--rows", rows);
      if (!LEAST[list.classList[0]].columns) list.style.setProperty("--cols", columns);
      [...list.children].forEach((row, n) => (row.hidden = n < start || n >= start + size));
      const note = list.closest(".wall-panel")?.querySelector("[data-panel-page]");
      if (note) note.textContent = own > 1 ? `${note.previousSibling?.textContent ? " · " : ""}page ${(page % own) + 1} of ${own}` : "";
      if (slide.kind === "names" && own > 1) {
        const seen = [...list.children].slice(start, start + size);
        const [from, to] = [initial(seen[0]), initial(seen.at(-1))];
        if (from !== to) span = `, ${from} to ${to}`;
      }
    }
    const { heading, where, foot } = slide.element.dataset;
    write("[data-wall-heading]", heading);
    write("[data-wall-where]", where + span);
    write("[data-wall-foot]", foot);
    write("[data-wall-page]", pages > 1 && slide.kind !== "standings" ? `page ${page + 1} of ${pages} · ` : "");
  };
  const show = () => {
    const on = slides();
    const slide = on.find(({ key }) => key === slideKey) ?? on[0];
    if (slide.key !== slideKey) [slideKey, page] = [slide.key, 0];
    for (const element of frame().querySelectorAll(".wall-slide")) element.hidden = element !== slide.element;
    for (const banner of frame().querySelectorAll(".wall-banner[data-since]")) banner.hidden = !isOn(banner);
    for (const note of frame().querySelectorAll(".wall-foot [data-until]")) note.hidden = !isOn(note);
    const lists = layout(slide);
    const pages = Math.max(1, ...lists.map(({ list, size }) => Math.ceil(list.children.length / size)));
    page = Math.min(page, pages - 1);
    showPage(slide, lists, pages);
    return { on, slide, pages };
  };
  const turn = () => {
    const { on, slide, pages } = show();
    if (page + 1 < pages) page += 1;
    else {
      const next = on[(on.indexOf(slide) + 1) % on.length];
      [slideKey, page] = [next.key, 0];
    }
    rest(show().slide);
  };
  const rest = (slide) => (turnAt = performance.now() + ((SECONDS[slide.kind] ?? 10) * 1000) / pace);
  const begin = () => {
    slideKey = "";
    rest(show().slide);
  };

  // -- A new frame ------------------------------------------------------------------------------------------------
  const pointsOf = (root) =>
    new Map([...root.querySelectorAll(".wall-row")].map((row) => [row.dataset.who, row.querySelector(".wall-row__points").textContent]));
  const put = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    const fresh = template.content.getElementById("frame");
    if (!fresh) return false; // an error or a sign-in page: the last data stay
    if (fresh.dataset.build !== frame().dataset.build) location.reload(); // the program was updated
    const before = pointsOf(frame());
    for (const row of fresh.querySelectorAll(".wall-row")) {
      const points = before.get(row.dataset.who);
      row.classList.toggle("is-changed", points !== undefined && points !== row.querySelector(".wall-row__points").textContent);
    }
    const { say } = frame().dataset;
    frame().replaceWith(fresh);
    const address = document.getElementById("wall-join").content; // this screen's own: a frame is for all of them
    for (const element of fresh.querySelectorAll("[data-wall-join]")) element.replaceChildren(address.cloneNode(true));
    if (fresh.dataset.say === say) show();
    else {
      begin(); // another state of the night: from its first slide on
      document.getElementById("live").textContent = fresh.dataset.say;
    }
    showAge();
    return true;
  };
  document.addEventListener("live:frame", (event) => put(event.detail.html));

  // -- How old it is ------------------------------------------------------------------------------------------------
  let heardAt = window.serverNow();
  let lost = false;
  const banner = (mark, text) => {
    const home = frame().querySelector(".wall-messages");
    const there = home.querySelector(`[data-wall-${mark}]`);
    if (!text) return there?.remove();
    if (!there) home.append(document.getElementById(`wall-${mark}`).content.cloneNode(true));
    const words = home.querySelector(`[data-wall-${mark}] span`);
    if (text !== true && words.textContent !== text) words.textContent = text;
  };
  const showAge = () => {
    write("[data-wall-heard]", window.timeOfDay(heardAt, zone, true));
    banner("offline", lost && `No connection since ${window.timeOfDay(heardAt, zone)}. Shown as it was then.`);
  };
  const heard = (event) => {
    [heardAt, lost] = [event?.detail ?? window.serverNow(), false];
    showAge();
  };
  document.addEventListener("live:heard", heard);
  document.addEventListener("live:lost", (event) => {
    [heardAt, lost] = [event.detail, true];
    showAge();
    show();
  });
  // Where the stream does not come through (a proxy that holds it back), ask for frames instead.
  setInterval(async () => {
    if (!lost) return;
    try {
      const answer = await fetch(wall.dataset.frameUrl, { cache: "no-cache", signal: AbortSignal.timeout?.(4000) });
      if (answer.ok && put(await answer.text())) heardAt = window.serverNow();
    } catch {
      return; // still away
    }
    write("[data-wall-heard]", window.timeOfDay(heardAt, zone, true));
    if (window.serverNow() - heardAt < 5000) banner("offline", "");
  }, 5000);

  // -- The screen sleeps ----------------------------------------------------------------------------------------------
  document.addEventListener("awake:refused", () => {
    banner("awake", true);
    show();
    setTimeout(() => (banner("awake", ""), show()), 60000);
  });

  // -- Reloaded while the server is away (templates/screen/worker.js) ---------------------------------------------------
  navigator.serviceWorker?.register("worker.js").then(
    () => navigator.serviceWorker.ready.then(() => (document.documentElement.dataset.worker = "ready")),
    () => {}, // then a reload has to wait for the server
  );

  addEventListener("resize", show);
  document.fonts.ready.then(show);
  setInterval(() => {
    if (performance.now() >= turnAt) turn();
    else show(); // a slide may have begun or ended by the clock
  }, 500);
  begin();
  showAge();
})();
