// @ts-check
/** @import {Board} from "../board/board.js" */
/** @import {Transport} from "../run/transport.js" */
import { keep, kept } from "./chrome.js";

let off = kept("letters") === "off";

/**
 * Whether the key is a letter, a digit or a sign, and the reader wants none of
 * them to do anything by itself: who speaks to a computer or holds it unsteadily
 * presses them unawares (WCAG 2.1.4).
 * @param {KeyboardEvent} e
 */
export function muted(e) {
  return off && e.key.length === 1 && e.key !== " ";
}

/** The switch in the list of keys. */
export function letterSwitch() {
  const box = /** @type {HTMLInputElement|null} */ (document.querySelector("[data-letters]"));
  if (!box) return;
  box.checked = !off;
  box.addEventListener("change", () => {
    off = !box.checked;
    keep("letters", off ? "off" : "on");
  });
}

/**
 * The keys that work wherever one is on the page, except in a field.
 * @param {{transport: Transport, board: Board|null, theme: () => void, projector: () => void, lesson: () => void, help: () => void}} page
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
    "[": () => transport.mark(0),
    "]": () => transport.mark(1),
    g: () => transport.type(),
    w: () => transport.keepGhost(),
    s: () => transport.cycle(),
    r: () => transport.seek("start"),
    t: page.theme,
    f: page.projector,
    p: page.projector,
    l: page.lesson,
    "?": page.help,
  };
  if (board) {
    keys.Delete = () => board.remove(board.hovered);
    for (let k = 1; k <= 8; k++) keys[String(k)] = () => board.choose(k - 1);
  }
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || muted(e) || busy(e)) return;
    const run = keys[e.key] ?? keys[e.key.toLowerCase()];
    if (!run) return;
    e.preventDefault();
    run();
  });
}

/**
 * Whether the key belongs to what has the focus.
 * @param {KeyboardEvent} e
 */
function busy(e) {
  const t = e.target;
  // A dialog that was just closed may keep the focus for a moment.
  if (!(t instanceof Element) || !t.checkVisibility()) return false;
  if (t.closest("dialog[open]:not(.enlarged), [role=menu]")) return true;
  if (t.matches("textarea, select, input:not([type=checkbox]):not([type=range])")) return true;
  if (t.matches("input[type=range]")) return /^(Arrow|Home|End)/.test(e.key);
  return e.key === " " && t.matches("button, a, input, summary");
}
