// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame, Panel, Run} from "../page/types.js" */
import { savedSetting, saveSetting } from "../page/chrome.js";

const fastest = 4; // steps a second at which marks glide
const soonest = 150; // ms after the last step

/**
 * Says whether the marks of the next frame glide: if it shows the step after or before the
 * one that is shown, of the same run, in the same coordinates, and nobody is in a hurry.
 * What draws them is loaded at the first step.
 */
export class Motion {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    this.off = savedSetting("motion") === "off";
    /** @type {typeof import("./glide.js")|null} */
    this.drawing = null;
    this.asked = false;
    /** The steps a second at which this page has asked to play; 0: it steps by hand. */
    this.rate = 0;
    /** Whether the next frame may be any other step: it is one that was asked for by its number. */
    this.jumps = !app.following;
    /** Whether the next frame is of another run. */
    this.other = true;
    /** When the step that is shown came. */
    this.shown = 0;
    app.on("sent", (/** @type {{type: string, rate?: number}} */ m) => {
      if (m.type === "step" || m.type === "play") this.load();
      if (["step", "play", "seek", "open", "answer"].includes(m.type)) this.jumps = m.type !== "step" && m.type !== "play";
      if (["step", "play", "seek", "pause"].includes(m.type)) this.rate = m.rate ?? 0;
    });
    app.on("run", (/** @type {Run} */ r) => {
      this.other ||= !!r.reset;
    });
    app.on("lost", () => {
      this.other = true;
    });
    if (app.following) app.on("shown", () => this.load());
    else document.querySelector("[data-transport]")?.addEventListener("pointerenter", () => this.load(), { once: true });
    addEventListener("beforeprint", () => this.arrive());
    addEventListener("pointerdown", () => this.arrive(), true);
    this.reduced.addEventListener("change", () => this.arrive());
    /** @type {HTMLInputElement|null} */
    const box = document.querySelector("[data-motion]");
    if (!box) return;
    box.checked = !this.off;
    box.addEventListener("change", () => {
      this.off = !box.checked;
      saveSetting("motion", this.off ? "off" : "on");
      this.arrive();
    });
  }

  async load() {
    if (this.asked || this.off || this.reduced.matches) return;
    this.asked = true;
    this.drawing = await import("./glide.js").catch(() => null); // without it, marks jump
  }

  /**
   * What there was before a frame is shown; null if nothing of it glides.
   * @param {Frame} f
   */
  before(f) {
    const { drawing } = this;
    const glides = !!drawing && this.may(f);
    if (f.step !== this.app.frame?.step) this.shown = performance.now();
    if (!f.brief) this.other = false;
    if (!glides) {
      drawing?.arrive();
      return null;
    }
    const had = new Map((this.app.frame?.panels ?? []).map((p) => [p.id, p]));
    return f.panels.flatMap((p) => {
      const svg = alike(p, had.get(p.id)) && inSight(document.querySelector(`svg[data-panel="${CSS.escape(p.id)}"]`));
      if (!svg) return [];
      return Object.entries(p.layers ?? {}).flatMap(([name, markup]) => {
        const layer = name === "axes" ? null : svg.querySelector(`:scope > [data-layer="${name}"]`);
        return layer ? [drawing.before(layer, markup, p.area)] : [];
      });
    });
  }

  /** @param {Frame} f */
  may(f) {
    const { app } = this;
    const was = app.frame;
    if (this.off || this.reduced.matches || document.hidden || this.other || this.jumps || app.live || f.brief || !was) return false;
    const rate = Math.max(this.rate, app.state?.playing ? app.state.rate : 0);
    if (rate > fastest) return false;
    if (f.step === was.step) return !!this.drawing?.busy(); // the same step again, with more of it
    if (performance.now() - this.shown < soonest) return false;
    return [f.step - was.step, ...Object.entries(f.count).map(([size, n]) => n - was.count[/** @type {"step"} */ (size)])].some((d) => Math.abs(d) === 1);
  }

  /** @param {ReturnType<Motion["before"]>} layers */
  after(layers) {
    if (layers) this.drawing?.glide(layers);
  }

  arrive() {
    this.drawing?.arrive();
  }
}

/**
 * Whether two pictures have the same coordinates.
 * @param {Panel} p
 * @param {Panel} [was]
 */
function alike(p, was) {
  if (!was || p.away) return false;
  return String([p.size, p.area, p.window, !!p.log]) === String([was.size, was.area, was.window, !!was.log]);
}

/** @param {Element|null} svg */
function inSight(svg) {
  const box = svg?.getBoundingClientRect();
  return box && box.width > 0 && box.bottom > 0 && box.top < innerHeight ? svg : null;
}
