// @ts-check
/** @import {App} from "../page/app.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";

const firstDelay = 2000; // ms until the room is listened to again
const lastDelay = 60_000;
const patience = 10; // tries in a row without an answer

/**
 * Listens to the room that the reader has left to go on alone, in case its presenter asks
 * everyone back.
 * @param {App} app
 * @param {string} room its key
 */
export function listen(app, room) {
  new Ears(app, room);
}

class Ears {
  /**
   * @param {App} app
   * @param {string} room
   */
  constructor(app, room) {
    this.app = app;
    this.room = room;
    this.delay = firstDelay;
    this.tries = 0;
    this.over = false;
    /** @type {WebSocket|null} */
    this.ws = null;
    this.box = document.createElement("div");
    this.box.className = "banner";
    this.box.dataset.gathered = "";
    this.box.setAttribute("role", "status");
    this.box.hidden = true;
    must(".top .notices").append(this.box);
    addEventListener("pagehide", () => this.drop());
    addEventListener("pageshow", (e) => e.persisted && this.connect());
    this.connect();
  }

  connect() {
    if (this.over || this.ws) return;
    const ws = new WebSocket(new URL(`/ws?lang=${document.documentElement.lang}&follow`, location.href), "playground.v1");
    this.ws = ws;
    ws.onopen = () => ws.send(JSON.stringify({ type: "follow", key: this.room, ears: true }));
    ws.onmessage = (e) => this.receive(JSON.parse(e.data));
    ws.onclose = (e) => {
      if (this.ws !== ws) return;
      this.ws = null;
      if (e.code === 1000 && e.reason === "over") {
        this.end();
        return;
      }
      this.again();
    };
  }

  /** @param {any} m */
  receive(m) {
    if (m.type === "gather") {
      this.tries = 0;
      this.ask();
    }
    if (m.type !== "error") return;
    if (m.code !== "busy") this.over = true; // no server that knows of ears, or no such room
    this.drop();
    this.again();
  }

  again() {
    if (++this.tries > patience) this.over = true;
    this.delay = Math.min(lastDelay, this.delay * 2);
    if (!this.over) setTimeout(() => this.connect(), this.delay * (0.75 + Math.random() / 2));
  }

  drop() {
    const { ws } = this;
    this.ws = null;
    ws?.close();
  }

  /** The presenter has ended the room: there is nowhere to come back to. */
  end() {
    this.over = true;
    this.box.hidden = true;
    this.box.replaceChildren();
  }

  /** Says that everyone is asked back. Nobody has to come. */
  ask() {
    const said = document.createElement("p");
    const title = document.createElement("b");
    title.textContent = t("gather");
    const more = document.createElement("span");
    more.className = "more-said";
    more.textContent = t("gather-next");
    said.append(title, " ", more);
    this.box.replaceChildren(said, button(t("gather-come"), () => this.come()), button(t("gather-stay"), () => (this.box.hidden = true)));
    this.box.hidden = false;
  }

  /** Follows again. The address of what the reader did stays behind, where Back finds it. */
  come() {
    const { language, demo } = this.app;
    location.assign(`/d/${demo}${language ? `?lang=${language}` : ""}#follow=${this.room}`);
  }
}

/** @param {string} text @param {() => void} press */
function button(text, press) {
  const b = document.createElement("button");
  b.type = "button";
  b.className = "btn";
  b.textContent = text;
  b.onclick = press;
  return b;
}
