// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Client, Message} from "../page/types.js" */
import { handOn } from "../page/secret.js";
import { Banner } from "./banner.js";
import { Kept } from "./kept.js";

const firstDelay = 300; // ms
const lastDelay = 8000;
const busyDelay = 30000; // at most, for a server that says that it is busy
const firstBack = 500; // after the server has ended: not all pages come at the same moment
const lastBack = 5000;
const firstAsk = 1000; // for a seat, or for the presenter
const lastAsk = 15000;
const awayTime = 1500; // of a presenter, until it is told: the next board of a lecture comes sooner
const sleepTime = 30000; // out of sight, after which a connection may be dead without a word

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
    this.kept = new Kept();
    /** The recipe of the last state on this connection. */
    this.told = "";
    /** The pause that the server asked for when it ended, in ms. */
    this.after = 0;
    /** Shows the presenter's steps, on a page that fetches them. @type {Promise<import("./watch.js").Watch>|null} */
    this.watch = null;
    /** Until it is told that nobody presents. @type {ReturnType<typeof setTimeout>|undefined} */
    this.absence = undefined;
    this.banner = new Banner(app, () => {
      if (app.following && this.banner.offersAlone()) this.goAlone();
      else if (app.parted && app.connected) app.present(true);
      else this.reconnect();
    });
    app.send = (m) => this.send(m);
    addEventListener("online", () => {
      if (!this.ws && !this.app.following) this.reconnect();
    });
    let hiddenSince = Infinity;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        hiddenSince = Date.now();
        return;
      }
      // Who follows says nothing, and would not notice a connection that died while the phone slept.
      if (app.following && this.ws && Date.now() - hiddenSince > sleepTime) this.drop();
      if (!this.stopped && !this.ws) this.reconnect();
    });
    // A page that is left may stay in memory, with its session on the server.
    addEventListener("pagehide", () => {
      this.drop();
      clearTimeout(this.timer);
    });
    addEventListener("pageshow", (e) => {
      if (e.persisted) this.reconnect();
    });
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    clearTimeout(this.absence);
    const follow = this.app.following ? (this.app.watching ? "&watch" : "&follow") : "";
    const ws = new WebSocket(new URL(`/ws?lang=${document.documentElement.lang}${follow}`, location.href), "playground.v1");
    this.ws = ws;
    this.told = "";
    this.after = 0;
    let opened = false;
    this.banner.show("connecting");
    ws.onopen = () => {
      opened = true;
      const { app } = this;
      if (app.following) {
        this.send({ type: "follow", key: app.following, view: app.view(), ...(app.watching ? { cursor: true } : {}) });
        return;
      }
      app.query = app.queryHere();
      this.send({
        type: "open", demo: app.demo, query: app.query, begin: app.begin, view: app.view(), edits: this.kept.numbers(),
        ...(this.resume ? { resume: this.resume } : {}), ...(app.secret ? { ...app.claim(), ...(app.room?.epoch ? { epoch: app.room.epoch } : {}), ...app.led } : {}),
      });
    };
    ws.onmessage = (e) => {
      if (this.ws === ws) this.receive(JSON.parse(e.data));
    };
    ws.onclose = (e) => {
      if (this.ws === ws) this.closed(opened, e);
    };
  }

  /** @param {Message} m */
  receive(m) {
    const { app } = this;
    switch (m.type) {
      case "state":
        this.delay = firstDelay;
        clearTimeout(this.absence);
        if (m.resume) this.resume = m.resume;
        if (m.demo !== app.demo) { // the presenter's
          location.replace(`/d/${m.demo}${location.search}${location.hash}`);
          return;
        }
        if ("either" in app.root.dataset && !!m.table !== "tabular" in app.root.dataset) {
          this.elsewhere(m.query);
          return;
        }
        app.connected = true;
        if (m.edits?.lost) this.send(this.kept.handBack(m.limits.bytes));
        else if (m.edits) this.kept.take(m.edits, this.told);
        this.told = m.query;
        this.banner.show(this.kind());
        app.state = m;
        app.query = m.query;
        app.begin = false;
        app.emit("state", m);
        return;
      case "run":
        if (m.reset) {
          app.events = [];
          app.sizes = "";
        }
        if (m.events) app.events.push(...m.events);
        app.sizes += m.sizes ?? "";
        app.run = m;
        app.emit("run", m);
        return;
      case "frame":
        app.emit("frame", m);
        return;
      case "cursor":
        clearTimeout(this.absence);
        this.lead(m);
        return;
      case "asked":
        this.watcher().then((w) => w.ask(m));
        return;
      case "look":
        app.emit("tips", m);
        return;
      case "preview":
        app.emit("preview", m);
        return;
      case "goals":
        app.emit("goals", m);
        return;
      case "voted":
        app.emit("voted", m);
        return;
      case "room":
        app.told(m);
        if (app.connected) this.banner.show(this.kind());
        return;
      case "wait": // the server serves this connection as soon as somebody presents
        this.delay = firstDelay;
        if (m.why === "unbegun" || !app.connected) this.nobodyPresents(m.why);
        else this.absence = setTimeout(() => this.nobodyPresents(m.why), awayTime);
        return;
      case "bye":
        this.after = m.after ?? 0;
        return;
      case "error":
        if (!app.following || m.field !== "key") app.emit("refused", m);
        else if (m.code !== "busy") this.end("nowhere");
        else if (app.watching) this.askAgain("full");
        else this.bySteps();
    }
  }

  /** Goes where the presenter is. @param {import("../page/types.js").Cursor} place */
  async lead(place) {
    const watch = await this.watcher();
    watch.go(place, !this.app.connected || this.banner.kind !== "steps");
  }

  /** What shows the presenter's steps. */
  watcher() {
    this.watch ??= import("./watch.js").then(({ Watch }) => new Watch(this.app, (m) => this.receive(m), () => this.seeLive()));
    return this.watch;
  }

  /** Watches by steps where there is no seat for pictures: those who do are not so many to a server. */
  bySteps() {
    this.app.watching = true;
    this.drop();
    this.reconnect();
  }

  /** Ends to watch by steps. */
  stopWatching() {
    this.watch?.then((w) => w.end());
    this.watch = null;
  }

  /** Follows by pictures where steps cannot be fetched. */
  seeLive() {
    this.app.watching = false;
    this.stopWatching();
    this.drop();
    this.reconnect();
  }

  /** What the banner says of a connection that serves this page. */
  kind() {
    const { app } = this;
    if (app.watching) return "steps";
    if (app.following) return "following";
    if (app.parted) return "taken";
    return app.secret && app.room?.cut ? "cut" : "live";
  }

  /**
   * Opens the page anew: of a demo that takes points or a table, the one of the other
   * kind has other tools.
   * @param {string} query
   */
  elsewhere(query) {
    const { language, course } = this.app;
    const q = new URLSearchParams(query);
    if (language) q.set("lang", language);
    if (course) q.set("course", course);
    handOn(location.pathname);
    location.replace(`${location.pathname}?${q}${location.hash}`);
  }

  /**
   * Sends a message; false without a connection. A page that follows sends nothing
   * that changes the run: it says how large it shows the pictures.
   * @param {Client} message
   */
  send(message) {
    if (this.ws?.readyState !== WebSocket.OPEN) return false;
    if (this.app.following && !followers.includes(message.type)) return false;
    if (this.app.watching && message.type === "ack") return false; // nothing was sent
    this.ws.send(JSON.stringify(message));
    this.app.emit("sent", message);
    return true;
  }

  /**
   * @param {boolean} opened
   * @param {CloseEvent} e
   */
  async closed(opened, e) {
    this.ws = null;
    clearTimeout(this.absence);
    this.app.connected = false;
    this.app.emit("lost");
    if (e.code === 1000 && e.reason === "over") {
      this.end("over");
      return;
    }
    if (e.code === 1000 && e.reason === "vacant") {
      if (!document.hidden) this.askAgain("waiting"); // a page that nobody looks at asks when somebody does
      return;
    }
    if (e.code === 1000 && e.reason === "idle") {
      this.stopped = true;
      this.banner.show("asleep");
      return;
    }
    if (opened && e.code === 1001) {
      this.retryIn("closing", this.after || between(firstBack, lastBack));
      return;
    }
    this.delay = Math.min(lastDelay, this.delay * 2);
    if (opened) {
      this.retryAfter(closeReasons[e.code] ?? "lost", this.delay / 2);
      return;
    }
    const busy = await whyRefused(this.app.following ? (this.app.watching ? "?watch" : "?follow") : "");
    if (this.ws) return; // connected in the meantime
    if (busy?.kind === "full" && !this.app.watching) {
      this.bySteps();
      return;
    }
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
    this.retryIn(kind, between(0.75 * ms, 1.25 * ms));
  }

  /**
   * @param {string} kind
   * @param {number} wait ms
   */
  retryIn(kind, wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
    this.banner.show(kind, wait);
  }

  /** Closes the socket, and hears no more of it. */
  drop() {
    const { ws } = this;
    this.ws = null;
    ws?.close();
  }

  /**
   * Asks again later to follow: the room is full, or the presenter is not there. The
   * last picture stays. Meanwhile the page takes no place on the server.
   * @param {"full"|"waiting"} kind
   */
  askAgain(kind) {
    this.drop();
    this.app.connected = false;
    this.app.emit("lost");
    this.delay = Math.min(lastAsk, Math.max(firstAsk, this.delay * 1.5));
    this.retryAfter(kind, this.delay);
  }

  /** Nobody presents now: the last picture stays, and so does the connection. @param {string} why */
  nobodyPresents(why) {
    this.app.connected = false;
    this.app.emit("lost");
    this.banner.show(why === "unbegun" ? "unbegun" : "waiting");
  }

  /**
   * There is nobody to follow any more: the last picture stays.
   * @param {"over"|"nowhere"} kind
   */
  end(kind) {
    this.drop();
    this.stopped = true;
    this.banner.show(kind);
  }

  /** Lets a page that follows go on alone, from what it shows. */
  goAlone() {
    const room = this.app.following;
    this.app.following = "";
    this.app.watching = false;
    this.stopWatching();
    this.app.emit("alone", room);
    this.drop();
    this.delay = firstDelay;
    this.reconnect();
  }

  /** Connects again. */
  reconnect() {
    if (this.ws) return;
    this.stopped = false;
    this.connect();
  }
}

/** What a page that follows may send. */
const followers = ["ack", "follow", "view", "vote"];

/** Why a server ends a session, by the code with which it closes the socket. @type {Record<number, string>} */
const closeReasons = { 1008: "flood", 1011: "fault" };

/** What the server's reasons for a refusal are called here. @type {Record<string, string>} */
const refusals = { server: "busy", room: "full" };

/** A random number. @param {number} a @param {number} b */
function between(a, b) {
  return a + Math.random() * (b - a);
}

/**
 * Asks the server why it refused a socket, which the browser does not tell. Null
 * without an answer, or if the server is not busy.
 * @param {string} to the query of the socket's address
 * @returns {Promise<{kind: string, wait: number}|null>}
 */
async function whyRefused(to) {
  try {
    const answer = await fetch(`/ws${to}`, { cache: "no-store" });
    if (answer.status !== 503) return null;
    const kind = answer.headers.get("Busy") ?? "server";
    return { kind: refusals[kind] ?? kind, wait: 1000 * Number(answer.headers.get("Retry-After") ?? 5) };
  } catch {
    return null;
  }
}
