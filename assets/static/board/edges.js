// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {GraphEdge} from "../page/kinds.js" */

export const maxWeight = 1000;

/**
 * The edges as this page knows them; the server says which there are.
 * @param {App} app
 * @returns {GraphEdge[]}
 */
export function edgesOf(app) {
  return app.state?.edges ?? [];
}

/**
 * The edge between two nodes, whichever comes first.
 * @param {App} app
 * @param {number} a
 * @param {number} b
 */
export function edgeBetween(app, a, b) {
  return edgesOf(app).find((e) => (e[0] === a && e[1] === b) || (e[0] === b && e[1] === a));
}

/**
 * Gives the edge between two nodes a weight; 0 takes it away.
 * @param {App} app
 * @param {number} a
 * @param {number} b
 * @param {number} weight
 * @param {boolean} [live]
 */
export function join(app, a, b, weight, live = false) {
  if (!app.state || !app.send({ type: "points", op: "edge", nodes: [a, b], weight, ...(live ? { live } : {}) })) return false;
  const known = edgeBetween(app, a, b);
  const rest = edgesOf(app).filter((e) => e !== known);
  if (known && weight > 0) known[2] = weight;
  else app.state.edges = weight > 0 ? [...rest, [Math.min(a, b), Math.max(a, b), weight]] : rest;
  app.emit("edges");
  return true;
}
