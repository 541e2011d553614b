// @ts-check
/** @import {Place} from "../page/types.js" */
import { t } from "../page/words.js";

/**
 * A number as people type it, with a comma or a true minus, too; null where it
 * is none or too large for a board.
 * @param {string} text
 */
export function toNumber(text) {
  const t = text.trim().replace("−", "-").replace(",", ".");
  const x = Number(t);
  return t !== "" && Math.abs(x) <= 1e9 ? x : null;
}

/**
 * Rows of a spreadsheet: two numbers and, where points have one, the class. A
 * first line without numbers is a header. What is wrong is a message with the
 * line's number.
 * @param {string} text
 * @param {string[]} classes names of the classes
 * @param {number} usual the class where a row names none
 * @returns {Place[]|string}
 */
export function parseRows(text, classes, usual) {
  /** @type {Place[]} */
  const rows = [];
  const lines = text.split(/\r?\n/);
  for (const [n, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const separator = line.includes("\t") ? "\t" : line.includes(";") ? ";" : ",";
    const cells = line.split(separator).map((c) => c.trim());
    const numbers = cells.map(toNumber);
    if (rows.length === 0 && n === 0 && numbers.every((x) => x === null)) continue;
    const [x, y] = numbers;
    if (x === null || x === undefined || y === null || y === undefined) {
      const bad = cells[x === null ? 0 : 1];
      return bad ? t("row-number", n + 1, bad.slice(0, 40)) : t("row-short", n + 1);
    }
    let k = classes.length > 0 ? usual : 0;
    if (classes.length > 0 && cells[2]) {
      k = classes.findIndex((name) => name === cells[2] || Number(name.replace("−", "-")) === numbers[2]);
      if (k < 0) return t("row-class", n + 1, cells[2].slice(0, 40), classes.join(", "));
    }
    rows.push([x, y, k]);
  }
  return rows;
}
