// @ts-check
// What the parts of a page tell each other, besides the messages of types.js.

/** @typedef {"small"|"step"|"pass"} Size of a step, as every message that has one */
/** @typedef {[number, number, number]} GraphEdge two points of a graph and the weight of their edge */
/** @typedef {{said: string, can: {do: string, text: string}[], table: string}} Polling how a poll stands, what can be done with it, and its counts as markup */

export {};
