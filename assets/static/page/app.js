// @ts-check
/** @import {Events} from "./events.js" */
/** @import {Size} from "./kinds.js" */
/** @import {Client, Frame, Refusal, Room, Run, RunEvent, State, View} from "./types.js" */
/** @import {LectureBar} from "../script/lecture.js" */
import { keepRoom, keepSecret, newSecret, ownRoom, roomSecret, secretBefore } from "./secret.js";
import { has, t } from "./words.js";

/** The messages that change the recipe. */
const edits = new Set(["open", "points", "data", "set", "seed", "window", "undo", "redo"]);

/**
 * What the parts of a page share: the newest messages, a way to send, and
 * events, which events.js lists.
 */
export class App {
  /** @param {HTMLElement} root the element with data-demo */
  constructor(root) {
    this.root = root;
    this.demo = root.dataset.demo ?? "";
    this.query = root.dataset.query ?? "";
    if (root.dataset.asks) this.query += `${this.query ? "&" : ""}ask=${root.dataset.asks}`;
    /** Nobody has asked for a step: the server chooses where the run opens. */
    this.begin = "begin" in root.dataset;
    /** And the reader has changed nothing since: the address that was opened still says it. */
    this.still = this.begin;
    this.embedded = "embed" in root.dataset;
    /** The key of the session that this page follows; empty: it has its own. */
    const [, following = "", watch] = /^#follow=([A-Z2-7]+)(&watch)?$/.exec(location.hash) ?? [];
    this.following = following;
    /** It fetches the presenter's steps, and is sent no pictures. */
    this.watching = !!watch;
    /** From which the server makes the key for those who follow this page; empty: nobody may. */
    this.secret = this.embedded || this.following ? "" : secretBefore();
    keepSecret(() => this.secret);
    /** What this page calls itself where it presents: its connections are not another one's. */
    this.id = newSecret();
    /** The secret of the room that another page has taken over; empty: none has. */
    this.parted = "";
    /** What the server says of the room in which this page presents. @type {Room|null} */
    this.room = null;
    /** The lecture that this page is a board of. @type {LectureBar|null} */
    this.lecture = null;
    /** The language that the address asks for; empty leaves it to the reader. */
    this.language = new URLSearchParams(location.search).get("lang") ?? "";
    /** The section of a note that the reader came from; empty: none. */
    this.course = new URLSearchParams(location.search).get("course") ?? "";
    /** The demo makes its own examples: there are no points to edit. */
    this.noPoints = "own" in root.dataset;
    this.maxPoints = Number(root.dataset.maxPoints);
    /** @type {State|null} */
    this.state = null;
    /** @type {Run|null} */
    this.run = null;
    /** @type {Frame|null} */
    this.frame = null;
    /** @type {RunEvent[]} */
    this.events = [];
    /** The size of every recorded step, a digit each. */
    this.sizes = "";
    /** What the demo calls a step of each size; empty: by the plain word. */
    this.units = { small: root.dataset.small ?? "", step: root.dataset.unit ?? "", pass: root.dataset.pass ?? "" };
    /** @type {Size} */
    this.size = "step";
    /** In slow motion for readers who prefer reduced motion: play takes one small step. */
    this.stepwise = false;
    /** What is shown in projector mode besides: a side view by its id, "" for the first, "none"; and the parameters. */
    this.hall = { side: root.dataset.side ?? "", parameters: "parameters" in root.dataset };
    /** How the reader has set panels, by id. @type {Record<string, {size?: [number, number], hidden?: string[], log?: boolean}>} */
    this.panels = {};
    /** Side views that are out of sight, by id. @type {Set<string>} */
    this.away = new Set();
    /** The parts of the page that ask: what comes after the step is not shown. @type {Set<string>} */
    this.asking = new Set();
    /** The poll that this page leads, or has led before it was loaded again: an open says it. @type {object|null} */
    this.led = this.secret ? ledBefore() : null;
    /** How the question stands that the room is asked, for the presenter's own window. @type {import("./kinds.js").Polling|null} */
    this.polling = null;
    this.connected = false;
    /** The stop of the tour that is shown, from 1; 0: none. */
    this.tour = 0;
    /** A gesture is under way: the newest edit that was sent is live. */
    this.live = false;
    /** @type {(message: Client) => boolean} */
    this.send = () => false;
    this.target = new EventTarget();
    this.on("sent", (m) => edits.has(m.type) && this.setLive(!!m.live));
    this.on("lost", () => this.setLive(false));
  }

