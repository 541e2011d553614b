// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Board} from "./board.js" */
/** @import {Place} from "../page/types.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";
import { EdgeRows } from "./edgerows.js";
import { canHold } from "./holdout.js";
import { letters, NameFields } from "./names.js";
import { parseRows, toNumber } from "./rows.js";

const pageRows = 50;

/** The points as a table that mirrors the board. */
export class PointTable {
  /**
   * @param {App} app
   * @param {Board} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    /** @type {HTMLDialogElement} */
    this.drawer = must("#table-drawer");
    this.table = must("[data-table]", this.drawer);
    this.error = must("[data-table-error]", this.drawer);
    this.pager = must("[data-pager]", this.drawer);
    this.opener = must("[data-action=table]");
    this.names = new NameFields(app);
    const edges = /** @type {HTMLElement|null} */ (this.drawer.querySelector("[data-edges]"));
    this.edges = edges && new EdgeRows(app, edges);
    this.page = 0;
    this.shape = ""; // what the rows were made for
    this.listen();
  }

  /** Shows the table, or puts it away. */
  open() {
    if (this.drawer.open) {
      this.drawer.close();
      return;
    }
    this.drawer.show();
    this.opener.setAttribute("aria-expanded", "true");
    this.render();
    this.cell(this.page * pageRows, 0)?.focus();
  }

  get points() {
    return this.board.points;
  }

  get classes() {
    return this.app.state?.classes ?? [];
  }

  listen() {
    const { drawer, app, board } = this;
    drawer.addEventListener("close", () => {
      this.opener.setAttribute("aria-expanded", "false");
      board.hover(-1);
      // The event comes late: a focus that has moved elsewhere stays there.
      const at = document.activeElement;
      if (!at || at === document.body || drawer.contains(at)) this.opener.focus();
    });
    drawer.addEventListener("change", (e) => this.changed(/** @type {HTMLElement} */ (e.target)));
    drawer.addEventListener("keydown", (e) => this.key(e));
    drawer.addEventListener("click", (e) => this.click(/** @type {Element} */ (e.target)));
    drawer.addEventListener("focusin", (e) => board.hover(rowOf(e.target)));
    drawer.addEventListener("paste", (e) => this.paste(e));
    for (const name of /** @type {const} */ (["state", "placed", "removed", "reordered"])) app.on(name, () => this.render());
    app.on("pick", (/** @type {number} */ i) => this.reveal(i));
  }

  /** Builds the rows again if their number or their columns changed, or else fills them. */
  render() {
    if (!this.drawer.open) return;
    this.edges?.render();
    if (this.app.state) this.names.render(this.app.state);
    this.relabelled();
    const n = this.points.length;
    this.page = Math.min(this.page, Math.max(0, Math.ceil(n / pageRows) - 1));
    const from = this.page * pageRows;
    const to = Math.min(n, from + pageRows);
    const shape = [from, to, ...this.columns(), ...this.classes].join();
    if (shape !== this.shape) {
      const active = document.activeElement instanceof HTMLElement && this.table.contains(document.activeElement) ? document.activeElement : null;
      const at = active ? [rowOf(active), Number(active.dataset.col ?? 0)] : null;
      this.shape = shape;
      this.build(from, to);
      if (at) this.cell(at[0] < 0 ? at[0] : Math.min(at[0], to - 1), at[1])?.focus();
    }
    for (let i = from; i < to; i++) this.fill(i);
    this.pager.hidden = n <= pageRows;
    must("[data-page-note]", this.pager).textContent = t("table-page", from + 1, to, n);
    for (const b of /** @type {NodeListOf<HTMLButtonElement>} */ (this.pager.querySelectorAll("[data-page]"))) {
      b.disabled = Number(b.dataset.page) < 0 ? from === 0 : to === n;
    }
  }

  /** Says so where the demo gives the points other labels than these. */
  relabelled() {
    /** @type {HTMLElement|null} */
    const note = this.drawer.querySelector("[data-relabelled]");
    if (note) note.hidden = this.app.state?.params[note.dataset.relabelled ?? ""] !== "true";
  }

  /** What the two numbers of a point are called. */
  columns() {
    const s = this.app.state;
    if (!s) return ["x₁", "x₂"];
    const usual = s.dim === 1 ? ["x", "y"] : letters(s);
    return usual.slice(0, 2).map((letter, k) => s.columns?.[k] ?? letter);
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  build(from, to) {
    const names = this.columns();
    const head = document.createElement("tr");
    for (const text of ["", ...names, ...(this.classes.length > 0 ? [this.app.state?.columns?.[2] ?? t("table-class")] : []), ...(canHold() ? [t("table-held")] : []), ""]) {
      const th = document.createElement(text ? "th" : "td");
      th.textContent = text;
      head.append(th);
    }
    const rows = [];
    for (let i = from; i < to; i++) rows.push(this.row(i, String(i + 1), names));
    rows.push(this.row(-1, t("table-new"), names));
    this.table.replaceChildren(head, ...rows);
  }

  /**
   * @param {number} i −1 for the row of a new point
   * @param {string} label
   * @param {string[]} names
   */
  row(i, label, names) {
    const tr = document.createElement("tr");
    tr.dataset.row = String(i);
    if (i >= 0) tr.dataset.ref = `x${i}`;
    const th = document.createElement("th");
    th.scope = "row";
    th.textContent = label;
    tr.append(th);
    const name = (/** @type {string} */ what) => (i < 0 ? t("table-cell-new", what) : t("table-cell", what, label));
    names.forEach((axis, col) => {
      const input = document.createElement("input");
      input.className = "num";
      input.inputMode = "decimal";
      input.dataset.col = String(col);
      input.setAttribute("aria-label", name(axis));
      tr.append(inCell(input));
    });
    if (this.classes.length > 0) {
      const select = document.createElement("select");
      select.dataset.col = "2";
      select.setAttribute("aria-label", name(t("table-class")));
      select.append(...this.classes.map((name, k) => new Option(name, String(k))));
      if (i < 0) select.value = String(this.board.class);
      tr.append(inCell(select));
    }
    if (canHold()) {
      const box = document.createElement("input");
      box.type = "checkbox";
      box.dataset.held = "";
      box.hidden = i < 0;
      box.setAttribute("aria-label", name(t("table-held")));
      tr.append(inCell(box));
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn quiet icon-only";
    button.dataset.do = i < 0 ? "add" : "remove";
    button.textContent = i < 0 ? "+" : "×";
    button.setAttribute("aria-label", i < 0 ? t("table-add") : t("table-remove", label));
    tr.append(inCell(button));
    return tr;
  }

  /** Shows a point in its row; what is being typed stays. @param {number} i */
  fill(i) {
    /** @type {HTMLInputElement|null} */
    const box = this.table.querySelector(`[data-row="${i}"] [data-held]`);
    if (box) box.checked = i >= this.board.learnt;
    for (let col = 0; col < 3; col++) {
      const cell = this.cell(i, col);
      if (!cell || cell === document.activeElement || cell.getAttribute("aria-invalid")) continue;
      const value = String(this.points[i][col]);
      if (cell.value !== value) cell.value = value;
    }
  }

  /**
   * @param {number} i
   * @param {number} col
   */
  cell(i, col) {
    return /** @type {HTMLInputElement|HTMLSelectElement|null} */ (this.table.querySelector(`[data-row="${i}"] [data-col="${col}"]`));
  }

  /** @param {HTMLElement} target */
  changed(target) {
    const i = rowOf(target);
    const p = this.points[i];
    if (!p) return;
    if (target instanceof HTMLInputElement && target.type === "checkbox") {
      this.board.hold([i], target.checked);
      return;
    }
    if (target instanceof HTMLSelectElement) {
      this.board.relabel([i], Number(target.value));
      return;
    }
    if (!(target instanceof HTMLInputElement)) return;
    const x = this.number(target, i);
    if (x === null) return;
    p[Number(target.dataset.col)] = x;
    this.app.send({ type: "points", op: "move", index: i, x: p[0], y: p[1] });
  }

  /**
   * The number in a cell; null, and a message, where there is none.
   * @param {HTMLInputElement} input
   * @param {number} i its row; −1 for that of a new point
   */
  number(input, i) {
    const x = toNumber(input.value);
    if (x === null) {
      input.setAttribute("aria-invalid", "true");
      this.refuse(i < 0 ? t("table-number-new", input.value) : t("table-number", i + 1, input.value));
      return null;
    }
    input.removeAttribute("aria-invalid");
    this.error.hidden = true;
    return x;
  }

  /** @param {Element} target */
  click(target) {
    const button = /** @type {HTMLElement|null} */ (target.closest("button"));
    if (button?.dataset.do === "add") this.add();
    if (button?.dataset.do === "remove") this.remove(rowOf(button));
    if (button?.dataset.page) {
      this.page += Number(button.dataset.page);
      this.render();
    }
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const at = e.target instanceof HTMLElement ? e.target : null;
    if (e.key === "Escape") this.drawer.close();
    else if (!at || at.dataset.col === undefined) return;
    else if (e.key === "Delete" && e.ctrlKey) this.remove(rowOf(at));
    else if (e.key === "Enter" && rowOf(at) < 0) this.add();
    else if (at instanceof HTMLInputElement && (e.key === "Enter" || e.key === "ArrowDown" || e.key === "ArrowUp")) {
      const up = e.key === "ArrowUp" || e.shiftKey;
      const row = at.closest("tr");
      const next = up ? row?.previousElementSibling : row?.nextElementSibling;
      const cell = /** @type {HTMLInputElement|null} */ (next?.querySelector(`[data-col="${at.dataset.col}"]`) ?? null);
      if (cell) cell.focus();
      else at.blur();
    } else return;
    e.preventDefault();
  }

  /** @param {number} i */
  remove(i) {
    if (i >= 0) this.board.remove(i);
  }

  /** Puts the point of the last row on the board. */
  add() {
    const cells = [this.cell(-1, 0), this.cell(-1, 1)];
    const [x, y] = cells.map((c) => (c instanceof HTMLInputElement ? this.number(c, -1) : null));
    if (x === null || y === null) return;
    if (!this.append([[x, y, Number(this.cell(-1, 2)?.value ?? 0)]])) return;
    this.page = Math.floor((this.board.learnt - 1) / pageRows);
    this.render();
    for (const col of [0, 1]) {
      const cell = this.cell(-1, col);
      if (cell) cell.value = "";
    }
    this.cell(-1, 0)?.focus();
  }

  /** @param {Place[]} points */
  append(points) {
    if (this.points.length + points.length > this.app.maxPoints) {
      this.refuse(t("room", this.app.maxPoints - this.points.length, this.app.maxPoints));
      return false;
    }
    if (!this.app.send({ type: "points", op: "add", points })) return false;
    this.board.insert(...points);
    this.app.emit("placed");
    return true;
  }

  /** Adds the rows of a spreadsheet below, or none if one of them is bad. @param {ClipboardEvent} e */
  paste(e) {
    const text = e.clipboardData?.getData("text/plain") ?? "";
    if (e.target instanceof Element && e.target.closest("[data-names]")) return; // a name
    if (e.target instanceof Element && e.target.closest("[data-edges]")) return;
    if (!/[\n\t]/.test(text.trim())) return; // one number, into its cell
    e.preventDefault();
    const rows = parseRows(text, this.classes, this.board.class);
    if (typeof rows === "string") {
      this.refuse(rows);
      return;
    }
    if (rows.length === 0 || !this.append(rows)) return;
    this.error.hidden = true;
    this.page = Math.floor((this.board.learnt - 1) / pageRows);
    this.render();
    this.app.say(t("rows-added", rows.length));
  }

  /** Shows the row of a point. @param {number} i */
  reveal(i) {
    if (!this.drawer.open) return;
    this.page = Math.floor(i / pageRows);
    this.render();
    const row = this.table.querySelector(`[data-row="${i}"]`);
    for (const r of this.table.querySelectorAll("[aria-current]")) r.removeAttribute("aria-current");
    row?.setAttribute("aria-current", "true");
    row?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} message */
  refuse(message) {
    this.error.textContent = message;
    this.error.hidden = false;
  }
}

/** The index of the point whose row holds an element; −1 for none. @param {EventTarget|null} target */
function rowOf(target) {
  const tr = target instanceof Element ? target.closest("tr") : null;
  return Number(tr?.dataset.row ?? -1);
}

/** @param {HTMLElement} content */
function inCell(content) {
  const td = document.createElement("td");
  td.append(content);
  return td;
}
