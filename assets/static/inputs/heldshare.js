// @ts-check
/** @import {App} from "../page/app.js" */
import { t } from "../page/words.js";

/** The menu of the share of points that is held out, where the demo looks at targets. */
export class HeldShare {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {HTMLSelectElement|null} */
    this.menu = document.querySelector("[data-held-share]");
    this.menu?.addEventListener("change", () => {
      app.send({ type: "points", op: "share", share: Number(this.menu?.value) });
    });
    for (const name of /** @type {const} */ (["state", "placed", "removed", "reordered"])) app.on(name, () => this.show());
  }

  /** Shows the share, or how many points there are if no share of the menu holds out as many. */
  show() {
    const { menu } = this;
    const { state } = this.app;
    if (!menu || !state) return;
    const held = state.held ?? 0;
    const options = [...menu.options].filter((o) => o.value !== "");
    const own = menu.querySelector('option[value=""]');
    const fits = options.find((o) => shareOf(state.points.length, Number(o.value)) === held);
    if (own instanceof HTMLOptionElement) {
      own.hidden = fits !== undefined;
      own.textContent = t("held-own", held);
    }
    menu.value = fits?.value ?? "";
  }

  /**
   * How a source of n points holds out the same share as before.
   * @param {string} n
   */
  text(n) {
    const { state } = this.app;
    const size = Number(n);
    if (!state?.held || !Number.isInteger(size) || state.points.length === 0) return "";
    const held = Math.round((state.held * size) / state.points.length);
    return held > 0 ? `~h${held}` : "";
  }
}

/**
 * How many of n points a share holds out, as the server rounds it.
 * @param {number} n
 * @param {number} percent
 */
function shareOf(n, percent) {
  if (n < 2 || percent <= 0) return 0;
  return Math.min(Math.max(Math.floor((n * percent + 50) / 100), 1), n - 1);
}
