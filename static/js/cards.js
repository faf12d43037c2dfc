// Decks to pick cards from: what is picked shows in the head of its deck, and a card lies in one place only.
// Without this every deck stands open and works by itself.
(() => {
  "use strict";
  const pickers = [...document.querySelectorAll("[data-picker]")];
  const inputs = (picker) => [...picker.querySelectorAll("input")];
  const picked = (picker) => inputs(picker).filter((input) => input.checked);
  const most = (picker) => Number(picker.dataset.most);
  const isTrick = (picker) => /^card\d$/.test(inputs(picker)[0].name);

  const drawHead = (picker) => {
    const faces = picked(picker).map((input) => {
      const face = input.parentElement.querySelector("svg").cloneNode(true);
      face.removeAttribute("aria-hidden");
      face.setAttribute("role", "img");
      face.setAttribute("aria-label", input.parentElement.textContent.trim());
      return face;
    });
    picker.querySelector("[data-picked]").replaceChildren(...faces);
    const count = picker.querySelector("[data-count]");
    if (count) count.textContent = `${faces.length} of ${most(picker)}`;
  };
  // A card on the table cannot lie there twice.
  const drawTable = () => {
    const table = pickers.filter(isTrick);
    for (const picker of table) {
      const elsewhere = table.filter((other) => other !== picker).flatMap((other) => picked(other).map((input) => input.value));
      for (const input of inputs(picker)) input.disabled = !input.checked && elsewhere.includes(input.value);
    }
  };
  const isDone = (picker) => picked(picker).length >= most(picker);
  const next = () => pickers.find((picker) => !picked(picker).length);

  let byKeyboard = false;
  document.addEventListener("keydown", () => (byKeyboard = true));
  document.addEventListener("pointerdown", () => (byKeyboard = false));

  for (const picker of pickers) {
    picker.addEventListener("change", () => {
      drawHead(picker);
      drawTable();
      if (!isDone(picker) || byKeyboard) return; // arrow keys walk through the radio buttons: stay open
      picker.open = false;
      const following = next();
      if (following) following.open = true;
      picker.querySelector("summary").scrollIntoView({ block: "nearest" });
    });
  }
  const wrong = pickers.find((picker) => picker.querySelector(".field__error"));
  if (!wrong) for (const picker of pickers) picker.open = picker === next();
  drawTable();
})();