  /** @param {boolean} live */
  setLive(live) {
    if (live === this.live) return;
    this.live = live;
    if (!live) this.emit("rest");
  }

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {(detail: Events[K]) => void} listener
   */
  on(name, listener) {
    this.target.addEventListener(name, (e) => listener(/** @type {CustomEvent} */ (e).detail));
  }

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {Events[K] extends undefined ? [] : [Events[K]]} details the one of an event that has one
   */
  emit(name, ...details) {
    const [detail] = details;
    this.target.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /**
   * Starts over with a recipe.
   * @param {string} query
   */
  open(query) {
    this.query = query;
    this.still = false;
    const begin = !new URLSearchParams(query).has("step");
    return this.send({ type: "open", demo: this.demo, query, begin, view: this.view() });
  }

  /** A question is open: what comes after the step is not shown. */
  get hides() {
    return this.asking.size > 0;
  }

  /** Says that a part of the page asks, or does not any more. @param {string} part @param {boolean} on */
  hide(part, on) {
    const was = this.hides;
    if (on) this.asking.add(part);
    else this.asking.delete(part);
    if (was !== this.hides) this.emit("hides");
  }

  /** The run as far as it may be seen: while a question is open, up to the step that is shown. */
  get visible() {
    const { run, frame } = this;
    return this.hides && run && frame ? { ...run, total: Math.min(run.total, frame.step + 1), complete: false } : run;
  }

  /** The recipe at the step that is shown: only what differs from the default. */
  queryHere() {
    const { state, frame, query } = this;
    if (!state || !frame || frame.step === state.cursor) return query;
    const q = new URLSearchParams(query);
    q.set("step", String(frame.step));
    return readable(q);
  }

  /**
   * Lets others follow this page, or ends that. A room that another page took over is
   * taken back.
   * @param {boolean} on
   */
  present(on) {
    if (!on) keepRoom({ ...ownRoom(), since: 0 });
    else if (!this.secret && !this.parted) keepRoom({ secret: roomSecret(), since: Date.now() });
    this.secret = on ? this.secret || this.parted || roomSecret() : "";
    this.parted = "";
    this.room = null;
    this.send({ type: "present", on, ...(on ? this.claim() : {}) });
  }

  /** What an address says of projector mode. */
  shows() {
    const { side, parameters } = this.hall;
    return readable(new URLSearchParams({ ...(side ? { side } : {}), ...(parameters ? { parameters: "1" } : {}) }));
  }

  /** By what this page presents. */
  claim() {
    return { secret: this.secret, page: this.id };
  }

  /** Takes what the server says of the room. @param {Room} room */
  told(room) {
    this.room = room;
    if (room.taken) {
      this.parted = this.secret || this.parted;
      this.secret = ""; // else the next connection would take the room back, without a word
    }
    this.emit("room", room);
  }

  /** Sizes at which the pictures are shown; main.js sets it. @returns {View|undefined} */
  view() {
    return undefined;
  }

  /** @param {string} text @param {"bad"|""} [kind] */
  say(text, kind = "") {
    this.emit("toast", { text, kind, translated: true });
  }

  /** Says what the server refused: the text for its code, or else the server's own message. @param {Refusal} r */
  refuse(r) {
    const key = `error.${r.code}`;
    this.emit("toast", { text: has(key) ? t(key) : r.message, kind: "bad", translated: has(key) });
  }
}

/**
 * A query as text. Escapes that an address does not need are undone, so that links
 * stay short.
 * @param {URLSearchParams} q
 */
export function readable(q) {
  return q.toString().replaceAll("%7E", "~").replaceAll("%2C", ",");
}

/**
 * The element for a selector; it must be there.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function must(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {T} */ (/** @type {unknown} */ (found));
}

/**
 * Sets the text of an element, unless it is so: another text is laid out, also if it reads the same.
 * @param {Element} el
 * @param {string} text
 */
export function write(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

/**
 * Sets aria-pressed on the buttons that a selector finds.
 * @param {string} selector
 * @param {(b: HTMLElement) => boolean} pressed
 */
export function setPressed(selector, pressed) {
  for (const b of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))) {
    b.setAttribute("aria-pressed", String(pressed(b)));
  }
}

/**
 * Calls fn at most once a painted frame, with the newest argument.
 * @template A
 * @param {(arg: A) => void} fn
 */
export function perFrame(fn) {
  let scheduled = false;
  /** @type {A} */
  let last;
  return (/** @type {A} */ arg) => {
    last = arg;
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      fn(last);
    });
  };
}

/**
 * Calls fn when some milliseconds have passed without another call.
 * @template {any[]} A
 * @param {number} ms
 * @param {(...args: A) => void} fn
 */
export function debounce(ms, fn) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  return (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), ms);
  };
}

/** What is noted of the poll that the page has led. */
function ledBefore() {
  try {
    return JSON.parse(sessionStorage.getItem(`poll ${location.pathname}`) ?? "null");
  } catch {
    return null;
  }
}
