// A page of several forms, each with a button of its own: sending one leaves the page, and with it what was changed in
// the others. form[data-unsaved="the settings"] are asked about first; data-unsaved-already marks one that came back
// refused, with what was typed. Leaving by a link asks as the browser asks.
(() => {
  "use strict";
  const forms = [...document.querySelectorAll("form[data-unsaved]")];
  const typed = (form) => new URLSearchParams(new FormData(form)).toString();
  const before = new Map(forms.map((form) => [form, "unsavedAlready" in form.dataset ? null : typed(form)]));
  const changed = () => forms.filter((form) => typed(form) !== before.get(form));
  let going = null; // the form that is being sent

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      const lost = changed().filter((other) => other !== form);
      if (form.method !== "post" || form === going || !lost.length) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const words = {
        confirmText: "This button saves its own part alone, and leaves the page.",
        confirmYes: "Save this part, lose the rest",
      };
      window.ask(`Not saved: ${lost.map((other) => other.dataset.unsaved).join(", ")}`, words, () => {
        going = form;
        form.requestSubmit(event.submitter);
      });
    },
    { capture: true },
  );
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) going = event.target;
  });
  addEventListener("beforeunload", (event) => {
    if (!going && changed().length) event.preventDefault();
  });
  addEventListener("pageshow", () => (going = null));
})();
