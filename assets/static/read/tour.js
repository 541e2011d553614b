// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {State} from "../page/types.js" */
/** @import {SetBoard} from "./setboard.js" */
import { must } from "../page/app.js";
import { recipeLinks } from "./lesson.js";

const root = document.documentElement;

/**
 * The tour: a card beside the board, a stop at a time. Every stop sets the board, with which
 * the reader may play. Who follows a presenter sees the presenter's stop.
 */
export class Tour {
  /**
   * @param {App} app
   * @param {SetBoard} board
   * @param {HTMLElement} card
   * @param {() => void} open closes what lies over the card
   */
  constructor(app, board, card, open) {
    this.app = app;
    this.board = board;
    this.card = card;
    this.clear = open;
    /** @type {HTMLElement[]} */
    this.openers = [...document.querySelectorAll("[data-action=tour]")].map((b) => /** @type {HTMLElement} */ (b));
    /** @type {HTMLElement[]} */
    this.stops = [...card.querySelectorAll("[data-stop]")].map((s) => /** @type {HTMLElement} */ (s));
    this.show(Number(card.dataset.at));
    this.listen();
    app.on("state", (s) => this.state(s));
  }

  listen() {
    recipeLinks(this.app, this.board, this.card);
    for (const b of this.openers) b.addEventListener("click", () => this.toggle());
    must("[data-action=tour-close]", this.card).addEventListener("click", () => this.leave());
    must("[data-action=tour-back]", this.card).addEventListener("click", () => this.go(this.app.tour - 1));
    must("[data-action=tour-next]", this.card).addEventListener("click", () => this.next());
    document.addEventListener("keydown", (e) => {
      if (!this.app.tour || this.app.following || e.defaultPrevented || document.querySelector("dialog[open]")) return;
      const run = this.key(e);
      if (!run) return;
      e.preventDefault();
      run();
    });
  }

  /**
   * What a key does besides the shortcuts: Esc leaves; a clicker for slides turns the stops in a hall.
   * @param {KeyboardEvent} e
   */
  key(e) {
    if (e.target instanceof Element && e.target.matches("input, select, textarea")) return null;
    if (e.key === "Escape") return () => this.leave();
    if (root.dataset.mode !== "projector") return null;
    return { PageDown: () => this.next(), PageUp: () => this.go(this.app.tour - 1) }[e.key] ?? null;
  }

  toggle() {
    if (this.app.tour) this.leave();
    else this.go(1);
  }

  /** Goes to the next stop; from the last one the tour ends. */
  next() {
    if (this.app.tour === this.stops.length) this.leave();
    else this.go(this.app.tour + 1);
  }

  back() {
    this.go(this.app.tour - 1);
  }

  /** @param {number} n */
  go(n) {
    const stop = this.stops[n - 1];
    if (!stop || this.app.following) return;
    this.clear();
    this.show(n);
    const tab = document.getElementById("tab-story");
    if (tab?.checkVisibility()) {
      tab.click();
      this.card.scrollIntoView({ block: "start", behavior: "instant" });
    }
    this.board.follow(must("a[data-set]", stop));
    this.tell();
  }

  leave() {
    if (!this.app.tour) return;
    const within = this.card.contains(document.activeElement);
    this.show(0);
    this.tell();
    if (within) (this.openers.find((b) => b.checkVisibility()) ?? /** @type {HTMLElement} */ (must("[data-action=lesson]"))).focus();
  }

  /** Tells those who follow. */
  tell() {
    this.app.send({ type: "tour", stop: this.app.tour });
    this.app.emit("viewset");
  }

  /** @param {State} s */
  state(s) {
    const at = s.tour ?? 0;
    if (this.app.following) this.show(at);
    // A new session does not know the stop yet: it is said after the answer to its open.
    else if (s.schema && at !== this.app.tour) this.tell();
  }

  /** Shows a stop; 0 is none. @param {number} n */
  show(n) {
    if (!this.stops[n - 1]) n = 0;
    this.app.tour = n;
    this.card.hidden = n === 0;
    this.stops.forEach((s, i) => (s.hidden = i !== n - 1));
    root.toggleAttribute("data-touring", n > 0);
    for (const b of this.openers) b.setAttribute("aria-expanded", String(n > 0));
    must("[data-action=tour-back]", this.card).setAttribute("aria-disabled", String(n === 1));
    must("[data-tour-next]", this.card).hidden = n === this.stops.length;
    must("[data-tour-end]", this.card).hidden = n !== this.stops.length;
  }
}
