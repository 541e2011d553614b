// @ts-check
// The page that checks receipts.
import { languageSwitch, themeSwitch } from "./page/chrome.js";
import { must } from "./page/app.js";

themeSwitch();
languageSwitch();

/** @type {HTMLFormElement} */
const form = must("[data-receipt-ask]");
/** @type {HTMLInputElement} */
const file = must("[data-receipt-open]", form);
/** @type {HTMLTextAreaElement} */
const field = must("textarea", form);
const said = must("[data-receipt-said]", form);

file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (!chosen) return;
  file.value = ""; // the same file again is a change, too
  // Some room for the lines of a mail around the receipt.
  const big = chosen.size > 4 * Number(file.dataset.most);
  said.textContent = big ? (file.dataset.big ?? "") : "";
  if (big) return;
  field.value = receiptIn(await chosen.text());
  form.requestSubmit();
});

/**
 * The receipt in a file with other lines, if it is marked, so that no more than it stands
 * in the address.
 * @param {string} text
 */
function receiptIn(text) {
  return /-{3,}BEGIN PLAYGROUND RECEIPT-{3,}[^]*-{3,}END PLAYGROUND RECEIPT-{3,}/.exec(text)?.[0] ?? text;
}
