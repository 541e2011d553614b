// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame} from "../page/types.js" */
import { must, perFrame } from "../page/app.js";
import { clamp } from "../page/geometry.js";
import { countOf, placeOf, unitName } from "../page/units.js";
import { has, markLanguage, t } from "../page/words.js";

const svgNamespace = "http://www.w3.org/2000/svg";
const ending = new Set(["converged", "diverged", "exhausted", "cycling", "cycle", "refused", "end"]);
const failing = new Set(["mistake", "broken", "error"]);
const colours = 5;

/**
 * How the ticks of each kind of event look: the end of the class's name, and
 * the height as a share of the timeline's.
 * @param {Iterable<string>} kinds in the order in which they first appear
 * @returns {Map<string, [string, number]>}
 */
function tickStyles(kinds) {
  let k = 0;
  /** @type {Map<string, [string, number]>} */
  const styles = new Map();
  for (const kind of kinds) {
    if (ending.has(kind)) styles.set(kind, ["end", 0.62]);
    else if (failing.has(kind)) styles.set(kind, ["bad", 0.36]);
    else styles.set(kind, [`k${k++ % colours}`, 0.26 + 0.08 * (k % 3)]);
  }
  return styles;
}

/** What a kind of event is called, as far as it has been translated. @param {string} kind */
export function kindName(kind) {
  return has(`event.${kind}`) ? t(`event.${kind}`) : kind.replaceAll("-", " ");
}

/**
 * What the ticks on the timeline mean.
 * @param {Map<string, number>} kinds with how many there are
 */
export function tickLegend(kinds) {
  return [...tickStyles(kinds.keys())].map(([kind, [name, height]]) => {
    const item = document.createElement("li");
    const svg = document.createElementNS(svgNamespace, "svg");
    const path = document.createElementNS(svgNamespace, "path");
    svg.setAttribute("viewBox", "0 0 4 16");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("class", `tick-${name}`);
    path.setAttribute("d", `M2 15v${(-22 * height).toFixed(1)}`);
    svg.append(path);
    item.append(svg, `${kindName(kind)} ${kinds.get(kind)}`);
    markLanguage(item, has(`event.${kind}`));
    return item;
  });
}

