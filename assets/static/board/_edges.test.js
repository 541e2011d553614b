// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {GraphEdge} from "../page/kinds.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { edgeBetween, edgesOf, join } from "./edges.js";

/** @param {GraphEdge[]} edges @param {boolean} [sends] */
function page(edges, sends = true) {
  /** @type {any[]} */
  const sent = [];
  /** @type {string[]} */
  const told = [];
  const app = /** @type {App} */ (/** @type {unknown} */ ({
    state: { edges },
    send: (/** @type {object} */ m) => sends && !!sent.push(m),
    emit: (/** @type {string} */ name) => told.push(name),
  }));
  return { app, sent, told };
}

test("an edge has no direction", () => {
  const { app } = page([[0, 3, 1.5]]);
  assert.deepEqual(edgeBetween(app, 3, 0), [0, 3, 1.5]);
  assert.equal(edgeBetween(app, 0, 1), undefined);
});

test("a new edge names its lesser node first", () => {
  const { app, sent, told } = page([]);
  assert.ok(join(app, 4, 2, 1));
  assert.deepEqual(edgesOf(app), [[2, 4, 1]]);
  assert.deepEqual(sent, [{ type: "points", op: "edge", nodes: [4, 2], weight: 1 }]);
  assert.deepEqual(told, ["edges"]);
});

test("another weight makes no second edge, and none takes it away", () => {
  const { app } = page([[0, 1, 1], [1, 2, 1]]);
  join(app, 1, 0, 7, true);
  assert.deepEqual(edgesOf(app), [[0, 1, 7], [1, 2, 1]]);
  join(app, 0, 1, 0);
  assert.deepEqual(edgesOf(app), [[1, 2, 1]]);
});

test("without a connection nothing changes", () => {
  const { app, told } = page([[0, 1, 1]], false);
  assert.equal(join(app, 0, 1, 5), false);
  assert.deepEqual(edgesOf(app), [[0, 1, 1]]);
  assert.deepEqual(told, []);
});
