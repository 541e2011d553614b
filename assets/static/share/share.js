// @ts-check
/** @import {App} from "../page/app.js" */
import { debounce } from "../page/app.js";

/** Makes links to what is shown, and keeps the address bar up to date. */
export class Share {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const update = debounce(400, () => this.updateAddress());
    app.on("state", update);
    app.on("shown", update);
  }

  /** The recipe at the step that is shown. */
  query() {
    return this.app.queryHere();
  }

  /** @param {string} [path] @param {string} [q] */
  url(path = `/d/${this.app.demo}`, q = this.query()) {
    const { language } = this.app;
    const query = [q, language && `lang=${language}`].filter(Boolean).join("&");
    return new URL(path + (query ? `?${query}` : ""), location.href).href;
  }

  /** Puts what is shown into the address, so that a reload shows the same. */
  updateAddress() {
    if (this.app.embedded) {
      document.querySelector("[data-open-full]")?.setAttribute("href", this.url());
      return;
    }
    if (this.app.following) return;
    const url = this.url();
    if (url !== location.href) history.replaceState(null, "", url);
  }
}
