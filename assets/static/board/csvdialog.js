// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Preview, Refusal, State} from "../page/types.js" */
import { debounce, must } from "../page/app.js";
import { markLanguage, t } from "../page/words.js";

/**
 * Points from a file: chosen, dropped on the board or pasted. The server reads
 * it and says what is in it; nothing is replaced before the reader confirms.
 */
export class CSVDialog {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {HTMLDialogElement} */
    this.dialog = must("#csv-dialog");
    /** @type {HTMLTextAreaElement} */
    this.text = must("[data-csv-text]");
    this.error = must("[data-error-for=csv]");
    this.preview = must("[data-csv-preview]");
    /** @type {HTMLAnchorElement} */
    this.save = must("[data-csv-save]");
    /** @type {HTMLButtonElement} */
    this.loadButton = must("[data-action=csv-load]");
    /** What the server was asked and has not answered. @type {"look"|"load"|""} */
    this.asked = "";
    this.listen();
  }

  listen() {
    const { app } = this;
    must("[data-action=csv]").addEventListener("click", () => this.open());
    this.loadButton.addEventListener("click", () => this.ask("load"));
    const preview = debounce(250, () => this.requestPreview());
    this.text.addEventListener("input", () => {
      this.clear();
      preview();
    });
    /** @type {HTMLInputElement} */
    const file = must("[data-csv-file]");
    file.addEventListener("change", () => {
      const chosen = file.files?.[0];
      file.value = "";
      if (chosen) this.read(chosen);
    });
    app.on("preview", (/** @type {Preview} */ p) => this.show(p));
    app.on("state", (/** @type {State} */ s) => this.loaded(s));
    app.on("refused", (/** @type {Refusal} */ r) => this.refused(r));
    app.on("lost", () => (this.asked = ""));
    this.acceptDrops();
    document.addEventListener("paste", (e) => this.paste(e));
  }

  /** A file or text dropped on the board. */
  acceptDrops() {
    const box = must("[data-board-box]");
    const takes = (/** @type {DragEvent} */ e) => e.dataTransfer?.types.some((t) => t === "Files" || t === "text/plain");
    box.addEventListener("dragover", (e) => {
      if (!takes(e)) return;
      e.preventDefault();
      box.toggleAttribute("data-drop", true);
    });
    box.addEventListener("dragleave", () => box.removeAttribute("data-drop"));
    box.addEventListener("drop", (e) => {
      box.removeAttribute("data-drop");
      if (!takes(e)) return;
      e.preventDefault();
      const file = e.dataTransfer?.files[0];
      if (file) this.read(file);
      else this.fill(e.dataTransfer?.getData("text/plain") ?? "");
    });
  }

  /** Rows pasted anywhere but into a field. @param {ClipboardEvent} e */
  paste(e) {
    const t = e.target instanceof Element ? e.target : null;
    if (t?.closest("input, textarea, select, dialog")) return;
    const text = e.clipboardData?.getData("text/plain") ?? "";
    if (!/\d/.test(text) || !/[\n,;\t]/.test(text)) return;
    e.preventDefault();
    this.fill(text);
  }

  open() {
    this.save.href = `/d/${this.app.demo}/points.csv${location.search}`;
    this.clear();
    if (!this.dialog.open) this.dialog.showModal();
    if (this.text.value.trim()) this.requestPreview();
  }

  /** @param {string} text */
  fill(text) {
    this.text.value = text;
    this.open();
  }

  /** @param {File} file */
  async read(file) {
    const limit = this.app.state?.limits.bytes ?? 1 << 20;
    if (file.size <= limit) {
      this.fill(await file.text());
      return;
    }
    this.fill("");
    this.refuse(t("csv-large", file.size, limit), true);
  }

  clear() {
    this.error.hidden = true;
    this.preview.hidden = true;
    this.loadButton.textContent = t("load");
  }

  requestPreview() {
    if (this.dialog.open && this.text.value.trim() && this.asked !== "load") this.ask("look");
  }

  /** @param {"look"|"load"} op */
  ask(op) {
    this.error.hidden = true;
    this.asked = this.app.send({ type: "points", op, csv: this.text.value }) ? op : "";
  }

  /** @param {Preview} p */
  show(p) {
    if (this.asked === "look") this.asked = "";
    if (!this.dialog.open) return;
    const heads = p.dim === 1 ? ["x", "y"] : ["x1", "x2"];
    const labelled = p.dim === 2 && p.target !== "none";
    if (labelled) heads.push("y");
    const table = element("table");
    const head = element("tr");
    for (const h of heads) head.append(element("th", h));
    table.append(head);
    for (const r of p.rows) {
      const tr = element("tr");
      const y = p.target === "classes" ? (this.name(p, r[2]) ?? String(r[2])) : number(r[2]);
      for (const cell of [number(r[0]), number(r[1]), ...(labelled ? [y] : [])]) tr.append(element("td", cell));
      table.append(tr);
    }
    const counts = (p.counts ?? []).map((c) => t("csv-count", c.count, c.name)).join(t("csv-and"));
    let all = t("csv-points", p.total);
    if (counts) all = t("csv-counts", all, counts);
    const note = element("p", p.total > p.rows.length ? t("csv-first", all, p.rows.length) : all);
    this.preview.replaceChildren(note, table, element("p", meaning(p)));
    this.preview.hidden = false;
    this.error.hidden = true;
    this.loadButton.textContent = t("csv-load", p.total);
  }

  /**
   * The label of a class in the file: signed where a count says so.
   * @param {Preview} p
   * @param {number} k
   */
  name(p, k) {
    const signed = p.counts?.some((c) => /^[−+]/.test(c.name));
    return signed ? ["−1", "+1"][k] : String(k);
  }

  /** @param {State} s */
  loaded(s) {
    if (this.asked !== "load") return;
    this.asked = "";
    this.dialog.close();
    this.app.say(t("csv-loaded", s.points.length));
  }

  /** @param {Refusal} r */
  refused(r) {
    if (!this.asked) return;
    this.asked = "";
    if (this.dialog.open) this.refuse(r.message);
  }

  /** @param {string} message @param {boolean} [translated] it is in the page's language */
  refuse(message, translated = false) {
    this.preview.hidden = true;
    this.error.textContent = message;
    markLanguage(this.error, translated);
    this.error.hidden = false;
  }
}

/** What the columns mean. @param {Preview} p */
function meaning(p) {
  if (p.dim === 1) return t("csv-line");
  if (p.target === "classes") return t("csv-classes");
  if (p.target === "values") return t("csv-values");
  return t("csv-none");
}

/**
 * @param {string} name
 * @param {string} [text]
 */
function element(name, text = "") {
  const el = document.createElement(name);
  el.textContent = text;
  return el;
}

/** @param {number} x */
function number(x) {
  return String(x).replace("-", "−");
}
