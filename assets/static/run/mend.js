// @ts-check
/** @import {Mend} from "../page/types.js" */

/**
 * A text with other texts in some places.
 * @param {string} old
 * @param {Mend[]} mends
 */
export function mended(old, mends) {
  let markup = "";
  let from = 0;
  for (const [at, drop, text] of mends) {
    markup += old.slice(from, at) + text;
    from = at + drop;
  }
  return markup + old.slice(from);
}
