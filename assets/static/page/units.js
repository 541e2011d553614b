// @ts-check
/** @import {App} from "./app.js" */
/** @import {Size} from "./kinds.js" */
import { t } from "./words.js";

const digits = { small: 0, step: 1, pass: 2 }; // in the sizes of a run message

/**
 * What a step of a size is called, by the demo if it has a word for it.
 * @param {App} app
 * @param {Size} [size]
 */
export function unitName(app, size = app.size) {
  return app.units[size] || t(`unit.${size}`);
}

/**
 * In which step of the chosen size a smallest step is, from 1; 0 at the start. The
 * server counts in the same way.
 * @param {App} app
 * @param {number} step
 */
export function countOf(app, step) {
  if (app.size === "small" || step <= 0) return Math.max(0, step);
  const least = digits[app.size];
  const end = Math.min(step, app.sizes.length);
  let count = 1;
  for (let n = 1; n < end; n++) if (Number(app.sizes[n]) >= least) count++;
  return count;
}

/**
 * Names a smallest step as charts count them, apart from the steps of a run that has
 * steps of several of them.
 * @param {App} app
 * @param {number} step
 */
export function smallPlaceOf(app, step) {
  const several = /^.+0./.test(app.sizes);
  return t("at-count", step, several ? unitName(app, "small") : t("unit.step"));
}

/**
 * Names a smallest step as one of the chosen size: "step 37".
 * @param {App} app
 * @param {number} step
 */
export function placeOf(app, step) {
  return t("at-count", countOf(app, step), unitName(app));
}

/**
 * Reports whether a label begins with a symbol, which keeps its letter as it is where the first letter of words is raised.
 * @param {string} label
 */
export function symbolic(label) {
  const first = label.split(" ", 1)[0];
  return first !== "a" && (first.match(/\p{Ll}|\p{Lu}/gu) ?? []).length === 1;
}
