// @ts-check
/** @import {App} from "../page/app.js" */
import { Banner } from "./banner.js";

const firstDelay = 300; // ms
const lastDelay = 8000;
const busyDelay = 30000; // at most, for a server that says that it is busy

/**
 * Keeps a socket open for the app: connects, opens the current recipe, hands
 * messages on, and connects again with growing pauses.
 */
export class Connection {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.delay = firstDelay;
    /** @type {WebSocket|null} */
    this.ws = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.stopped = false;
    /** The key under which the server keeps what can be undone. */
    this.resume = "";
    this.banner = new Banner(app, () => this.reconnect());
    app.send = (m) => this.send(m);
    addEventListener("online", () => {
      if (!this.ws && !this.app.following) this.reconnect();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.stopped && !this.ws) this.reconnect();
    });
    // A page that is left may stay in memory, with its session on the server.
    addEventListener("pagehide", () => {
      const { ws } = this;
      this.ws = null;
      clearTimeout(this.timer);
      ws?.close();
    });
    addEventListener("pageshow", (e) => {
      if (e.persisted) this.reconnect();
    });
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const follow = this.app.following ? "&follow" : "";
    const ws = new WebSocket(new URL(`/ws?lang=${document.documentElement.lang}${follow}`, location.href), "playground.v1");
    this.ws = ws;
    let opened = false;
    this.banner.show("connecting");
    ws.onopen = () => {
      opened = true;
      const { app } = this;
      if (app.following) {
        this.send({ type: "follow", key: app.following });
        return;
      }
      app.query = app.queryHere();
      this.send({ type: "open", demo: app.demo, query: app.query, view: app.view(), ...(this.resume ? { resume: this.resume } : {}) });
    };
    ws.onmessage = (e) => {
      if (this.ws === ws) this.receive(JSON.parse(e.data));
    };
    ws.onclose = (e) => {
      if (this.ws === ws) this.closed(opened, e);
    };
  }

  /** @param {any} m */
  receive(m) {
    const { app } = this;
    switch (m.type) {
      case "state":
        this.delay = firstDelay;
        if (m.resume) this.resume = m.resume;
        if (m.demo !== app.demo) { // the presenter's
          location.replace(`/d/${m.demo}${location.search}${location.hash}`);
          return;
        }
        app.connected = true;
        this.banner.show(app.following ? "following" : "live");
        app.state = m;
        app.query = m.query;
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
      case "look":
        app.emit("tips", m);
        return;
      case "preview":
        app.emit("preview", m);
        return;
      case "error":
        if (app.following && m.field === "key") this.presenterLeft();
        else app.emit("refused", m);
    }
  }

  /**
   * Sends a message; false without a connection. A page that follows sends nothing
   * that changes the run.
   * @param {object} message
   */
  send(message) {
    if (this.ws?.readyState !== WebSocket.OPEN) return false;
    if (this.app.following && !("type" in message && (message.type === "ack" || message.type === "follow"))) return false;
    this.ws.send(JSON.stringify(message));
    return true;
  }

  /**
   * @param {boolean} opened
   * @param {CloseEvent} e
   */
  async closed(opened, e) {
    this.ws = null;
    this.app.connected = false;
    this.app.emit("lost");
    if (e.code === 1000 && e.reason === "over") {
      this.presenterLeft();
      return;
    }
    if (e.code === 1000 && e.reason === "idle") {
      this.stopped = true;
      this.banner.show("asleep");
      return;
    }
    this.delay = Math.min(lastDelay, this.delay * 2);
    if (opened) {
      this.retryAfter(closeReasons[e.code] ?? "lost", this.delay / 2);
      return;
    }
    const busy = await whyRefused();
    if (this.ws) return; // connected in the meantime
    if (busy) this.delay = Math.min(busyDelay, Math.max(busy.wait, this.delay * 2));
    this.retryAfter(busy?.kind ?? "lost", this.delay);
  }

  /**
   * Connects again after a pause of random length, so that not all pages do so at
   * the same moment.
   * @param {string} kind
   * @param {number} ms
   */
  retryAfter(kind, ms) {
    clearTimeout(this.timer);
    const wait = ms * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), wait);
    this.banner.show(kind, wait);
  }

  /** The presenter has left: the last picture stays. */
  presenterLeft() {
    const { ws } = this;
    this.ws = null;
    ws?.close();
    this.stopped = true;
    this.banner.show("over");
  }

  /** Connects again. A page that follows goes on alone instead, from what it shows. */
  reconnect() {
    if (this.app.following && (this.stopped || this.ws)) {
      this.app.following = "";
      this.app.emit("alone");
      this.ws?.close();
      this.ws = null;
    }
    if (this.ws) return;
    this.stopped = false;
    this.connect();
  }
}

/** Why a server ends a session, by the code with which it closes the socket. @type {Record<number, string>} */
const closeReasons = { 1001: "closing", 1008: "flood", 1011: "fault" };

/**
 * Asks the server why it refused a socket, which the browser does not tell. Null
 * without an answer, or if the server is not busy.
 * @returns {Promise<{kind: string, wait: number}|null>}
 */
async function whyRefused() {
  try {
    const answer = await fetch("/ws", { cache: "no-store" });
    if (answer.status !== 503) return null;
    const kind = answer.headers.get("Busy") ?? "server";
    return { kind: kind === "server" ? "busy" : kind, wait: 1000 * Number(answer.headers.get("Retry-After") ?? 5) };
  } catch {
    return null;
  }
}
