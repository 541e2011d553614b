// @ts-check
/** @import {Comparison} from "./comparison.js" */
import { must, readable } from "../page/app.js";
import { copy } from "../page/clipboard.js";
import { drawCode } from "../page/qr.js";
import { keepSecret, newSecret, secretBefore } from "../page/secret.js";
import { keep, most, own } from "../script/model.js";
import { says } from "./words.js";

/** Links to a comparison, its files, and those who follow it. */
export class Takeaway {
  /** @param {Comparison} page */
  constructor(page) {
    this.page = page;
    /** From which the keys of both boards for those who follow are made; empty: nobody may. */
    this.secret = page.following.length ? "" : secretBefore();
    keepSecret(() => this.secret);
    /** @type {HTMLDialogElement} */
    this.dialog = must("#share-dialog");
    /** @type {HTMLInputElement} */
    this.field = must("[data-share-url]", this.dialog);
    /** @type {HTMLTextAreaElement} */
    this.code = must("[data-embed-code]", this.dialog);
    this.qr = must("[data-qr]", this.dialog);
    this.said = must("[data-share-said]", this.dialog);
    this.present = must("[data-action=present]", this.dialog);
    this.language = new URLSearchParams(location.search).get("lang") ?? "";
    must("[data-action=share]").addEventListener("click", () => {
      this.said.textContent = "";
      this.fill();
      this.dialog.showModal();
    });
    must("[data-action=copy-link]", this.dialog).addEventListener("click", () => copy(this.field, this.said, says("copied"), says("by-hand")));
    must("[data-action=copy-embed]", this.dialog).addEventListener("click", () => copy(this.code, this.said, says("copied-markup"), says("by-hand")));
    this.present.addEventListener("click", () => this.togglePresenting());
    must("[data-action=to-script]", this.dialog).addEventListener("click", () => this.toScript());
    const exports = /** @type {HTMLDialogElement} */ (must("#export-dialog"));
    must("[data-action=export]").addEventListener("click", () => {
      this.fillExports(exports);
      exports.showModal();
    });
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (e) => {
        if (e.target === dialog) dialog.close(); // a click outside of it
      });
    }
  }

  /** @param {string} path */
  url(path) {
    const q = this.page.pair() ?? new URLSearchParams(location.search);
    if (this.language) q.set("lang", this.language);
    return new URL(`${path}?${readable(q)}`, location.href).href;
  }

  /** Puts what is shown into the address, so that a reload shows the same. */
  updateAddress() {
    const { sides, following } = this.page;
    if (following.length || !this.page.began) return;
    const here = this.url("/compare");
    if (here !== location.href) history.replaceState(null, "", here);
    const [a, b] = sides;
    for (const s of sides) {
      must("[data-alone]", s.root).setAttribute("href", `/d/${s.address(true)}`);
      const other = s === a ? b : a;
      must("[data-change]", s.root).setAttribute("href", `/compare?${new URLSearchParams({ a: other.address(true) })}`);
    }
  }

  /** The link that follows this page; empty: nobody may, or not yet. */
  followLink() {
    const { following, sides } = this.page;
    const keys = following.length ? following : sides.map((s) => s.told?.key ?? "");
    return keys.every(Boolean) ? `${this.url("/compare")}#follow=${keys.join(".")}` : "";
  }

  fill() {
    const live = this.secret || this.page.following.length ? this.followLink() : "";
    this.field.value = live || this.url("/compare");
    if (live) this.said.textContent = says("follow-hint");
    this.draw(this.field.value);
    const escaped = (/** @type {string} */ s) => s.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    const [src, title] = [this.url("/embed/compare"), this.page.title].map(escaped);
    this.code.value = `<iframe src="${src}" title="${title}" width="1000" height="900" loading="lazy" style="border:0;max-width:100%"></iframe>`;
  }

  /** Draws the QR code of a link. @param {string} link */
  draw(link) {
    const [address, follow] = link.split("#follow=");
    const q = new URLSearchParams(new URL(address).search);
    q.set("scheme", location.protocol.slice(0, -1));
    if (follow) q.set("follow", follow);
    void drawCode(this.qr, `/compare/qr.svg?${readable(q)}`, () => this.field.value === link, { label: says("qr", link), offline: says("qr-offline") });
  }

  togglePresenting() {
    this.secret = this.secret ? "" : newSecret();
    this.tellSecret();
    if (!this.secret) this.fill();
  }

  /** Lets both boards be followed, or ends that. Nobody can find one secret from the other's key. */
  tellSecret() {
    const secrets = [this.secret, [...this.secret].reverse().join("")];
    this.page.sides.forEach((s, i) => s.send({ type: "present", on: !!this.secret, ...(this.secret ? { secret: secrets[i] } : {}) }));
    this.present.setAttribute("aria-pressed", String(!!this.secret));
  }

  /** A board that comes, or comes back, presents again. */
  presenting() {
    const { sides, following } = this.page;
    this.present.toggleAttribute("hidden", !!following.length);
    if (this.secret && sides.every((s) => s.live) && sides.some((s) => !s.told?.key)) {
      if (!this.asked) this.tellSecret();
      this.asked = true;
      return;
    }
    this.asked = false;
    if (this.secret && this.dialog.open && !this.field.value.includes("#follow=")) this.fill();
  }

  asked = false;

  toScript() {
    const script = own();
    const at = new URL(this.url("/compare"));
    script.boards.push({ to: at.pathname + at.search, title: this.page.title.slice(0, most.title), notes: "" });
    if (!keep(script)) {
      this.said.textContent = says("full");
      return;
    }
    const link = document.createElement("a");
    link.href = "/script";
    link.textContent = says("added", script.boards.length);
    this.said.replaceChildren(link);
  }

  /** @param {HTMLElement} dialog */
  fillExports(dialog) {
    for (const a of /** @type {NodeListOf<HTMLAnchorElement>} */ (dialog.querySelectorAll("[data-export]"))) {
      a.href = this.url(`/compare/${a.dataset.export}`);
    }
    for (const a of /** @type {NodeListOf<HTMLAnchorElement>} */ (dialog.querySelectorAll("[data-export-run]"))) {
      const side = this.page.sides[a.dataset.exportRun === "b" ? 1 : 0];
      const [demo, query] = side.address(true).split(/\?(.*)/);
      a.href = `/d/${demo}/run.csv${query ? `?${query}` : ""}`;
    }
  }
}
