// @ts-check
/** @import {Advice} from "../page/types.js" */
import { t } from "../page/words.js";

/** Buttons for the numbers that the data suggest for a parameter. */
export class Suggestions {
  /**
   * @param {HTMLElement} root
   * @param {(text: string) => void} chosen
   */
  constructor(root, chosen) {
    this.buttons = /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll("[data-word]")]);
    /** @type {Record<string, string>} */
    this.values = {};
    for (const button of this.buttons) {
      button.addEventListener("click", () => {
        const value = this.values[button.dataset.word ?? ""];
        if (value) chosen(value);
      });
    }
  }

  /** @param {Advice} advice */
  show(advice) {
    this.values = advice.values;
    for (const button of this.buttons) {
      const { word = "", label = "", hint = "" } = button.dataset;
      const value = this.values[word];
      button.hidden = !value;
      if (!value) continue;
      const tip = t("suggest", label, value, hint);
      button.dataset.tip = tip;
      button.setAttribute("aria-description", tip);
      // Where no pointer rests on it to read the tip, the button has the number itself.
      const shown = button.querySelector("[data-value]");
      if (shown) shown.textContent = String(Number(Number(value).toPrecision(2)));
    }
  }
}
