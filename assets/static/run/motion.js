// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame, Panel, Run} from "../page/types.js" */
import { arrive, arriveBut, before, busy, glide } from "./glide.js";

const fastest = 4; // steps a second at which marks glide
const soonest = 150; // ms after the last step

/**
 * Says whether the marks of the next frame glide: if it shows the step after or before the
 * one that is shown, of the same run, in the same coordinates, and nobody is in a hurry.
 * It is loaded for the first step.
 */
export class Motion {
  /**
   * @param {App} app
   * @param {{type?: string, rate?: number}} first what was sent when this was loaded
   * @param {() => boolean} wanted whether the reader wants marks to glide
   */
  constructor(app, first, wanted) {
    this.app = app;
    this.wanted = wanted;
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    /** The steps a second at which this page has asked to play; 0: it steps by hand. */
    this.rate = 0;
    /** Whether the next frame may be any other step: it is one that was asked for by its number. */
    this.jumps = false;
    /** Whether the next frame is of another run. */
    this.other = false;
    /** When the step that is shown came. */
    this.shown = 0;
    const sent = (/** @type {{type?: string, rate?: number}} */ { type = "", rate = 0 }) => {
      if (!["step", "play", "seek", "open", "answer"].includes(type)) return; // after a pause, frames may be under way
      this.jumps = type !== "step" && type !== "play";
      this.rate = rate;
    };
    sent(first);
    app.on("sent", sent);
    app.on("run", (/** @type {Run} */ r) => {
      this.other ||= !!r.reset;
    });
    app.on("lost", () => {
      this.other = true;
    });
    addEventListener("beforeprint", arrive);
    addEventListener("pointerdown", arrive, true);
    this.reduced.addEventListener("change", arrive);
  }

  /**
   * What there was before a frame is shown; null if nothing of it glides.
   * @param {Frame} f
   */
  before(f) {
    const glides = this.may(f);
    if (f.step !== this.app.frame?.step) this.shown = performance.now();
    if (!f.brief) this.other = false;
    if (!glides) {
      arrive();
      return null;
    }
    const had = new Map((this.app.frame?.panels ?? []).map((p) => [p.id, p]));
    const pictures = f.panels.map((p) => (alike(p, had.get(p.id)) ? inSight(document.querySelector(`svg[data-panel="${CSS.escape(p.id)}"]`)) : null));
    arriveBut(new Set(pictures));
    return f.panels.flatMap((p, i) =>
      Object.entries(p.layers ?? {}).flatMap(([name, markup]) => {
        const layer = name === "axes" ? null : pictures[i]?.querySelector(`:scope > [data-layer="${name}"]`);
        return layer ? [before(layer, markup, p.area)] : [];
      }),
    );
  }

  /** @param {Frame} f */
  may(f) {
    const { app } = this;
    const was = app.frame;
    if (document.hidden || this.other || this.jumps || app.live || f.brief || !was || this.reduced.matches || !this.wanted()) return false;
    const rate = Math.max(this.rate, app.state?.playing ? app.state.rate : 0);
    if (rate > fastest) return false;
    if (f.step === was.step) return busy(); // the same step again, with more of it
    if (performance.now() - this.shown < soonest) return false;
    return [f.step - was.step, ...Object.entries(f.count).map(([size, n]) => n - was.count[/** @type {"step"} */ (size)])].some((d) => Math.abs(d) === 1);
  }

  /** @param {ReturnType<Motion["before"]>} layers */
  after(layers) {
    if (layers) glide(layers);
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