/** Shows what is recorded, where we are and where events are; scrubs by drag. */
export class Timeline {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.root = must("[data-timeline]");
    this.svg = must("svg", this.root);
    this.seen = must("rect.seen", this.root);
    this.done = must("rect.done", this.root);
    this.loop = must("rect.loop", this.root);
    /** @type {[number|null, number|null]} the steps between which playing loops */
    this.marks = [null, null];
    this.head = must("rect.head", this.root);
    this.ticks = must("[data-ticks]", this.root);
    this.dragging = false;
    this.target = 0;
    this.seek = perFrame((/** @type {number} */ step) => app.send({ type: "seek", step }));
    this.redraw = perFrame(() => this.draw());
    this.listen();
    app.on("run", () => this.redraw(0));
    app.on("hides", () => this.redraw(0));
    app.on("shown", () => (app.hides ? this.redraw(0) : this.followFrame()));
    app.on("size", () => this.followFrame());
    app.on("loop", (marks) => {
      this.marks = marks;
      this.drawLoop();
    });
    /** As wide and high as it is, measured when it changes: frames would wait for a measurement. */
    this.width = 0;
    this.height = 0;
    new ResizeObserver(() => {
      this.width = this.root.clientWidth;
      this.height = this.root.clientHeight;
      this.redraw(0);
    }).observe(this.root);
  }

  /** The step at the right edge; a run that is not over leaves room. */
  get end() {
    const run = this.app.visible;
    if (!run) return Math.max(1, Number(this.root.getAttribute("aria-valuemax")));
    const last = Math.max(1, run.total - 1);
    return run.complete ? last : last * 1.12;
  }

  /** @param {number} step */
  x(step) {
    return 6 + (step / this.end) * Math.max(0, this.width - 12); // the width is 0 while it is hidden
  }

  listen() {
    const { root } = this;
    root.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      this.dragging = true;
      root.setPointerCapture(e.pointerId);
      this.scrub(e);
    });
    root.addEventListener("pointermove", (e) => {
      if (this.dragging) this.scrub(e);
      else this.describe(e);
    });
    const end = () => {
      this.dragging = false;
      this.followFrame();
    };
    root.addEventListener("pointerup", end);
    root.addEventListener("pointercancel", end);
    root.addEventListener("keydown", (e) => this.key(e));
  }

  /** @param {PointerEvent} e */
  step(e) {
    const r = this.root.getBoundingClientRect();
    const last = Math.max(0, (this.app.visible?.total ?? 1) - 1);
    return clamp(Math.round(((e.clientX - r.left - 6) / (r.width - 12)) * this.end), 0, last);
  }

  /** @param {PointerEvent} e */
  scrub(e) {
    this.target = this.step(e);
    this.moveHead(this.target); // the play head follows the pointer at once, the frame comes later
    this.seek(this.target);
  }

  /** Names the events under the pointer. @param {PointerEvent} e */
  describe(e) {
    const reach = Math.max(0.5, (4 / this.width) * this.end);
    const r = this.root.getBoundingClientRect();
    const at = ((e.clientX - r.left - 6) / (r.width - 12)) * this.end;
    this.root.dataset.tip = summary(this.app, this.seenOf(eventsNear(this.app.events, at, reach))) || placeOf(this.app, this.step(e));
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const total = this.app.visible?.total ?? 1;
    const jump = Math.max(1, Math.round(total / 10));
    const by = e.key === "PageUp" ? jump : e.key === "PageDown" ? -jump : 0;
    if (!by) return;
    e.preventDefault();
    this.app.send({ type: "seek", step: clamp((this.app.frame?.step ?? 0) + by, 0, total - 1) });
  }

  /** Those of some events that may be seen. @param {import("../page/types.js").RunEvent[]} events */
  seenOf(events) {
    return this.app.hides ? events.filter((e) => e.step < (this.app.visible?.total ?? 0)) : events;
  }

  draw() {
    const run = this.app.visible;
    if (!run || this.width === 0) return;
    const h = this.height;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${h}`);
    this.seen.setAttribute("width", String(run.complete ? this.width : this.x(run.total - 1)));
    this.ticks.replaceChildren(...this.paths(h), ...this.divergence(h));
    this.root.setAttribute("aria-valuemax", String(Math.max(0, run.total - 1)));
    this.followFrame();
    this.drawLoop();
  }

  /** Shows the loop, or the one end of it that is set. */
  drawLoop() {
    const [from, to] = this.marks;
    const a = from ?? to;
    const b = to ?? from;
    this.loop.setAttribute("x", a === null ? "0" : (this.x(a) - 1).toFixed(1));
    this.loop.setAttribute("width", a === null || b === null ? "0" : (this.x(b) - this.x(a) + 2).toFixed(1));
  }

  /**
   * One path a kind. Events that fall on one pixel are drawn once.
   * @param {number} h
   */
  paths(h) {
    /** @type {Map<string, Set<number>>} */
    const columns = new Map();
    for (const e of this.seenOf(this.app.events)) {
      let set = columns.get(e.kind);
      if (!set) columns.set(e.kind, (set = new Set()));
      set.add(Math.round(this.x(e.step)));
    }
    return [...tickStyles(columns.keys())].map(([kind, [name, height]]) => {
      const path = document.createElementNS(svgNamespace, "path");
      path.setAttribute("class", `tick-${name}`);
      path.setAttribute("d", [...(columns.get(kind) ?? [])].map((x) => `M${x} ${h - 4}v${(-h * height).toFixed(1)}`).join(""));
      return path;
    });
  }

  /**
   * The mark of the step at which this run begins to differ from the one before.
   * @param {number} h
   */
  divergence(h) {
    const step = this.app.run?.ghost?.parts;
    if (step === undefined || this.app.hides) return [];
    const path = document.createElementNS(svgNamespace, "path");
    path.setAttribute("class", "tick-part");
    path.setAttribute("d", `M${Math.round(this.x(step))} 0v${h}`);
    return [path];
  }

  followFrame() {
    if (this.dragging || !this.app.frame) return;
    this.moveHead(this.app.frame.step);
  }

  /** @param {number} step */
  moveHead(step) {
    const x = this.x(step);
    this.head.setAttribute("x", (x - 1.5).toFixed(1));
    this.done.setAttribute("width", x.toFixed(1));
    this.root.setAttribute("aria-valuenow", String(step));
    this.root.setAttribute("aria-valuetext", t("count", countOf(this.app, step), countOf(this.app, (this.app.visible?.total ?? 1) - 1), unitName(this.app)));
  }
}

/**
 * The events within reach of a step; events are in the order of their steps.
 * @param {import("../page/types.js").RunEvent[]} events
 * @param {number} at
 * @param {number} reach
 */
function eventsNear(events, at, reach) {
  let lo = 0;
  let hi = events.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (events[mid].step < at - reach) lo = mid + 1;
    else hi = mid;
  }
  let end = lo;
  while (end < events.length && events[end].step <= at + reach) end++;
  return events.slice(lo, end);
}

/**
 * Says what a few events are, and how many of each kind where they are crowded.
 * @param {App} app
 * @param {import("../page/types.js").RunEvent[]} events
 */
function summary(app, events) {
  if (events.length <= 3) return events.map((e) => t("at", placeOf(app, e.step), e.text || kindName(e.kind))).join("\n");
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const e of events) counts.set(e.kind, (counts.get(e.kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, n]) => `${kindName(kind)} × ${n}`).join(", ");
  return t("at", t("at-counts", countOf(app, events[0].step), countOf(app, events[events.length - 1].step), unitName(app)), kinds);
}
