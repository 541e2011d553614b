// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { assign, columnsOf, rolesOf } from "./fileroles.js";

/** @typedef {import("../page/types.js").Preview} Preview */

/** @param {Partial<Preview>} p @returns {Preview} */
const preview = (p) => ({ type: "preview", total: 3, dim: 2, target: "classes", rows: [], ...p });

const headings = [{ name: "id", role: /** @type {const} */ ("names") }, { name: "height", role: /** @type {const} */ ("feature") },
  { name: "girth", role: /** @type {const} */ ("feature") }, { name: "kind", role: /** @type {const} */ ("target") }];
const names = headings.map((h) => h.name);

test("the columns of points are those that the server took, or have the roles of the headings", () => {
  assert.deepEqual(rolesOf(preview({ headings, columns: { x1: "girth", x2: "height", y: "kind" } }), false), ["", "x2", "x1", "y"]);
  assert.deepEqual(rolesOf(preview({ headings, columns: { x: "girth", y: "height" } }), false), ["", "y", "x1", ""]);
  assert.deepEqual(rolesOf(preview({ headings }), false), ["", "x1", "x2", "y"]);
  assert.deepEqual(rolesOf(preview({ headings: [...headings.slice(1, 3), { name: "age", role: "feature" }] }), false), ["x1", "x2", ""]);
  assert.deepEqual(rolesOf(preview({ headings }), true), ["", "feature", "feature", "target"]);
  assert.deepEqual(rolesOf(preview({}), false), []);
});

test("a role that only one column has changes places", () => {
  assert.deepEqual(assign(["", "x1", "x2", "y"], 2, "x1"), ["", "x2", "x1", "y"]);
  assert.deepEqual(assign(["", "x1", "x2", "y"], 0, "y"), ["y", "x1", "x2", ""]);
  assert.deepEqual(assign(["", "feature", "feature", "target"], 1, "target"), ["", "target", "feature", "feature"]);
  assert.deepEqual(assign(["", "feature"], 0, "feature"), ["feature", "feature"]);
  assert.deepEqual(assign(["x1", "x2"], 1, ""), ["x1", ""]);
});

test("a message has the names of the columns, in one dimension too, and none without an input", () => {
  assert.deepEqual(columnsOf(["", "x1", "x2", "y"], names, false), { x1: "height", x2: "girth", y: "kind" });
  assert.deepEqual(columnsOf(["", "", "x2", "x1"], names, false), { x1: "kind", x2: "girth" });
  assert.deepEqual(columnsOf(["", "y", "x2", ""], names, false), { x: "girth", y: "height" });
  assert.deepEqual(columnsOf(["", "", "", "y"], names, false), null);
  assert.deepEqual(columnsOf(["", "feature", "feature", "target"], names, true), { y: "kind", features: ["height", "girth"] });
  assert.deepEqual(columnsOf(["", "feature", "", ""], names, true), { features: ["height"] });
  assert.deepEqual(columnsOf(["", "", "", "target"], names, true), null);
});
