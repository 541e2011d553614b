// @ts-check
/** @import {Board} from "./board.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";
import { canHold } from "./holdout.js";

/** What can be done with one point, for fingers that have no second button. */
export class PointMenu {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.box = must("[data-point-menu]");
    document.addEventListener("pointerdown", (e) => {
      if (!this.box.contains(/** @type {Node} */ (e.target))) this.close();
    });
    this.box.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      this.close();
      board.svg.focus({ preventScroll: true });
    });
  }

  close() {
    this.box.hidden = true;
  }

  /**
   * @param {number} index
   * @param {number} x of the finger, on the screen
   * @param {number} y
   */
  open(index, x, y) {
    const { board } = this;
    const now = board.points[index]?.[2];
    const classes = board.app.state?.classes ?? [];
    const out = index >= board.learnt;
    const items = classes
      .map((name, k) => ({ text: t("class", name), k, run: () => board.relabel([index], k) }))
      .filter((item) => item.k !== now)
      .slice(0, 7);
    this.box.replaceChildren(
      ...items.map((i) => this.item(i.text, i.run)),
      ...(canHold() ? [this.item(t(out ? "unhold" : "hold"), () => board.hold([index], !out))] : []),
      this.item(t("remove"), () => board.remove(index)),
    );
    this.box.hidden = false;
    const r = board.box.getBoundingClientRect();
    const left = Math.min(x - r.left + 12, r.width - this.box.offsetWidth - 4);
    const top = Math.min(y - r.top + 12, r.height - this.box.offsetHeight - 4);
    this.box.style.left = `${Math.max(4, left)}px`;
    this.box.style.top = `${Math.max(4, top)}px`;
    /** @type {HTMLElement|null} */ (this.box.firstElementChild)?.focus();
  }

  /**
   * @param {string} text
   * @param {() => void} run
   */
  item(text, run) {
    const b = document.createElement("button");
    b.type = "button";
    b.setAttribute("role", "menuitem");
    b.textContent = text;
    b.onclick = () => {
      this.close();
      run();
    };
    return b;
  }
}
