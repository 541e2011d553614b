// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {State} from "../page/types.js" */
import { debounce } from "../page/app.js";

/** Messages that change nothing of what an address says. */
const quiet = new Set(["open", "ack", "view", "look"]);

/** Makes links to what is shown, and keeps the address bar up to date. */
export class Share {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.on("sent", (/** @type {{type: string}} */ message) => {
      if (!quiet.has(message.type)) app.still = false;
    });
    const update = debounce(400, () => this.updateAddress());
    app.on("state", update);
    app.on("shown", update);
    app.on("viewset", update);
    const opener = document.querySelector("[data-action=share]");
    const presenting = (/** @type {boolean} */ on) => opener?.toggleAttribute("data-presenting", on);
    app.on("state", (/** @type {State} */ s) => presenting(!!s.follow));
    app.on("lost", () => presenting(false));
  }

  /** The recipe at the step that is shown. */
  query() {
    return this.app.queryHere();
  }

  /** @param {string} [path] @param {string} [q] */
  url(path = `/d/${this.app.demo}`, q = this.query()) {
    const { language, tour } = this.app;
    const page = path === `/d/${this.app.demo}`;
    const query = [q, page && tour > 0 && `tour=${tour}`, page && this.app.shows(), language && `lang=${language}`].filter(Boolean).join("&");
    return new URL(path + (query ? `?${query}` : ""), location.href).href;
  }

  /** Where a reader chooses what this run is compared with. */
  comparing() {
    return this.url("/compare", `a=${encodeURIComponent(`${this.app.demo}?${this.query()}`)}`);
  }

  /** Puts what is shown into the address, so that a reload shows the same. */
  updateAddress() {
    if (this.app.embedded) {
      document.querySelector("[data-open-full]")?.setAttribute("href", this.url());
      return;
    }
    if (this.app.following || this.app.still) return;
    const here = this.url();
    const { course } = this.app; // the reader is still on the way along it; whom the link is sent to is not
    const url = course ? `${here}${here.includes("?") ? "&" : "?"}course=${encodeURIComponent(course)}` : here;
    if (url !== location.href) history.replaceState(null, "", url);
  }
}
