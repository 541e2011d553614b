// @ts-check
/** @import {App} from "./app.js" */
/** @import {Size} from "./kinds.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, placeOf, smallPlaceOf, unitName } from "./units.js";
import { learn } from "./words.js";

learn(JSON.stringify({ "unit.step": "step", "unit.small": "small step", "unit.pass": "pass", "at-count": "%[2]s %[1]d" }));

/** @param {Size} size @param {string} sizes @param {object} [units] */
const app = (size, sizes, units = {}) =>
  /** @type {App} */ (/** @type {unknown} */ ({ size, sizes, units: { small: "", step: "", pass: "", ...units } }));

// Step 0, two small steps of a step, a step, a pass that begins with a small step.
const sizes = "0010102";

test("small steps count themselves", () => {
  const a = app("small", sizes);
  for (let n = 0; n < sizes.length; n++) assert.equal(countOf(a, n), n);
});

test("a step begins where the one before has ended", () => {
  const a = app("step", sizes);
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((n) => countOf(a, n)), [0, 1, 1, 2, 2, 3, 3]);
});

test("the count never falls, and rises by one at most", () => {
  for (const size of /** @type {Size[]} */ (["small", "step", "pass"])) {
    const a = app(size, sizes.repeat(3));
    for (let n = 1; n < 21; n++) {
      const by = countOf(a, n) - countOf(a, n - 1);
      assert.ok(by === 0 || by === 1, `${size} ${n}: ${by}`);
    }
  }
});

test("a step that is not recorded yet counts as far as is known", () => {
  assert.equal(countOf(app("step", "01"), 50), 2);
  assert.equal(countOf(app("step", ""), 7), 1);
  assert.equal(countOf(app("pass", sizes), -3), 0);
});

test("the demo's own word goes before the page's", () => {
  assert.equal(unitName(app("step", "")), "step");
  assert.equal(unitName(app("step", "", { step: "update" })), "update");
  assert.equal(unitName(app("step", "", { pass: "epoch" }), "pass"), "epoch");
  assert.equal(placeOf(app("step", sizes, { step: "update" }), 5), "update 3");
});

test("charts name small steps only where a step has several", () => {
  assert.equal(smallPlaceOf(app("step", "0111"), 2), "step 2");
  assert.equal(smallPlaceOf(app("step", "0101"), 2), "small step 2");
});
