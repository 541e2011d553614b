// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Lecture} from "./model.js" */
import { must, readable } from "../page/app.js";
import { fill } from "../page/fill.js";
import { handOn } from "../page/secret.js";
import { give, lecture, showing } from "./model.js";

const root = document.documentElement;

/**
 * @typedef {object} Page what the bar needs of the page
 * @property {() => void} projector switches the hall's look on and off
 * @property {(e: KeyboardEvent) => boolean} taken whether the key belongs to what has the focus
 * @property {((bar: LectureBar|null) => void)=} shows hears of every board that is shown, and when the lecture is left
 */

/**
 * Leads through the script of a lecture: a bar on the page of each board, and PageDown and
 * PageUp, which a presenter's clicker sends. Whoever follows the page goes with it.
 */
export class LectureBar {
  /**
   * @param {App} app
   * @param {Lecture} on
   * @param {string} markup
   * @param {Page} page
   */
  constructor(app, on, markup, page) {
    this.app = app;
    this.page = page;
    this.lecture = on;
    must(".top .notices").insertAdjacentHTML("beforebegin", markup);
    this.bar = must(".lecture");
    /** @type {HTMLDetailsElement} */
    this.notes = must("[data-lecture-notes]", this.bar);
    root.toggleAttribute("data-lecture", true);
    const narrow = matchMedia("(max-width: 1100px)");
    const settle = () => (narrow.matches ? must(".top").after(this.bar) : must(".top .notices").before(this.bar));
    settle();
    narrow.addEventListener("change", settle);
    /** @type {Record<string, () => void>} */
    const actions = { back: () => this.go(this.lecture.at - 1), on: () => this.go(this.lecture.at + 1), leave: () => this.leave() };
    for (const [name, run] of Object.entries(actions)) must(`[data-lecture=${name}]`, this.bar).addEventListener("click", run);
    document.addEventListener("keydown", (e) => this.key(e), true); // before the timeline, which may have the focus
    addEventListener("pagehide", () => this.lecture.boards.length && give({ ...this.lecture, hall: root.dataset.mode === "projector" }));
    addEventListener("pageshow", (e) => {
      if (!e.persisted || !this.lecture.boards.length) return;
      give(this.lecture); // who goes back in the browser is at this board again
      this.show();
    });
    document.addEventListener("pointerdown", (e) => {
      if (!this.notes.contains(/** @type {Node} */ (e.target))) this.notes.open = false;
    });
    this.notes.addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || !this.notes.open) return;
      this.notes.open = false;
      must("summary", this.notes).focus();
    });
    this.show();
    if (on.hall && root.dataset.mode !== "projector") page.projector();
    if (on.full) this.fillScreen();
  }

  /**
   * Leaves the keys to a tour that is shown in the hall: after its last stop they lead on.
   * @param {KeyboardEvent} e
   */
  key(e) {
    if (!this.lecture.boards.length || (this.app.tour && root.dataset.mode === "projector")) return;
    if (e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || this.page.taken(e)) return;
    const by = e.key === "PageDown" ? 1 : e.key === "PageUp" ? -1 : 0;
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    if (!e.repeat) this.go(this.lecture.at + by); // who leans on the key does not run through the lecture
  }

  /** A browser leaves the whole screen with every page, and only a press brings it back. */
  fillScreen() {
    const pressed = new AbortController();
    const fill = (/** @type {Event} */ e) => {
      if (e instanceof KeyboardEvent && e.key.startsWith("Page")) return; // it leads to another page at once
      pressed.abort();
      if (root.dataset.mode === "projector" && !document.fullscreenElement) root.requestFullscreen?.().catch(() => {});
    };
    for (const press of ["keydown", "pointerdown"]) addEventListener(press, fill, { signal: pressed.signal });
  }

  /** Goes to a board. Changes to this one are not kept: the script stays as it was. @param {number} i */
  go(i) {
    const { app } = this;
    const board = this.lecture.boards[i];
    if (!board) return;
    this.lecture = { ...this.lecture, at: i, hall: root.dataset.mode === "projector", full: !!document.fullscreenElement };
    give(this.lecture);
    const url = new URL(board.to, location.href);
    const here = url.pathname === location.pathname && !url.hash && !url.searchParams.has("tour") && !app.tour;
    const { searchParams: q } = new URL(url);
    const hall = { side: q.get("side") ?? "", parameters: q.has("parameters") };
    for (const name of Object.keys(hall)) q.delete(name);
    if (here && app.connected && app.open(readable(q))) {
      app.hall = hall;
      app.emit("hall");
      this.show();
      return;
    }
    if (app.language) url.searchParams.set("lang", app.language);
    handOn(url.pathname);
    const before = location.href;
    location.assign(url);
    if (url.hash && before.split("#")[0] === url.href.split("#")[0]) location.reload(); // else only the hash changes
  }

  /** Says which board it is, and what comes. */
  show() {
    const { at, boards } = this.lecture;
    const place = must("[data-lecture-place]", this.bar);
    const text = must("[data-lecture-text]", this.bar);
    const coming = must("[data-lecture-coming]", this.bar);
    const next = boards[at + 1];
    const count = document.createElement("b");
    count.textContent = `${at + 1}/${boards.length}`;
    count.setAttribute("aria-hidden", "true");
    const said = document.createElement("span");
    said.className = "sr";
    said.textContent = fill(place.dataset.said ?? "", at + 1, boards.length, boards[at].title);
    place.replaceChildren(count, said);
    text.textContent = boards[at].notes || (text.dataset.none ?? "");
    coming.textContent = next ? fill(coming.dataset.said ?? "", next.title) : (coming.dataset.end ?? "");
    const button = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ (must(`[data-lecture=${name}]`, this.bar));
    const [back, on] = [button("back"), button("on")];
    const focused = document.activeElement;
    back.disabled = at === 0;
    on.disabled = !next;
    if (focused === back && back.disabled) on.focus();
    if (focused === on && on.disabled) back.focus();
    showing(this.lecture);
    this.page.shows?.(this);
  }

  leave() {
    give(null);
    this.bar.remove();
    root.toggleAttribute("data-lecture", false);
    must("[data-action=share]").focus();
    this.lecture = { ...this.lecture, boards: [] };
    this.page.shows?.(null);
  }
}

/**
 * Shows the bar if a lecture is on in this tab.
 * @param {App} app
 * @param {Page} page
 */
export async function lead(app, page) {
  const on = lecture();
  if (!on) return;
  const [entry] = performance.getEntriesByType("navigation");
  if (/** @type {PerformanceNavigationTiming} */ (entry)?.type === "back_forward") {
    const here = on.boards.findIndex((b) => b.to === location.pathname + location.search + location.hash);
    if (here >= 0) on.at = here;
  }
  const answer = await fetch(`/script/bar?lang=${root.lang}`);
  if (answer.ok) new LectureBar(app, on, await answer.text(), page);
}
