// @ts-check
/** @import {Edit} from "../page/types.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Kept } from "./kept.js";

/** @param {number} id @param {number} [length] @returns {Edit} */
const edit = (id, length = 10) => ({ id, label: `edit ${id}`, query: "q".repeat(length) });

test("edits are kept in the order in which they are undone", () => {
  const k = new Kept();
  k.take({ done: [1, 2], undone: [], new: [edit(1), edit(2)] }, "");
  k.take({ done: [1], undone: [2] }, "");
  assert.deepEqual(k.numbers(), { done: [1], undone: [2] });
  const back = k.handBack(1e6);
  assert.deepEqual([back.done.map((e) => e.id), back.undone.map((e) => e.id)], [[1], [2]]);
});

test("the newest edit has the recipe of the state before where it names none", () => {
  const k = new Kept();
  k.take({ done: [7], undone: [], new: [{ id: 7, label: "seed", last: true }] }, "seed=3");
  assert.equal(k.handBack(1e6).done[0].query, "seed=3");
});

test("beyond a bound the oldest go, and none is left without those after it", () => {
  const k = new Kept();
  const ids = Array.from({ length: 20 }, (_, i) => i + 1);
  k.take({ done: ids, undone: [], new: ids.map((id) => edit(id, id === 10 ? 5000 : 100)) }, "");
  const kept = k.handBack(2 * 3000).done.map((e) => e.id);
  assert.deepEqual(kept, [11, 12, 13, 14, 15, 16, 17, 18, 19, 20], "the large one and all before it");
});

test("what is neither done nor undone is forgotten", () => {
  const k = new Kept();
  k.take({ done: [1, 2], undone: [], new: [edit(1), edit(2)] }, "");
  k.take({ done: [1, 3], undone: [], new: [edit(3)] }, "");
  assert.deepEqual([...k.edits.keys()].sort(), [1, 3]);
});

test("an edit that is not known ends the list before it", () => {
  const k = new Kept();
  k.take({ done: [1, 2, 3], undone: [], new: [edit(1), edit(3)] }, "");
  assert.deepEqual(k.handBack(1e6).done.map((e) => e.id), [3]);
});
