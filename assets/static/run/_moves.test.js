// @ts-check
/** @import {Area, Mark, Place} from "./places.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { movesOf } from "./moves.js";

/** @type {Area} */
const area = [0, 0, 400, 300];

/** @param {string} layer @returns {Place} */
const place = (layer) => ({ layer, area, chart: false });
const bare = () => false;

/** @param {string} ref @param {number} x @param {number} y @returns {Mark} */
const point = (ref, x, y) => ({ tag: "circle", ref, look: "", at: [String(x), String(y), "4"] });

/** @param {string} d @param {string} look @returns {Mark} */
const shape = (d, look) => ({ tag: "path", ref: "", look, at: [d] });

test("only what moves has a way", () => {
  const was = { place: place("data"), marks: [point("x0", 10, 10), point("x1", 20, 20), point("x2", 30, 30)] };
  const moves = movesOf(was, [point("x0", 10, 10), point("x1", 50, 20), point("x2", 30.2, 30)], bare);
  assert.deepEqual([...moves.keys()], [1]);
  assert.deepEqual(moves.get(1)?.(1), ["50", "20", "4"]);
});

test("points that come and go leave the others what they are", () => {
  const was = { place: place("data"), marks: [point("x0", 10, 10), point("x1", 20, 20)] };
  const moves = movesOf(was, [point("x1", 90, 20), point("x2", 10, 10)], bare);
  assert.deepEqual([...moves.keys()], [0]);
  assert.deepEqual(moves.get(0)?.(0), ["20", "20", "4"]);
});

test("areas of one picture move together or not at all", () => {
  const one = (/** @type {number} */ x) => shape(`M${x} 0L${x + 9} 0L${x} 9Z`, "f-c0");
  const two = (/** @type {number} */ x) => shape(`M${x} 50L${x + 9} 50L${x} 59Z`, "f-c1");
  const near = { place: place("under"), marks: [one(0), two(0)] };
  assert.deepEqual([...movesOf(near, [one(20), two(20)], bare).keys()], [0, 1]);
  assert.equal(movesOf(near, [one(20), two(390)], bare).size, 0, "one of them jumps");
  assert.equal(movesOf(near, [one(20)], bare).size, 0, "one of them is gone");
});

test("the paper behind a text goes with it", () => {
  /** @param {number} x @returns {Mark[]} */
  const label = (x) => [
    { tag: "rect", ref: "", look: "class=f-halo", at: [String(x - 2), "8", "30", "12"] },
    { tag: "text", ref: "x3", look: "", at: [String(x), "10"] },
  ];
  const moves = movesOf({ place: place("over"), marks: label(100) }, label(140), (i) => i === 0);
  assert.deepEqual(moves.get(1)?.(0.5), ["120", "10"]);
  // It stands in the new picture at 138, and is behind the text all the way.
  for (const [t, x] of [[0, 98], [0.5, 118], [1, 138]]) assert.deepEqual(moves.get(0)?.(t), [String(x), "8", "30", "12"]);
});

test("the same picture does not move", () => {
  const marks = [point("x0", 1, 2), shape("M0 0L9 9", "fill=none"), shape("M0 0L9 0L0 9Z", "f-c0")];
  for (const layer of ["under", "data", "over"]) assert.equal(movesOf({ place: place(layer), marks }, marks, bare).size, 0, layer);
});
