// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { mended } from "./mend.js";

test("no mends leave a text as it is", () => {
  assert.equal(mended("<path/>", []), "<path/>");
  assert.equal(mended("", []), "");
});

test("a mend replaces, puts in or takes out, at the ends as well", () => {
  assert.equal(mended("abcdef", [[2, 2, "XYZ"]]), "abXYZef");
  assert.equal(mended("abc", [[0, 0, "<"], [3, 0, ">"]]), "<abc>");
  assert.equal(mended("abc", [[0, 3, ""]]), "");
});

test("places are of the old text, however long what was put before them is", () => {
  assert.equal(mended("0123456789", [[1, 1, "long text"], [8, 2, "!"]]), "0long text234567!");
});

test("places count UTF-16 units, as the server does", () => {
  assert.equal(mended("𝑥₁ = 3", [[6, 1, "4"]]), "𝑥₁ = 4");
});
