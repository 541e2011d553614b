// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {State} from "../page/types.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";

/** Undo and redo of edits: points, parameters, seed, data. */
export class History {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {HTMLButtonElement} */
    this.undoButton = must("[data-action=undo]");
    /** @type {HTMLButtonElement} */
    this.redoButton = must("[data-action=redo]");
    this.undoButton.addEventListener("click", () => this.go("undo"));
    this.redoButton.addEventListener("click", () => this.go("redo"));
    app.on("state", (s) => this.state(s));
    app.on("lost", () => this.show("", ""));
    document.addEventListener("keydown", (e) => this.key(e));
    this.show("", "");
  }

  /** @param {State} s */
  state(s) {
    this.show(s.can_undo ?? "", s.can_redo ?? "");
  }

  /**
   * @param {string} undo what can be undone; empty for nothing
   * @param {string} redo
   */
  show(undo, redo) {
    label(this.undoButton, "undo", undo, "Ctrl+Z");
    label(this.redoButton, "redo", redo, "Ctrl+Shift+Z");
  }

  /** @param {"undo"|"redo"} type */
  go(type) {
    const what = type === "undo" ? this.app.state?.can_undo : this.app.state?.can_redo;
    if (!what || !this.app.send({ type })) return;
    this.app.say(t(type === "undo" ? "undone" : "redone", what));
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (!(e.ctrlKey || e.metaKey) || e.altKey || e.defaultPrevented || typing(e.target)) return;
    const key = e.key.toLowerCase();
    const type = key === "z" ? (e.shiftKey ? "redo" : "undo") : key === "y" && !e.shiftKey ? "redo" : "";
    if (!type) return;
    e.preventDefault();
    this.go(type);
  }
}

/**
 * A text field has its own undo, of what is typed.
 * @param {EventTarget|null} target
 */
function typing(target) {
  return target instanceof Element && !!target.closest("textarea, dialog[open], input:not([type=range], [type=checkbox])");
}

/**
 * @param {HTMLButtonElement} button
 * @param {"undo"|"redo"} name
 * @param {string} what
 * @param {string} keys
 */
function label(button, name, what, keys) {
  button.disabled = !what;
  const text = what ? t(`${name}-what`, what) : t(name);
  button.setAttribute("aria-label", text);
  button.dataset.tip = t("tip-keys", text, keys);
}
