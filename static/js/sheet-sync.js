// What becomes of a sheet, in words: kept on this phone, sending, saved 7:42 PM, refused. And the few shapes the
// sheet's scripts build by hand: euchre.el("p", {class: "soft"}, "text", child), euchre.icon("in").
window.euchre = window.euchre || {};
(() => {
  "use strict";
  const { outbox } = window.euchre;

  const el = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
  };

  const SVG = "http://www.w3.org/2000/svg";
  const symbols = document.querySelector("use")?.getAttribute("href").split("#")[0];
  const drawn = (name, className) => {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", className);
    svg.setAttribute("aria-hidden", "true");
    svg.append(document.createElementNS(SVG, "use"));
    svg.firstChild.setAttribute("href", `${symbols}#${name}`);
    return svg;
  };
  const icon = (name) => drawn(name, "icon");
  const pip = (suit) => drawn(suit, `pip${suit === "heart" ? " pip--red" : ""}`);

  const WORDS = {
    offline: "Kept on this phone. It goes by itself when the network is back.",
    link: "Kept on this phone, but its link is closed. Scan the helper’s QR code again and it will go.",
    later: "Kept on this phone. The server could not take it yet; it will be tried again.",
    lost: "Not kept: this phone allows no storage. Stay on this page until it is saved.",
  };

  // The words for one sheet on this phone.
  const words = (record) => {
    const which = `Table ${record.table}`;
    if (record.status === "refused") {
      return { look: "refused", icon: "disputed", title: `${which}: not accepted yet`, text: record.problems.map((p) => p.text).join(" ") };
    }
    if (outbox.isSending(record.key)) return { look: "waiting", icon: "upload", title: `${which}: sending…`, text: record.text };
    const why = outbox.isLasting(record.key) ? outbox.blocked() || (record.tries ? "later" : "") : "lost";
    return { look: "waiting", icon: "offline", title: `${which}: waiting to send`, text: [record.text, WORDS[why]].filter(Boolean).join(" · ") };
  };

  const box = ({ look, icon: name, title, text }, ...more) =>
    el("div", { class: `sync sync--${look}` }, icon(name), el("span", {}, title), text ? el("small", {}, text) : null, ...more);

  // What the server answered, with names and points where the sheet counts.
  const LOOKS = { accepted: ["saved", "in"], same: ["saved", "in"], awaiting: ["waiting", "waiting"], contested: ["refused", "judge"], late: ["waiting", "info"] };
  const answered = (answer) => {
    const [look, name] = LOOKS[answer.state];
    const points = (answer.players || []).map((player) =>
      el("li", {}, el("span", { class: "num" }, `${player.number ?? "–"} `), el("bdi", {}, player.name), " ", el("strong", { class: "num" }, String(player.points))),
    );
    const cup = answer.bump ? el("small", {}, `Bump cup ${answer.bump}`) : null;
    return box({ look, icon: name, title: answer.text, text: "" }, points.length ? el("ul", { class: "sync__points" }, points) : null, cup);
  };

  Object.assign(window.euchre, { el, icon, pip, words, box, answered });
})();
