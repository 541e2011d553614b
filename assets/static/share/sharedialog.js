// @ts-check
/** @import {Share} from "./share.js" */
import { must, readable } from "../page/app.js";
import { copy } from "../page/clipboard.js";
import { t } from "../page/words.js";
import { EmbedForm } from "./embedform.js";

/** The window with the link and its QR code. */
export class ShareDialog {
  /** @param {Share} share */
  constructor(share) {
    this.share = share;
    /** @type {HTMLDialogElement} */
    this.dialog = must("#share-dialog");
    /** @type {HTMLSelectElement} */
    this.at = must("[data-share-step]", this.dialog);
    /** @type {HTMLInputElement} */
    this.field = must("[data-share-url]", this.dialog);
    this.said = must("[data-share-said]", this.dialog);
    this.code = must("[data-qr]", this.dialog);
    this.large = must("[data-action=qr-large]", this.dialog);
    this.stop = must("[data-action=stop-presenting]", this.dialog);
    this.asked = 0;
    const embed = new EmbedForm(share);
    must("[data-action=embed]", this.dialog).addEventListener("click", () => {
      this.dialog.close();
      embed.open();
    });
    must("[data-action=copy-link]", this.dialog).addEventListener("click", () => copy(this.field, this.said, t("copied-link")));
    this.large.addEventListener("click", () => this.enlarge(this.large.getAttribute("aria-pressed") !== "true"));
    this.at.addEventListener("change", () => {
      if (this.at.value === "live" && !share.app.state?.follow && !share.app.following) share.app.present(true);
      this.show();
    });
    this.stop.addEventListener("click", () => {
      share.app.present(false);
      this.at.value = "here";
    });
    share.app.on("state", (s) => this.presentingChanged(!!s.follow));
    share.app.on("lost", () => this.presentingChanged(false));
    this.field.addEventListener("focus", () => this.field.select());
    this.presentingChanged(!!share.app.state?.follow);
  }

  open() {
    this.share.updateAddress();
    this.at.value = "here";
    this.enlarge(document.documentElement.dataset.mode === "projector");
    this.show();
    this.dialog.showModal();
  }

  /** @param {boolean} on */
  enlarge(on) {
    this.dialog.toggleAttribute("data-large", on);
    this.large.setAttribute("aria-pressed", String(on));
  }

  /**
   * Shows whether others can follow this page.
   * @param {boolean} presenting
   */
  presentingChanged(presenting) {
    const changed = this.stop.hidden === presenting;
    this.stop.hidden = !presenting;
    if (!presenting && this.at.value === "live" && changed) this.at.value = "here";
    if (changed && this.dialog.open) this.show();
  }

  /** Shows the link that follows this page, once there is one, and its code. */
  showLive() {
    const { following } = this.share.app;
    const key = following || this.share.app.state?.follow; // who follows hands the key on
    const mine = ++this.asked;
    this.field.value = key ? `${this.share.url(undefined, "")}#follow=${key}` : "";
    this.said.textContent = t(following ? "follow-pass" : "follow-hint");
    if (!key) {
      this.explain("");
      return;
    }
    const q = new URLSearchParams({ follow: key, scheme: location.protocol.slice(0, -1) });
    this.draw(this.share.url(`/d/${this.share.app.demo}/qr.svg`, q.toString()), mine);
  }

  /** Shows the link that opens at the chosen step, and its code. */
  show() {
    if (this.at.value === "live") {
      this.showLive();
      return;
    }
    const q = new URLSearchParams(this.share.query());
    if (this.at.value === "start") q.set("step", "0");
    if (this.at.value === "end") q.set("step", "end");
    this.field.value = this.share.url(undefined, readable(q));
    this.said.textContent = "";
    const mine = ++this.asked;
    if (this.field.value.length > Number(this.code.dataset.max)) {
      this.explain(t("qr-long"));
      return;
    }
    q.set("scheme", location.protocol.slice(0, -1));
    this.draw(this.share.url(`/d/${this.share.app.demo}/qr.svg`, readable(q)), mine);
  }

  /**
   * Draws the code, or says why there is none, if it is still the newest one.
   * @param {string} url
   * @param {number} mine
   */
  async draw(url, mine) {
    let svg = "";
    let why = "";
    try {
      const answer = await fetch(url, { headers: { Accept: "application/json" } });
      if (answer.ok) svg = await answer.text();
      else why = (await answer.json()).error;
    } catch {
      why = t("qr-offline");
    }
    if (mine !== this.asked) return;
    if (!svg) {
      this.explain(why);
      return;
    }
    this.code.innerHTML = svg;
    this.code.firstElementChild?.setAttribute("aria-label", t("qr", this.field.value));
  }

  /** @param {string} why */
  explain(why) {
    const p = document.createElement("p");
    p.textContent = why;
    this.code.replaceChildren(p);
  }
}
