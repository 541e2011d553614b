// @ts-check
/** @import {Panel} from "./types.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clamp, Geometry, round } from "./geometry.js";

const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (null));
const g = new Geometry(svg, /** @type {Panel} */ ({ area: [50, 10, 450, 210], window: [-2, 2, -1, 1] }));

test("data have their place in the picture, the ordinate upwards", () => {
  assert.deepEqual(g.at(-2, -1), { x: 50, y: 210 });
  assert.deepEqual(g.at(2, 1), { x: 450, y: 10 });
  assert.deepEqual(g.at(0, 0), { x: 250, y: 110 });
});

test("a place in the picture is that of its data, and back", () => {
  for (let x = 50; x <= 450; x += 7) {
    const [u, v] = g.dataUnclamped({ x, y: 10 + x / 3 });
    const p = g.at(u, v);
    assert.ok(Math.abs(p.x - x) < 1e-9 && Math.abs(p.y - 10 - x / 3) < 1e-9, `${x}`);
  }
});

test("a hand beyond the board stays on its edge, where data may lie beyond", () => {
  assert.deepEqual(g.data({ x: 1000, y: -1000 }), [2, 1]);
  assert.deepEqual(g.dataUnclamped({ x: 0, y: 260 }), [-2.5, -1.5]);
});

test("rounding moves data by less than a pixel", () => {
  for (const per of [0.01, 0.013, 0.7, 3, 40, 1e-6]) {
    for (const x of [0.123456789, -98.7654321, 1234.5678]) {
      const r = round(x, per);
      assert.ok(Math.abs(r - x) <= per / 2 + 1e-12, `${x} at ${per}: ${r}`);
      assert.equal(round(r, per), r);
    }
  }
  assert.equal(round(1234, 40), 1230);
  assert.equal(round(0.1 + 0.2, 0.01), 0.3);
});

test("of several points in reach the nearest is taken, on the edge of the reach as well", () => {
  assert.equal(g.nearest([[0, 0, 0], [0.1, 0, 0]], { x: 259, y: 110 }, 12), 1);
  assert.equal(g.nearest([[0, 0, 0]], { x: 262, y: 110 }, 12), 0);
  assert.equal(g.nearest([[0, 0, 0]], { x: 262.1, y: 110 }, 12), -1);
  assert.equal(g.nearest([], { x: 0, y: 0 }, 1e9), -1);
});

test("the area has its edges", () => {
  assert.ok(g.inside({ x: 50, y: 210 }));
  assert.ok(!g.inside({ x: 49.9, y: 100 }));
});

test("clamp", () => {
  assert.deepEqual([-1, 0.5, 9].map((x) => clamp(x, 0, 1)), [0, 0.5, 1]);
});
