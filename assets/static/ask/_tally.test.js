// @ts-check
/** @import {Answer, Asking, Poll, Tally} from "../page/types.js" */
import assert from "node:assert/strict";
import { test } from "node:test";
import { learn } from "../page/words.js";
import { across } from "./pointing.js";
import { answerText, rowsOf } from "./tally.js";

learn(JSON.stringify({ "votes-others": "others" }));

/** @param {Partial<Asking>} a @returns {Asking} */
const asking = (a) => ({ question: "q", kind: "option", step: 1, say: "", text: "", ...a });

/** @param {Tally[]} rounds @param {Partial<Poll>} [more] @returns {Poll} */
const poll = (rounds, more = {}) => ({ id: "p", round: rounds.length, phase: "revealed", ballot: "b", rounds, ...more });

/** @param {Answer} answer */
const verdict = (answer) => ({ right: true, step: 2, say: "", text: "", gap: 0, given: {}, answer });

test("before the counts are told there are no rows", () => {
  assert.deepEqual(rowsOf(poll([]), asking({ options: ["a", "b"] })), []);
});

test("options have a row each, also those without an answer, in both rounds", () => {
  const rows = rowsOf(poll([{ answers: 3, bars: [1, 2] }, { answers: 1, bars: [0, 1, 0] }]), asking({ options: ["a", "b", "c"], verdict: verdict({ option: 1 }) }));
  assert.deepEqual(rows, [
    { label: "a", counts: [1, 0], right: false },
    { label: "b", counts: [2, 1], right: true },
    { label: "c", counts: [0, 0], right: false },
  ]);
});

test("a question that the run does not answer has nothing right", () => {
  const rows = rowsOf(poll([{ answers: 1, bars: [1, 0] }]), asking({ options: ["a", "b"], verdict: { ...verdict({ option: 0 }), void: true } }));
  assert.ok(rows.every((r) => !r.right));
});

test("numbers lie in one bin, and beyond the outer ones in these", () => {
  const bins = { from: 0, width: 10, count: 3 };
  const right = (/** @type {number} */ number) =>
    rowsOf(poll([{ answers: 3, bars: [1, 1, 1] }], { bins }), asking({ kind: "number", verdict: verdict({ number }) })).map((r) => r.right);
  assert.deepEqual(right(-99), [true, false, false]);
  assert.deepEqual(right(10), [false, true, false], "a bin begins with its lower end");
  assert.deepEqual(right(1e9), [false, false, true]);
  for (let x = -5; x < 40; x += 0.5) assert.equal(right(x).filter(Boolean).length, 1, `${x}`);
});

test("all bins within the tolerance are right", () => {
  const bins = { from: 25, width: 1, count: 12 };
  const rows = (/** @type {number|undefined} */ tolerance) =>
    rowsOf(poll([{ answers: 1, bars: [0, 0, 0, 0, 0, 1] }], { bins, tolerance }), asking({ kind: "number", whole: true, range: [25, 36], verdict: verdict({ number: 31 }) }));
  assert.deepEqual(rows(3).filter((r) => r.right).map((r) => r.label), ["28", "29", "30", "31", "32", "33", "34"]);
  assert.deepEqual(rows(undefined).filter((r) => r.right).map((r) => r.label), ["31"]);
});

test("bins say their ends: open ones without a range, whole numbers without a gap", () => {
  const labels = (/** @type {Partial<Asking>} */ a, /** @type {object} */ bins) =>
    rowsOf(poll([{ answers: 0 }], { bins: /** @type {any} */ (bins) }), asking({ kind: "number", ...a })).map((r) => r.label);
  assert.deepEqual(labels({ unit: "%" }, { from: -1, width: 0.5, count: 3 }), ["< −0.5 %", "−0.5 – 0 %", "≥ 0 %"]);
  assert.deepEqual(labels({ whole: true, range: [0, 5] }, { from: 0, width: 3, count: 2 }), ["0 – 2", "3 – 5"]);
  assert.deepEqual(labels({ whole: true, range: [0, 1] }, { from: 0, width: 1, count: 2 }), ["0", "1"]);
});

test("the points that are chosen most have rows, what is right has one, the rest shares one", () => {
  /** @type {[number, number][]} */
  const points = Array.from({ length: 9 }, (_, i) => [i, 9 - i]);
  const rows = rowsOf(poll([{ answers: 45, points }]), asking({ kind: "point", verdict: verdict({ points: [8] }) }));
  assert.deepEqual(rows.map((r) => r.label), ["x₁", "x₂", "x₃", "x₄", "x₅", "x₆", "x₉", "others"]);
  assert.equal(rows.reduce((n, r) => n + r.counts[0], 0), 45, "each answer is counted once");
  assert.deepEqual(rows.filter((r) => r.right).map((r) => r.label), ["x₉"]);
});

test("what is right is said in words", () => {
  const number = asking({ kind: "number", unit: "updates" });
  assert.equal(answerText(number, number, { number: -3.14159 }, 0.5), "−3.142 ± 0.5 updates");
  const option = asking({ options: ["yes", "no"] });
  assert.equal(answerText(option, asking({ options: ["是", "否"] }), { option: 1 }), "否");
  const point = asking({ kind: "point" });
  assert.equal(answerText(point, point, { points: [0, 1, 2, 3, 4, 5, 6] }), "x₁, x₂, x₃, x₄, x₅, x₆, …");
});

test("a line through two places goes from border to border", () => {
  const box = { left: 0, right: 10, top: 0, bottom: 10 };
  assert.deepEqual(across({ x: 4, y: 5 }, { x: 6, y: 5 }, box), [{ x: 0, y: 5 }, { x: 10, y: 5 }]);
  assert.deepEqual(across({ x: 3, y: 2 }, { x: 3, y: 8 }, box), [{ x: 3, y: 0 }, { x: 3, y: 10 }]);
  assert.deepEqual(across({ x: 1, y: 1 }, { x: 2, y: 2 }, box), [{ x: 0, y: 0 }, { x: 10, y: 10 }]);
  const same = { x: 5, y: 5 };
  assert.deepEqual(across(same, same, box), [same, same], "one place has no line");
});
