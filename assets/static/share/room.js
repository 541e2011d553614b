// @ts-check
/** @import {App} from "../page/app.js" */
import { must } from "../page/app.js";
import { fill } from "../page/fill.js";
import { keepRoom, newSecret, roomSecret } from "../page/secret.js";
import { codeOf, keyOf, linkOf, place } from "../room/key.js";

/**
 * What the window for links says of a room: its code, and of the reader's own room what can
 * be done before it begins. It comes when it is first asked for.
 */
export class RoomPart {
  /**
   * @param {App} app
   * @param {HTMLElement} box
   * @param {{changed: () => void, begin: () => void}} dialog
   */
  constructor(app, box, dialog) {
    this.app = app;
    this.box = box;
    this.dialog = dialog;
    /** The secret of the room before a new one was made. */
    this.before = "";
    /** @type {Promise<void>|null} */
    this.loaded = null;
  }

  /**
   * The room that the window is about: that which this page follows, or presents in, or the
   * reader's own.
   * @param {boolean} own whether it may be one that has not begun
   */
  key(own) {
    const { following, state } = this.app;
    return following || state?.follow || (own ? keyOf(roomSecret()) : "");
  }

  /** @param {string} key */
  link(key) {
    return key && linkOf(key, this.app.language);
  }

  load() {
    return (this.loaded ??= this.fetch().catch((e) => {
      this.loaded = null; // the next time it is asked for again
      throw e;
    }));
  }

  async fetch() {
    const answer = await fetch(`/presenter/room?lang=${document.documentElement.lang}`);
    if (!answer.ok) throw new Error(String(answer.status));
    this.box.innerHTML = await answer.text();
    const style = must("link", this.box);
    await new Promise((done, fail) => {
      style.addEventListener("load", done);
      style.addEventListener("error", fail);
    });
    must("[data-action=begin-room]", this.box).addEventListener("click", () => this.dialog.begin());
    must("[data-action=new-room]", this.box).addEventListener("click", () => this.change(newSecret(), roomSecret()));
    must("[data-action=old-room]", this.box).addEventListener("click", () => this.change(this.before, ""));
  }

  /** @param {string} secret of the room from now on @param {string} before */
  change(secret, before) {
    keepRoom({ secret, since: 0 });
    this.before = before;
    this.dialog.changed();
    must("[data-action=old-room]", this.box).hidden = !before;
    must(before ? "[data-action=old-room]" : "[data-action=new-room]", this.box).focus();
  }

  /**
   * Shows a room, or nothing without one. What the window says of it is returned.
   * @param {string} key
   */
  async show(key) {
    try {
      await this.load();
    } catch {
      return ""; // without a server link and code are there all the same
    }
    const part = must(".share-room", this.box);
    part.hidden = !key;
    if (!key) return "";
    const { following, state, language } = this.app;
    const at = must("[data-room-at]", part);
    at.textContent = fill(at.dataset.roomAt ?? "", place());
    must("[data-room-code]", part).textContent = codeOf(key);
    must("[data-room-own]", part).hidden = !!following;
    const scheme = location.protocol.slice(0, -1);
    const query = `scheme=${scheme}${language ? `&lang=${language}` : ""}`;
    must("[data-room-card]", part).setAttribute("href", `/room/${key}/card?${query}`);
    must("[data-room-svg]", part).setAttribute("href", `/room/${key}/qr.svg?${query}`);
    for (const action of ["begin-room", "new-room"]) must(`[data-action=${action}]`, part).hidden = !!state?.follow;
    must("[data-action=old-room]", part).hidden = !!state?.follow || !this.before;
    if (following || state?.follow) return "";
    return (this.before ? part.dataset.new : part.dataset.before) ?? "";
  }
}
