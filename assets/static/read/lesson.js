// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {SetBoard} from "./setboard.js" */
import { t } from "../page/words.js";

const root = document.documentElement;

/**
 * Lets links that are recipes set the board instead of leaving the page.
 * @param {App} app
 * @param {SetBoard} board
 * @param {HTMLElement} text
 * @param {(a: HTMLAnchorElement) => void} [before] is called before a link sets the board
 */
export function recipeLinks(app, board, text, before) {
  text.addEventListener("click", (e) => {
    const a = /** @type {HTMLAnchorElement|null} */ (e.target instanceof Element ? e.target.closest("a[href^='?']") : null);
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    if (app.following) {
      app.say(t("follows"));
      return;
    }
    before?.(a);
    board.follow(a);
  });
}

/**
 * The lesson: it stands below the board, or beside it when it is opened.
 * @param {App} app
 * @param {SetBoard} board
 * @returns {() => void} opens or closes it
 */
export function lessonPart(app, board) {
  const article = document.getElementById("lesson");
  if (!article) return () => {};
  const openers = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-action=lesson]"));
  const toggle = () => {
    const open = root.dataset.lesson !== "open";
    root.dataset.lesson = open ? "open" : "";
    openers.forEach((b) => b.setAttribute("aria-expanded", String(open)));
  };
  openers.forEach((b) =>
    b.addEventListener("click", (e) => {
      e.preventDefault();
      toggle();
    }),
  );
  document.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || e.defaultPrevented || root.dataset.lesson !== "open" || document.querySelector("dialog[open]")) return;
    e.preventDefault();
    toggle();
    [...openers].find((b) => !article.contains(b))?.focus();
  });
  // Who reads below the board wants to see what a link does, and to read on.
  recipeLinks(app, board, article, (a) => {
    if (root.dataset.lesson === "open") return;
    toggle();
    scrollTo({ top: 0, behavior: "instant" });
    a.scrollIntoView({ block: "center", behavior: "instant" });
  });
  return toggle;
}
