// @ts-check
/** @import {Board} from "../board/board.js" */
/** @import {Transport} from "../run/transport.js" */
import { savedSetting, saveSetting } from "./chrome.js";

let shortcutsOff = savedSetting("letters") === "off";

/**
 * Whether the key is a letter, a digit or a sign, and the reader has switched such
 * shortcuts off: people who dictate or whose hands tremble press them by accident
 * (WCAG 2.1.4).
 * @param {KeyboardEvent} e
 */
export function shortcutOff(e) {
  return shortcutsOff && e.key.length === 1 && e.key !== " ";
}

/** The switches in the list of keys: for shortcuts, and for marks that glide. */
export function switches() {
  for (const name of ["letters", "motion"]) {
    const box = /** @type {HTMLInputElement|null} */ (document.querySelector(`[data-${name}]`));
    if (!box) continue;
    box.checked = savedSetting(name) !== "off";
    box.addEventListener("change", () => {
      if (name === "letters") shortcutsOff = !box.checked;
      saveSetting(name, box.checked ? "on" : "off");
    });
  }
}

/**
 * @typedef {object} Page what keys do, besides the run and the board
 * @property {Transport} transport
 * @property {Board|null} board
 * @property {() => void} theme
 * @property {() => void} projector
 * @property {(by: number) => void} side shows the next side view in projector mode, or the one before
 * @property {() => void} parameters shows or hides them in projector mode
 * @property {() => void} lesson
 * @property {() => void} tour
 * @property {() => void} nextStop
 * @property {() => void} lastStop the one before
 * @property {() => void} help
 */

/**
 * The keys that work wherever one is on the page, except in a field.
 * @param {Page} page
 */
export function globalKeys(page) {
  const { transport, board } = page;
  /** @type {Record<string, () => void>} */
  const keys = {
    " ": () => transport.toggle(),
    ArrowRight: () => transport.forward(),
    ArrowLeft: () => transport.back(),
    Home: () => transport.seek("start"),
    End: () => transport.seek("end"),
    n: () => transport.seek("next"),
    N: () => transport.seek("prev"),
    e: () => transport.toggleUntil(),
    "[": () => transport.setLoopEnd(0),
    "]": () => transport.setLoopEnd(1),
    g: () => transport.editStep(),
    w: () => transport.toggleGhost(),
    s: () => transport.cycle(),
    r: () => transport.seek("start"),
    t: page.theme,
    f: page.projector,
    p: page.projector,
    d: () => page.side(1),
    D: () => page.side(-1),
    i: page.parameters,
    l: page.lesson,
    u: page.tour,
    j: page.nextStop,
    k: page.lastStop,
    "?": page.help,
  };
  if (board) {
    keys.Delete = () => board.remove(board.hovered);
    for (let k = 1; k <= 8; k++) keys[String(k)] = () => board.choose(k - 1);
  }
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || shortcutOff(e) || takenByFocus(e)) return;
    const run = keys[e.key] ?? keys[e.key.toLowerCase()];
    if (!run || actedOn(e.key)) return;
    e.preventDefault();
    run();
  });
}

/** Whether an action of the demo has the key, d for instance: it comes before those of projector mode. @param {string} key */
function actedOn(key) {
  return document.querySelector(`[data-acts] [data-key="${CSS.escape(key.toLowerCase())}"]`) !== null;
}

/**
 * Whether the key belongs to what has the focus.
 * @param {KeyboardEvent} e
 */
export function takenByFocus(e) {
  const t = e.target;
  // A dialog that was just closed may keep the focus for a moment.
  if (!(t instanceof Element) || !t.checkVisibility()) return false;
  if (t.closest("dialog[open]:not(.enlarged), [role=menu]")) return true;
  if (t.matches("textarea, select, input:not([type=checkbox]):not([type=range])")) return true;
  if (t.matches("input[type=range]")) return /^(Arrow|Home|End)/.test(e.key);
  return e.key === " " && t.matches("button, a, input, summary");
}
