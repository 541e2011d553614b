// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame, Told} from "../page/types.js" */

/**
 * Knows what tooltips say of the thing that is looked at. The pictures of a
 * session leave it out: it is asked for, and while one looks every frame brings
 * it.
 */
export class Tips {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.ref = ""; // what is looked at
    this.asked = true;
    /** @type {Map<string, string[]>|null} by panel and layer; null: no answer yet */
    this.told = null;
    app.on("shown", (/** @type {Frame} */ f) => f.look && this.hear(f.look));
    app.on("told", (/** @type {Told} */ m) => this.hear(m));
    app.on("lost", () => {
      this.asked = false;
      this.told ??= new Map();
    });
  }

  /**
   * Asks for what is said of a thing; nothing is looked at without one. True if it
   * is another thing than before.
   * @param {string} ref
   */
  want(ref) {
    const other = ref !== this.ref;
    if (!other && this.asked) return false;
    this.ref = ref;
    this.asked = this.app.send({ type: "look", ref });
    // With nobody to ask, what the page knows must do.
    if (other) this.told = this.asked ? null : new Map();
    return other;
  }

  /** @param {Told} m */
  hear(m) {
    if (m.ref !== this.ref) return; // one looks elsewhere by now
    this.told = new Map();
    for (const tip of m.tips ?? []) {
      const key = `${tip.panel} ${tip.layer}`;
      this.told.set(key, [...(this.told.get(key) ?? []), tip.text]);
    }
  }

  /**
   * Whether it is not known yet what is said of a thing.
   * @param {string|undefined} ref
   */
  waits(ref) {
    return !!ref && ref === this.ref && !this.told;
  }

  /**
   * What the tooltip of a picture's element says.
   * @param {Element} el
   */
  of(el) {
    const own = el.getAttribute("data-tip");
    const ref = el.getAttribute("data-ref");
    if (own || !ref || ref !== this.ref || !this.told) return own ?? "";
    const panel = el.closest("svg[data-panel]")?.getAttribute("data-panel");
    const layer = el.closest("[data-layer]");
    const texts = this.told.get(`${panel} ${layer?.getAttribute("data-layer")}`) ?? [];
    if (texts.length < 2 || !layer) return texts[0] ?? "";
    const all = [...layer.querySelectorAll(`[data-ref="${CSS.escape(ref)}"]`)];
    return texts[Math.min(all.indexOf(el), texts.length - 1)];
  }
}
