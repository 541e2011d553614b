// @ts-check
import { t } from "./words.js";

/**
 * Puts text on the clipboard and says so, or selects it for the reader's own keys.
 * @param {HTMLInputElement|HTMLTextAreaElement} field
 * @param {Element} said
 * @param {string} done
 */
export async function copy(field, said, done) {
  try {
    await navigator.clipboard.writeText(field.value);
    said.textContent = done;
  } catch {
    field.select();
    said.textContent = t("copy-by-hand");
  }
}
