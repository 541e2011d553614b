// @ts-check
/** @import {App} from "../page/app.js" */
import { settled } from "../page/app.js";

/** Links to what is shown, and the address bar in step with it. */
export class Share {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const remember = settled(400, () => this.remember());
    app.on("state", remember);
    app.on("shown", remember);
  }

  /** The recipe at the step that is shown. */
  query() {
    return this.app.here();
  }

  /** @param {string} [path] @param {string} [q] */
  url(path = `/d/${this.app.demo}`, q = this.query()) {
    const { language } = this.app;
    const query = [q, language && `lang=${language}`].filter(Boolean).join("&");
    return new URL(path + (query ? `?${query}` : ""), location.href).href;
  }

  /** Keeps the address in step, so that a reload shows the same. */
  remember() {
    if (this.app.embedded) {
      document.querySelector("[data-open-full]")?.setAttribute("href", this.url());
      return;
    }
    if (this.app.following) return;
    const url = this.url();
    if (url !== location.href) history.replaceState(null, "", url);
  }
}
