// @ts-check
/** @import {Columns, Preview} from "../page/types.js" */

/** @typedef {"x1"|"x2"|"y"|"feature"|"target"|""} Role what a column of a file is taken for; empty: it is not used */

/** How many features a table may have. */
export const mostFeatures = 10;

/** A column has these roles alone. */
const single = new Set(["x1", "x2", "y", "target"]);

/**
 * What the columns of a file are taken for.
 * @param {Preview} p
 * @param {boolean} table
 * @returns {Role[]}
 */
export function rolesOf(p, table) {
  const headings = p.headings ?? [];
  if (table) return headings.map(({ role }) => (role === "feature" || role === "target" ? role : ""));
  const c = p.columns;
  if (c && (c.x || c.x1 || c.x2)) {
    return headings.map(({ name }) => (name === (c.x || c.x1) ? "x1" : name === c.x2 ? "x2" : name === c.y ? "y" : ""));
  }
  let inputs = 0;
  return headings.map(({ role }) => {
    if (role === "target") return "y";
    if (role !== "feature" || inputs > 1) return "";
    return inputs++ ? "x2" : "x1";
  });
}

/**
 * The roles when one column gets another one. A role that only one column has changes places.
 * @param {Role[]} roles
 * @param {number} k
 * @param {Role} role
 */
export function assign(roles, k, role) {
  const next = [...roles];
  const before = single.has(role) ? roles.indexOf(role) : -1;
  if (before >= 0) next[before] = roles[k];
  next[k] = role;
  return next;
}

/**
 * The roles as a message has them; null where no column is an input.
 * @param {Role[]} roles
 * @param {string[]} names
 * @param {boolean} table
 * @returns {Columns|null}
 */
export function columnsOf(roles, names, table) {
  const named = (/** @type {Role} */ role) => names[roles.indexOf(role)] ?? "";
  if (table) {
    const features = names.filter((_, k) => roles[k] === "feature");
    const y = named("target");
    return features.length ? { ...(y ? { y } : {}), features } : null;
  }
  const [x1, x2, y] = [named("x1"), named("x2"), named("y")];
  if (!x1 && !x2) return null;
  return { ...(x1 && x2 ? { x1, x2 } : { x: x1 || x2 }), ...(y ? { y } : {}) };
}
