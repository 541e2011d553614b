// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Data, Refusal, State} from "../page/types.js" */
import { debounce, must } from "../page/app.js";
import { showEnglish } from "../page/words.js";
import { randomSeed } from "./generator.js";

/** The form of generated tables: how many samples and features, how much noise, a new sample. */
export class TableGenerator {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.box = must("[data-generator-box]");
    this.error = must("[data-error-for=data]");
    /** @type {HTMLButtonElement} */
    this.again = must("[data-action=new-data]");
    /** @type {("n"|"features"|"noise")[]} */
    this.names = ["n", "features", "noise"];
    /** @type {HTMLInputElement[]} */
    this.fields = this.names.map((name) => /** @type {HTMLInputElement} */ (must(`[data-data=${name}]`, this.box)));
    const request = debounce(250, () => this.request(this.app.state?.data?.seed));
    for (const field of this.fields) field.addEventListener("input", request);
    this.again.addEventListener("click", () => this.request(randomSeed()));
    app.on("state", (s) => this.state(s));
    app.on("refused", (/** @type {Refusal} */ r) => this.refused(r));
    if (app.state) this.state(app.state);
  }

  /** @param {number|undefined} seed */
  request(seed) {
    const [n, features, noise] = this.fields.map((field) => field.value.trim());
    const generator = this.app.state?.data?.generator;
    if (!generator || seed === undefined || !n || !features || !noise) return;
    this.load(`${generator}~${n}~${noise}~${seed}~x${features}`);
  }

  /** @param {string} data */
  load(data) {
    this.error.hidden = true;
    this.app.send({ type: "data", op: "load", data });
  }

  /** @param {State} s */
  state(s) {
    this.box.hidden = !s.data;
    this.again.hidden = !s.data;
    for (const [i, field] of this.fields.entries()) {
      if (s.data && document.activeElement !== field) field.value = String(s.data[this.names[i]]);
    }
  }

  /** @param {Refusal} r */
  refused(r) {
    if (r.field !== "data" || document.querySelector("#csv-dialog[open]")) return;
    showEnglish(this.error, r.message);
    this.error.hidden = false;
  }
}
