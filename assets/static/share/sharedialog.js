// @ts-check
/** @import {Share} from "./share.js" */
import { must, readable } from "../page/app.js";
import { copy } from "../page/clipboard.js";
import { drawCode, explain } from "../page/qr.js";
import { t } from "../page/words.js";
import { EmbedForm } from "./embedform.js";
import { RoomPart } from "./room.js";

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
    this.room = new RoomPart(share.app, must("[data-share-room]", this.dialog), {
      changed: () => this.show(),
      begin: () => this.present(),
    });
    const embed = new EmbedForm(share);
    must("[data-action=embed]", this.dialog).addEventListener("click", () => {
      this.dialog.close();
      embed.open();
    });
    must("[data-action=copy-link]", this.dialog).addEventListener("click", () => copy(this.field, this.said, t("copied-link")));
    this.large.addEventListener("click", () => this.enlarge(this.large.getAttribute("aria-pressed") !== "true"));
    this.at.addEventListener("change", () => {
      if (this.at.value === "live") this.present();
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

  /** @param {"here"|"room"} [at] where the link opens */
  open(at = "here") {
    this.share.updateAddress();
    this.at.value = at;
    this.enlarge(document.documentElement.dataset.mode === "projector");
    this.show();
    this.dialog.showModal();
  }

  /** Lets others follow this page, unless they do, or it follows another. */
  present() {
    const { app } = this.share;
    if (!app.state?.follow && !app.following) app.present(true);
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

  /** Shows the link of the room, once there is one, its code and its QR code. */
  async showRoom() {
    const { following } = this.share.app;
    const key = this.room.key(this.at.value === "room"); // who follows hands the key on
    const mine = ++this.asked;
    this.field.value = this.room.link(key);
    this.said.textContent = "";
    if (key) this.draw(`/room/${key}/qr.svg${this.language({ scheme: location.protocol.slice(0, -1) })}`, mine);
    else explain(this.code, "");
    const more = await this.room.show(key);
    if (mine === this.asked) this.said.textContent = more || t(following ? "follow-pass" : "follow-hint");
  }

  /** A query with the language that the address asks for. @param {Record<string, string>} query */
  language(query) {
    const { language } = this.share.app;
    return `?${new URLSearchParams(language ? { ...query, lang: language } : query)}`;
  }

  /** Shows the link that opens at the chosen step, and its code. */
  show() {
    if (this.at.value === "live" || this.at.value === "room") {
      void this.showRoom();
      return;
    }
    void this.room.show("");
    const q = new URLSearchParams(this.share.query());
    if (this.at.value === "start") q.set("step", "0");
    if (this.at.value === "end") q.set("step", "end");
    this.field.value = this.share.url(undefined, readable(q));
    this.said.textContent = "";
    const mine = ++this.asked;
    if (this.field.value.length > Number(this.code.dataset.max)) {
      explain(this.code, t("qr-long"));
      return;
    }
    q.set("scheme", location.protocol.slice(0, -1));
    this.draw(this.share.url(`/d/${this.share.app.demo}/qr.svg`, readable(q)), mine);
  }

  /**
   * Draws the code, if it is still the newest one.
   * @param {string} url
   * @param {number} mine
   */
  draw(url, mine) {
    void drawCode(this.code, url, () => mine === this.asked, { label: t("qr", this.field.value), offline: t("qr-offline") });
  }
}
