// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame} from "../page/types.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";

/** Values of parameters that a step offers: those of an optimum, to go on from. */
export class Offer {
  /** @param {App} app */
  constructor(app) {
    this.box = must("[data-offer]");
    this.list = must("[data-offer-values]", this.box);
    /** @type {Record<string, string>} */
    this.values = {};
    must("[data-action=take]", this.box).addEventListener("click", () => app.send({ type: "set", params: this.values }));
    app.on("shown", (/** @type {Frame} */ f) => this.show(f.offer));
  }

  /** @param {Record<string, string>=} offer */
  show(offer) {
    if (!offer) {
      this.leave();
      return;
    }
    this.box.hidden = false;
    this.values = offer;
    this.list.replaceChildren(
      ...Object.entries(offer).flatMap(([name, value]) => {
        const field = document.querySelector(`[data-param="${CSS.escape(name)}"]`);
        const term = document.createElement("dt");
        term.textContent = field?.querySelector("label")?.textContent ?? name;
        const is = document.createElement("dd");
        is.textContent = field?.getAttribute("data-kind") === "bool" ? t(value === "true" ? "on" : "off") : value;
        return [term, is];
      }),
    );
  }

  /** Hides the box. Whoever took the values by a key goes on at one of the controls that have them now. */
  leave() {
    const within = this.box.contains(document.activeElement);
    this.box.hidden = true;
    if (!within) return;
    // Not in a field to type in, for which a phone would bring its keys up.
    const handle = ":is(input[type=range], input[type=checkbox], select)";
    const controls = Object.keys(this.values).map((name) => document.querySelector(`[data-param="${CSS.escape(name)}"] ${handle}`));
    /** @type {HTMLElement|undefined} */ (controls.find((c) => c?.checkVisibility()))?.focus({ preventScroll: true });
  }
}
