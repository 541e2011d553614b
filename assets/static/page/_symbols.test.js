// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { symbolic } from "./units.js";

test("a symbol at the beginning of a label is not a word", () => {
  for (const label of ["h₁₁ joins", "x₇ moves", "α", "xₙ is added"]) assert.ok(symbolic(label), label);
  for (const label of ["add h₁₁", "a new round", "Start again", "下一步", "3 splits", ""]) assert.ok(!symbolic(label), label);
});
