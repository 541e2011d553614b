// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame, State} from "../page/types.js" */
import { must, write } from "../page/app.js";
import { t } from "../page/words.js";
import { pulse } from "./pulse.js";

const patience = 10_000; // ms that a step may take to come, to be pointed at

/** The fragment of an address that names something on the page: not a key, and no place in a text. */
const named = /^#(?!lesson-)([^=]+)$/;

/** @typedef {{ref: string, step: string|null, before: State|null, changed: string[]|null, frame: Frame|null, until: number}} Waiting for the step of a link */

/**
 * Sets the board to the recipe of a link, in place: one edit, which can be undone. It
 * says so, and what the link names pulses, as do the controls that it has changed.
 */
export class SetBoard {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Waiting|null} */
    this.waiting = null;
    app.on("state", (s) => this.stated(s));
    app.on("run", () => this.arrived());
    app.on("shown", (f) => {
      if (this.waiting?.changed) this.waiting.frame = f;
      this.arrived();
    });
    app.on("refused", () => (this.waiting = null));
    const name = named.exec(location.hash);
    if (name) this.wait(decode(name[1]), null, []);
  }

  /**
   * Follows a link: "?preset=xor&step=3#x3".
   * @param {HTMLAnchorElement} a
   */
  follow(a) {
    const url = new URL(a.href);
    const query = url.search.slice(1);
    this.wait(decode(url.hash.slice(1)), url.searchParams.get("step"), null);
    if (!this.app.open(query)) return;
    showBoard();
    const said = must("[data-board-set]");
    write(said, "");
    requestAnimationFrame(() => write(said, t("board-set", a.textContent ?? "")));
  }

  /**
   * @param {string} ref
   * @param {string|null} step
   * @param {string[]|null} changed
   */
  wait(ref, step, changed) {
    this.waiting = { ref, step, before: this.app.state, changed, frame: null, until: performance.now() + patience };
  }

  /** The answer to an open has the schema. @param {State} s */
  stated(s) {
    const w = this.waiting;
    if (!w || w.changed || !s.schema) return;
    const { before } = w;
    w.changed = before ? Object.keys(s.params).filter((name) => s.params[name] !== before.params[name]) : [];
  }

  /** Points at what was named, as soon as the step is shown. */
  arrived() {
    const w = this.waiting;
    const { run } = this.app;
    if (!w?.changed || !w.frame || !run) return;
    const there = w.step === null || String(w.frame.step) === w.step || (run.complete && w.frame.step === run.total - 1);
    if (!there && performance.now() < w.until) return;
    this.waiting = null;
    pulse(w.ref, w.changed);
  }
}

/** Part of an address as it was meant. @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Scrolls the board into sight, if it is out of sight or the lesson lies over it. */
function showBoard() {
  const box = must("[data-board-box]").getBoundingClientRect();
  const over = document.documentElement.dataset.lesson === "open" && document.getElementById("lesson")?.getBoundingClientRect();
  const bottom = over && over.left <= box.left ? over.top : innerHeight;
  if (box.top < 0 || box.bottom > bottom) must(".stage").scrollIntoView({ block: "start", behavior: "instant" });
}
