// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { has, learn, t } from "./words.js";

learn(JSON.stringify({ points: { one: "%[1]d point", other: "%[1]d points" }, pair: "%[2]s before %[1]s", twice: "%[1]s %[1]s" }));

test("a key without words stands for itself", () => {
  assert.equal(t("missing"), "missing");
  assert.ok(!has("missing") && has("pair"));
});

test("arguments stand where the language puts them", () => {
  assert.equal(t("pair", "a", "b"), "b before a");
  assert.equal(t("twice", "$&"), "$& $&");
});

test("the first argument chooses the plural form", () => {
  assert.deepEqual([0, 1, 2].map((n) => t("points", n)), ["0 points", "1 point", "2 points"]);
});
