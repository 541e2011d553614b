// @ts-check
// SHA-256 (FIPS 180-4). Browsers have it, but not for pages that come over plain HTTP, as
// those of a lecture hall's own machine do.

/** The first n primes. @param {number} n */
function primes(n) {
  /** @type {number[]} */
  const found = [];
  for (let p = 2; found.length < n; p++) if (found.every((q) => p % q)) found.push(p);
  return found;
}

/** The first 32 bits of the fraction of a number. @param {number} x */
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;

const rounds = primes(64).map((p) => fraction(Math.cbrt(p)));
const start = primes(8).map((p) => fraction(Math.sqrt(p)));

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** The digest of a short text of ASCII characters. @param {string} text @returns {Uint8Array} */
export function sha256(text) {
  const length = text.length;
  const view = new DataView(new ArrayBuffer(64 * Math.ceil((length + 9) / 64)));
  for (let i = 0; i < length; i++) view.setUint8(i, text.charCodeAt(i));
  view.setUint8(length, 0x80);
  view.setUint32(view.byteLength - 4, 8 * length);
  const sum = [...start];
  const w = new Int32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (sum[i] = (sum[i] + x) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  sum.forEach((x, i) => digest.setInt32(4 * i, x));
  return new Uint8Array(digest.buffer);
}
