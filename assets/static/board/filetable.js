// @ts-check
/** @import {Preview} from "../page/types.js" */
/** @import {Role} from "./fileroles.js" */
import { t } from "../page/words.js";
import { assign, columnsOf, mostFeatures, rolesOf } from "./fileroles.js";

const longest = 24; // characters of a cell that is not cut

/** The first rows of a file, and above each column what it is taken for. */
export class FileTable {
  /**
   * @param {HTMLElement} box
   * @param {{supervised: boolean, changed: () => void}} of
   */
  constructor(box, { supervised, changed }) {
    this.box = box;
    this.supervised = supervised;
    this.changed = changed;
    /** What the reader has chosen; null: nothing, the server guesses. @type {Role[]|null} */
    this.chosen = null;
    /** What the columns are taken for. @type {Role[]} */
    this.roles = [];
    /** @type {string[]} */
    this.names = [];
    this.isTable = false;
    this.head = "";
    box.addEventListener("change", (e) => {
      const menu = /** @type {HTMLSelectElement} */ (e.target);
      this.roles = this.chosen = assign(this.roles, Number(menu.dataset.role), /** @type {Role} */ (menu.value));
      this.showRoles();
      this.changed();
    });
  }

  /** The columns of another file, or of the same one read in another way. */
  reset() {
    this.chosen = null;
  }

  clear() {
    this.head = "";
    this.names = [];
    this.box.replaceChildren();
  }

  /** As a message has them; undefined: they are guessed; null: the choice has no input. */
  get columns() {
    return this.chosen ? columnsOf(this.chosen, this.names, this.isTable) : undefined;
  }

  /**
   * Shows the rows as they stand in the file. The menus stay, so that the focus does.
   * @param {Preview} p
   * @param {boolean} isTable
   */
  show(p, isTable) {
    const headings = p.headings ?? [];
    this.isTable = isTable;
    this.names = headings.map((h) => h.name);
    this.roles = this.chosen ?? rolesOf(p, isTable);
    const head = JSON.stringify([headings.map(({ name, kind, role }) => [name, kind, role === "held" || role === "names" ? role : ""]), isTable]);
    if (head !== this.head) {
      this.head = head;
      const table = element("table");
      table.append(element("thead"), element("tbody"));
      const [menus, names] = [element("tr"), element("tr")];
      headings.forEach((h, k) => {
        const cell = element("td");
        cell.append(this.menu(h, k));
        menus.append(cell);
        const name = element("th");
        name.setAttribute("scope", "col");
        name.title = h.name;
        name.append(element("b", h.name), element("small", h.kind ? t(`csv-kind-${h.kind}`) : ""));
        names.append(name);
      });
      table.children[0].append(menus, names);
      this.box.replaceChildren(table);
    }
    const rows = (p.lines ?? []).map((line) => {
      const row = element("tr");
      row.append(...headings.map((h, k) => {
        const text = line[k] ?? "";
        const cell = element("td", text);
        if (text.length > longest) cell.title = text;
        cell.classList.toggle("number", h.kind === "numbers");
        return cell;
      }));
      return row;
    });
    this.box.querySelector("tbody")?.replaceChildren(...rows);
    this.showRoles();
  }

  /**
   * Rows that have no roles, as of a graph.
   * @param {string[]} heads
   * @param {string[][]} rows
   */
  showPlain(heads, rows) {
    this.clear();
    const table = element("table");
    for (const [name, cells] of /** @type {[string, string[]][]} */ ([["th", heads], ...rows.map((r) => ["td", r])])) {
      const row = element("tr");
      row.append(...cells.map((text) => element(name, text)));
      table.append(row);
    }
    this.box.replaceChildren(table);
  }

  /**
   * @param {NonNullable<Preview["headings"]>[number]} h
   * @param {number} k
   */
  menu(h, k) {
    const menu = document.createElement("select");
    menu.className = "pick small";
    menu.dataset.role = String(k);
    menu.setAttribute("aria-label", t("csv-role", h.name));
    const unused = t(h.role === "held" ? "csv-role-held" : h.role === "names" ? "csv-role-names" : "csv-role-none");
    const target = this.supervised || h.role === "target" || this.roles.includes("y") || this.roles.includes("target");
    if (this.isTable) menu.append(new Option(t("csv-role-feature"), "feature"), ...(target ? [new Option(t("csv-role-target"), "target")] : []));
    else menu.append(new Option("x₁", "x1"), new Option("x₂", "x2"), ...(target ? [new Option("y", "y")] : []));
    menu.append(new Option(unused, ""));
    return menu;
  }

  showRoles() {
    const full = this.roles.filter((r) => r === "feature").length >= mostFeatures;
    const line = !this.isTable && !(this.roles.includes("x1") && this.roles.includes("x2"));
    for (const menu of this.box.querySelectorAll("select")) {
      const k = Number(menu.dataset.role);
      const role = this.roles[k] ?? "";
      menu.value = role;
      const first = menu.options[0];
      if (this.isTable) first.disabled = full && role !== "feature";
      else first.text = line && role === "x1" ? "x" : "x₁";
      for (const row of this.box.querySelectorAll("tr")) row.children[k]?.classList.toggle("unused", !role);
    }
  }
}

/**
 * @param {string} name
 * @param {string} [text]
 */
export function element(name, text = "") {
  const el = document.createElement(name);
  el.textContent = text;
  return el;
}
