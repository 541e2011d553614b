// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Board} from "./board.js" */
import { must } from "../page/app.js";
import { shortcutOff } from "../page/keys.js";
import { later, opens } from "../page/later.js";
import { Brush } from "./brush.js";
import { Eraser } from "./eraser.js";
import { takeFiles } from "./files.js";
import { canHold, HoldOut } from "./holdout.js";
import { Selection } from "./selection.js";
import { Zoom } from "./zoom.js";

/** Keys that choose a tool. @type {Record<string, string>} */
const keys = { a: "put", b: "brush", x: "erase", m: "move", v: "select", h: "pan", o: "hold", c: "edge" };

/**
 * The tools of the workbench, besides those that every board has.
 * @param {App} app
 * @param {Board} board
 */
export function editingTools(app, board) {
  handTools(app, board);
  const jitter = later(app, async () => (await import("./jitter.js")).jitter(board));
  opens("[data-action=jitter]", jitter);
  for (const near of ["pointerdown", "focus"]) must("[data-jitter]").addEventListener(near, jitter, { once: true });
  takeFiles(app);
  opens("[data-action=table]", later(app, async () => new (await import("./table.js")).PointTable(app, board)));
}

/**
 * The tools that a hand needs on the board.
 * @param {App} app
 * @param {Board} board
 */
export function handTools(app, board) {
  if (board.hasEdges) import("./edgetool.js").then((m) => new m.EdgeTool(board));
  else new Brush(board);
  new Eraser(board);
  if (canHold()) new HoldOut(board);
  new Selection(board);
  new Zoom(app, board);
  app.on("tool", (/** @type {string} */ tool) => {
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-tool-options]"))) {
      el.hidden = el.dataset.toolOptions !== tool;
    }
  });
  document.addEventListener("keydown", (e) => {
    const t = e.target instanceof Element ? e.target : null;
    const tool = keys[e.key];
    if (!tool || !document.querySelector(`.tools [data-tool=${tool}]`) || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || shortcutOff(e)) return;
    if (t?.closest("dialog[open], [role=menu], textarea, select, input:not([type=range], [type=checkbox])")) return;
    e.preventDefault();
    board.use(tool);
  });
}
