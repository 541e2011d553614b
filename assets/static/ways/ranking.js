// @ts-check
// What the search compares: texts without accents, case and punctuation.

/** How well a text names something: not at all, by words among others, by its title, by another name, by its own. */
export const ranks = { none: 0, words: 1, titled: 2, also: 3, named: 4 };

/** Words between two methods that are to be compared; those of the second kind only where it is said that they are. */
const versus = /\s+(?:vs|versus|against|compared (?:to|with))\s+|\s*对比\s*(?=\S)/u;
const beside = /\s+(?:vs|versus|against|and|with|to|or)\s+|\s*[与和跟同对]\s*(?=\S)/u;
const comparing = /^(?:compare|comparison of|比较|对比)\s*|\s*的?(?:比较|对比)$/gu;

/** @param {string} text */
export function plain(text) {
  return text.trim().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[\s\-–—(),.:;'’]+/gu, " ").trim();
}

/** Whether a text has a word that begins so; Chinese has no spaces, so there it may stand anywhere. @param {string} text begins with a space @param {string} word */
export function begins(text, word) {
  return text.includes(/\p{Script=Han}/u.test(word) ? word : ` ${word}`);
}

/** Whether a text has a word, or from three letters on one that begins so: two begin too many. @param {string} text begins with a space @param {string} word */
function means(text, word) {
  return word.length > 2 || /\p{Script=Han}/u.test(word) ? begins(text, word) : `${text} `.includes(` ${word} `);
}

/**
 * How well a query names something that has a title, its own names, and other names.
 * @param {string} query plain
 * @param {string} title plain
 * @param {string[]} own
 * @param {string[]} also
 */
export function rank(query, title, own, also) {
  const same = (/** @type {string} */ name) => plain(name) === query || plain(name).replaceAll(" ", "") === query;
  if (title === query || own.some(same)) return ranks.named;
  if (also.some(same)) return ranks.also;
  return query !== "" && query.split(" ").every((w) => means(` ${title}`, w)) ? ranks.titled : ranks.none;
}

/** Both methods of a query that compares them; null: it does not. @param {string} query plain @returns {[string, string]|null} */
export function compared(query) {
  const names = query.replace(comparing, "");
  const both = names.split(names === query ? versus : beside).filter(Boolean);
  return both.length === 2 ? [both[0], both[1]] : null;
}

/**
 * What is found by its title or by other words: every word of the query begins a word of its own.
 * @template {{title: string, words: string[]}} T
 * @param {T[]} all @param {string} query plain
 * @returns {{found: T, rank: number}[]} the best first
 */
export function byNames(all, query) {
  const words = query.split(" ").filter(Boolean);
  return all.flatMap((found) => {
    const texts = [found.title, ...found.words].map((text) => ` ${plain(text)}`);
    const best = rank(query, plain(found.title), [], found.words);
    const hit = best > ranks.none || texts.some((text) => words.every((w) => means(text, w)));
    return words.length > 0 && hit ? [{ found, rank: Math.max(best, ranks.words) }] : [];
  }).sort((a, b) => b.rank - a.rank);
}
