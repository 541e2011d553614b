// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { learn } from "../page/words.js";
import { numbersOf } from "./expression.js";

learn(JSON.stringify({ "number-factor": "%[1]s factor", "number-constant": "constant", "number-argument": "%[1]s %[2]s" }));
const calls = new Map([["rbf", ["length"]], ["periodic", ["length", "period"]]]);

/** @param {string} text */
const named = (text) => numbersOf(text, calls).map((p) => [text.slice(p.from, p.to), p.name]);

test("numbers are named after what they stand with", () => {
  assert.deepEqual(named("0.8*rbf(1.3)+0.5"), [["0.8", "rbf factor"], ["1.3", "rbf length"], ["0.5", "constant"]]);
  assert.deepEqual(named("periodic(1, 2e-3)"), [["1", "periodic length"], ["2e-3", "periodic period"]]);
});

test("a factor is one of all that it multiplies", () => {
  assert.deepEqual(named("2*(rbf(1)+periodic(2,3))"), [
    ["2", "rbf+periodic factor"], ["1", "rbf length"], ["2", "periodic length"], ["3", "periodic period"],
  ]);
});

test("those that would share a name are counted", () => {
  assert.deepEqual(named("rbf(1)+rbf(2)").map(([, name]) => name), ["rbf length 1", "rbf length 2"]);
});

test("the figures of a function's name are no number", () => {
  assert.deepEqual(named("matern32(1)"), [["1", "constant"]]);
});

test("what is not finished is read as far as it goes", () => {
  for (const text of ["", "rbf(", "rbf(1", ")1(", "((((", "1*", "+", "rbf(1))*2"]) numbersOf(text, calls);
  assert.deepEqual(named("rbf(1"), [["1", "rbf length"]]);
});

test("a long text takes no time that grows faster than it", () => {
  assert.equal(numbersOf("(".repeat(5000) + "1" + ")".repeat(5000), calls).length, 1);
});
