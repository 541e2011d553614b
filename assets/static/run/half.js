// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Refusal, Run} from "../page/types.js" */
import { must } from "../page/app.js";
import { shortcutOff, takenByFocus } from "../page/keys.js";

// A board that is half of a comparison. The page around it, of this server only, moves it,
// and hears of its edits so that the other half gets them, too.

const moves = new Set([" ", "ArrowRight", "ArrowLeft", "Home", "End"]);
const carried = new Set(["points", "data", "window"]);

/**
 * Paints when the page around paints: browsers draw nothing in a frame out of sight, but
 * both halves of a comparison move together, also where one stands below the other.
 */
export function paintWithPage() {
  try {
    const { cancelAnimationFrame, requestAnimationFrame } = parent;
    const later = parent.performance.timeOrigin - performance.timeOrigin; // the two clocks began at different times
    self.requestAnimationFrame = (act) => requestAnimationFrame.call(parent, (now) => act(now + later));
    self.cancelAnimationFrame = (id) => cancelAnimationFrame.call(parent, id);
  } catch {
    // the page around is of another site: no comparison
  }
}

/** @param {App} app */
export function start(app) {
  if (parent === self) return;
  const tell = (/** @type {object} */ message) => parent.postMessage(message, location.origin);
  const places = new Places();
  places.take(app.sizes, true); // the run may have come before this script
  const goal = new Goal(app, places);

  let told = "";
  let due = false;
  const tellState = () => {
    due = false;
    const { frame, run, state } = app;
    const last = run ? Math.max(0, run.total - 1) : 0;
    const at = frame?.step ?? 0;
    const m = {
      type: "half:state", live: app.connected && !!frame && !!run, edits: app.live, following: !!app.following, key: state?.follow ?? "",
      query: app.queryHere(), data: dataOf(app), step: frame ? at : null, last, complete: !!run?.complete, done: goal.done,
      at: { step: places.count("step", at), pass: places.count("pass", at), share: last ? (100 * at) / last : 100 },
      most: { step: places.count("step", last), pass: places.count("pass", last), share: 100 },
    };
    const now = JSON.stringify(m);
    if (now !== told) tell(m);
    told = now;
  };
  const later = () => {
    if (due) return;
    due = true;
    queueMicrotask(tellState);
  };
  app.on("run", (/** @type {Run} */ r) => {
    places.take(app.sizes, !!r.reset);
    goal.look(!!r.reset);
  });
  app.on("shown", () => goal.look(false));
  for (const event of /** @type {const} */ (["shown", "state", "run", "lost", "sent", "rest", "alone"])) app.on(event, later);

  let theirs = false;
  app.on("sent", (m) => {
    if (!theirs && carried.has(m.type) && m.op !== "look") tell({ type: "half:sent", message: m });
  });
  app.on("refused", (/** @type {Refusal} */ r) => tell({ type: "half:refused", message: r.message }));
  addEventListener("message", (e) => {
    if (e.source !== parent || e.origin !== location.origin) return;
    if (e.data?.type === "half:go") goal.set(e.data);
    if (e.data?.type === "half:send") {
      theirs = true;
      app.send(e.data.message);
      theirs = false;
    }
    if (e.data?.type === "half:ask") told = "";
    later();
  });
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || shortcutOff(e) || takenByFocus(e) || !moves.has(e.key)) return;
    e.preventDefault();
    tell({ type: "half:key", key: e.key });
  });
  // On a phone the two boards stand above each other: what is told between them is folded.
  /** @type {HTMLDetailsElement} */
  const story = must("[data-half-story]");
  story.open = !matchMedia("(max-width: 560px)").matches;
  seedField(app);
  later();
}

/** The data of the recipe as text: those of its preset where it names none. @param {App} app */
function dataOf(app) {
  return new URLSearchParams(app.query).get("data") ?? app.root.dataset.half ?? "";
}

/** @param {App} app */
function seedField(app) {
  /** @type {HTMLInputElement} */
  const field = must("[data-seed]");
  const error = must("[data-error-for=seed]");
  app.on("state", (s) => {
    if (document.activeElement !== field) field.value = String(s.seed);
  });
  field.addEventListener("change", () => {
    error.hidden = true;
    app.send({ type: "seed", seed: Number(field.value) });
  });
  app.on("refused", (/** @type {Refusal} */ r) => {
    if (r.field !== "seed") return;
    error.textContent = r.message;
    error.hidden = false;
  });
}

/** @typedef {"step"|"pass"|"share"} Way */

/** At which smallest steps the steps and the passes of a run end, as far as it is recorded. */
class Places {
  constructor() {
    /** @type {{step: number[], pass: number[]}} */
    this.ends = { step: [], pass: [] };
    this.seen = 0;
  }

  /** @param {string} sizes a digit each @param {boolean} anew */
  take(sizes, anew) {
    if (anew || sizes.length < this.seen) [this.ends, this.seen] = [{ step: [], pass: [] }, 0];
    for (let n = Math.max(1, this.seen); n < sizes.length; n++) {
      if (sizes[n] >= "1") this.ends.step.push(n);
      if (sizes[n] >= "2") this.ends.pass.push(n);
    }
    this.seen = sizes.length;
  }

  /** In which step of a size smallest step n is, from 1; 0 at the start. @param {"step"|"pass"} way @param {number} n */
  count(way, n) {
    if (n <= 0) return 0;
    const ends = this.ends[way];
    let [lo, hi] = [0, ends.length];
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (ends[mid] < n) lo = mid + 1;
      else hi = mid;
    }
    return lo + 1;
  }

  /**
   * The smallest step at a place; null: it is not recorded yet.
   * @param {Way} way @param {number} at @param {Run} run
   */
  step(way, at, run) {
    const last = Math.max(0, run.total - 1);
    if (at <= 0) return 0;
    if (way === "share") return run.complete ? Math.min(last, Math.round((at / 100) * last)) : null;
    return this.ends[way][at - 1] ?? (run.complete ? last : null);
  }
}

/** Where the page around wants the run to be. */
class Goal {
  /** @param {App} app @param {Places} places */
  constructor(app, places) {
    this.app = app;
    this.places = places;
    /** @type {{id: number, by: Way, at: number|"end"}|null} */
    this.wanted = null;
    /** The last one that is shown. */
    this.done = 0;
    /** The step that was asked for. @type {number|null} */
    this.asked = null;
  }

  /** @param {{id: number, by: Way, at: number|"end"}} wanted */
  set(wanted) {
    this.wanted = wanted;
    this.asked = null;
    this.look(false);
  }

  /** Goes there, as soon as it is known where that is. @param {boolean} anew the run has started over */
  look(anew) {
    const { app, wanted } = this;
    if (anew) this.asked = null;
    if (!wanted || !app.run || !app.frame || !app.connected) return;
    const n = wanted.at === "end" ? (app.run.complete ? Math.max(0, app.run.total - 1) : null) : this.places.step(wanted.by, wanted.at, app.run);
    if (n === null) return;
    if (app.frame.step === n) {
      this.done = wanted.id;
      this.wanted = null;
    } else if (this.asked !== n && app.send({ type: "seek", step: n })) {
      this.asked = n;
    }
  }
}
