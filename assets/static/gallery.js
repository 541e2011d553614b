// @ts-check
import { languageSwitch, themeSwitch } from "./page/chrome.js";
import { goOn } from "./ways/been.js";
import { find } from "./ways/find.js";
import { progress, ticks } from "./ways/ticks.js";
import { showGoals } from "./page/goals.js";

themeSwitch();
languageSwitch();
goOn();
progress();
ticks();
find();
showGoals();
reloadLater();

/** Reloads a page that the busy server could not make, after a random pause so that not all readers come at once. */
function reloadLater() {
  /** @type {HTMLElement|null} */
  const box = document.querySelector("[data-retry]");
  if (!box) return;
  setTimeout(() => location.reload(), 1000 * Number(box.dataset.retry) * (0.75 + Math.random() / 2));
}
