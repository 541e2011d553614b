// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {GraphEdge} from "../page/kinds.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";
import { edgesOf, join, maxWeight } from "./edges.js";
import { toNumber } from "./rows.js";

/** The edges below the nodes in the table: an alternative to drawing them. */
export class EdgeRows {
  /**
   * @param {App} app
   * @param {HTMLElement} table
   */
  constructor(app, table) {
    this.app = app;
    this.table = table;
    this.shape = "";
    this.error = must("[data-table-error]");
    table.addEventListener("change", (e) => this.changed(/** @type {HTMLElement} */ (e.target)));
    table.addEventListener("click", (e) => this.click(/** @type {Element} */ (e.target)));
    table.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" || !(e.target instanceof HTMLInputElement)) return;
      e.preventDefault();
      e.stopPropagation();
      if (e.target.closest("tr")?.dataset.edge === "new") this.add();
      else e.target.blur();
    });
    for (const name of /** @type {const} */ (["state", "edges"])) app.on(name, () => this.render());
  }

  render() {
    const edges = edgesOf(this.app);
    const shape = edges.map((e) => `${e[0]}_${e[1]}`).join();
    if (shape !== this.shape || this.table.childElementCount === 0) {
      const focus = this.table.contains(document.activeElement);
      this.shape = shape;
      this.table.replaceChildren(this.head(), ...edges.map((e) => this.row(e)), this.row(null));
      if (focus) this.cell("new", "from")?.focus();
    }
    for (const e of edges) {
      const cell = this.cell(`${e[0]}_${e[1]}`, "weight");
      if (cell && cell !== document.activeElement && !cell.getAttribute("aria-invalid")) cell.value = String(e[2]);
    }
  }

  head() {
    const tr = document.createElement("tr");
    for (const name of ["edge-col-from", "edge-col-to", "edge-col-weight", ""]) {
      const th = document.createElement(name ? "th" : "td");
      th.textContent = name && t(name);
      tr.append(th);
    }
    return tr;
  }

  /** @param {GraphEdge|null} e null for a new one */
  row(e) {
    const tr = document.createElement("tr");
    tr.dataset.edge = e ? `${e[0]}_${e[1]}` : "new";
    const of = e ? t("edge", e[0] + 1, e[1] + 1) : t("edge-new");
    for (const [k, col] of ["from", "to"].entries()) {
      if (e) {
        const th = document.createElement("th");
        th.textContent = String(e[k] + 1);
        tr.append(th);
      } else tr.append(this.field(col, t("edge-cell", t(`edge-col-${col}`), of)));
    }
    tr.append(this.field("weight", t("edge-cell", t("edge-col-weight"), of), e ? "" : "1"));
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn quiet icon-only";
    button.textContent = e ? "×" : "+";
    button.setAttribute("aria-label", e ? t("edge-remove", of) : t("edge-add"));
    const td = document.createElement("td");
    td.append(button);
    tr.append(td);
    return tr;
  }

  /**
   * @param {string} col
   * @param {string} label
   * @param {string} [value]
   */
  field(col, label, value = "") {
    const input = document.createElement("input");
    input.className = "num";
    input.inputMode = "decimal";
    input.dataset.edgeCol = col;
    input.value = value;
    input.setAttribute("aria-label", label);
    const td = document.createElement("td");
    td.append(input);
    return td;
  }

  /**
   * @param {string} row
   * @param {string} col
   * @returns {HTMLInputElement|null}
   */
  cell(row, col) {
    return this.table.querySelector(`[data-edge="${row}"] [data-edge-col="${col}"]`);
  }

  /** @param {HTMLElement} target */
  changed(target) {
    const row = target.closest("tr")?.dataset.edge ?? "new";
    if (!(target instanceof HTMLInputElement) || row === "new") return;
    const w = this.weight(target);
    const [a, b] = row.split("_").map(Number);
    if (w !== null) join(this.app, a, b, w);
  }

  /** @param {Element} target */
  click(target) {
    const button = target.closest("button");
    const row = button?.closest("tr")?.dataset.edge;
    if (row === "new") this.add();
    else if (row) {
      const [a, b] = row.split("_").map(Number);
      join(this.app, a, b, 0);
    }
  }

  add() {
    const n = this.app.state?.points.length ?? 0;
    const ends = ["from", "to"].map((col) => {
      const input = /** @type {HTMLInputElement} */ (this.cell("new", col));
      const i = toNumber(input.value);
      const good = i !== null && Number.isInteger(i) && i >= 1 && i <= n;
      return this.judge(input, good, t("edge-node", n)) ? /** @type {number} */ (i) - 1 : -1;
    });
    const weight = this.weight(/** @type {HTMLInputElement} */ (this.cell("new", "weight")));
    if (ends.includes(-1) || weight === null) return;
    const to = /** @type {HTMLInputElement} */ (this.cell("new", "to"));
    if (!this.judge(to, ends[0] !== ends[1], t("edge-loop"))) return;
    if (join(this.app, ends[0], ends[1], weight)) this.cell("new", "from")?.focus();
  }

  /** @param {HTMLInputElement} input */
  weight(input) {
    const w = toNumber(input.value);
    return this.judge(input, w !== null && w > 0 && w <= maxWeight, t("edge-weight", maxWeight)) ? w : null;
  }

  /**
   * Says what is wrong with a field.
   * @param {HTMLInputElement} input
   * @param {boolean} good
   * @param {string} message
   */
  judge(input, good, message) {
    if (good) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
    this.error.hidden = good;
    if (!good) this.error.textContent = message;
    return good;
  }
}
