// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Columns, Preview, Refusal, State, Table} from "../page/types.js" */
import { debounce, must } from "../page/app.js";
import { markLanguage, t } from "../page/words.js";

/**
 * Points, or a table, from a file or a text, in a window. The server reads it and
 * says what is in it; nothing is replaced before the reader
 * confirms. Where the file has a header of its own, the reader says which column
 * is what.
 */
export class CSVDialog {
  /**
   * @param {App} app
   * @param {"points"|"data"} [kind] what the demo works on: points, or a table
   */
  constructor(app, kind = "points") {
    this.app = app;
    this.kind = kind;
    /** The reader has said, or a file has shown, which of both it is. */
    this.decided = false;
    this.kinds = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("[data-csv-as]")]);
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
    this.choice = new ColumnChoice(must("[data-csv-columns]"), () => this.requestPreview());
    /** What the target holds, where the demo takes classes or values; empty: the file says it. @type {HTMLSelectElement|null} */
    this.target = document.querySelector("[data-csv-kind]");
    /** For which layer of cells rows without a name are, or an image. */
    this.grid = /** @type {HTMLSelectElement|null} */ (document.querySelector("[data-csv-grid]"));
    /** The titles of the layers that the file was seen to have. */
    this.seen = "";
    /** A PNG as base64, where cells come from an image; empty: from the text. */
    this.image = "";
    /** What the server was asked and has not answered. @type {"look"|"load"|""} */
    this.asked = "";
    this.listen();
  }

  listen() {
    const { app } = this;
    this.loadButton.addEventListener("click", () => this.ask("load"));
    this.grid?.addEventListener("change", () => this.requestPreview());
    this.target?.addEventListener("change", () => this.requestPreview());
    for (const k of this.kinds) k.addEventListener("change", () => this.takeAs(k.value));
    const preview = debounce(250, () => this.requestPreview());
    this.text.addEventListener("input", () => {
      this.clear();
      this.image = "";
      this.choice.reset();
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
  }

  open() {
    this.save.href = `/d/${this.app.demo}/points.csv${location.search}`;
    this.clear();
    if (!this.dialog.open) this.dialog.showModal();
    if (this.text.value.trim() || this.image) this.requestPreview();
  }

  /** @param {string} text @param {string} [image] */
  fill(text, image = "") {
    this.text.value = text;
    this.image = image;
    this.decided = false;
    if (this.target) this.target.value = "";
    this.choice.reset();
    this.open();
  }

  /** @param {File} file */
  async read(file) {
    if (this.app.root.dataset.cells && file.type.startsWith("image/")) {
      const image = await smallPNG(file).catch(() => "");
      this.fill("", image);
      if (!image) this.refuse(t("csv-no-image"), true);
      return;
    }
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

  /** Of a demo that takes points or a table: which of both the file is. @param {string} kind */
  takeAs(kind) {
    this.kind = kind === "data" ? "data" : "points";
    this.decided = true;
    for (const k of this.kinds) k.checked = k.value === kind;
    this.clear();
    this.choice.reset();
    this.requestPreview();
  }

  requestPreview() {
    if (this.dialog.open && (this.text.value.trim() || this.image) && this.asked !== "load") this.ask("look");
  }

  /** @param {"look"|"load"} op */
  ask(op) {
    this.error.hidden = true;
    const as = this.target?.value;
    const columns = as ? { ...this.choice.columns, as } : this.choice.columns;
    const file = this.image ? { image: this.image } : { csv: this.text.value };
    this.asked = this.app.send({ type: this.kind, op, ...file, ...(columns ? { columns } : {}), ...(this.grid ? { grid: this.grid.value } : {}) }) ? op : "";
  }

  /** @param {Preview} p */
  show(p) {
    if (this.asked === "look") this.asked = "";
    if (!this.dialog.open) return;
    if (p.wide && !this.decided) {
      this.takeAs("data");
      return;
    }
    this.choice.show(p);
    if (p.problem) {
      this.refuse(p.problem);
      return;
    }
    if (p.table) {
      this.showTable(p.table, p.total, p.guess);
      return;
    }
    if (p.cells) {
      const { rows, cols } = p.cells;
      this.seen = (p.layers ?? []).map((l) => this.layer(l.name)).join(", ");
      if (p.layers) {
        this.showParts(p.layers.map((l) => element("p", t("csv-layer", this.layer(l.name), l.rows, l.cols))), t("csv-load-cells"));
        return;
      }
      this.showParts([element("p", p.image ? t("csv-image", ...p.image, rows, cols) : t("csv-cells", rows, cols))], t("csv-load-cells"));
      return;
    }
    const c = p.columns ?? {};
    const heads = p.dim === 1 ? [c.x || "x", c.y || "y"] : [c.x1 || "x1", c.x2 || "x2"];
    const labelled = p.dim === 2 && p.target !== "none";
    if (labelled) heads.push(c.y || "y");
    const rows = p.rows.map((r) => {
      const y = p.target === "classes" ? (this.name(p, r[2]) ?? String(r[2])) : number(r[2]);
      return [number(r[0]), number(r[1]), ...(labelled ? [y] : [])];
    });
    const counts = (p.counts ?? []).map((c) => t("csv-count", c.count, c.name)).join(t("csv-and"));
    let all = t("csv-points", p.total);
    if (counts) all = t("csv-counts", all, counts);
    if (p.held) all = t("csv-held", p.held, all);
    if (p.edges !== undefined) all = t("csv-graph", p.total, p.edges);
    const note = element("p", p.total > p.rows.length ? t("csv-first", all, p.rows.length) : all);
    this.showParts([note, grid(heads, rows), element("p", p.guess ?? meaning(p))], p.edges === undefined ? t("csv-load", p.total) : t("csv-load-graph"));
  }

  /**
   * @param {Table} table its first rows
   * @param {number} total
   * @param {string} [guess] what the target is taken for, and why
   */
  showTable(table, total, guess) {
    const all = t("csv-rows", total);
    const parts = [element("p", total > table.rows.length ? t("csv-first", all, table.rows.length) : all)];
    parts.push(grid(table.columns.map((c) => c.name), table.rows));
    const target = table.columns.find((c) => c.target);
    if (target) parts.push(element("p", guess ?? t("csv-target", target.name)));
    this.showParts(parts, t("csv-load-rows", total));
  }

  /**
   * @param {HTMLElement[]} parts
   * @param {string} load what the button does
   */
  showParts(parts, load) {
    this.preview.replaceChildren(...parts);
    this.preview.hidden = false;
    this.error.hidden = true;
    this.loadButton.textContent = load;
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

/** Which columns of a file with a header of its own are what. */
class ColumnChoice {
  /**
   * @param {HTMLElement} box
   * @param {() => void} changed
   */
  constructor(box, changed) {
    this.box = box;
    this.header = "";
    /** What the reader chose; null: nothing yet. @type {Columns|null} */
    this.columns = null;
    box.addEventListener("change", () => {
      this.columns = this.chosen();
      changed();
    });
  }

  reset() {
    this.columns = null;
    this.box.hidden = true;
  }

  /** Shows the columns of a file, and which are taken for what. @param {Preview} p */
  show(p) {
    this.box.hidden = !p.headings;
    if (!p.headings) return;
    const header = JSON.stringify(p.headings);
    if (header !== this.header) {
      this.header = header;
      for (const label of this.box.querySelectorAll("label")) label.remove();
      this.box.append(this.field("x1", "x₁", p.headings, false), this.field("x2", "x₂", p.headings, true), this.field("y", "y", p.headings, true));
    }
    const c = p.columns ?? {};
    this.select("x1").value = c.x || c.x1 || "";
    this.select("x2").value = c.x2 ?? "";
    this.select("y").value = c.y ?? "";
  }

  /**
   * @param {string} of
   * @param {string} letter
   * @param {NonNullable<Preview["headings"]>} headings
   * @param {boolean} optional
   */
  field(of, letter, headings, optional) {
    const label = element("label", letter);
    const select = document.createElement("select");
    select.className = "pick small";
    select.dataset.columnFor = of;
    select.setAttribute("aria-label", t("csv-column", letter));
    if (optional) select.append(new Option(t("csv-no-column"), ""));
    for (const h of headings) {
      if (h.name) select.append(new Option(h.first?.length ? `${h.name} (${h.first.join(", ")} …)` : h.name, h.name));
    }
    label.append(select);
    return label;
  }

  /** @param {string} of @returns {HTMLSelectElement} */
  select(of) {
    return must(`[data-column-for=${of}]`, this.box);
  }

  /** @returns {Columns} */
  chosen() {
    const [x1, x2, y] = ["x1", "x2", "y"].map((of) => this.select(of).value);
    return { ...(x2 ? { x1, x2 } : { x: x1 }), ...(y ? { y } : {}) };
  }
}

/** What the columns mean. @param {Preview} p */
function meaning(p) {
  if (p.headings || p.edges !== undefined) return "";
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

/**
 * A table of texts.
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function grid(heads, rows) {
  const table = element("table");
  for (const [name, cells] of /** @type {[string, string[]][]} */ ([["th", heads], ...rows.map((r) => ["td", r])])) {
    const tr = element("tr");
    tr.append(...cells.map((text) => element(name, text)));
    table.append(tr);
  }
  return table;
}

/** @param {number} x */
function number(x) {
  return String(x).replace("-", "−");
}

/**
 * Any image that the browser can show as a small PNG in base64: far more pixels than cells
 * would only make the message long.
 * @param {File} file
 */
async function smallPNG(file) {
  const most = 512;
  const picture = await createImageBitmap(file);
  const shrink = Math.min(1, most / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * shrink));
  canvas.height = Math.max(1, Math.round(picture.height * shrink));
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}
