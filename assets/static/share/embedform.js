// @ts-check
/** @import {Share} from "./share.js" */
import { debounce, must, readable } from "../page/app.js";
import { copy } from "../page/clipboard.js";
import { t } from "../page/words.js";

/** The form that builds the markup of an embedded board, with a live preview. */
export class EmbedForm {
  /** @param {Share} share */
  constructor(share) {
    this.share = share;
    /** @type {HTMLDialogElement} */
    this.dialog = must("#embed-dialog");
    /** @type {HTMLFormElement} */
    this.form = must("[data-embed-form]", this.dialog);
    /** @type {HTMLTextAreaElement} */
    this.code = must("[data-embed-code]", this.dialog);
    /** @type {HTMLIFrameElement} */
    this.preview = must("[data-preview]", this.dialog);
    this.query = "";
    const said = must("[data-embed-said]", this.dialog);
    const showPreview = debounce(300, () => this.showPreview());
    this.form.addEventListener("input", () => {
      said.textContent = "";
      this.build();
      showPreview();
    });
    this.form.addEventListener("submit", (e) => e.preventDefault());
    must("[data-action=copy-embed]", this.dialog).addEventListener("click", () => copy(this.code, said, t("copied-markup")));
    // A preview that nobody sees keeps no session open.
    this.dialog.addEventListener("close", () => this.preview.removeAttribute("src"));
  }

  open() {
    this.query = this.share.query();
    this.build();
    this.dialog.showModal();
    this.showPreview();
  }

  /** What the form says, as the address of the embedded board. */
  url() {
    const data = new FormData(this.form);
    const q = new URLSearchParams(this.query);
    const shown = new Set(data.getAll("show"));
    const all = [.../** @type {NodeListOf<HTMLInputElement>} */ (this.form.querySelectorAll("[name=show]"))].map((box) => box.value);
    const hide = all.filter((part) => !shown.has(part));
    if (hide.length) q.set("hide", hide.join(","));
    for (const name of ["autoplay", "loop"]) if (data.has(name)) q.set(name, "1");
    if (data.get("speed") !== "8") q.set("speed", String(data.get("speed")));
    for (const [field, name] of [["start", "first"], ["end", "end"]]) {
      const text = String(data.get(field) ?? "").trim();
      if (/^\d{1,7}$/.test(text)) q.set(name, text);
    }
    if (q.has("first")) q.delete("step");
    if (data.get("theme")) q.set("theme", String(data.get("theme")));
    const language = String(data.get("lang") ?? "");
    if (language) q.set("lang", language);
    return new URL(`/embed/${this.share.app.demo}${q.size ? "?" : ""}${readable(q)}`, location.href).href;
  }

  size() {
    const side = (/** @type {string} */ name) => {
      const field = /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
      return Math.round(Math.min(Number(field.max), Math.max(Number(field.min), Number(field.value) || 0)));
    };
    return { width: side("width"), height: side("height") };
  }

  build() {
    const { width, height } = this.size();
    const escape = (/** @type {string} */ s) => s.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    const title = document.querySelector("h1")?.textContent?.trim() ?? "";
    this.code.value = `<iframe src="${escape(this.url())}" title="${escape(title)}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
  }

  showPreview() {
    if (!this.dialog.open) return;
    const { width, height } = this.size();
    this.preview.width = String(width);
    this.preview.height = String(height);
    const url = this.url();
    if (this.preview.src !== url) this.preview.src = url;
  }
}
