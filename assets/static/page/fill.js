// @ts-check

/** A text with its places {1}, {2}, … filled. @param {string} text @param {...(string|number)} args */
export function fill(text, ...args) {
  return text.replace(/\{(\d)\}/g, (_, i) => String(args[Number(i) - 1] ?? ""));
}
