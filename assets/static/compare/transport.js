// @ts-check
/** @import {Side, Way} from "./side.js" */
import { must, write } from "../page/app.js";
import { takenByFocus } from "../page/keys.js";
import { says } from "./words.js";

/** In how many parts a run is gone through at least. */
const fewest = 20;

/** Moves two runs together: the next places are asked for when both are painted. */
export class Transport {
  /** @param {Side[]} sides @param {Way} by @param {() => void} changed */
  constructor(sides, by, changed) {
    this.sides = sides;
    this.by = by;
    this.changed = changed;
    this.root = must("[data-transport]");
    /** @type {HTMLInputElement} */
    this.range = must("[data-place]", this.root);
    this.shown = must("[data-shown]", this.root);
    /** @type {HTMLSelectElement} */
    this.way = must("[data-by-way]", this.root);
    /** @type {HTMLSelectElement} */
    this.speed = must("[data-speed]", this.root);
    this.playButton = must("[data-action=play]", this.root);
    this.playing = false;
    /** Counts what is asked for, so that the newest counts. */
    this.asked = 0;
    /** The place that is asked for while another one is under way. @type {number|"end"|null} */
    this.next = null;
    this.moving = false;
    /** Where both are meant to be. @type {number|"end"} */
    this.at = 0;
    this.free = false;
    /** @type {Record<string, () => void>} */
    const actions = {
      start: () => this.go(0), end: () => this.go("end"), back: () => this.step(-1), step: () => this.step(1), play: () => this.toggle(),
    };
    for (const [name, act] of Object.entries(actions)) must(`[data-action=${name}]`, this.root).addEventListener("click", act);
    this.range.addEventListener("input", () => this.go(Number(this.range.value)));
    this.way.addEventListener("change", () => {
      const share = this.place() / Math.max(1, this.most());
      this.by = /** @type {Way} */ (this.way.value);
      const ended = this.sides.every((s) => s.ended);
      this.go(ended ? "end" : share ? this.sides[0].told?.at[this.by] ?? 0 : 0, true);
    });
    document.addEventListener("keydown", (e) => {
      if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || takenByFocus(e)) return;
      if (this.key(e.key)) e.preventDefault();
    });
  }

  /** @param {string} key */
  key(key) {
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": () => this.toggle(), ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), Home: () => this.go(0), End: () => this.go("end"),
    };
    if (!keys[key] || !this.free) return false;
    keys[key]();
    return true;
  }

  /** The last place of the longer run. */
  most() {
    return Math.max(0, ...this.sides.map((s) => s.told?.most[this.by] ?? 0));
  }

  get complete() {
    return this.sides.every((s) => s.told?.complete);
  }

  /** Where the run is that is further; by the share of both, the run of more steps says it most finely. */
  place() {
    if (this.by === "share") {
      const [a, b] = this.sides;
      return ((b.told?.last ?? 0) > (a.told?.last ?? 0) ? b : a).told?.at.share ?? 0;
    }
    return Math.round(Math.max(0, ...this.sides.map((s) => s.told?.at[this.by] ?? 0)));
  }

  /**
   * The next place, or the one before. By the share of both runs it is a step of the shorter
   * one, so that each press moves both, or a small part of the run where that has few steps.
   * @param {number} from @param {1|-1} way
   */
  beside(from, way) {
    if (this.by !== "share") return Math.max(0, from + way);
    const parts = Math.max(fewest, Math.min(...this.sides.map((s) => s.told?.most.step || fewest)));
    const at = (from * parts) / 100;
    const half = parts / 2 / Math.max(1, ...this.sides.map((s) => s.told?.last ?? 1)); // a step, by which a share is rounded
    const next = way > 0 ? Math.floor(at + half) + 1 : Math.ceil(at - half) - 1;
    return Math.min(100, Math.max(0, (next * 100) / parts));
  }

  get atEnd() {
    return this.sides.every((s) => s.ended);
  }

  /** @param {1|-1} way */
  step(way) {
    const from = this.moving && typeof this.at === "number" ? this.at : this.place();
    if (way > 0 && this.complete && from >= this.most()) {
      if (this.atEnd) return;
      this.go("end");
      return;
    }
    this.go(this.beside(from, way));
  }

  /** Goes to a place as the reader asked. @param {number|"end"} at @param {boolean} [still] goes on playing */
  go(at, still = false) {
    if (!this.free) return;
    if (!still) this.stop();
    void this.move(at);
  }

  /**
   * Goes to a place; of many that are asked for meanwhile, to the last one.
   * @param {number|"end"} at
   */
  async move(at) {
    this.at = at;
    this.next = at;
    if (this.moving) return;
    this.moving = true;
    while (this.next !== null) {
      const to = this.next;
      this.next = null;
      await Promise.all(this.sides.map((s) => s.go(this.by, to)));
    }
    this.moving = false;
    this.changed();
  }

  toggle() {
    if (this.playing) this.stop();
    else void this.play();
  }

  async play() {
    if (!this.free) return;
    this.setPlaying(true);
    const mine = ++this.asked;
    let at = this.atEnd || (this.complete && this.place() >= this.most()) ? 0 : this.beside(this.place(), 1);
    while (this.playing && mine === this.asked) {
      const begun = performance.now();
      await this.move(at);
      const rest = 1000 / Number(this.speed.value) - (performance.now() - begun);
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
      if (mine !== this.asked) return;
      if (this.complete && at >= this.most()) {
        await this.move("end");
        break;
      }
      at = this.beside(at, 1);
    }
    if (mine === this.asked) this.stop();
  }

  stop() {
    this.asked++;
    if (!this.playing) return;
    this.setPlaying(false);
    this.changed();
  }

  /** @param {boolean} on */
  setPlaying(on) {
    this.playing = on;
    this.playButton.setAttribute("aria-pressed", String(on));
    this.playButton.setAttribute("aria-label", says(on ? "pause" : "play"));
  }

  /** Shows where both are. @param {boolean} passive somebody else moves them */
  show(passive) {
    const live = this.sides.every((s) => s.live);
    this.free = live && !passive;
    if (!this.free) this.stop();
    for (const b of /** @type {NodeListOf<HTMLButtonElement>} */ (this.root.querySelectorAll("button, input"))) b.disabled = !this.free;
    this.way.disabled = this.speed.disabled = passive;
    if (!live) return;
    const [at, most] = [this.place(), this.most()];
    this.range.max = String(Math.max(1, most));
    if (document.activeElement !== this.range || !this.moving) this.range.value = String(at);
    const of = this.complete ? String(most) : says("more", most);
    const text = this.by === "share" ? says("at-share", Math.round(at)) : says(`at-${this.by}`, at, of);
    write(this.shown, text);
    this.range.setAttribute("aria-valuetext", text);
  }
}
