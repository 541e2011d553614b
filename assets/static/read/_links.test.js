// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { format, nameOf, pointOf, pointsIn } from "./links.js";

test("points count from 1 where they are read, from 0 where they are meant", () => {
  for (let i = 0; i < 120; i++) {
    assert.equal(pointOf(`x${i}`), i);
    assert.deepEqual(pointsIn(`${nameOf(`x${i}`)} is wrong`), [`x${i}`]);
  }
  assert.equal(nameOf("x6"), "x₇");
});

test("what is no point keeps its name", () => {
  for (const ref of ["node 3", "x", "ax3", "x3b", ""]) {
    assert.equal(pointOf(ref), -1);
    assert.equal(nameOf(ref), ref);
  }
});

test("a sentence names each of its points once", () => {
  assert.deepEqual(pointsIn("x₁ and x₁₂, with α₁ = 3, but not x or y₂"), ["x0", "x11"]);
});

test("numbers are short, with a true minus", () => {
  assert.deepEqual([0, 3, -3, 0.5, -0.12345, 1234.5678].map((x) => format(x)), ["0", "3", "−3", "0.5", "−0.123", "1230"]);
  assert.equal(format(1234.5678, 6), "1234.57");
});

test("very small and very large ones have a power", () => {
  assert.equal(format(1e-3), "0.001");
  assert.equal(format(-1.5e-4), "−1.5 × 10⁻⁴");
  assert.equal(format(2e12), "2 × 10¹²");
});

test("what is not finite is a dash", () => {
  for (const x of [NaN, Infinity, -Infinity]) assert.equal(format(x), "–");
});
