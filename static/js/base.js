// Small helps for every page. Each page also works without them: a form is a form, a link is a link.
(() => {
  "use strict";
  const root = document.documentElement;

  // -- Light and dark: [data-theme-toggle] ------------------------------------------------------------------------
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches);
  const toggles = document.querySelectorAll("[data-theme-toggle]");
  const labelToggles = () => {
    for (const toggle of toggles) {
      toggle.hidden = false;
      toggle.querySelector("[data-theme-label]").textContent = isDark() ? "Light colors" : "Dark colors";
    }
  };
  const changeTheme = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // See theme.js.
    }
    labelToggles();
  };
  for (const toggle of toggles) toggle.addEventListener("click", changeTheme);
  systemDark.addEventListener("change", labelToggles);
  labelToggles();

  // -- Say something to screen readers: window.say("Table 5 saved") ------------------------------------------------
  window.say = (text) => {
    const live = document.getElementById("live");
    if (!live) return;
    live.textContent = "";
    setTimeout(() => (live.textContent = text), 50); // an emptied region speaks even when the text is the same
  };

  // -- Toasts: window.toast({text, kind}), or the response header HX-Trigger: {"toast": {"text": ..., "kind": ...}} --
  const toasts = document.getElementById("toasts");
  const hideLater = (toast) => setTimeout(() => toast.remove(), 7000);
  window.toast = ({ text, kind = "ok" }) => {
    const toast = document.getElementById(kind === "ok" ? "toast-ok" : "toast-bad").content.cloneNode(true);
    toast.querySelector("[data-toast-text]").textContent = text;
    toasts.append(toast);
  };
  if (toasts) {
    for (const toast of toasts.querySelectorAll("[data-autohide]")) hideLater(toast);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node.matches?.("[data-autohide]")) hideLater(node);
      }
      while (toasts.children.length > 3) toasts.firstElementChild.remove();
    }).observe(toasts, { childList: true });
  }
  document.body.addEventListener("toast", (event) => window.toast(event.detail));

  // -- Clicks: [data-dismiss] closes a toast, notice or dialog; [data-open="id"] opens a dialog; [data-print] ------
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss], [data-open], [data-print]");
    if (!button) return;
    if ("print" in button.dataset) window.print();
    else if (button.dataset.open) document.getElementById(button.dataset.open)?.showModal();
    else {
      const box = button.closest(".toast, .notice, dialog");
      if (box?.localName === "dialog") box.close();
      else box?.remove();
    }
  });

  // -- Questions: data-confirm on a form or its button; data-confirm-text says more, data-confirm-yes names the act --
  const dialog = document.getElementById("confirm");
  window.ask = (question, words, onYes) => {
    dialog.querySelector("[data-confirm-title]").textContent = question;
    dialog.querySelector("[data-confirm-text]").textContent = words.confirmText || "";
    dialog.querySelector("[data-confirm-yes]").textContent = words.confirmYes || "Yes, do it";
    dialog.returnValue = "no"; // Esc would leave the last answer behind
    dialog.addEventListener("close", () => dialog.returnValue === "yes" && onYes(), { once: true });
    dialog.showModal();
  };
  const answered = new WeakSet();
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      const source = event.submitter?.dataset.confirm ? event.submitter : form;
      if (!source.dataset.confirm || !dialog || answered.delete(form)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      window.ask(source.dataset.confirm, source.dataset, () => {
        answered.add(form);
        form.requestSubmit(event.submitter);
      });
    },
    { capture: true },
  );

  // -- Busy buttons: a plain form is sent once ----------------------------------------------------------------------
  const sent = new Set();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    event.submitter?.classList.add("is-busy");
  });
  window.addEventListener("pageshow", () => {
    sent.clear(); // Back brings the page as it was left
    for (const button of document.querySelectorAll(".is-busy")) button.classList.remove("is-busy");
  });

  // -- On a phone the bar of pages scrolls: show where we are -------------------------------------------------------
  document.querySelector(".bar__link[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
})();
