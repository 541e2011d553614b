// @ts-check
/** @import {Advice} from "../page/types.js" */
/** @import {Place} from "./expression.js" */
import { numbersOf } from "./expression.js";
import { Slider } from "./slider.js";
import { Suggestions } from "./suggest.js";

/** A slider for every number in a text; moving one rewrites the text. */
export class Numbers {
  /**
   * @param {HTMLElement} root the field
   * @param {HTMLElement} list
   * @param {() => string} text
   * @param {(text: string, live: boolean) => void} changed
   */
  constructor(root, list, text, changed) {
    this.list = list;
    this.text = text;
    this.changed = changed;
    this.formulas = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-call]")]);
    this.calls = new Map(this.formulas.map((f) => [f.dataset.call ?? "", (f.dataset.args ?? "").split(",")]));
    /** Which argument of a call the data suggest numbers for. */
    this.fits = new Map(this.formulas.map((f) => [f.dataset.call ?? "", Number(f.dataset.fits)]));
    this.suggestions = /** @type {HTMLTemplateElement|null} */ (list.querySelector("template[data-suggestions]"));
    /** @type {{row: HTMLElement, slider: Slider, suggestions?: Suggestions}[]} */
    this.rows = [];
    this.names = "";
    /** @type {Advice|undefined} */
    this.advice = undefined;
    this.show(text());
  }

  get dragging() {
    return this.rows.some((r) => r.slider.dragging);
  }

  /** @param {string} text */
  show(text) {
    const places = numbersOf(text, this.calls);
    const names = places.map((p) => p.name).join();
    if (names !== this.names) this.build(places);
    this.names = names;
    places.forEach((p, i) => {
      const { row, slider } = this.rows[i];
      const number = text.slice(p.from, p.to);
      slider.show(number);
      /** @type {HTMLElement} */ (row.querySelector("output")).textContent = number;
    });
    for (const f of this.formulas) f.hidden = !text.includes(`${f.dataset.call}(`);
  }

  /** @param {Advice} advice */
  advise(advice) {
    this.advice = advice;
    for (const { slider, suggestions } of this.rows) {
      suggestions?.show(advice);
      if (suggestions && !slider.dragging) slider.reach(advice.slider);
    }
  }

  /** @param {Place[]} places */
  build(places) {
    for (const { row } of this.rows) row.remove();
    for (const placeholder of this.list.querySelectorAll("[data-soon]")) placeholder.remove();
    const template = /** @type {HTMLTemplateElement} */ (this.list.querySelector("template:not([data-suggestions])"));
    this.rows = places.map((p, i) => {
      const row = /** @type {HTMLElement} */ (/** @type {Element} */ (template.content.firstElementChild).cloneNode(true));
      const range = /** @type {HTMLInputElement} */ (row.querySelector("input"));
      /** @type {HTMLElement} */ (row.querySelector(".name")).textContent = p.name;
      range.setAttribute("aria-label", p.name);
      this.list.append(row);
      const slider = new Slider(range, false, (number, live) => this.move(i, number, live));
      const suggestions = this.offered(row, i, p);
      if (suggestions && this.advice) slider.reach(this.advice.slider);
      return { row, slider, suggestions };
    });
  }

  /**
   * Buttons beside the slider of a number for which the data suggest one.
   * @param {HTMLElement} row
   * @param {number} i
   * @param {Place} place
   */
  offered(row, i, place) {
    if (!this.suggestions || place.arg === undefined || this.fits.get(place.call ?? "") !== place.arg) return undefined;
    const root = /** @type {HTMLElement} */ (/** @type {Element} */ (this.suggestions.content.firstElementChild).cloneNode(true));
    row.classList.add("suggested");
    row.append(root);
    const suggestions = new Suggestions(root, (number) => this.move(i, number, false));
    if (this.advice) suggestions.show(this.advice);
    return suggestions;
  }

  /**
   * @param {number} i
   * @param {string} number
   * @param {boolean} live
   */
  move(i, number, live) {
    const text = this.text();
    const place = numbersOf(text, this.calls)[i];
    if (!place) return;
    const { row } = this.rows[i];
    /** @type {HTMLElement} */ (row.querySelector("output")).textContent = number;
    this.changed(text.slice(0, place.from) + number + text.slice(place.to), live);
  }
}
