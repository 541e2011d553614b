// @ts-check
/** @import {App} from "./app.js" */
/** @import {Refusal, State} from "./types.js" */
import { must, settled } from "./app.js";

/** Where the points come from: examples and data sets made to order. */
export class DataMenu {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {HTMLSelectElement} */
    this.source = must("[data-source]");
    this.note = must("[data-preset-note]");
    this.count = must("[data-count]");
    this.box = must("[data-generator-box]");
    /** @type {HTMLInputElement} */
    this.n = must("[data-data=n]");
    /** @type {HTMLInputElement} */
    this.noise = must("[data-data=noise]");
    /** @type {HTMLInputElement} */
    this.range = must("[data-data-range=noise]");
    this.error = must("[data-error-for=data]");
    /** @type {HTMLInputElement} */
    this.seed = must("[data-seed]");
    this.seedError = must("[data-error-for=seed]");
    /** @type {HTMLButtonElement} */
    this.fresh = must("[data-action=new-data]");
    this.listen();
    app.on("state", (s) => this.state(s));
    app.on("placed", () => this.counted());
    app.on("removed", () => this.counted());
    app.on("refused", (r) => this.refused(r));
  }

  listen() {
    this.source.addEventListener("change", () => this.choose());
    const make = settled(250, () => this.make());
    this.n.addEventListener("input", make);
    this.noise.addEventListener("input", make);
    this.range.addEventListener("input", () => {
      this.noise.value = String(Number(((Number(this.range.value) / 100) * this.maxNoise()).toPrecision(2)));
      make();
    });
    this.fresh.addEventListener("click", () => {
      const d = this.app.state?.data;
      if (d) this.load(`${d.generator}~${this.n.value}~${this.noise.value}~${randomSeed()}`);
    });
    must("[data-action=clear]").addEventListener("click", () => this.app.send({ type: "points", op: "clear" }));
    must("[data-action=reset]").addEventListener("click", () => this.app.send({ type: "seek", to: "start" }));
    must("[data-action=new-seed]").addEventListener("click", () => this.app.send({ type: "seed", seed: randomSeed() }));
    const seed = settled(350, () => this.setSeed());
    this.seed.addEventListener("input", seed);
    this.seed.addEventListener("change", () => this.setSeed());
  }

  choose() {
    const value = this.source.value;
    if (value.startsWith("data:")) {
      this.load(value.slice("data:".length));
      return;
    }
    if (value !== "own") this.app.open(value === this.source.options[0].value ? "" : `preset=${encodeURIComponent(value)}`);
  }

  make() {
    const d = this.app.state?.data;
    if (!d || !this.n.value.trim() || !this.noise.value.trim()) return;
    this.load(`${d.generator}~${this.n.value.trim()}~${this.noise.value.trim()}~${d.seed}`);
  }

  /** @param {string} data */
  load(data) {
    this.error.hidden = true;
    this.app.send({ type: "points", op: "load", data });
  }

  /** @param {State} s */
  state(s) {
    this.counted();
    const own = new URLSearchParams(s.query).has("data");
    const value = !own ? s.preset : s.data ? `data:${s.data.generator}` : "own";
    const options = [...this.source.options];
    const option = options.find((o) => o.value === value);
    for (const o of options) if (o.value === "own") o.hidden = value !== "own";
    if (option) this.source.value = value;
    this.note.textContent = option?.dataset.note ?? "";
    this.box.hidden = !s.data;
    this.fresh.disabled = !s.data;
    if (s.data) {
      fill(this.n, String(s.data.n));
      fill(this.noise, String(s.data.noise));
      this.range.value = String(Math.round((s.data.noise / this.maxNoise()) * 100));
    }
    if (document.activeElement !== this.seed && this.seedError.hidden) this.seed.value = String(s.seed);
  }

  maxNoise() {
    const g = this.app.state?.data?.generator ?? "";
    const option = [...this.source.options].find((o) => o.dataset.generator === g);
    return Number(option?.dataset.maxNoise) || 1;
  }

  counted() {
    this.count.textContent = String(this.app.state?.points.length ?? "");
  }

  setSeed() {
    const text = this.seed.value.trim();
    if (!/^\d{1,16}$/.test(text) || Number(text) > Number.MAX_SAFE_INTEGER) {
      this.seedError.textContent = "A whole number from 0 to 2⁵³ − 1.";
      this.seedError.hidden = text === "";
      return;
    }
    this.seedError.hidden = true;
    if (Number(text) !== this.app.state?.seed) this.app.send({ type: "seed", seed: Number(text) });
  }

  /** @param {Refusal} r */
  refused(r) {
    if (r.field === "seed") {
      this.seedError.textContent = r.message;
      this.seedError.hidden = false;
    }
    if (r.field === "data" && !document.querySelector("#csv-dialog[open]")) {
      this.error.textContent = r.message;
      this.error.hidden = false;
    }
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {string} value
 */
function fill(input, value) {
  if (document.activeElement !== input) input.value = value;
}

function randomSeed() {
  return Math.floor(Math.random() * 1e6);
}
