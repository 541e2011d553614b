// @ts-check
import { languageSwitch, themeSwitch } from "./page/chrome.js";

themeSwitch();
languageSwitch();
filterCards();
reloadLater();

/** Shows only the cards that contain all words of the search field. */
function filterCards() {
  /** @type {HTMLInputElement|null} */
  const field = document.querySelector("[data-find]");
  /** @type {HTMLElement|null} */
  const nothing = document.querySelector("[data-nothing]");
  if (!field || !nothing) return;
  const shelves = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".shelf"))].map((shelf) => ({
    shelf,
    title: plain(shelf.querySelector("h2")),
    cards: [...shelf.querySelectorAll("li")].map((card) => ({ card, text: `${plain(card)} ${card.querySelector("a")?.getAttribute("href")}` })),
  }));
  const show = () => {
    const words = plain(field.value).split(/\s+/);
    let any = false;
    for (const { shelf, title, cards } of shelves) {
      let left = false;
      for (const { card, text } of cards) {
        card.hidden = !words.every((w) => text.includes(w) || title.includes(w));
        left ||= !card.hidden;
      }
      shelf.hidden = !left;
      any ||= left;
    }
    nothing.hidden = any;
  };
  const all = () => {
    field.value = "";
    show();
    field.focus();
  };
  field.addEventListener("input", show);
  field.addEventListener("keydown", (e) => {
    if (e.key === "Escape") all();
  });
  nothing.querySelector("button")?.addEventListener("click", all);
  if (field.value) show(); // kept by the browser over a reload
}

/** @param {Element|string|null} what */
function plain(what) {
  const text = typeof what === "string" ? what : (what?.textContent ?? "");
  return text.trim().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Reloads a page that the busy server could not make, after a random pause so that not all readers come at once. */
function reloadLater() {
  /** @type {HTMLElement|null} */
  const box = document.querySelector("[data-retry]");
  if (!box) return;
  setTimeout(() => location.reload(), 1000 * Number(box.dataset.retry) * (0.75 + Math.random() / 2));
}
