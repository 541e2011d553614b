// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Cure, Preview, Reading, Refusal, State} from "../page/types.js" */
import { debounce, must, write } from "../page/app.js";
import { panel } from "../page/panel.js";
import { markLanguage, t } from "../page/words.js";
import { ReadingOptions } from "./filereading.js";
import { bytesOf, mostBytes, smallPNG } from "./filesource.js";
import { element, FileTable } from "./filetable.js";

/** @typedef {{csv: string}|{file: string}|{image: string}} Source what is read: a text, or the bytes of a file or of an image in base64 */

/**
 * The form, with what it needs besides the page that it is on.
 * @param {App} app
 * @param {"points"|"data"} kind
 */
export async function fileForm(app, kind) {
  const part = await panel("/files", (p) => must("[data-csv-text]").after(p));
  const last = must("#csv-dialog > .buttons:last-child");
  for (const late of part.querySelectorAll("[data-csv-chosen] ~ *")) last.before(late); // below what says which data it is
  return new CSVDialog(app, kind);
}

/**
 * Points, or a table, from a file or a text, in a window. The server reads it and
 * says what is in it; nothing is replaced before the reader confirms. There is one look
 * at a time: what has changed meanwhile is looked at when its answer is there.
 */
export class CSVDialog {
  /**
   * @param {App} app
   * @param {"points"|"data"} [kind] what the demo works on: points, or a table
   */
  constructor(app, kind = "points") {
    this.app = app;
    this.kind = this.usual = kind;
    /** The reader has said, or a file has shown, which of both it is. */
    this.decided = false;
    this.kinds = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("[data-csv-as]")]);
    /** @type {HTMLDialogElement} */
    this.dialog = must("#csv-dialog");
    /** @type {HTMLTextAreaElement} */
    this.text = must("[data-csv-text]");
    this.chosen = must("[data-csv-chosen]");
    this.error = must("[data-error-for=csv]");
    this.cures = must("[data-csv-cures]");
    this.preview = must("[data-csv-preview]");
    this.note = must("[data-csv-note]");
    this.guess = must("[data-csv-guess]");
    this.why = must("[data-csv-why]");
    /** @type {HTMLAnchorElement} */
    this.save = must("[data-csv-save]");
    this.loadButton = must("[data-action=csv-load]");
    /** What the target holds, where the demo takes classes or values; empty: the file says it. @type {HTMLSelectElement} */
    this.target = must("[data-csv-kind]");
    /** For which layer of cells rows without a name are, or an image. */
    this.grid = /** @type {HTMLSelectElement|null} */ (document.querySelector("[data-csv-grid]"));
    this.options = new ReadingOptions(this.dialog, (recut) => this.change(recut));
    this.table = new FileTable(must("[data-csv-rows]"), { supervised: "supervised" in this.dialog.dataset, changed: () => this.change() });
    /** The titles of the layers that the file was seen to have. */
    this.seen = "";
    /** A chosen file; null: the text counts. @type {Source|null} */
    this.file = null;
    /** Grows with each change, so that an answer to what was before is known as one. */
    this.version = 0;
    /** The one that the server was asked about, and the one that can be loaded. */
    this.lookedAt = -1;
    this.fits = -1;
    /** What the server was asked and has not answered. @type {"look"|"load"|""} */
    this.asked = "";
    this.lost = false;
    this.listen();
  }

  listen() {
    const { app } = this;
    this.loadButton.addEventListener("click", () => this.load());
    this.grid?.addEventListener("change", () => this.change());
    this.target.addEventListener("change", () => this.change());
    for (const k of this.kinds) k.addEventListener("change", () => this.takeAs(k.value));
    const look = debounce(250, () => this.look());
    this.text.addEventListener("input", () => {
      this.renew();
      look();
    });
    must("[data-action=csv-away]").addEventListener("click", () => {
      this.take(null);
      this.text.focus();
    });
    /** @type {HTMLInputElement} */
    const file = must("[data-csv-file]");
    file.addEventListener("change", () => {
      const chosen = file.files?.[0];
      file.value = "";
      if (chosen) this.read(chosen);
    });
    app.on("preview", (/** @type {Preview} */ p) => this.answered(p));
    app.on("state", (/** @type {State} */ s) => this.loaded(s));
    app.on("refused", (/** @type {Refusal} */ r) => this.refused(r));
    app.on("lost", () => {
      this.asked = "";
      this.lost = true;
    });
  }

  open() {
    this.save.href = `/d/${this.app.demo}/points.csv${location.search}`;
    if (!this.dialog.open) this.dialog.showModal();
    this.change();
  }

  /** @param {string} text */
  fill(text) {
    this.text.value = text;
    this.take(null);
  }

  /** @param {File} file */
  async read(file) {
    const image = !!this.app.root.dataset.cells && file.type.startsWith("image/");
    this.text.value = "";
    this.take(null); // the form is open while a large file is read
    const version = this.version;
    const refuse = (/** @type {string} */ words) => this.version === version && this.refuse(words, true);
    if (!image && file.size > mostBytes) {
      refuse(tooLarge(file.size));
      return;
    }
    const bytes = await (image ? smallPNG(file) : bytesOf(file)).catch(() => null);
    if (this.version !== version) return; // another one came
    if (bytes === null || (image && !bytes)) refuse(t(image ? "csv-no-image" : "csv-unread"));
    else this.take(image ? { image: bytes } : bytes ? { file: bytes } : { csv: "" }, file);
  }

  /**
   * Takes a file instead of the text, or null for the text.
   * @param {Source|null} source
   * @param {File} [file]
   */
  take(source, file) {
    this.file = source;
    this.chosen.hidden = !source;
    this.text.hidden = !!source;
    if (file) write(must("[data-csv-name]"), t("csv-file", file.name, Math.max(1, Math.round(file.size / 1024))));
    if (source) this.text.value = "";
    this.decided = false;
    this.kind = this.usual; // what the file before was says nothing of this one
    for (const k of this.kinds) k.checked = k.value === this.kind;
    this.target.value = "";
    this.options.reset();
    this.renew();
    this.open();
  }

  /** What is read is another one. */
  renew() {
    this.version++;
    this.table.reset();
    this.table.clear();
    this.preview.hidden = true;
    this.error.hidden = this.cures.hidden = true;
    write(this.loadButton, t("load"));
    this.showReady();
  }

  /** How it is read, or what its columns are, has changed. @param {boolean} [recut] it may have other columns */
  change(recut = false) {
    this.version++;
    if (recut) this.table.reset();
    this.look();
    this.showReady();
  }

  /** Of a demo that takes points or a table: which of both the file is. @param {string} kind */
  takeAs(kind) {
    this.kind = kind === "data" ? "data" : "points";
    this.decided = true;
    for (const k of this.kinds) k.checked = k.value === kind;
    this.change(true);
  }

  /** What is read; null: nothing yet. @returns {Source|null} */
  get source() {
    return this.file ?? (this.text.value.trim() ? { csv: this.text.value } : null);
  }

  look() {
    const source = this.source;
    if (!this.dialog.open || this.asked) return; // its answer looks again
    if (!source) {
      this.options.show(/** @type {Preview} */ ({}));
      return;
    }
    if (this.table.columns === null) this.refuse(t("csv-no-feature"), true);
    else if ("csv" in source && source.csv.length > mostBytes) this.refuse(tooLarge(source.csv.length), true);
    else this.ask("look", source);
  }

  load() {
    const source = this.source;
    if (this.ready && source) this.ask("load", source);
    this.showReady();
  }

  /** @param {"look"|"load"} op @param {Source} source */
  ask(op, source) {
    const as = this.target.value;
    const columns = as ? { ...this.table.columns, as } : this.table.columns;
    const reading = this.options.reading;
    const message = { type: this.kind, op, ...source, ...(columns ? { columns } : {}), ...(reading ? { reading } : {}), ...(this.grid ? { grid: this.grid.value } : {}) };
    this.asked = this.app.send(message) ? op : "";
    this.lookedAt = this.version;
  }

  /** The last look was at exactly this, and found nothing wrong. */
  get ready() {
    return !this.asked && this.fits === this.version && !!this.source;
  }

  /** Whether it can be loaded, and why not. */
  showReady() {
    const { ready, source } = this;
    this.loadButton.setAttribute("aria-disabled", String(!ready));
    const bad = !this.error.hidden;
    const why = ready ? "" : !source && !bad ? t("csv-nothing") : bad ? t("csv-cannot") : this.lost ? t("csv-offline") : t("csv-looking");
    write(this.why, why);
  }

  /** @param {Preview} p */
  answered(p) {
    if (this.asked !== "look") return;
    this.asked = "";
    if (!this.dialog.open) return;
    if (this.lookedAt !== this.version) {
      this.look();
      return;
    }
    if (p.wide && !this.decided) {
      this.takeAs("data");
      return;
    }
    this.show(p);
    this.showReady();
  }

  /** @param {Preview} p */
  show(p) {
    this.options.show(p);
    const graph = p.edges !== undefined;
    const rolled = !!p.headings && !!p.lines && !graph && !p.cells;
    if (rolled) this.table.show(p, this.kind === "data");
    if (p.problem) {
      this.preview.hidden = !rolled;
      write(this.note, "");
      this.showGuess("");
      this.refuse(p.problem, false, p.cures);
      return;
    }
    const [note, load, guess] = this.summary(p);
    if (!rolled) this.showPlain(p);
    write(this.note, note);
    this.showGuess(p.guess ?? guess);
    this.preview.hidden = false;
    this.error.hidden = this.cures.hidden = true;
    write(this.loadButton, load);
    this.fits = this.version;
  }

  /** @param {string} guess */
  showGuess(guess) {
    write(this.guess, guess);
    const choosable = "kinds" in this.dialog.dataset && (!!guess || !!this.target.value);
    must("[data-csv-as-box]").hidden = !choosable;
  }

  /**
   * What a file holds, what the button does, and what the columns mean.
   * @param {Preview} p
   * @returns {[string, string, string]}
   */
  summary(p) {
    const first = (/** @type {string} */ all, /** @type {number} */ shown) => (shown && p.total > shown ? t("csv-first", all, shown) : all);
    if (p.cells) {
      this.seen = (p.layers ?? []).map((l) => this.layer(l.name)).join(", ");
      const { rows, cols } = p.cells;
      const cells = p.image ? t("csv-image", ...p.image, rows, cols) : t("csv-cells", rows, cols);
      return [p.layers ? p.layers.map((l) => t("csv-layer", this.layer(l.name), l.rows, l.cols)).join(" · ") : cells, t("csv-load-cells"), ""];
    }
    const shown = p.lines?.length ?? p.table?.rows.length ?? p.rows.length;
    if (p.table) {
      const target = p.table.columns.find((c) => c.target);
      return [first(t("csv-rows", p.total), shown), t("csv-load-rows", p.total), target ? t("csv-target", target.name) : ""];
    }
    if (p.edges !== undefined) return [first(t("csv-graph", p.total, p.edges), p.rows.length), t("csv-load-graph"), ""];
    const counts = (p.counts ?? []).map((c) => t("csv-count", c.count, c.name)).join(t("csv-and"));
    let all = t("csv-points", p.total);
    if (counts) all = t("csv-counts", all, counts);
    if (p.held) all = t("csv-held", p.held, all);
    return [first(all, shown), t("csv-load", p.total), meaning(p)];
  }

  /** The first rows where their columns have no roles: cells have none. @param {Preview} p */
  showPlain(p) {
    if (p.cells) this.table.clear();
    else if (p.table) this.table.showPlain(p.table.columns.map((c) => c.name), p.table.rows);
    else {
      const c = p.columns ?? {};
      const heads = p.dim === 1 ? [c.x || "x", c.y || "y"] : [c.x1 || "x1", c.x2 || "x2"];
      const labelled = p.dim === 2 && p.target !== "none" && p.edges === undefined;
      if (labelled) heads.push(c.y || "y");
      this.table.showPlain(heads, p.rows.map((r) => r.slice(0, heads.length).map((x, k) => (k === 2 && p.target === "classes" ? (this.name(p, x) ?? String(x)) : number(x)))));
    }
  }

  /**
   * The label of a class in the file, signed where a count says so: a class without points has no count.
   * @param {Preview} p
   * @param {number} k
   */
  name(p, k) {
    const signed = p.counts?.every((c) => c.name === "−1" || c.name === "+1");
    return signed ? ["−1", "+1"][k] : p.counts?.[k]?.name;
  }

  /** What a layer of cells is called. @param {string} name */
  layer(name) {
    return [...(this.grid?.options ?? [])].find((o) => o.value === name)?.text ?? name;
  }

  /** @param {State} s */
  loaded(s) {
    if (this.lost) {
      this.lost = false; // what was asked before has no answer
      this.change();
    }
    if (this.asked !== "load") return;
    this.asked = "";
    this.dialog.close();
    if (s.layers) this.app.say(t("csv-layers-loaded", this.seen || this.layer(this.grid?.value ?? "")));
    else if (s.cells) this.app.say(t("csv-cells-loaded", s.cells.rows, s.cells.cols));
    else this.app.say(s.table ? t("csv-rows-loaded", s.table.rows.length) : t("csv-loaded", s.points.length));
  }

  /** @param {Refusal} r */
  refused(r) {
    if (!this.asked) return;
    this.asked = "";
    if (!this.dialog.open) return;
    if (this.lookedAt === this.version) this.refuse(r.message);
    else this.look();
  }

  /**
   * @param {string} message
   * @param {boolean} [translated] it is in the page's language
   * @param {Cure[]} [cures] ways out
   */
  refuse(message, translated = false, cures = []) {
    this.fits = -1;
    this.error.textContent = message;
    markLanguage(this.error, translated);
    this.error.hidden = false;
    this.error.scrollIntoView({ block: "nearest" });
    this.cures.replaceChildren(...cures.map((c) => {
      const b = document.createElement("button");
      b.type = "button";
      b.className = "btn";
      b.textContent = c.text;
      b.addEventListener("click", () => {
        this.options.set(/** @type {keyof Reading} */ (c.option), c.value);
        this.loadButton.focus(); // the button goes
      });
      return b;
    }));
    this.cures.hidden = cures.length === 0;
    write(this.loadButton, t("load"));
    this.showReady();
  }
}

/** What the columns mean. @param {Preview} p */
function meaning(p) {
  if (p.headings) return "";
  if (p.dim === 1) return t("csv-line");
  if (p.target === "classes") return t("csv-classes");
  if (p.target === "values") return t("csv-values");
  return t("csv-none");
}

/** @param {number} size in bytes */
function tooLarge(size) {
  return t("csv-large", (size / (1 << 20)).toFixed(1), mostBytes / (1 << 20));
}

/** @param {number} x */
function number(x) {
  return String(x).replace("-", "−");
}
