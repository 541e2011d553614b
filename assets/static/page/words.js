// @ts-check
// The texts of the page's scripts in its language. The server puts them into the
// page; lang/en.json and lang/zh.json have them under "live.".

/** @typedef {string|Record<string, string>} Message a text, or texts by plural form of the first argument */

/** @type {Record<string, Message>} */
const words = JSON.parse(/** @type {HTMLTemplateElement|null} */ (document.querySelector("#words"))?.content.textContent ?? "{}");
const tag = document.documentElement.lang || "en";
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

/** @param {string} key */
export function has(key) {
  return key in words;
}

/**
 * Says in an element what a demo or the server says in English.
 * @param {HTMLElement} el
 * @param {string} text
 */
export function tell(el, text) {
  el.textContent = text;
  spoken(el, false);
}

/**
 * Marks the language of an element's text: the page's own, or English.
 * @param {Element} el
 * @param {boolean} own
 */
export function spoken(el, own) {
  if (own || tag === "en") el.removeAttribute("lang");
  else el.setAttribute("lang", "en");
}
