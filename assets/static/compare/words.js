// @ts-check
import { must } from "../page/app.js";

/** @type {Record<string, string>} */
const words = JSON.parse(must("[data-words]").dataset.words ?? "{}");

/** What the page says, with its arguments in the places {1}, {2}, …. @param {string} key @param {...(string|number)} args */
export function says(key, ...args) {
  return (words[key] ?? key).replace(/\{(\d)\}/g, (_, i) => String(args[Number(i) - 1]));
}
