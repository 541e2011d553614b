// Runs before the first paint, so that no page flashes in the wrong theme. It is
// a classic script on purpose: modules run too late.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  if (root.dataset.theme) return; // the address asks for one
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden, for instance in a frame; the system's theme stays.
  }
})();
