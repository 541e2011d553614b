// @ts-check
/** @import {Form} from "./celllayer.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { between, Layer } from "./celllayer.js";

/** @type {Form} */
const image = { name: "", rows: [1, 8], cols: [1, 8], low: -1, high: 1, blank: 0, brushes: [], row: "row", col: "column" };
/** @type {Form} */
const walls = {
  ...image, name: "walls", low: 0, high: 0, blank: 2,
  brushes: [{ value: 2, name: "free" }, { value: -1, name: "wall" }, { value: 5, name: "goal" }],
};

test("a grid takes the numbers of its range, and one of brushes theirs alone", () => {
  const grey = new Layer(image, null);
  const maze = new Layer(walls, null);
  assert.deepEqual([grey.may(-1), grey.may(0.3), grey.may(1.1)], [true, true, false]);
  assert.deepEqual([maze.may(5), maze.may(0), maze.may(2)], [true, false, true]);
  assert.deepEqual([grey.value, maze.value], [1, 5]);
  assert.deepEqual([grey.next(0.97, 1), grey.next(0.1, -1), maze.next(-1, 1), maze.next(5, 1), maze.next(2, -1)], [1, 0, 2, 5, -1]);
});

test("messages name a grid where there are several", () => {
  assert.deepEqual(new Layer(image, null).named, {});
  assert.deepEqual(new Layer(walls, null).named, { grid: "walls" });
});

test("what was painted stands until a frame has it", () => {
  const layer = new Layer(image, null);
  layer.shown({ rows: 2, cols: 2, values: [0, 0, 0, 0] });
  layer.put(1, 0, 0.5);
  layer.shown({ rows: 2, cols: 2, values: [1, 0, 0, 0] }); // an older state
  assert.deepEqual(layer.cells.values, [1, 0, 0.5, 0]);
  layer.fresh.clear();
  layer.shown({ rows: 2, cols: 2, values: [1, 0, 0, 0] });
  assert.equal(layer.at(1, 0), 0);
});

test("chance fills all cells with what a grid takes", () => {
  const shares = [0, 0.4, 0.999, 0.5];
  const of = (/** @type {Form} */ form) => {
    const layer = new Layer(form, null);
    layer.shown({ rows: 2, cols: 2, values: [0, 0, 0, 0] });
    let n = 0;
    return layer.drawn(() => shares[n++]);
  };
  assert.deepEqual(of(image), [[0, 0, -1], [0, 1, -0.2], [1, 0, 1], [1, 1, 0]]);
  assert.deepEqual(of(walls), [[0, 0, 2], [0, 1, -1], [1, 0, 5], [1, 1, -1]]);
});

test("a fast hand leaves no gaps", () => {
  assert.deepEqual(between([0, 0, 0], [0, 2, 1]), [[0, 1, 0.5], [0, 2, 1]]);
  assert.deepEqual(between([3, 3, 0], [3, 3, 0.7]), [[3, 3, 0.7]]);
});
