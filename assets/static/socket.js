// @ts-check
/** @import {App} from "./app.js" */
import { must } from "./app.js";
import { spoken, t } from "./words.js";

const firstDelay = 300;
const lastDelay = 8000;

/**
 * Keeps a socket open for the app: connects, opens the current recipe, hands
 * messages on, and connects again with growing pauses.
 */
export class Link {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.delay = firstDelay;
    /** @type {WebSocket|null} */
    this.ws = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.reason = "";
    this.idle = false;
    this.banner = must("[data-banner]");
    app.send = (m) => this.send(m);
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.ws && !this.idle) this.now();
    });
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const ws = new WebSocket(new URL(`/ws?lang=${document.documentElement.lang}`, location.href), "playground.v1");
    this.ws = ws;
    ws.onopen = () => {
      this.reason = "";
      this.app.open(this.app.query);
    };
    ws.onmessage = (e) => this.receive(JSON.parse(e.data));
    ws.onclose = () => {
      if (this.ws === ws) this.lost();
    };
  }

  /** @param {any} m */
  receive(m) {
    const { app } = this;
    switch (m.type) {
      case "state":
        this.delay = firstDelay;
        app.connected = true;
        this.show("");
        app.state = m;
        app.query = m.query;
        app.size = m.size || app.size;
        app.emit("state", m);
        return;
      case "run":
        if (m.reset) app.events = [];
        if (m.events) app.events.push(...m.events);
        app.run = m;
        app.emit("run", m);
        return;
      case "frame":
        app.emit("frame", m);
        return;
      case "preview":
        app.emit("preview", m);
        return;
      case "error":
        app.emit("refused", m);
        return;
      case "bye":
        this.reason = m.reason ?? "";
        this.idle = /idle/i.test(this.reason);
    }
  }

  /**
   * Sends a message; false where there is no connection.
   * @param {object} message
   */
  send(message) {
    if (this.ws?.readyState !== WebSocket.OPEN) return false;
    this.ws.send(JSON.stringify(message));
    return true;
  }

  lost() {
    this.ws = null;
    this.app.connected = false;
    this.app.emit("lost");
    if (this.idle) {
      this.show(t("slept"), t("wake"));
      return;
    }
    this.show(this.reason || t("offline"), t("now"), this.reason ? "" : "bad");
    this.timer = setTimeout(() => this.connect(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(lastDelay, this.delay * 2);
  }

  now() {
    if (this.ws) return;
    this.idle = false;
    this.connect();
  }

  /**
   * @param {string} text
   * @param {string} [action]
   * @param {string} [kind]
   */
  show(text, action = "", kind = "") {
    this.banner.hidden = !text;
    this.banner.dataset.kind = kind;
    const said = document.createElement("span");
    said.textContent = text;
    spoken(said, text !== this.reason);
    this.banner.replaceChildren(said);
    if (!action) return;
    const button = document.createElement("button");
    button.className = "btn";
    button.type = "button";
    button.textContent = action;
    button.onclick = () => this.now();
    this.banner.append(button);
  }
}
