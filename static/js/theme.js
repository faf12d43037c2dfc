// Set the remembered colours before the first paint; without a memory the system's preference counts.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be forbidden: then the choice lasts for this page only.
}
