// @ts-check
// Small matrices as the text of a parameter writes them, "0.7 0.3; 0.2 0.8", and what keeps their
// sums at 1.

/** @typedef {string[][]} Rows numbers as they are typed, row by row */
/** @typedef {""|"rows"|"all"} Sum which numbers sum to 1 */

/**
 * @param {string} text
 * @returns {Rows}
 */
export function parseRows(text) {
  return text.split(";").map((row) => row.split(/[\s,]+/).filter((number) => number !== ""));
}

/** @param {Rows} rows */
export function formatRows(rows) {
  return rows.map((row) => row.join(" ")).join("; ");
}

/**
 * The number that somebody typed; NaN if it is none.
 * @param {string} text
 */
export function numberOf(text) {
  const typed = text.trim().replaceAll("−", "-").replace(",", ".");
  return typed === "" ? NaN : Number(typed);
}

/**
 * Whether two texts are the same matrix.
 * @param {string} a
 * @param {string} b
 */
export function sameRows(a, b) {
  if (a === b) return true;
  const [p, q] = [parseRows(a), parseRows(b)];
  return p.length === q.length && p.every((row, i) => row.length === q[i].length && row.every((x, j) => numberOf(x) === numberOf(q[i][j])));
}

/**
 * The numbers divided by their sum, with the digits that they were typed with and at least four, so
 * that what is shown sums to 1. Numbers that are all 0 become equal. Null where one is no number
 * or negative.
 * @param {string[]} typed
 * @returns {string[]|null}
 */
export function normalised(typed) {
  const numbers = typed.map(numberOf);
  if (numbers.some((x) => !Number.isFinite(x) || x < 0)) return null;
  const sum = numbers.reduce((a, b) => a + b, 0);
  if (Math.abs(sum - 1) <= 1e-9) return typed;
  return rounded(numbers.map((x) => (sum > 0 ? x / sum : 1 / numbers.length)), 1, Math.max(4, ...typed.map(decimals)));
}

/**
 * Numbers in so many decimals that sum to a total in these: the largest takes what rounding leaves.
 * @param {number[]} numbers
 * @param {number} total
 * @param {number} digits
 */
function rounded(numbers, total, digits) {
  const unit = 10 ** Math.min(digits, 12);
  const parts = numbers.map((x) => Math.round(x * unit));
  const largest = parts.indexOf(Math.max(...parts));
  parts[largest] += Math.round(total * unit) - parts.reduce((a, b) => a + b, 0);
  return parts.map((x) => String(x / unit));
}

/** @param {string} text */
function decimals(text) {
  return /\.(\d*)$/.exec(text.trim())?.[1].length ?? 0;
}

/**
 * The numbers after one of them has got another value, the others in proportion so that all sum to 1.
 * @param {string[]} typed
 * @param {number} k
 * @param {string} value
 */
export function shared(typed, k, value) {
  const numbers = typed.map((x) => Math.max(0, numberOf(x) || 0));
  const rest = numbers.reduce((a, b) => a + b, 0) - numbers[k];
  const total = 1 - Number(value);
  const others = numbers.map((x) => (rest > 0 ? (total * x) / rest : total / (typed.length - 1)));
  const found = rounded(others.filter((_, i) => i !== k), total, Math.max(4, decimals(value)));
  found.splice(k, 0, value);
  return found;
}

/**
 * The matrix in another size. New rows are equal numbers where they must sum to 1, and else the number
 * that is nearest to 0 within the limits; what is left of a row sums to 1 again.
 * @param {Rows} rows
 * @param {number} height
 * @param {number} width
 * @param {{sum: Sum, blank: string, corner: string}} form corner stands on the diagonal of new rows of a square matrix
 * @returns {Rows}
 */
export function resized(rows, height, width, form) {
  const next = Array.from({ length: height }, (_, i) =>
    Array.from({ length: width }, (_, j) => rows[i]?.[j] ?? (i >= rows.length && form.sum === "rows" ? "1" : i === j ? form.corner : form.blank)),
  );
  return balanced(next, form.sum) ?? next;
}

/**
 * The matrix with all sums at 1; null where a number is none.
 * @param {Rows} rows
 * @param {Sum} sum
 * @returns {Rows|null}
 */
export function balanced(rows, sum) {
  if (sum === "rows") {
    const all = rows.map(normalised);
    return all.includes(null) ? null : /** @type {Rows} */ (all);
  }
  const flat = sum === "all" ? normalised(rows.flat()) : rows.flat();
  if (!flat) return null;
  let from = 0;
  return rows.map((row) => flat.slice(from, (from += row.length)));
}
