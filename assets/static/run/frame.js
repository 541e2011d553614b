// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame, Mend, Panel} from "../page/types.js" */
import { must, write } from "../page/app.js";
import { savedSetting } from "../page/chrome.js";
import { showEnglish } from "../page/words.js";
import { mended } from "./mend.js";
import { patch } from "./patch.js";

const boardId = "board";
const speechPause = 900; // ms between two things said to a live region
const atOnce = 6; // frames that a page that follows acknowledges at once
const ackPause = 600; // ms that an acknowledgement waits for those of the next frames
const wordPause = 100; // ms between two stories of a gesture: nobody reads faster, and words take longer to lay out than pictures

/**
 * The panel that points are put on.
 * @param {Frame} f
 */
export function boardOf(f) {
  return f.panels.find((p) => p.id === boardId);
}

/**
 * Shows frames: puts the layers that changed into their pictures, and the
 * sentences and promises into the story. Every frame is acknowledged after it
 * was painted, so that the server never sends faster than the page can show. During
 * a gesture the story follows the pictures a few times a second.
 */
export class Screen {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.say = must("[data-say]");
    this.unfolded = false; // the rest of the story
    this.speech = must("[data-speech]");
    this.promise = must("[data-promise]");
    this.promiseBox = must("[data-promise-box]");
    this.views = document.querySelector("[data-views]");
    /** Lets marks glide from the first step on. @type {import("./motion.js").Motion|null} */
    this.motion = null;
    this.loadMotion();
    /** What was sent last, by panel and by name: layers, and under no panel what is said. @type {Map<string, Record<string, string>>} */
    this.sent = new Map();
    /** Of one who follows: it waits to be shown. @type {Frame|null} */
    this.next = null;
    this.newRun = false; // the next frame is the first one of another run
    this.announced = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.speechTimer = undefined;
    this.told = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.wordTimer = undefined;
    this.painted = new MessageChannel();
    this.owed = 0; // frames that are painted and not yet acknowledged
    this.last = 0; // of them
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.ackTimer = undefined;
    this.painted.port1.onmessage = (e) => this.paid(e.data);
    app.on("lost", () => this.acknowledge(0));
    app.on("frame", (f) => this.show(f));
    app.on("rest", () => this.words());
    let first = true; // the page was made for this run, and its views keep their places
    app.on("run", (r) => {
      this.newRun ||= !!r.reset && !first;
      first = false;
    });
  }

  loadMotion() {
    const { app } = this;
    let asked = false;
    /** @type {HTMLInputElement|null} */
    const box = document.querySelector("[data-motion]"); // embedded boards have none
    const wanted = () => box?.checked ?? savedSetting("motion") !== "off";
    const load = async (/** @type {object} */ sent) => {
      if (asked) return;
      asked = true;
      const part = await import("./motion.js").catch(() => null); // without it, marks jump
      this.motion = part && new part.Motion(app, sent, wanted);
    };
    app.on("sent", (/** @type {{type: string}} */ m) => (m.type === "step" || m.type === "play") && load(m));
    if (app.following) app.on("shown", load);
    else must("[data-transport]").addEventListener("pointerenter", load);
  }

  /** @param {Frame} f */
  show(f) {
    this.complete(f);
    if (this.app.following) {
      // A page that is slow shows the newest of those that have come.
      if (this.next) {
        this.next = over(this.next, f);
        return;
      }
      this.next = f;
    }
    requestAnimationFrame(() => {
      const shown = this.next ?? f;
      this.next = null;
      this.apply(shown);
      // The message arrives after this frame was painted.
      this.painted.port2.postMessage(shown.id);
    });
  }

  /**
   * Completes what is sent as what has changed in it.
   * @param {Frame} f
   */
  complete(f) {
    if (!f.brief) {
      const { say, promise } = this.remember("", { say: f.say, promise: f.promise }, f.mends);
      Object.assign(f, { say, promise });
    }
    for (const p of f.panels) {
      if (p.away) continue;
      p.layers = this.remember(p.id, p.layers, p.mends);
      p.mends = undefined;
    }
  }

  /**
   * @param {string} panel
   * @param {Record<string, string>} [texts]
   * @param {Record<string, Mend[]>} [mends]
   */
  remember(panel, texts, mends) {
    const had = this.sent.get(panel) ?? {};
    const now = { ...texts };
    for (const [name, some] of Object.entries(mends ?? {})) now[name] = mended(had[name] ?? "", some);
    this.sent.set(panel, { ...had, ...now });
    return now;
  }

  /**
   * Acknowledges a frame that was painted. A room has many pages: those that follow do so
   * for several at once, if the others come soon.
   * @param {number} frame
   */
  paid(frame) {
    this.last = frame;
    this.owed++;
    if (!this.app.following || this.owed >= atOnce) this.acknowledge(frame);
    else if (this.owed === 1) this.ackTimer = setTimeout(() => this.acknowledge(this.last), ackPause);
  }

  /** @param {number} frame 0: none of this connection */
  acknowledge(frame) {
    clearTimeout(this.ackTimer);
    this.owed = 0;
    if (frame) this.app.send({ type: "ack", frame });
  }

  /** @param {Frame} f */
  apply(f) {
    if (f.brief) this.keepRest(f);
    this.keepAway(f);
    const places = this.motion?.before(f);
    this.app.frame = f;
    f.panels.forEach((p, i) => p.away || this.panel(p, i));
    if (places) this.motion?.after(places);
    for (const p of f.panels) {
      document.querySelector(`[data-view="${CSS.escape(p.id)}"]`)?.classList.toggle("waits", !!p.waits);
    }
    this.dropMissing(f);
    if (!boardOf(f)) this.empty();
    this.words();
    if (!f.brief) this.announce(f);
    this.app.emit("shown", f);
  }

  /**
   * A server that many drag on at once sends what a hand moves, and the rest of the page a few times a second.
   * @param {Frame} f
   */
  keepRest(f) {
    const before = this.app.frame;
    if (!before) return;
    f.say = before.say;
    f.speech = before.speech;
    f.promise = before.promise;
    const had = new Set(before.panels.map((p) => p.id));
    f.panels = [
      ...before.panels.map((p) => f.panels.find((q) => q.id === p.id) ?? { ...p, away: true }),
      ...f.panels.filter((p) => !had.has(p.id)),
    ];
    if (this.app.run) this.app.run = { ...this.app.run, total: f.total }; // its run message comes later
  }

  /**
   * Panels that are out of sight, or take long, are not sent while something is dragged: they stay as they are.
   * @param {Frame} f
   */
  keepAway(f) {
    const before = this.app.frame?.panels ?? [];
    f.panels = f.panels.map((p) => (p.away ? { ...(before.find((b) => b.id === p.id) ?? p), layers: {}, legend: undefined, away: true, waits: p.waits } : p));
  }

  /** Shows what the newest frame says, during a gesture not more often than it can be read. */
  words() {
    clearTimeout(this.wordTimer);
    const f = this.app.frame;
    if (!f) return;
    const wait = this.app.live ? this.told + wordPause - performance.now() : 0;
    if (wait > 0) {
      this.wordTimer = setTimeout(() => this.words(), wait);
      return;
    }
    this.told = performance.now();
    // Words of another step are others, and not the same ones in other places.
    const told = this.say.querySelector("details");
    if (told) this.unfolded = told.open;
    if (!this.app.live) this.say.replaceChildren();
    patch(this.say, f.say, (made) => {
      const more = made.querySelector("details");
      if (more) more.open = this.unfolded; // what the reader has unfolded stays open
    });
    this.promises(f.promise);
    this.promiseBox.hidden = !f.promise;
    this.app.emit("told");
  }

  /**
   * Shows the promises; what the reader has unfolded stays open.
   * @param {string} markup
   */
  promises(markup) {
    const was = this.promise.querySelector("details");
    const open = was ? was.open && !was.dataset.forced : false;
    if (!this.app.live) this.promise.replaceChildren();
    patch(this.promise, markup, (made) => {
      const more = made.querySelector("details");
      if (!more) return;
      // One that is broken unfolds by itself, for as long as it is broken.
      if (more.open && !open) more.dataset.forced = "yes";
      more.open ||= open;
    });
  }

  /**
   * @param {Panel} p
   * @param {number} place
   */
  panel(p, place) {
    const isBoard = p.id === boardId;
    const svg = this.svg(p, place, isBoard);
    if (!svg) return;
    const box = `0 0 ${p.size[0]} ${p.size[1]}`;
    if (svg.getAttribute("viewBox") !== box) {
      svg.setAttribute("viewBox", box);
      if (!isBoard) {
        svg.setAttribute("width", String(p.size[0]));
        svg.setAttribute("height", String(p.size[1]));
      }
    }
    for (const [name, markup] of Object.entries(p.layers ?? {})) {
      const g = svg.querySelector(`:scope > [data-layer="${name}"]`);
      if (g) patch(g, markup);
    }
    if (svg.getAttribute("aria-label") !== (p.alt || p.title)) svg.setAttribute("aria-label", p.alt || p.title);
    svg.toggleAttribute("data-edits", isBoard ? !this.app.noPoints : p.edits === "data");
    if (p.legend !== undefined) {
      const legend = document.querySelector(`[data-legend="${CSS.escape(p.id)}"]`);
      if (legend && legend.innerHTML !== p.legend) legend.innerHTML = p.legend;
    }
    if (isBoard) return;
    const view = /** @type {Element} */ (svg.closest("[data-view]"));
    text(view, "[data-title]", p.title);
    text(view, "[data-note]", p.note ?? "");
  }

  /**
   * The picture's element; one that the page did not have is made.
   * @param {Panel} p
   * @param {number} place
   * @param {boolean} isBoard
   */
  svg(p, place, isBoard) {
    const found = document.querySelector(`svg[data-panel="${CSS.escape(p.id)}"]`);
    if (found || isBoard || !this.views) return found;
    const template = /** @type {HTMLTemplateElement} */ (must("#side-template"));
    const made = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    const section = must("section", made);
    const svg = must("svg.chart", made); // not an icon
    section.dataset.view = p.id;
    svg.dataset.panel = p.id;
    must(".legend", made).dataset.legend = p.id;
    this.views.insertBefore(made, this.views.children[place - 1] ?? null);
    return svg;
  }

  /** Empties the board, for a step without one: for instance of a method that refuses its points. */
  empty() {
    for (const g of document.querySelectorAll(`svg.board > [data-layer]:not([data-layer=axes])`)) g.replaceChildren();
  }

  /**
   * A view that a step does not have keeps its place, so that the others do not
   * move. The first frame of another run removes it.
   * @param {Frame} f
   */
  dropMissing(f) {
    if (!this.views) return;
    const ids = new Set(f.panels.map((p) => p.id));
    for (const view of [...this.views.children]) {
      const missing = !ids.has(/** @type {HTMLElement} */ (view).dataset.view ?? "");
      if (missing && this.newRun) view.remove();
      else view.classList.toggle("absent", missing);
    }
    if (!f.brief) this.newRun = false;
  }

  /**
   * Says the step to a screen reader, the newest one if steps come quickly.
   * @param {Frame} f
   */
  announce(f) {
    clearTimeout(this.speechTimer);
    const wait = Math.max(0, this.announced + speechPause - performance.now());
    this.speechTimer = setTimeout(() => {
      this.announced = performance.now();
      showEnglish(this.speech, f.speech);
    }, wait);
  }
}

/**
 * A frame with what was new in one before that was not shown.
 * @param {Frame} before
 * @param {Frame} f
 */
function over(before, f) {
  const panels = f.panels.map((p) => {
    const was = before.panels.find((q) => q.id === p.id);
    return was ? { ...p, layers: { ...was.layers, ...p.layers }, legend: p.legend ?? was.legend } : p;
  });
  return { ...f, panels };
}

/**
 * @param {Element} root
 * @param {string} selector
 * @param {string} value
 */
function text(root, selector, value) {
  const el = root.querySelector(selector);
  if (el) write(el, value);
}
