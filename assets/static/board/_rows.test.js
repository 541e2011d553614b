// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { learn } from "../page/words.js";
import { parseRows, toNumber } from "./rows.js";

learn(JSON.stringify({ "row-number": "line %[1]d: %[2]s", "row-short": "line %[1]d is short", "row-class": "line %[1]d: class %[2]s of %[3]s" }));
const classes = ["−1", "+1"];

test("numbers are read as people type them", () => {
  assert.deepEqual(["1", " 2.5 ", "3,5", "−4", "-4", "1e3", ".5"].map(toNumber), [1, 2.5, 3.5, -4, -4, 1000, 0.5]);
});

test("what is no number on a board is none", () => {
  for (const text of ["", " ", "x", "1 2", "NaN", "Infinity", "1e10", "-1e10", "1,2,3"]) assert.equal(toNumber(text), null, text);
  assert.equal(toNumber("1e9"), 1e9);
});

test("rows are separated by tabs, semicolons or commas", () => {
  for (const text of ["1\t2\t+1", "1;2;+1", "1,2,+1"]) assert.deepEqual(parseRows(text, classes, 0), [[1, 2, 1]], text);
  assert.deepEqual(parseRows("1,5\t2,5", classes, 1), [[1.5, 2.5, 1]], "commas within numbers");
});

test("a header, empty lines and Windows' ends of lines are passed over", () => {
  assert.deepEqual(parseRows("x1,x2,y\r\n1,2,−1\r\n\r\n3,4,1\r\n", classes, 0), [[1, 2, 0], [3, 4, 1]]);
  assert.deepEqual(parseRows("", classes, 0), []);
});

test("a header stands on the first line alone", () => {
  assert.equal(parseRows("1,2\nx1,x2", classes, 0), "line 2: x1");
});

test("what is wrong is said with its line", () => {
  assert.equal(parseRows("1,2\n3", classes, 0), "line 2 is short");
  assert.equal(parseRows("1,2\n3,b", classes, 0), "line 2: b");
  assert.equal(parseRows("1,2,7", classes, 0), "line 1: class 7 of −1, +1");
  assert.equal(parseRows(`1,${"y".repeat(99)}`, classes, 0), `line 1: ${"y".repeat(40)}`);
});

test("without classes the third column counts for nothing", () => {
  assert.deepEqual(parseRows("1,2,9", [], 3), [[1, 2, 0]]);
});
