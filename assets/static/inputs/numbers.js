// @ts-check
import { t } from "../page/words.js";
import { Slider } from "./slider.js";

/**
 * A number in a text, and what it is called after the call that it stands in.
 * @typedef {{from: number, to: number, name: string}} Place
 */

/**
 * What an expression multiplies at one place: the calls, and the numbers that stand
 * there by themselves.
 * @typedef {{calls: string[], factors: Place[]}} Product
 */

/**
 * Finds the numbers of an expression such as 0.8*rbf(1.3)+0.5, and names them after
 * what they stand with: "rbf factor", "rbf length", "constant". Where a name is
 * taken, a count follows.
 * @param {string} text
 * @param {Map<string, string[]>} calls the functions and what their numbers are called
 * @returns {Place[]}
 */
export function numbersOf(text, calls) {
  /** @type {Place[]} */
  const found = [];
  /** @type {{call: string, arg: number, calls: string[], product: Product}[]} */
  const open = [{ call: "", arg: 0, calls: [], product: { calls: [], factors: [] } }];
  const endProduct = () => {
    const top = open[open.length - 1];
    const { calls: by, factors } = top.product;
    for (const p of factors) p.name = by.length ? t("number-factor", [...new Set(by)].join("+")) : t("number-constant");
    top.calls.push(...by);
    top.product = { calls: [], factors: [] };
  };
  const token = /([A-Za-z]\w*)?\s*(\()|[),+]|[A-Za-z]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g;
  for (const m of text.matchAll(token)) {
    const top = open[open.length - 1];
    if (m[2]) open.push({ call: m[1] ?? "", arg: 0, calls: [], product: { calls: [], factors: [] } });
    else if (m[0] === ")") {
      if (open.length === 1) continue; // not an expression yet
      endProduct();
      open.pop();
      open[open.length - 1].product.calls.push(...(top.call ? [top.call] : top.calls));
    } else if (m[0] === ",") top.arg++;
    else if (m[0] === "+") endProduct();
    else if (/^[\d.]/.test(m[0])) {
      const arg = calls.get(top.call)?.[top.arg];
      const place = { from: m.index, to: m.index + m[0].length, name: arg ? t("number-argument", top.call, arg) : "" };
      found.push(place);
      if (!arg) top.product.factors.push(place);
    }
  }
  while (open.length > 1) {
    endProduct();
    open.pop();
  }
  endProduct();
  count(found);
  return found;
}

/**
 * Counts those that share a name.
 * @param {Place[]} places
 */
function count(places) {
  const names = places.map((p) => p.name);
  for (const name of new Set(names)) {
    const same = places.filter((p) => p.name === name);
    if (same.length > 1) same.forEach((p, i) => (p.name = `${name} ${i + 1}`));
  }
}

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
    /** @type {{row: HTMLElement, slider: Slider}[]} */
    this.rows = [];
    this.names = "";
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

  /** @param {Place[]} places */
  build(places) {
    for (const { row } of this.rows) row.remove();
    for (const placeholder of this.list.querySelectorAll("[data-soon]")) placeholder.remove();
    const template = /** @type {HTMLTemplateElement} */ (this.list.querySelector("template"));
    this.rows = places.map((p, i) => {
      const row = /** @type {HTMLElement} */ (/** @type {Element} */ (template.content.firstElementChild).cloneNode(true));
      const range = /** @type {HTMLInputElement} */ (row.querySelector("input"));
      /** @type {HTMLElement} */ (row.querySelector(".name")).textContent = p.name;
      range.setAttribute("aria-label", t("slider", p.name));
      this.list.append(row);
      return { row, slider: new Slider(range, false, (number, live) => this.move(i, number, live)) };
    });
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
