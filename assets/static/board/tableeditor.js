// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Refusal, Table} from "../page/types.js" */
import { must } from "../page/app.js";
import { markLanguage, t } from "../page/words.js";
import { longestName } from "./names.js";

/** The table that a demo works on, in a drawer beside the pictures. */
export class TableEditor {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {HTMLDialogElement} */
    this.drawer = must("#table-drawer");
    this.table = must("[data-table]", this.drawer);
    this.error = must("[data-table-error]", this.drawer);
    this.opener = must("[data-action=table]");
    this.count = must("[data-count]");
    this.shape = ""; // what the rows were made for
    /** The field that was sent last. @type {HTMLElement|null} */
    this.sent = null;
    this.added = 0; // how many rows there are once the new one is added
    this.listen();
  }

  /** @returns {Table} */
  get data() {
    return this.app.state?.table ?? { columns: [], rows: [] };
  }

  listen() {
    const { drawer, app } = this;
    this.opener.addEventListener("click", () => this.toggle());
    must("[data-action=clear]").addEventListener("click", () => this.edit({ op: "clear" }));
    drawer.addEventListener("close", () => {
      this.opener.setAttribute("aria-expanded", "false");
      const at = document.activeElement;
      if (!at || at === document.body || drawer.contains(at)) this.opener.focus();
    });
    drawer.addEventListener("change", (e) => this.changed(/** @type {HTMLElement} */ (e.target)));
    drawer.addEventListener("keydown", (e) => this.key(e));
    drawer.addEventListener("click", (e) => this.click(/** @type {Element} */ (e.target)));
    app.on("state", () => this.state());
    app.on("refused", (/** @type {Refusal} */ r) => this.refused(r));
    if (app.state) this.state(); // this part of the page may come after the first one
  }

  state() {
    this.count.textContent = String(this.data.rows.length);
    this.render();
    this.cleared();
  }

  toggle() {
    if (this.drawer.open) {
      this.drawer.close();
      return;
    }
    this.drawer.show();
    this.opener.setAttribute("aria-expanded", "true");
    this.render();
    this.cell(0, 0)?.focus();
  }

  /** Builds the rows again if their number or the columns changed, or else fills them. */
  render() {
    if (!this.drawer.open) return;
    const { columns, rows } = this.data;
    const shape = JSON.stringify([rows.length, columns]);
    let at = [-3, 0]; // where the focus was, in a field that is built again
    if (shape !== this.shape) {
      const active = document.activeElement instanceof HTMLElement && this.table.contains(document.activeElement) ? document.activeElement : null;
      if (active) at = [rowOf(active), Number(active.dataset.col ?? 0)];
      const typed = columns.map((_, k) => this.cell(-1, k)?.value ?? "");
      this.shape = shape;
      this.build();
      columns.forEach((_, k) => this.put(-1, k, typed[k]));
    }
    columns.forEach((c, k) => this.put(-2, k, c.name));
    rows.forEach((row, i) => row.forEach((text, k) => this.put(i, k, text)));
    this.cell(at[0] < 0 ? at[0] : Math.min(at[0], rows.length - 1), at[1])?.focus();
  }

  build() {
    const { columns, rows } = this.data;
    const head = document.createElement("tr");
    head.dataset.row = "-2";
    head.append(document.createElement("td"));
    columns.forEach((c, k) => {
      const th = document.createElement("th");
      th.scope = "col";
      th.append(input(k, t("data-name", k + 1)));
      const choose = document.createElement("button");
      choose.type = "button";
      choose.className = "btn quiet";
      choose.dataset.target = String(k);
      choose.setAttribute("aria-pressed", String(c.target ?? false));
      choose.setAttribute("aria-label", t("data-choose", c.name));
      choose.textContent = t("data-target");
      th.append(choose);
      head.append(th);
    });
    head.append(document.createElement("td"));
    const words = columns.map((c, k) => {
      const list = document.createElement("datalist");
      list.id = `words-${k}`;
      list.append(...(c.words ?? []).map((w) => new Option(w)));
      return list;
    });
    this.table.replaceChildren(head, ...rows.map((_, i) => this.row(i, String(i + 1))), this.row(-1, t("table-new")), ...words);
  }

  /**
   * @param {number} i −1 for the new row
   * @param {string} label
   */
  row(i, label) {
    const tr = document.createElement("tr");
    tr.dataset.row = String(i);
    if (i >= 0) tr.dataset.ref = `x${i}`;
    const th = document.createElement("th");
    th.scope = "row";
    th.textContent = label;
    tr.append(th);
    this.data.columns.forEach((c, k) => {
      const cell = input(k, i < 0 ? t("data-cell-new", c.name) : t("data-cell", c.name, label));
      if (c.kind === "words") cell.setAttribute("list", `words-${k}`);
      else {
        cell.classList.add("num");
        cell.inputMode = "decimal";
      }
      tr.append(inCell(cell));
    });
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn quiet icon-only";
    button.dataset.do = i < 0 ? "add" : "remove";
    button.textContent = i < 0 ? "+" : "×";
    button.setAttribute("aria-label", i < 0 ? t("data-add") : t("data-remove", label));
    tr.append(inCell(button));
    return tr;
  }

  /**
   * Shows a text in its field; what is being typed or was refused stays.
   * @param {number} i −1 for the new row, −2 for the names
   * @param {number} k
   * @param {string} text
   */
  put(i, k, text) {
    const cell = this.cell(i, k);
    if (!cell || cell === document.activeElement || cell.getAttribute("aria-invalid")) return;
    if (cell.value !== text) cell.value = text;
  }

  /**
   * @param {number} i
   * @param {number} k
   */
  cell(i, k) {
    return /** @type {HTMLInputElement|null} */ (this.table.querySelector(`[data-row="${i}"] [data-col="${k}"]`));
  }

  /** @param {HTMLElement} target */
  changed(target) {
    const i = rowOf(target);
    if (!(target instanceof HTMLInputElement) || i === -1) return;
    const k = Number(target.dataset.col);
    this.sent = target;
    if (i === -2) this.edit({ op: "name", column: k, name: target.value.trim() });
    else this.edit({ op: "cell", at: [i, k], value: target.value });
  }

  /** @param {object} message */
  edit(message) {
    this.error.hidden = true;
    for (const bad of this.table.querySelectorAll("[aria-invalid]")) bad.removeAttribute("aria-invalid");
    return this.app.send({ type: "data", ...message });
  }

  /** @param {Element} target */
  click(target) {
    const button = /** @type {HTMLElement|null} */ (target.closest("button"));
    if (button?.dataset.do === "add") this.add();
    if (button?.dataset.do === "remove") this.edit({ op: "remove", indexes: [rowOf(button)] });
    if (button?.dataset.target) this.edit({ op: "target", column: Number(button.dataset.target) });
  }

  /** Sends the new row, and makes room for the next one. */
  add() {
    const cells = this.data.columns.map((_, k) => this.cell(-1, k));
    this.sent = cells[0];
    if (!this.edit({ op: "row", values: cells.map((c) => c?.value ?? "") })) return;
    this.added = this.data.rows.length + 1;
  }

  /** Empties the new row once the table has what stood there. */
  cleared() {
    if (this.added === 0 || this.data.rows.length !== this.added) return;
    this.added = 0;
    this.data.columns.forEach((_, k) => {
      const cell = this.cell(-1, k);
      if (cell) cell.value = "";
    });
    this.cell(-1, 0)?.focus();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const at = e.target instanceof HTMLElement ? e.target : null;
    if (e.key === "Escape") this.drawer.close();
    else if (!at || at.dataset.col === undefined) return;
    else if (e.key === "Delete" && e.ctrlKey && rowOf(at) >= 0) this.edit({ op: "remove", indexes: [rowOf(at)] });
    else if (e.key === "Enter" && rowOf(at) === -1) this.add();
    else if (e.key === "Enter") {
      const row = at.closest("tr");
      const next = e.shiftKey ? row?.previousElementSibling : row?.nextElementSibling;
      /** @type {HTMLInputElement|null} */ (next?.querySelector(`[data-col="${at.dataset.col}"]`) ?? null)?.focus();
    } else return;
    e.preventDefault();
  }

  /** @param {Refusal} r */
  refused(r) {
    this.added = 0;
    if (!this.drawer.open || !["value", "values", "name", "column", "data"].includes(r.field ?? "")) return;
    this.sent?.setAttribute("aria-invalid", "true");
    this.error.textContent = r.message;
    markLanguage(this.error, false);
    this.error.hidden = false;
  }
}

/**
 * @param {number} k
 * @param {string} label
 */
function input(k, label) {
  const el = document.createElement("input");
  el.type = "text";
  el.maxLength = longestName;
  el.dataset.col = String(k);
  el.setAttribute("aria-label", label);
  return el;
}

/** The row of an element: −1 is the new one, −2 the names. @param {EventTarget|null} target */
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
