// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Refusal, State} from "../page/types.js" */
import { debounce, must } from "../page/app.js";
import { markLanguage, showEnglish, t } from "../page/words.js";
import { randomSeed } from "./generator.js";

/** Which example or data set is shown, and the seed of the run. */
export class DataMenu {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {HTMLSelectElement} */
    this.source = must("[data-source]");
    this.note = must("[data-preset-note]");
    /** @type {HTMLInputElement} */
    this.seed = must("[data-seed]");
    this.seedError = must("[data-error-for=seed]");
    this.listen();
    app.on("state", (s) => this.state(s));
    app.on("refused", (r) => this.refused(r));
  }

  listen() {
    this.source.addEventListener("change", () => this.choose());
    must("[data-action=reset]").addEventListener("click", () => this.app.send({ type: "seek", to: "start" }));
    must("[data-action=new-seed]").addEventListener("click", () => this.app.send({ type: "seed", seed: randomSeed() }));
    const seed = debounce(350, () => this.setSeed());
    this.seed.addEventListener("input", seed);
    this.seed.addEventListener("change", () => this.setSeed());
  }

  choose() {
    const value = this.source.value;
    if (value.startsWith("data:")) {
      this.app.emit("load-data", value.slice("data:".length));
      return;
    }
    if (value !== "own") this.app.open(value === this.source.options[0].value ? "" : `preset=${encodeURIComponent(value)}`);
  }

  /** @param {State} s */
  state(s) {
    const own = new URLSearchParams(s.query).has("data");
    const value = !own ? s.preset : s.data ? `data:${s.data.generator}` : "own";
    const options = [...this.source.options];
    const option = options.find((o) => o.value === value);
    for (const o of options) if (o.value === "own") o.hidden = value !== "own";
    if (option) this.source.value = value;
    // What was to look for in a set does not hold any more where points have moved. Its
    // room stays, so that nothing below it jumps.
    this.note.classList.toggle("past", value === "own");
    if (value !== "own") {
      this.note.textContent = option?.dataset.note ?? "";
      markLanguage(this.note, option?.dataset.noteLang !== "en");
    }
    if (document.activeElement !== this.seed && this.seedError.hidden) this.seed.value = String(s.seed);
  }

  setSeed() {
    const text = this.seed.value.trim();
    if (!/^\d{1,16}$/.test(text) || Number(text) > Number.MAX_SAFE_INTEGER) {
      this.seedError.textContent = t("seed-bad");
      markLanguage(this.seedError, true);
      this.seedError.hidden = text === "";
      return;
    }
    this.seedError.hidden = true;
    if (Number(text) !== this.app.state?.seed) this.app.send({ type: "seed", seed: Number(text) });
  }

  /** @param {Refusal} r */
  refused(r) {
    if (r.field === "seed") {
      showEnglish(this.seedError, r.message);
      this.seedError.hidden = false;
    }
  }
}
