// @ts-check
/** @import {Share} from "./share.js" */
import { must, readable } from "../page/app.js";
import { t } from "../page/words.js";

const pictures = new Set(["frame.svg", "frame.png", "run.gif"]);

/** The window that exports files of the run, and opens a recipe file. */
export class ExportDialog {
  /** @param {Share} share */
  constructor(share) {
    this.share = share;
    /** @type {HTMLDialogElement} */
    this.dialog = must("#export-dialog");
    /** @type {HTMLFormElement} */
    this.form = must("[data-picture-form]", this.dialog);
    /** @type {HTMLSelectElement} */
    this.panels = must("[data-export-panel]", this.dialog);
    this.state = must("[data-export-state]", this.dialog);
    this.said = must("[data-export-said]", this.dialog);
    this.error = must("[data-export-error]", this.dialog);
    /** @type {AbortController|null} */
    this.work = null;
    must("[data-action=cancel-export]", this.dialog).addEventListener("click", () => this.work?.abort());
    this.dialog.addEventListener("close", () => this.work?.abort());
    this.form.addEventListener("submit", (e) => e.preventDefault());
    for (const a of this.links()) {
      a.addEventListener("click", (e) => {
        e.preventDefault();
        this.save(a);
      });
    }
    this.acceptRecipes();
  }

  links() {
    return /** @type {NodeListOf<HTMLAnchorElement>} */ (this.dialog.querySelectorAll("[data-export]"));
  }

  open() {
    const chosen = this.panels.value;
    const panels = this.share.app.frame?.panels ?? [];
    this.panels.replaceChildren(...panels.map((p, i) => new Option(i === 0 ? t("the-board") : p.title, i === 0 ? "" : p.id)));
    if (panels.some((p) => p.id === chosen)) this.panels.value = chosen;
    this.fail("");
    this.dialog.showModal();
  }

  /**
   * The address of one export, with the look that is chosen where it is a picture.
   * @param {string} path
   */
  url(path) {
    const q = new URLSearchParams(this.share.query());
    if (pictures.has(path)) {
      for (const [name, value] of new FormData(this.form)) if (value) q.set(name, String(value));
      if (q.get("theme") === "light") q.delete("theme");
    }
    if (path === "replay.html") q.set("scheme", location.protocol.slice(0, -1));
    return this.share.url(`/d/${this.share.app.demo}/${path}`, readable(q));
  }

  /**
   * Fetches a file and saves it; the reader can cancel.
   * @param {HTMLAnchorElement} a
   */
  async save(a) {
    if (!this.form.reportValidity()) return;
    this.work?.abort();
    const work = new AbortController();
    this.work = work;
    const path = a.dataset.export ?? "";
    this.fail("");
    this.busy(t("preparing", a.querySelector("b")?.textContent ?? path));
    try {
      const answer = await fetch(this.url(path), { signal: work.signal, headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error((await answer.json()).error);
      const file = await this.read(answer, work.signal);
      download(file, `${this.share.app.demo}-${path}`);
    } catch (e) {
      if (!work.signal.aborted) this.fail(e instanceof Error ? e.message : String(e));
    }
    if (this.work !== work) return;
    this.work = null;
    this.busy("");
  }

  /**
   * The body of an answer; how much has come is shown.
   * @param {Response} answer
   * @param {AbortSignal} signal
   */
  async read(answer, signal) {
    const type = answer.headers.get("Content-Type") ?? "";
    const reader = answer.body?.getReader();
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const parts = [];
    let bytes = 0;
    while (reader && !signal.aborted) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      bytes += value.length;
      this.said.textContent = `${(bytes / 1e6).toFixed(1)} MB`;
    }
    return new Blob(parts, { type });
  }

  /** @param {string} text */
  busy(text) {
    this.state.hidden = !text;
    this.said.textContent = text;
    this.dialog.setAttribute("aria-busy", String(!!text));
  }

  /** @param {string} text */
  fail(text) {
    this.error.hidden = !text;
    this.error.textContent = text;
  }

  /** Opens a recipe file that is chosen or dropped on the window. */
  acceptRecipes() {
    /** @type {HTMLInputElement} */
    const field = must("[data-recipe-file]", this.dialog);
    field.addEventListener("change", () => {
      this.recipe(field.files?.[0]);
      field.value = "";
    });
    this.dialog.addEventListener("dragover", (e) => e.preventDefault());
    this.dialog.addEventListener("drop", (e) => {
      e.preventDefault();
      e.stopPropagation();
      this.recipe(e.dataTransfer?.files[0]);
    });
  }

  /** @param {File|undefined} file */
  async recipe(file) {
    if (!file) return;
    try {
      location.href = address(file.name, file.size > 1 << 20 ? "" : await file.text());
    } catch (e) {
      this.fail(e instanceof Error ? e.message : String(e));
    }
  }
}

/**
 * The address of the run that a recipe file describes. The server checks what
 * stands in it.
 * @param {string} name of the file
 * @param {string} text empty where it is too large
 */
function address(name, text) {
  if (!text) throw new Error(t("recipe-large", name));
  const r = parsed(name, text);
  if (r?.format !== "playground.recipe/1") throw new Error(t("recipe-format", name));
  if (!/^[\w-]+$/.test(r.demo)) throw new Error(t("recipe-demo", name));
  const q = new URLSearchParams();
  for (const key of ["preset", "data", "seed", "step", "view"]) if (r[key] !== undefined) q.set(key, String(r[key]));
  for (const [key, value] of Object.entries(r.params ?? {})) q.set(key, String(value));
  return `/d/${r.demo}?${readable(q)}`;
}

/**
 * @param {string} name
 * @param {string} text
 */
function parsed(name, text) {
  try {
    return JSON.parse(text);
  } catch (e) {
    throw new Error(t("recipe-bad", name, e instanceof Error ? e.message : String(e)));
  }
}

/**
 * @param {Blob} file
 * @param {string} name
 */
function download(file, name) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(file);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}
