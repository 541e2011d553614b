// @ts-check
// The texts of the page's scripts in its language. The server puts them into the
// page; lang/en.json and lang/zh.json have them under "live.".

/** @typedef {string|Record<string, string>} Message a text, or texts by plural form of the first argument */

const page = globalThis.document; // Node's tests have none

/** @type {Record<string, Message>} */
const words = JSON.parse(/** @type {HTMLTemplateElement|null} */ (page?.querySelector("#words"))?.content.textContent ?? "{}");
const tag = page?.documentElement.lang || "en";
const plural = new Intl.PluralRules(tag);

/**
 * The message of a key, with its arguments in the places %[1]s, %[2]d, ….
 * @param {string} key
 * @param {...(string|number)} args
 */
export function t(key, ...args) {
  const m = words[key] ?? key;
  const text = typeof m === "string" ? m : (m[plural.select(Number(args[0]))] ?? m.other);
  return text.replace(/%\[(\d+)\][sd]/g, (_, i) => String(args[Number(i) - 1]));
}

/** Takes in the words of a part of the page that came later. @param {string} json */
export function learn(json) {
  Object.assign(words, JSON.parse(json));
}

/** @param {string} key */
export function has(key) {
  return key in words;
}

/**
 * Shows a text of a demo or of the server, which is in English, and marks it so.
 * @param {HTMLElement} el
 * @param {string} text
 */
export function showEnglish(el, text) {
  el.textContent = text;
  markLanguage(el, false);
}

/**
 * Marks the language of an element's text: the page's own, or English.
 * @param {Element} el
 * @param {boolean} translated
 */
export function markLanguage(el, translated) {
  if (translated || tag === "en") el.removeAttribute("lang");
  else el.setAttribute("lang", "en");
}
