// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Advice, Refusal, State} from "../page/types.js" */
import { debounce } from "../page/app.js";
import { showEnglish } from "../page/words.js";
import { Numbers } from "./numbers.js";
import { Slider } from "./slider.js";
import { Suggestions } from "./suggest.js";

/** The form of the parameters. What was typed stays, also where it is refused. */
export class Params {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-param]"))) {
      const field = new Field(app, root);
      this.fields.set(field.name, field);
    }
    document.getElementById("inputs")?.addEventListener("submit", (e) => e.preventDefault());
    app.on("state", (/** @type {State} */ s) => this.update(s.params, s.advice ?? {}));
    app.on("refused", (/** @type {Refusal} */ r) => this.fields.get(r.field ?? "")?.refuse(r.message));
  }

  /**
   * @param {Record<string, string>} values
   * @param {Record<string, Advice>} advice
   */
  update(values, advice) {
    for (const [name, field] of this.fields) {
      if (advice[name]) field.advise(advice[name]);
      if (values[name] !== undefined) field.show(values[name]);
    }
    for (const field of this.fields.values()) field.showIfRelevant(values);
    for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-group]"))) {
      group.hidden = ![...group.querySelectorAll("[data-param]")].some((f) => !(/** @type {HTMLElement} */ (f).hidden));
    }
  }
}

/** A parameter and its control. */
export class Field {
  /**
   * @param {App} app
   * @param {HTMLElement} root
   */
  constructor(app, root) {
    this.app = app;
    this.root = root;
    this.name = root.dataset.param ?? "";
    this.kind = root.dataset.kind ?? "";
    /** @type {HTMLInputElement|HTMLSelectElement} */
    this.input = /** @type {any} */ (root.querySelector(`[id="p-${this.name}"]`));
    this.error = root.querySelector("[data-error-for]");
    /** @type {HTMLInputElement|null} */
    const range = root.querySelector(".row > input[type=range]");
    this.slider = range && new Slider(range, this.kind === "int", (text, live) => this.slide(text, live));
    const suggested = /** @type {HTMLElement|null} */ (root.querySelector(".row > [data-suggest]"));
    this.suggestions = suggested && new Suggestions(suggested, (text) => this.slide(text, false));
    const list = /** @type {HTMLElement|null} */ (root.querySelector("[data-numbers]"));
    this.numbers = list && new Numbers(root, list, () => this.value(), (text, live) => this.slide(text, live));
    /** @type {import("./matrix.js").MatrixTable|null} */
    this.matrix = null;
    const table = /** @type {HTMLElement|null} */ (root.querySelector("[data-matrix]"));
    if (table) import("./matrix.js").then(({ MatrixTable }) => (this.matrix = new MatrixTable(this, table)));
    this.current = this.value();
    /** What the server has, whatever is being typed. */
    this.last = this.current;
    this.typed = debounce(350, () => {
      if (!this.matrix?.unfinished) this.commit();
    });
    this.input.addEventListener("input", () => {
      if (this.kind !== "bool" && this.kind !== "choice") this.typed();
    });
    this.input.addEventListener("change", () => this.commit());
    this.input.addEventListener("keydown", (e) => {
      if (/** @type {KeyboardEvent} */ (e).key === "Enter") this.commit();
    });
  }

  value() {
    if (this.kind === "bool") return String(/** @type {HTMLInputElement} */ (this.input).checked);
    return this.input.value.trim().replaceAll("−", "-");
  }

  commit() {
    const value = this.value();
    // Sent already: if it was refused, the message stays.
    if (value === this.current) return;
    this.set(value, false);
  }

  /**
   * @param {string} value
   * @param {boolean} live
   */
  set(value, live) {
    this.clear();
    this.current = value;
    this.app.send({ type: "set", name: this.name, value, ...(live ? { live } : {}) });
  }

  /**
   * @param {string} text
   * @param {boolean} live
   */
  slide(text, live) {
    this.input.value = text;
    this.nameZero(text);
    if (text !== this.current || !live) this.set(text, live);
  }

  /**
   * Shows the current value, unless the reader is typing or has a refused value to
   * correct.
   * @param {string} value
   */
  show(value) {
    this.last = value;
    if (this.refused || this.slider?.dragging || this.numbers?.dragging || this.matrix?.busy) return;
    if (document.activeElement === this.input && this.input.tagName === "INPUT" && this.kind !== "bool") {
      if (this.value() !== this.current) return;
      if (Number(this.value()) === Number(value)) {
        this.current = this.value();
        this.slider?.show(value);
        return;
      }
    }
    this.current = value;
    if (this.kind === "bool") /** @type {HTMLInputElement} */ (this.input).checked = value === "true";
    else this.input.value = value;
    this.nameZero(value);
    this.slider?.show(value);
    this.numbers?.show(value);
    this.matrix?.show(value);
    for (const note of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-option]"))) {
      note.hidden = note.dataset.option !== value;
    }
  }

  /**
   * Offers what the data suggest, and says where the value is far from all of it.
   * @param {Advice} advice
   */
  advise(advice) {
    this.suggestions?.show(advice);
    if (!this.slider?.dragging) this.slider?.reach(advice.slider);
    this.numbers?.advise(advice);
    const far = /** @type {HTMLElement|null} */ (this.root.querySelector("[data-far]"));
    if (!far) return;
    far.textContent = advice.far ?? "";
    far.hidden = !advice.far;
  }

  /**
   * Says what 0 means where it is something else than a small number.
   * @param {string} value
   */
  nameZero(value) {
    const name = /** @type {HTMLElement|null} */ (this.root.querySelector("[data-zero]"));
    if (name) name.hidden = value !== "0";
  }

  /**
   * Hides a parameter that plays no role under the other values.
   * @param {Record<string, string>} values
   */
  showIfRelevant(values) {
    const { when, whenValues, and, andValues } = this.root.dataset;
    const met = (/** @type {string|undefined} */ name, /** @type {string|undefined} */ allowed) =>
      !name || (allowed ?? "").split(" ").includes(values[name]);
    if (when || and) this.root.hidden = !(met(when, whenValues) && met(and, andValues));
  }

  get refused() {
    return this.input.getAttribute("aria-invalid") === "true";
  }

  /** @param {string} message */
  refuse(message) {
    this.input.setAttribute("aria-invalid", "true");
    this.matrix?.mark(true);
    if (!this.error) return;
    showEnglish(/** @type {HTMLElement} */ (this.error), message);
    /** @type {HTMLElement} */ (this.error).hidden = false;
  }

  clear() {
    this.input.removeAttribute("aria-invalid");
    this.matrix?.mark(false);
    if (this.error) /** @type {HTMLElement} */ (this.error).hidden = true;
  }
}
