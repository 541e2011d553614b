// @ts-check
import { t } from "./words.js";

/**
 * Puts the text of a field on the clipboard and says so. Where that is not allowed
 * it selects the text, so that the reader can copy it by hand.
 * @param {HTMLInputElement|HTMLTextAreaElement} field
 * @param {Element} said
 * @param {string} done
 * @param {string} [byHand] what it says otherwise
 */
export async function copy(field, said, done, byHand = t("copy-by-hand")) {
  try {
    await navigator.clipboard.writeText(field.value);
    said.textContent = done;
  } catch {
    field.select();
    said.textContent = byHand;
  }
}
