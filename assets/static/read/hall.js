// @ts-check
/** @import {App} from "../page/app.js" */
import { must } from "../page/app.js";

const root = document.documentElement;
/** In an address: no side view. */
const none = "none";

/** Whether a view shows more than its axes. @param {Element} v */
const drawn = (v) => !!v.querySelector('.chart > [data-layer]:not([data-layer="axes"]) > *');

/**
 * What a page in projector mode shows besides the board, the story and the guarantees: one
 * side view, which fills the rest of the column, and the parameters. A view that was asked
 * for keeps its room. One that was not, the first, takes what the story leaves.
 */
export class Hall {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.views = must("[data-views]");
    this.button = must("[data-action=parameters]");
    must("[data-action=side]").addEventListener("click", (e) => this.turn(e.shiftKey ? -1 : 1));
    this.button.addEventListener("click", () => this.parameters());
    app.on("shown", () => this.show());
    app.on("hall", () => this.show());
    this.show();
  }

  /** The views that the shown step has, in their order. Of a page that shows none, none are known to be missing. */
  sides() {
    const all = /** @type {HTMLElement[]} */ ([...this.views.children]);
    const there = all.filter((v) => !v.matches(".absent, .away"));
    return there.length ? there : all;
  }

  /** Shows the next side view, or the previous one; after the last there is none. @param {number} by */
  turn(by) {
    const ids = [...this.sides().map((v) => v.dataset.view ?? ""), none];
    const shown = this.sides().find((v) => v.matches(".in-hall") && v.checkVisibility());
    const at = ids.indexOf(shown?.dataset.view ?? none);
    this.app.hall.side = ids.at((at + by + ids.length) % ids.length) ?? none;
    this.set();
  }

  parameters() {
    this.app.hall.parameters = !this.app.hall.parameters;
    this.set();
  }

  set() {
    this.app.still = false; // the address says it, too
    this.app.emit("hall");
    this.app.emit("viewset");
  }

  show() {
    const { side, parameters } = this.app.hall;
    const sides = this.sides();
    const shown = side === none ? null : sides.find((v) => v.dataset.view === side) ?? sides.find(drawn) ?? sides[0];
    for (const v of this.views.children) v.classList.toggle("in-hall", v === shown);
    root.toggleAttribute("data-hall-side", !!side && !!shown);
    root.toggleAttribute("data-hall-parameters", parameters);
    this.button.setAttribute("aria-pressed", String(parameters));
  }
}
