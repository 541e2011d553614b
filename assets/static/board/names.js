// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Refusal, State} from "../page/types.js" */
import { must } from "../page/app.js";
import { markLanguage, t } from "../page/words.js";

/** The most characters of a name, as the server has it. */
export const longestName = 40;

/**
 * The letters of the columns, as formulas have them.
 * @param {{dim: number, target: string}} s
 */
export function letters(s) {
  const names = s.dim === 1 ? ["x", "y"] : ["x₁", "x₂", "y"];
  return s.target === "none" ? names.slice(0, s.dim) : names;
}

/** Fields for the names of columns and classes, below the table of points. */
export class NameFields {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.box = must("[data-names]");
    this.error = must("[data-error-for=name]");
    this.shape = ""; // what the fields were made for
    /** The field that was sent last. @type {HTMLInputElement|null} */
    this.asked = null;
    this.box.addEventListener("change", (e) => {
      if (e.target instanceof HTMLInputElement) this.rename(e.target);
    });
    this.box.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" || !(e.target instanceof HTMLInputElement)) return;
      e.preventDefault();
      this.rename(e.target);
    });
    app.on("refused", (/** @type {Refusal} */ r) => this.refused(r));
  }

  /** @param {State} s */
  render(s) {
    const columns = letters(s);
    const classes = s.classes.slice(0, s.points.reduce((most, p) => Math.max(most, p[2] + 1), 2));
    const shape = [columns, classes.length].join();
    if (shape !== this.shape) {
      this.shape = shape;
      for (const row of this.box.querySelectorAll("label")) row.remove();
      this.box.append(...columns.map((letter, k) => field("column", k, t("names-column", letter))));
      this.box.append(...classes.map((_, k) => field("class", k, t("names-class", k))));
    }
    columns.forEach((letter, k) => this.fill("column", k, s.columns?.[k] ?? letter, letter));
    classes.forEach((name, k) => this.fill("class", k, name, /^[−+]?\d+$/.test(name) ? name : ""));
  }

  /**
   * Shows a name; one that is being typed stays. The name that a thing has anyway
   * is a hint.
   * @param {"column"|"class"} what
   * @param {number} k
   * @param {string} name
   * @param {string} usual
   */
  fill(what, k, name, usual) {
    const input = /** @type {HTMLInputElement|null} */ (this.box.querySelector(`[data-name-of="${what}"][data-k="${k}"]`));
    if (!input || input === document.activeElement) return;
    input.value = name === usual ? "" : name;
    input.placeholder = usual;
    input.removeAttribute("aria-invalid");
  }

  /** @param {HTMLInputElement} input */
  rename(input) {
    this.error.hidden = true;
    input.removeAttribute("aria-invalid");
    this.asked = input;
    const what = input.dataset.nameOf ?? "";
    this.app.send({ type: "points", op: "name", [what]: Number(input.dataset.k), name: input.value.trim() });
  }

  /** @param {Refusal} r */
  refused(r) {
    if (r.field !== "name") return;
    this.asked?.setAttribute("aria-invalid", "true");
    this.error.textContent = r.message;
    markLanguage(this.error, false);
    this.error.hidden = false;
  }
}

/**
 * @param {string} what
 * @param {number} k
 * @param {string} text
 */
function field(what, k, text) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "text";
  input.maxLength = longestName;
  input.dataset.nameOf = what;
  input.dataset.k = String(k);
  label.append(text, input);
  return label;
}
