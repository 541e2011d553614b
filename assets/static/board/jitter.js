// @ts-check
/** @import {Place} from "../page/types.js" */
/** @import {Board} from "./board.js" */
import { must } from "../page/app.js";
import { clamp } from "../page/geometry.js";
import { t } from "../page/words.js";

/**
 * Pushes the selected points, or else all, by as much as the slider says: the
 * standard deviation in percent of what the board shows. The same seed and the
 * same presses push the same way.
 * @param {Board} board
 */
export function jitter(board) {
  let presses = 0;
  /** @type {HTMLInputElement} */
  const amount = must("[data-jitter]");
  const shown = must("[data-jitter-shown]");
  const tell = () => {
    shown.textContent = `${Number(amount.value).toFixed(1)} %`;
    amount.setAttribute("aria-valuetext", shown.textContent);
  };
  amount.addEventListener("input", tell);
  tell();
  const open = () => {
    const g = board.geometry;
    const { state } = board.app;
    const indexes = board.selected.size > 0 ? [...board.selected] : board.points.map((_, i) => i);
    if (!g || !state || indexes.length === 0) return;
    const spread = Number(amount.value) / 100;
    const normal = normals(state.seed + 7919 * ++presses);
    const points = indexes.map((i) => {
      const [x, y] = board.points[i];
      const dx = normal() * spread * (g.x1 - g.x0);
      const dy = normal() * spread * (g.y1 - g.y0);
      return /** @type {Place} */ ([i, ...g.rounded(within(x, dx, g.x0, g.x1), within(y, dy, g.y0, g.y1))]);
    });
    if (!board.app.send({ type: "points", op: "place", points })) return;
    for (const [i, x, y] of points) board.points[i] = [x, y, board.points[i][2]];
    board.app.say(t("jittered", indexes.length));
  };
  return { open };
}

/**
 * x pushed by d; what is on the board stays on it.
 * @param {number} x
 * @param {number} d
 * @param {number} lo
 * @param {number} hi
 */
function within(x, d, lo, hi) {
  return clamp(x + d, Math.min(x, lo), Math.max(x, hi));
}

/**
 * Standard normal numbers by Box and Muller from the generator mulberry32.
 * @param {number} seed
 */
function normals(seed) {
  let a = seed >>> 0;
  const uniform = () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4294967296;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
