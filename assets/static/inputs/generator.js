// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Refusal, State} from "../page/types.js" */
import { debounce, must } from "../page/app.js";
import { showEnglish, t } from "../page/words.js";
import { HeldShare } from "./heldshare.js";

/** The form of generated points: how many, how much noise, a new sample. It also shows how many points there are. */
export class GeneratorForm {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.count = must("[data-count]");
    this.box = must("[data-generator-box]");
    /** @type {HTMLInputElement} */
    this.n = must("[data-data=n]");
    /** @type {HTMLInputElement} */
    this.noise = must("[data-data=noise]");
    /** @type {HTMLInputElement} */
    this.range = must("[data-data-range=noise]");
    this.error = must("[data-error-for=data]");
    /** @type {HTMLButtonElement} */
    this.fresh = must("[data-action=new-data]");
    this.share = new HeldShare(app);
    /** What y holds, where the demo takes classes or values. @type {HTMLSelectElement|null} */
    this.target = document.querySelector("[data-target-as]");
    this.listen();
    app.on("load-data", (/** @type {string} */ data) => this.load(data));
    app.on("state", (s) => this.state(s));
    app.on("placed", () => this.counted());
    app.on("removed", () => this.counted());
    app.on("reordered", () => this.counted());
    app.on("refused", (r) => this.refused(r));
  }

  listen() {
    const request = debounce(250, () => this.request());
    this.n.addEventListener("input", request);
    this.noise.addEventListener("input", request);
    this.range.addEventListener("input", () => {
      this.noise.value = String(Number(((Number(this.range.value) / 100) * this.maxNoise()).toPrecision(2)));
      request();
    });
    this.fresh.addEventListener("click", () => {
      const d = this.app.state?.data;
      if (d) this.load(`${d.generator}~${this.n.value}~${this.noise.value}~${randomSeed()}${this.share.text(this.n.value)}`);
    });
    this.target?.addEventListener("change", () => this.app.send({ type: "points", op: "as", as: this.target?.value }));
    must("[data-action=clear]").addEventListener("click", () => this.app.send({ type: "points", op: "clear" }));
  }

  request() {
    const d = this.app.state?.data;
    if (!d || !this.n.value.trim() || !this.noise.value.trim()) return;
    this.load(`${d.generator}~${this.n.value.trim()}~${this.noise.value.trim()}~${d.seed}${this.share.text(this.n.value)}`);
  }

  /** @param {string} data */
  load(data) {
    this.error.hidden = true;
    this.app.send({ type: "points", op: "load", data });
  }

  /** @param {State} s */
  state(s) {
    if (this.target) this.target.value = s.target;
    this.counted();
    // Of points of one's own there is nothing to generate. The rows stay, so that
    // nothing moves while a point is dragged.
    this.box.toggleAttribute("data-idle", !s.data);
    for (const input of [this.n, this.noise, this.range]) input.disabled = !s.data;
    this.fresh.disabled = !s.data;
    if (!s.data) {
      this.n.value = String(s.points.length);
      return;
    }
    fill(this.n, String(s.data.n));
    fill(this.noise, String(s.data.noise));
    this.range.value = String(Math.round((s.data.noise / this.maxNoise()) * 100));
  }

  maxNoise() {
    const g = this.app.state?.data?.generator ?? "";
    const option = /** @type {HTMLElement|undefined} */ ([...document.querySelectorAll("[data-generator]")].find((o) => o.getAttribute("data-generator") === g));
    return Number(option?.dataset.maxNoise) || 1;
  }

  counted() {
    const { state } = this.app;
    const n = state?.points.length ?? 0;
    const held = state?.held ?? 0;
    this.count.textContent = !state ? "" : held > 0 ? t("count-held", n - held, held) : String(n);
  }

  /** @param {Refusal} r */
  refused(r) {
    if (r.field !== "data" || document.querySelector("#csv-dialog[open]")) return;
    showEnglish(this.error, r.message);
    this.error.hidden = false;
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {string} value
 */
function fill(input, value) {
  if (document.activeElement !== input) input.value = value;
}

export function randomSeed() {
  return Math.floor(Math.random() * 1e6);
}
