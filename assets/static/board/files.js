// @ts-check
/** @import {App} from "../page/app.js" */
import { must } from "../page/app.js";
import { later, opens } from "../page/later.js";

/**
 * Takes points, or a table, from outside: by the window for files, dropped on the
 * board or pasted.
 * @param {App} app
 * @param {"points"|"data"} [kind] what the demo works on: points, or a table
 */
export function takeFiles(app, kind = "points") {
  const dialog = later(app, async () => new (await import("./csvdialog.js")).CSVDialog(app, kind));
  opens("[data-action=csv]", dialog);
  acceptDrops(dialog);
  document.addEventListener("paste", (e) => {
    const rows = pastedRows(e);
    if (!rows) return;
    e.preventDefault();
    dialog().then((d) => d?.fill(rows));
  });
}

/**
 * Rows pasted anywhere but into a field; nothing else.
 * @param {ClipboardEvent} e
 */
function pastedRows(e) {
  const t = e.target instanceof Element ? e.target : null;
  if (t?.closest("input, textarea, select, dialog")) return "";
  const text = e.clipboardData?.getData("text/plain") ?? "";
  return /\d/.test(text) && /[\n,;\t]/.test(text) ? text : "";
}

/**
 * A file or text dropped on the board. What is dropped must be taken before the
 * event is over.
 * @param {() => Promise<import("./csvdialog.js").CSVDialog|null>} dialog
 */
function acceptDrops(dialog) {
  const box = must("[data-board-box]");
  const takes = (/** @type {DragEvent} */ e) => e.dataTransfer?.types.some((t) => t === "Files" || t === "text/plain");
  box.addEventListener("dragover", (e) => {
    if (!takes(e)) return;
    e.preventDefault();
    box.toggleAttribute("data-drop", true);
  });
  box.addEventListener("dragleave", () => box.removeAttribute("data-drop"));
  box.addEventListener("drop", async (e) => {
    box.removeAttribute("data-drop");
    if (!takes(e)) return;
    e.preventDefault();
    const file = e.dataTransfer?.files[0];
    const text = e.dataTransfer?.getData("text/plain") ?? "";
    const d = await dialog();
    if (file) d?.read(file);
    else d?.fill(text);
  });
}
