// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame, TipTexts} from "../page/types.js" */

/**
 * The tooltips of the inspected thing. The pictures of a session do not contain
 * tooltips: the page asks for them, and every frame brings them until another thing
 * is inspected.
 */
export class Tips {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.ref = ""; // the inspected thing
    this.asked = true;
    /** @type {Map<string, string[]>|null} by panel and layer; null: no answer yet */
    this.texts = null;
    app.on("shown", (/** @type {Frame} */ f) => f.look && this.receive(f.look));
    app.on("tips", (/** @type {TipTexts} */ m) => this.receive(m));
    app.on("lost", () => {
      this.asked = false;
      this.texts ??= new Map();
    });
  }

  /**
   * Asks for the tooltips of a thing; empty stands for none. True if it is another
   * thing than before.
   * @param {string} ref
   */
  request(ref) {
    const other = ref !== this.ref;
    if (!other && this.asked) return false;
    this.ref = ref;
    this.asked = this.app.send({ type: "look", ref });
    // Without a connection no answer will come, and there is nothing to wait for.
    if (other) this.texts = this.asked ? null : new Map();
    return other;
  }

  /** @param {TipTexts} m */
  receive(m) {
    if (m.ref !== this.ref) return; // another thing is inspected by now
    this.texts = new Map();
    for (const tip of m.tips ?? []) {
      const key = `${tip.panel} ${tip.layer}`;
      this.texts.set(key, [...(this.texts.get(key) ?? []), tip.text]);
    }
  }

  /**
   * Whether the tooltips of a thing have not come yet.
   * @param {string|undefined} ref
   */
  pending(ref) {
    return !!ref && ref === this.ref && !this.texts;
  }

  /**
   * What the tooltip of a picture's element says.
   * @param {Element} el
   */
  of(el) {
    const own = el.getAttribute("data-tip");
    const ref = el.getAttribute("data-ref");
    if (own || !ref || ref !== this.ref || !this.texts) return own ?? "";
    const panel = el.closest("svg[data-panel]")?.getAttribute("data-panel");
    const layer = el.closest("[data-layer]");
    const list = this.texts.get(`${panel} ${layer?.getAttribute("data-layer")}`) ?? [];
    if (list.length < 2 || !layer) return list[0] ?? "";
    const all = [...layer.querySelectorAll(`[data-ref="${CSS.escape(ref)}"]`)];
    return list[Math.min(all.indexOf(el), list.length - 1)];
  }
}
