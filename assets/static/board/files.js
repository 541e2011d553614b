// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {CSVDialog} from "./csvdialog.js" */
import { must } from "../page/app.js";
import { later, opens } from "../page/later.js";
import { t } from "../page/words.js";

/** @typedef {() => Promise<CSVDialog|null>} Form */

const form = "#csv-dialog";

/**
 * Takes points, or a table, from outside: by the window for files, dropped on the
 * page or pasted.
 * @param {App} app
 * @param {"points"|"data"} [kind] what the demo works on: points, or a table
 */
export function takeFiles(app, kind = "points") {
  const dialog = later(app, async () => (await import("./csvdialog.js")).fileForm(app, kind));
  opens("[data-action=csv]", dialog);
  acceptDrops(app, dialog);
  document.addEventListener("paste", (e) => {
    const file = e.clipboardData?.files[0];
    const at = e.target instanceof Element ? e.target : null;
    if (file && at?.closest(form)) {
      e.preventDefault();
      dialog().then((d) => d?.read(file));
      return;
    }
    const rows = pastedRows(e, at);
    if (!rows) return;
    e.preventDefault();
    dialog().then((d) => d?.fill(rows));
  });
}

/**
 * Rows pasted anywhere but into a field or another window; nothing else.
 * @param {ClipboardEvent} e
 * @param {Element|null} at
 */
function pastedRows(e, at) {
  if (at?.closest(`input, textarea, select, dialog:not(${form})`)) return "";
  const text = e.clipboardData?.getData("text/plain") ?? "";
  return at?.closest(form) || (/\d/.test(text) && /[\n,;\t]/.test(text)) ? text : "";
}

/**
 * A file dropped anywhere, or a text on the board or the form. A browser would leave the page
 * for a file that nothing takes. What is dropped must be taken before the event is over.
 * @param {App} app
 * @param {Form} dialog
 */
function acceptDrops(app, dialog) {
  const places = [must("[data-board-box]"), must(form)];
  const takes = (/** @type {DragEvent} */ e) => {
    if (app.following || document.querySelector(`dialog:modal:not(${form})`)) return false;
    const types = e.dataTransfer?.types ?? [];
    if (types.includes("Files")) return true;
    const at = e.target instanceof Element ? e.target : null;
    return types.includes("text/plain") && !at?.closest("textarea") && places.some((p) => p.contains(at));
  };
  const hint = (/** @type {boolean} */ on) => {
    for (const p of places) {
      if (on) p.dataset.drop = t("drop");
      else delete p.dataset.drop;
    }
  };
  document.addEventListener("dragover", (e) => {
    const on = takes(e);
    if (on) e.preventDefault();
    hint(on);
  });
  document.addEventListener("dragleave", (e) => e.relatedTarget || hint(false));
  document.addEventListener("drop", async (e) => {
    hint(false);
    if (!takes(e)) return;
    e.preventDefault();
    const file = e.dataTransfer?.files[0];
    const text = e.dataTransfer?.getData("text/plain") ?? "";
    const d = await dialog();
    if (file) d?.read(file);
    else d?.fill(text);
  });
}
