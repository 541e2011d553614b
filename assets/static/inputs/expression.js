// @ts-check
import { t } from "../page/words.js";

/**
 * A number in a text, and what it is called after the call that it stands in; of an argument also
 * which one of which call it is.
 * @typedef {{from: number, to: number, name: string, call?: string, arg?: number}} Place
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
      /** @type {Place} */
      const place = { from: m.index, to: m.index + m[0].length, name: arg ? t("number-argument", top.call, arg) : "" };
      if (arg) Object.assign(place, { call: top.call, arg: top.arg });
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
