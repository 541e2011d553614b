// @ts-check
import { must, readable } from "../page/app.js";

/** @typedef {"step"|"pass"|"share"} Way how steps of two runs are aligned */

/**
 * What a board says of itself.
 * @typedef {object} Told
 * @property {boolean} live
 * @property {boolean} edits a hand drags something
 * @property {boolean} following
 * @property {string} key for those who follow; empty: nobody may
 * @property {string} query
 * @property {string} data as text
 * @property {number|null} step
 * @property {number} last
 * @property {boolean} complete
 * @property {number} done the last place that was asked for and is shown
 * @property {Record<Way, number>} at
 * @property {Record<Way, number>} most
 */

const least = 240; // CSS pixels
const tallest = 4000;

/** One of the two boards, in a frame with a session of its own. */
export class Side {
  /**
   * @param {HTMLElement} root
   * @param {(side: Side, message: any) => void} hear
   */
  constructor(root, hear) {
    this.root = root;
    this.name = root.dataset.side === "b" ? "B" : "A";
    this.demo = root.dataset.demo ?? "";
    this.stepped = "stepped" in root.dataset;
    /** @type {HTMLIFrameElement} */
    this.frame = must("iframe", root);
    /** @type {Told|null} */
    this.told = null;
    /** When its reader has last edited its data; 0: never. */
    this.edited = 0;
    this.ids = 0;
    /** @type {{id: number, done: () => void}[]} */
    this.waiting = [];
    addEventListener("message", (e) => {
      if (e.source !== this.frame.contentWindow || e.origin !== location.origin) return;
      this.take(e.data);
      hear(this, e.data);
    });
  }

  /** Loads the board. @param {string} key whom it follows; empty: nobody */
  load(key) {
    this.frame.src = `${this.frame.dataset.src}${key ? `#follow=${key}` : ""}`;
    this.frame.addEventListener("load", () => this.post({ type: "half:ask" }));
  }

  /** @param {object} message */
  post(message) {
    this.frame.contentWindow?.postMessage(message, location.origin);
  }

  /** Sends a message of its session. @param {object} message */
  send(message) {
    this.post({ type: "half:send", message });
  }

  /** @param {any} m */
  take(m) {
    if (m?.type === "playground:height" && Number.isFinite(m.height)) {
      this.frame.style.height = `${Math.min(tallest, Math.max(least, Math.ceil(m.height)))}px`;
    }
    if (m?.type !== "half:state") return;
    this.told = m;
    for (const w of this.waiting.filter((w) => w.id <= m.done)) w.done();
    this.waiting = this.waiting.filter((w) => w.id > m.done);
  }

  get live() {
    return !!this.told?.live;
  }

  /** Goes to a place, and waits until it is shown. @param {Way} by @param {number|"end"} at @returns {Promise<void>} */
  go(by, at) {
    const id = ++this.ids;
    return new Promise((done) => {
      this.waiting.push({ id, done });
      this.post({ type: "half:go", id, by, at });
    });
  }

  /** The recipe as an address names it. @param {boolean} data whether its data are in it */
  address(data) {
    const q = new URLSearchParams(this.told?.query ?? "");
    if (!data) for (const name of ["data", "view"]) q.delete(name);
    return q.size ? `${this.demo}?${readable(q)}` : this.demo;
  }

  /** Its data, as a message that another session loads them by. */
  loading() {
    const data = this.told?.data ?? "";
    return { type: /^[tc]\d/.test(data) ? "data" : "points", op: "load", data };
  }

  /** Whether the run has nothing more to show. */
  get ended() {
    return !!this.told?.complete && this.told.step === this.told.last;
  }
}
