// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, keyOf } from "./key.js";
import { sha256 } from "./sha256.js";

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

test("the digests of the standard", () => {
  assert.equal(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(
    hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("texts around the length of a block are as another implementation has them", async () => {
  for (const n of [54, 55, 56, 57, 63, 64, 65, 119, 120, 128]) {
    const text = "a".repeat(n);
    const other = await globalThis.crypto?.subtle.digest("SHA-256", new TextEncoder().encode(text));
    if (other) assert.equal(hex(sha256(text)), hex(new Uint8Array(other)), `${n}`);
  }
});

test("a key has 26 letters of five bits, and its code is their beginning", () => {
  for (const secret of ["", "A".repeat(26), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]) {
    const key = keyOf(secret);
    assert.ok(/^[A-Z2-7]{26}$/.test(key), key);
    assert.equal(codeOf(key).replace("-", ""), key.slice(0, 8));
  }
  assert.notEqual(keyOf("A"), keyOf("B"));
});
