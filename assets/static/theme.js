// Runs before the first paint, so that no page flashes in the wrong theme or moves
// when what was unfolded opens or it begins to follow another page. It is a classic script on purpose: modules run too late.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  root.toggleAttribute("data-following", location.hash.startsWith("#follow="));
  try {
    root.toggleAttribute("data-been", (localStorage.getItem("been") ?? "").length > 2); // the front page has a row for it
    root.dataset.unfolded = localStorage.getItem("unfolded") ?? "";
    if (root.dataset.theme) return; // the address asks for one
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden, for instance in a frame; the system's theme stays.
  }
})();
