// @ts-check
import { languageSwitch, themeSwitch } from "./page/chrome.js";
import { showGoals } from "./page/goals.js";

themeSwitch();
languageSwitch();
showGoals();
filterCards();
reloadLater();

/**
 * Shows only the cards in which every word of the search field begins a word: of what
 * is written there, or of the other names by which the demo is known. Enter opens the
 * first, one whose title has the words before the others. The words stand in the
 * address, so that what was found can be shared and come back to.
 */
function filterCards() {
  /** @type {HTMLInputElement|null} */
  const field = document.querySelector("[data-find]");
  /** @type {HTMLElement|null} */
  const nothing = document.querySelector("[data-nothing]");
  if (!field || !nothing) return;
  const gallery = /** @type {HTMLElement} */ (field.closest(".gallery"));
  const shelves = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".shelf"))].map((shelf) => ({
    shelf,
    cards: [.../** @type {NodeListOf<HTMLElement>} */ (shelf.querySelectorAll("li"))].map((card) => ({
      card,
      title: ` ${plain(card.querySelector("b"))}`,
      text: ` ${plain(card.dataset.words ?? "")} ${plain(card)} ${plain(shelf.querySelector("h2"))}`,
    })),
  }));
  /** @type {HTMLAnchorElement|null} */
  let first = null;
  const show = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    gallery.classList.toggle("finding", words.length > 0);
    first = null;
    let titled = false;
    for (const { shelf, cards } of shelves) {
      let left = false;
      for (const { card, title, text } of cards) {
        card.hidden = !words.every((w) => begins(text, w));
        left ||= !card.hidden;
        const named = words.every((w) => begins(title, w));
        if (card.hidden || (first && (titled || !named))) continue;
        first = card.querySelector("a");
        titled = named;
      }
      shelf.hidden = !left;
    }
    nothing.hidden = first !== null;
    const url = new URL(location.href);
    if (words.length > 0) url.searchParams.set("find", field.value.trim());
    else url.searchParams.delete("find");
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  };
  const all = () => {
    field.value = "";
    show();
    field.focus();
  };
  field.addEventListener("input", show);
  field.addEventListener("keydown", (e) => {
    if (e.key === "Escape") all();
    if (e.key === "Enter" && field.value.trim() !== "" && !e.isComposing) first?.click();
  });
  nothing.querySelector("button")?.addEventListener("click", all);
  field.value = new URL(location.href).searchParams.get("find") ?? field.value; // or kept by the browser over a reload
  if (field.value) show();
}

/** Whether a text has a word that begins so; Chinese has no spaces, so there it may stand anywhere. @param {string} text @param {string} word */
function begins(text, word) {
  return text.includes(/\p{Script=Han}/u.test(word) ? word : ` ${word}`);
}

/** @param {Element|string|null} what */
function plain(what) {
  const text = typeof what === "string" ? what : (what?.textContent ?? "");
  return text.trim().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[\s\-–—(),.:;]+/gu, " ");
}

/** Reloads a page that the busy server could not make, after a random pause so that not all readers come at once. */
function reloadLater() {
  /** @type {HTMLElement|null} */
  const box = document.querySelector("[data-retry]");
  if (!box) return;
  setTimeout(() => location.reload(), 1000 * Number(box.dataset.retry) * (0.75 + Math.random() / 2));
}
