// @ts-check
/** @import {Panel, Place} from "./types.js" */

/** Converts between the screen, a picture and its data. */
export class Geometry {
  /**
   * @param {SVGSVGElement} svg
   * @param {Panel} panel
   */
  constructor(svg, panel) {
    this.svg = svg;
    const [left, top, right, bottom] = panel.area;
    const [x0, x1, y0, y1] = panel.window;
    this.left = left;
    this.top = top;
    this.right = right;
    this.bottom = bottom;
    this.x0 = x0;
    this.x1 = x1;
    this.y0 = y0;
    this.y1 = y1;
    /** Units of the data per pixel. */
    this.perX = (x1 - x0) / (right - left);
    this.perY = (y1 - y0) / (bottom - top);
  }

  /**
   * Where a pointer is in the picture, in its pixels.
   * @param {{clientX: number, clientY: number}} e
   */
  picture(e) {
    const m = this.svg.getScreenCTM();
    if (!m) return { x: 0, y: 0 };
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse());
    return { x: p.x, y: p.y };
  }

  /** @param {{x: number, y: number}} p */
  inside(p) {
    return p.x >= this.left && p.x <= this.right && p.y >= this.top && p.y <= this.bottom;
  }

  /**
   * The data at a place of the picture, on the board or beyond it.
   * @param {{x: number, y: number}} p
   * @returns {[number, number]}
   */
  dataUnclamped(p) {
    return [this.x0 + (p.x - this.left) * this.perX, this.y0 + (this.bottom - p.y) * this.perY];
  }

  /**
   * Data rounded to what a pixel can tell.
   * @param {number} x
   * @param {number} y
   * @returns {[number, number]}
   */
  rounded(x, y) {
    return [round(x, this.perX), round(y, this.perY)];
  }

  /**
   * The data at a place of the picture, kept on the board and rounded to what a
   * pixel can tell, so that links stay short.
   * @param {{x: number, y: number}} p
   * @returns {[number, number]}
   */
  data(p) {
    const u = clamp((p.x - this.left) / (this.right - this.left), 0, 1);
    const v = clamp((this.bottom - p.y) / (this.bottom - this.top), 0, 1);
    return this.rounded(this.x0 + u * (this.x1 - this.x0), this.y0 + v * (this.y1 - this.y0));
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    return {
      x: this.left + ((x - this.x0) / (this.x1 - this.x0)) * (this.right - this.left),
      y: this.bottom - ((y - this.y0) / (this.y1 - this.y0)) * (this.bottom - this.top),
    };
  }

  /**
   * The index of the point nearest to a place, −1 where none is within reach.
   * @param {Place[]} points
   * @param {{x: number, y: number}} p
   * @param {number} reach in pixels
   */
  nearest(points, p, reach) {
    let best = -1;
    let least = reach * reach;
    points.forEach(([x, y], i) => {
      const q = this.at(x, y);
      const d = (q.x - p.x) ** 2 + (q.y - p.y) ** 2;
      if (d <= least) {
        least = d;
        best = i;
      }
    });
    return best;
  }
}

/** @param {number} x @param {number} lo @param {number} hi */
export function clamp(x, lo, hi) {
  return Math.min(hi, Math.max(lo, x));
}

/**
 * Rounds to the decimal place below the size of a pixel.
 * @param {number} x
 * @param {number} per
 */
export function round(x, per) {
  const digits = clamp(Math.ceil(-Math.log10(per)), -12, 12);
  const scale = 10 ** digits;
  return digits >= 0 ? Number(x.toFixed(digits)) : Math.round(x * scale) / scale;
}

/** The centre of an element on the screen. @param {Element} el */
export function centre(el) {
  const r = el.getBoundingClientRect();
  return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
}
