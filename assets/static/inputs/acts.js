// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Refusal, State} from "../page/types.js" */
/** @import {Transport} from "../run/transport.js" */
import { must, write } from "../page/app.js";
import { shortcutOff, takenByFocus } from "../page/keys.js";
import { t } from "../page/words.js";

/**
 * What a reader does by pressing: each action is appended to a parameter, so that a link
 * has all that was done. There are buttons above the board, keys, and marks on panels
 * that are pressed (see board/drag.js). The run is shown at its end afterwards.
 * @param {App} app
 * @param {Transport} transport
 */
export function takeActions(app, transport) {
  const bars = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-acts]")]).map((bar) => new Acts(app, transport, bar));
  app.on("act", (a) => bars.find((b) => b.name === a.name)?.take(a.act));
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || shortcutOff(e) || takenByFocus(e) || document.querySelector("dialog[open]:not(.enlarged)")) return;
    for (const bar of bars) {
      const act = bar.acts.findIndex((b) => b.dataset.key === e.key.toLowerCase());
      if (act < 0 || bar.bar.hidden || app.following) continue;
      e.preventDefault();
      if (!e.repeat) bar.take(act);
      return;
    }
  });
}

class Acts {
  /**
   * @param {App} app
   * @param {Transport} transport
   * @param {HTMLElement} bar
   */
  constructor(app, transport, bar) {
    this.app = app;
    this.transport = transport;
    this.bar = bar;
    this.name = bar.dataset.acts ?? "";
    this.most = Number(bar.dataset.most);
    this.acts = /** @type {HTMLButtonElement[]} */ ([...bar.querySelectorAll("[data-act]")]);
    this.count = must("[data-acts-count]", bar);
    this.back = /** @type {HTMLButtonElement} */ (must("[data-action=act-back]", bar));
    this.clear = /** @type {HTMLButtonElement} */ (must("[data-action=act-clear]", bar));
    /** What was sent and is not confirmed yet: presses in a row build on it. @type {string|null} */
    this.sent = null;
    this.acts.forEach((b, i) => b.addEventListener("click", () => this.take(i)));
    this.back.addEventListener("click", () => this.set(this.list.slice(0, -1)));
    this.clear.addEventListener("click", () => this.set([]));
    app.on("state", (/** @type {State} */ s) => {
      if (s.params[this.name] === this.sent) this.sent = null;
      this.show();
    });
    app.on("refused", (/** @type {Refusal} */ r) => {
      this.sent = null;
      if (r.field === this.name) this.app.emit("toast", { text: r.message, kind: "bad", translated: false });
      this.show();
    });
    app.on("sent", (/** @type {{type: string, name?: string}} */ m) => {
      if (["undo", "redo", "open"].includes(m.type)) this.sent = null;
    });
    app.on("lost", () => (this.sent = null));
    this.show();
  }

  /** What was done. */
  get list() {
    const value = this.sent ?? this.app.state?.params[this.name] ?? "";
    return value === "" ? [] : value.split(" ");
  }

  /** @param {number} act */
  take(act) {
    if (this.list.length < this.most) this.set([...this.list, String(act)]);
  }

  /** @param {string[]} list */
  set(list) {
    const value = list.join(" ");
    if (!this.app.connected || value === this.list.join(" ")) return;
    const atEnd = this.transport.atEnd(this.app.frame);
    if (!this.app.send({ type: "set", name: this.name, value })) return;
    this.sent = value;
    if (!atEnd || this.transport.playing) this.app.send({ type: "seek", to: "end" });
    this.show();
  }

  show() {
    const n = this.list.length;
    const field = /** @type {HTMLElement|null} */ (document.querySelector(`[data-param="${CSS.escape(this.name)}"]`));
    if (field) this.bar.hidden = field.hidden; // it plays no role under the other values
    const last = this.acts[Number(this.list[n - 1])]?.dataset.label ?? "";
    write(this.count, n === 0 ? t("acts-none") : t("acts-done", n, this.most, last));
    for (const b of this.acts) b.disabled = n >= this.most;
    this.back.disabled = this.clear.disabled = n === 0;
  }
}
