// Tells the night that this page is printed, so that the control room can call paper in that is out of date.
//
//   <form data-print-note method="post" action="…" hidden>   sent once, when the browser prints
"use strict";

(() => {
  const form = document.querySelector("form[data-print-note]");
  if (!form) return;
  let told = false;
  addEventListener("beforeprint", () => {
    if (told) return;
    told = true;
    const sending = fetch(form.action, { method: "POST", body: new FormData(form), keepalive: true });
    sending.catch(() => { told = false; }); // without a network the paper is printed all the same
  });
})();
