// @ts-check
/** @import {Area, Mark} from "./places.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { kinds, path, way } from "./places.js";

/** @type {Area} */
const area = [0, 0, 100, 100];

/** @param {string} d @param {string} [look] @returns {Mark} */
const line = (d, look = "fill=none") => ({ tag: "path", ref: "", look, at: [d] });

/** @param {string} ref @param {number} x @param {number} y @returns {Mark} */
const point = (ref, x, y) => ({ tag: "circle", ref, look: "", at: [String(x), String(y), "4"] });

test("a path is read with absolute places", () => {
  assert.deepEqual(path("M1 2L3 4"), { shape: "ML", at: [1, 2, 3, 4] });
  assert.deepEqual(path("m1 2 3 4h5v-6z"), { shape: "MLLLZ", at: [1, 2, 4, 6, 9, 6, 9, 0] });
  assert.deepEqual(path("M0 0c1 1 2 2 3 3"), { shape: "MC", at: [0, 0, 1, 1, 2, 2, 3, 3] });
  assert.deepEqual(path("M.5-.5L1-2"), { shape: "ML", at: [0.5, -0.5, 1, -2] });
});

test("after an end, places are relative to where the path began", () => {
  assert.deepEqual(path("m10 10h5z m1 1"), { shape: "MLZM", at: [10, 10, 15, 10, 11, 11] });
});

test("a path that pictures do not write is none", () => {
  for (const d of ["", "M1", "M1 2A3 3 0 0 1 4 4", "5 5", "M1 2z3 4"]) assert.equal(path(d), null, d);
});

test("a way begins where the mark was and ends where it is", () => {
  const to = way(point("x1", 10, 20), point("x1", 30, 50), area, Infinity);
  assert.deepEqual(to?.(0), ["10", "20", "4"]);
  assert.deepEqual(to?.(0.5), ["20", "35", "4"]);
  assert.deepEqual(to?.(1), ["30", "50", "4"]);
});

test("what is farther away than a mark may travel has no way", () => {
  assert.equal(way(point("", 0, 0), point("", 0, 26), area, 25), null);
  assert.ok(way(point("", 0, 0), point("", 0, 25), area, 25));
  assert.equal(way(point("", 0, 0), { ...point("", 0, 0), at: ["NaN", "0", "4"] }, area, 25), null);
});

test("a straight line has no direction: it does not turn around", () => {
  const to = way(line("M10 10L50 50"), line("M50 50L10 10"), area, 25);
  assert.deepEqual(to?.(0.5), ["M50 50L10 10"]);
});

test("a line from border to border stays one on its way", () => {
  const to = way(line("M0 50L100 50"), line("M50 0L50 100"), area, 25);
  assert.ok(to);
  for (const t of [0.1, 0.3, 0.6, 0.9]) {
    const at = path(to(t)[0])?.at ?? [];
    for (const [x, y] of [at.slice(0, 2), at.slice(2)]) {
      const off = Math.min(Math.abs(x), Math.abs(y), Math.abs(100 - x), Math.abs(100 - y));
      assert.ok(off < 0.1, `at ${t}, ${x} ${y} is ${off} from the border`);
    }
  }
});

test("a walk that has gone on grows from its last place", () => {
  const to = way(line("M0 0L10 0L20 5"), line("M0 0L10 0L20 5L30 9"), area, 25);
  assert.deepEqual(to?.(0), ["M0 0L10 0L20 5L20 5"]);
  assert.deepEqual(to?.(1), ["M0 0L10 0L20 5L30 9"]);
});

test("graphs with other corners pass through both at their abscissas", () => {
  const to = way(line("M0 0L50 10L100 0"), line("M0 20L25 20L75 20L100 20"), area, 25);
  assert.deepEqual(path(to?.(0)[0] ?? "")?.at, [0, 0, 25, 5, 50, 10, 75, 5, 100, 0]);
  assert.deepEqual(path(to?.(1)[0] ?? "")?.at, [0, 20, 25, 20, 50, 20, 75, 20, 100, 20]);
});

test("marks with a reference are the same wherever they are", () => {
  const [k] = kinds([point("x1", 0, 0)], [point("x1", 90, 90)], { layer: "data", area, chart: false });
  assert.deepEqual(k, { old: [0], now: [0], most: Infinity });
});

test("marks that look alike, and are more than before, are not the same", () => {
  const [k] = kinds([line("M0 0L1 1")], [line("M0 0L1 1"), line("M2 2L3 3")], { layer: "over", area, chart: false });
  assert.deepEqual(k.old, [-1, -1]);
});

test("among many lines that look alike none is known again", () => {
  const many = Array.from({ length: 13 }, (_, i) => line(`M0 ${i}L1 ${i}`));
  const [k] = kinds(many, many, { layer: "over", area, chart: false });
  assert.ok(k.most < 0);
});
