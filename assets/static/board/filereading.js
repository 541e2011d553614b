// @ts-check
/** @import {Preview, Reading} from "../page/types.js" */
import { must, write } from "../page/app.js";
import { t } from "../page/words.js";

/** @typedef {keyof Reading} Name of an option */

/** Options under which the columns of a file may be others. @type {Set<string>} */
const recut = new Set(["separator", "header", "encoding", "sheet"]);

/** How a file is read: the line that says it, and the menus to change it. */
export class ReadingOptions {
  /**
   * @param {HTMLElement} dialog
   * @param {(recut: boolean) => void} changed recut: the file may have other columns now
   */
  constructor(dialog, changed) {
    this.box = must("[data-csv-read]", dialog);
    this.line = must("[data-csv-line]", dialog);
    this.fields = must("#csv-options", dialog);
    this.opener = must("[data-action=csv-change]", dialog);
    this.menus = /** @type {HTMLSelectElement[]} */ ([...this.fields.querySelectorAll("[data-reading]")]);
    this.changed = changed;
    /** What the reader has said. @type {Partial<Record<Name, string>>} */
    this.chosen = {};
    /** What the server guessed where the reader has said nothing. @type {Partial<Record<Name, string>>} */
    this.guesses = {};
    this.opener.addEventListener("click", () => this.unfold(this.fields.hidden));
    this.fields.addEventListener("change", (e) => {
      const menu = /** @type {HTMLSelectElement} */ (e.target);
      this.set(/** @type {Name} */ (menu.dataset.reading), menu.value);
    });
  }

  /** For another file nothing is said yet. */
  reset() {
    this.chosen = {};
    this.guesses = {};
    this.box.hidden = true;
    this.unfold(false);
  }

  /** @param {boolean} on */
  unfold(on) {
    this.fields.hidden = !on;
    this.opener.setAttribute("aria-expanded", String(on));
  }

  /** @param {Name} name @param {string} value empty: it is guessed */
  set(name, value) {
    if (value) this.chosen[name] = value;
    else delete this.chosen[name];
    this.changed(recut.has(name));
  }

  /** As a message has it; undefined: all is guessed. @returns {Reading|undefined} */
  get reading() {
    return Object.keys(this.chosen).length ? /** @type {Reading} */ ({ ...this.chosen }) : undefined;
  }

  /** @param {Preview} p */
  show(p) {
    const told = p.read || p.found || p.sheets;
    this.box.hidden = !told;
    if (!told) this.unfold(false);
    write(this.line, p.read ?? "");
    const found = /** @type {Partial<Record<Name, string>>} */ (p.found ?? {});
    for (const menu of this.menus) {
      const name = /** @type {Name} */ (menu.dataset.reading);
      const chosen = this.chosen[name] ?? "";
      if (!chosen && found[name]) this.guesses[name] = found[name];
      if (name === "sheet") offer(menu, p.sheets ?? []);
      if (name === "sample" && chosen) offer(menu, [chosen]);
      const box = /** @type {HTMLElement} */ (menu.parentElement);
      box.hidden = name === "sheet" ? (p.sheets ?? []).length < 2 : name === "sample" && menu.length < 2;
      const first = menu.options[0];
      if (first.hasAttribute("data-guessed")) {
        const guess = [...menu.options].find((o) => o.value && o.value === this.guesses[name]);
        first.text = guess ? t("csv-guessed", guess.text) : t("csv-guess");
      }
      menu.value = chosen;
    }
  }
}

/**
 * Gives a menu these choices, besides its first one.
 * @param {HTMLSelectElement} menu
 * @param {string[]} values
 */
function offer(menu, values) {
  if ([...menu.options].slice(1).map((o) => o.value).join("\n") === values.join("\n")) return;
  menu.length = 1;
  menu.append(...values.map((v) => new Option(v, v)));
}
