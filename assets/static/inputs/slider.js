// @ts-check
import { perFrame } from "../page/app.js";
import { clamp } from "../page/geometry.js";

/** A slider over a range of numbers, on a logarithmic scale if its markup says so. */
export class Slider {
  /**
   * @param {HTMLInputElement} range
   * @param {boolean} integer
   * @param {(text: string, live: boolean) => void} changed
   */
  constructor(range, integer, changed) {
    this.range = range;
    this.integer = integer;
    this.log = "log" in range.dataset;
    this.lo = Number(range.dataset.lo);
    this.hi = Number(range.dataset.hi);
    this.dragging = false;
    const live = perFrame(() => {
      if (this.dragging) changed(this.text(), true);
    });
    range.addEventListener("input", () => {
      this.dragging = true;
      range.setAttribute("aria-valuetext", this.text());
      live(0);
    });
    range.addEventListener("change", () => {
      this.dragging = false;
      changed(this.text(), false);
    });
  }

  /** The number at the slider's position, with three digits. */
  text() {
    const u = Number(this.range.value) / Number(this.range.max);
    const x = this.log ? this.lo * (this.hi / this.lo) ** u : this.lo + u * (this.hi - this.lo);
    if (this.integer) return String(Math.round(x));
    return String(Number(x.toPrecision(3)));
  }

  /**
   * Puts the ends elsewhere; the value is shown again after that.
   * @param {[number, number]} ends
   */
  reach([lo, hi]) {
    this.lo = lo;
    this.hi = hi;
  }

  /** @param {string} value */
  show(value) {
    const x = Number(value);
    let u = (x - this.lo) / (this.hi - this.lo);
    if (this.log) u = x > 0 ? Math.log(x / this.lo) / Math.log(this.hi / this.lo) : 0;
    this.range.value = String(Math.round(clamp(u, 0, 1) * Number(this.range.max)));
    this.range.setAttribute("aria-valuetext", value);
  }
}
