// @ts-check
import { sha256 } from "./sha256.js";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const keyLength = 26;
const codeLength = 8;

/**
 * The key of a room, by its secret: the same as the server makes of it (hall.KeyOf), so
 * that a room's link can be printed before any server has heard of the room.
 * @param {string} secret
 */
export function keyOf(secret) {
  let key = "";
  let bits = 0;
  let kept = 0;
  for (const byte of sha256(`playground room ${secret}`)) {
    kept = (kept << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) key += letters[(kept >> (bits - 5)) & 31];
    kept &= (1 << bits) - 1;
  }
  return key.slice(0, keyLength);
}

/** The short code of a room, as it is read and typed. @param {string} key */
export function codeOf(key) {
  return `${key.slice(0, codeLength / 2)}-${key.slice(codeLength / 2, codeLength)}`;
}

/**
 * The link of a room, in a language if one is asked for.
 * @param {string} key
 * @param {string} language
 */
export function linkOf(key, language) {
  return new URL(`/room/${key}${language ? `?lang=${language}` : ""}`, location.href).href;
}

/** Where a code is typed. */
export function place() {
  return `${location.host}/room`;
}
