// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault, format, most, packed, parse, sound, unpacked, written } from "./model.js";

const board = { to: "/d/svm?C=10&step=4", title: "The margin", notes: "say this" };
const script = { title: "Lecture", boards: [board] };

/** @param {string} key */
const fault = (key) => (/** @type {unknown} */ e) => e instanceof Fault && e.key === key;

/** @param {string} to */
const leads = (to) => sound({ format, boards: [{ ...board, to }] });

test("what is written is read again", () => {
  assert.deepEqual(parse(JSON.stringify(written(script))), script);
  assert.deepEqual(parse(JSON.stringify(written(script, false))).boards, [{ ...board, notes: "" }]);
});

test("a board leads to a demo or a comparison of this server, and nowhere else", () => {
  for (const to of ["/d/svm", "/d/svm?a=b#x3", "/compare?left=%2Fd%2Fsvm"]) assert.equal(leads(to).boards[0].to, to);
  for (const to of ["//elsewhere/d/svm", "https://elsewhere/d/svm", "javascript:alert(1)", "/d/", "/d/svm/frame.svg", "/d/svm? x", "/d/svm#follow=ABC", "/room/A", ""]) {
    assert.throws(() => leads(to), fault("no-address"), to);
  }
});

test("what is no script is refused in words", () => {
  assert.throws(() => parse("{"), fault("no-script"));
  for (const read of [null, 3, [], {}, { format }, { format, boards: {} }, { format: "other", boards: [] }]) {
    assert.throws(() => sound(read), fault("format"));
  }
  for (const b of [null, 3, {}, { ...board, title: 3 }, { ...board, notes: null }]) {
    assert.throws(() => sound({ format, boards: [b] }), fault("no-board"));
  }
});

test("the bounds hold, and what lies on them is taken", () => {
  const long = { ...board, notes: "n".repeat(most.notes) };
  assert.equal(sound({ format, boards: Array(most.boards).fill(long) }).boards.length, most.boards);
  assert.throws(() => sound({ format, boards: Array(most.boards + 1).fill(board) }), fault("many"));
  assert.throws(() => sound({ format, boards: [{ ...long, notes: `${long.notes}n` }] }), fault("long"));
  assert.throws(() => parse(" ".repeat(most.bytes + 1)), fault("large"));
  assert.equal(sound({ format, title: "t".repeat(999), boards: [] }).title.length, most.title);
});

const deflates = (() => {
  try {
    return !!new CompressionStream("deflate-raw");
  } catch {
    return false;
  }
})();

test("a link carries a script, in letters that a link may have", { skip: !deflates && "deflate-raw is unknown" }, async () => {
  const wide = { title: "讲座 𝑥", boards: [board, { ...board, notes: "→".repeat(500) }] };
  const link = await packed(wide, true);
  assert.ok(/^[\w-]+$/.test(link), link);
  assert.deepEqual(await unpacked(link), wide);
});

test("a link that is cut or foreign is refused", { skip: !deflates && "deflate-raw is unknown" }, async () => {
  const link = await packed(script, true);
  for (const text of ["", "%%%", link.slice(0, link.length / 2), "AAAA"]) {
    await assert.rejects(() => unpacked(text), fault("bad-link"));
  }
});
