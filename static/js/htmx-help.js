// What the pages with htmx need besides: the token, the house's dialog for hx-confirm, a word when no answer comes.
(() => {
  "use strict";
  const cookie = (name) => document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);

  document.addEventListener("htmx:configRequest", (event) => {
    const token = cookie("csrftoken");
    if (token && event.detail.verb !== "get") event.detail.headers["X-CSRFToken"] = token;
  });

  document.addEventListener("htmx:confirm", (event) => {
    if (!event.detail.question) return;
    event.preventDefault();
    window.ask(event.detail.question, event.detail.elt.dataset, () => event.detail.issueRequest(true));
  });

  document.addEventListener("htmx:sendError", () => {
    window.toast({ kind: "bad", text: "Nothing saved: the server did not answer. Try again in a moment." });
  });
  document.addEventListener("htmx:responseError", (event) => {
    window.toast({ kind: "bad", text: `Nothing saved: the server said ${event.detail.xhr.status}. Reload the page and look.` });
  });
})();
