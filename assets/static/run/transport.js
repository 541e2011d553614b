// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Size} from "../page/kinds.js" */
/** @import {Client, Frame, Run, RunEvent, State} from "../page/types.js" */
import { must, setPressed, write } from "../page/app.js";
import { savedSetting, saveSetting } from "../page/chrome.js";
import { countOf, placeOf, symbolic, unitName } from "../page/units.js";
import { has, markLanguage, t } from "../page/words.js";
import { boardOf } from "./frame.js";
import { kindName, tickLegend } from "./timeline.js";

/** @type {Size[]} */
const sizes = ["small", "step", "pass"];

/** The buttons that move through the run. */
export class Transport {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.root = must("[data-transport]");
    this.next = must("[data-next]", this.root);
    this.playButton = must("[data-action=play]", this.root);
    /** @type {HTMLSelectElement} */
    this.speed = must("[data-speed]", this.root);
    /** @type {HTMLSelectElement} */
    this.kind = must("[data-event-kind]", this.root);
    this.reason = must("[data-reason]", this.root);
    this.outcomeButton = must("[data-action=outcome]", this.root);
    this.step = must("[data-step]");
    this.total = must("[data-total]");
    this.count = must("[data-shown]");
    this.counted = must("[data-shown-total]");
    this.elementary = must("[data-elementary]");
    this.around = ["before", "between", "after"].map((name) => must(`[data-${name}]`));
    /** @type {HTMLDetailsElement} */
    this.more = must("[data-run-more]", this.root);
    this.note = must("[data-board-note]");
    /** @type {HTMLInputElement} */
    this.field = must("[data-goto]");
    this.stepButton = must("[data-action=goto]");
    this.progress = must("[data-progress]", this.root);
    this.progressText = must("[data-progress-text]", this.root);
    this.legend = must("[data-tick-legend]", this.root);
    this.ghostBox = must("[data-ghost]", this.root);
    this.ghostText = must("[data-ghost-text]", this.root);
    this.ghostSwitch = must("[data-action=ghost]", this.root);
    /** Whether the run before a change is kept. */
    this.ghost = !app.embedded && savedSetting("ghost") !== "off";
    this.ghostSwitch.setAttribute("aria-pressed", String(this.ghost));
    /** The language in which demos tell their steps; null: the page's. */
    this.narration = this.reason.getAttribute("lang");
    /** The steps that are played; at the last one it starts over. */
    this.first = 0;
    this.last = Infinity;
    this.playing = false;
    /** The reader wants to know how the run ends before it is there. */
    this.asked = false;
    this.until = false;
    /** @type {[number|null, number|null]} the steps to loop between */
    this.marks = [null, null];
    /** The step that is waited for while the run is recorded; −1 for none. */
    this.awaited = -1;
    /** @type {Map<string, number>} */
    this.kinds = new Map();
    /** The kinds that are listed, with their numbers. @type {string|null} */
    this.listed = null;
    this.listen();
    this.enable(false);
    app.on("state", (s) => this.state(s));
    app.on("shown", (f) => this.shown(f));
    app.on("run", (r) => this.run(r));
    app.on("hides", () => {
      this.showTotal();
      if (app.frame) this.labelNext(app.frame);
    });
    app.on("lost", () => this.enable(false));
    app.on("rest", () => this.listKinds());
  }

  listen() {
    /** @type {Record<string, () => void>} */
    const actions = {
      step: () => this.forward(),
      back: () => this.back(),
      play: () => this.toggle(),
      start: () => this.seek("start"),
      end: () => this.seek("end"),
      prev: () => this.seek("prev"),
      next: () => this.seek("next"),
      until: () => this.toggleUntil(),
      "loop-from": () => this.setLoopEnd(0),
      "loop-to": () => this.setLoopEnd(1),
      stop: () => this.stop(),
      ghost: () => this.toggleGhost(),
      forget: () => this.app.send({ type: "forget" }),
      outcome: () => this.ask(),
    };
    for (const [name, run] of Object.entries(actions)) {
      must(`[data-action=${name}]`, this.root).addEventListener("click", run);
    }
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-size]"))) {
      b.addEventListener("click", () => this.choose(/** @type {Size} */ (b.dataset.size)));
    }
    for (const select of [this.speed, this.kind]) {
      select.addEventListener("change", () => {
        if (this.playing) this.play();
      });
    }
    this.closeMore();
    this.stepButton.addEventListener("click", () => this.editStep());
    this.field.addEventListener("blur", () => this.finishEditing(false));
    this.field.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" && e.key !== "Escape") return;
      e.preventDefault();
      this.finishEditing(e.key === "Enter");
      must("[data-timeline]", this.root).focus();
    });
  }

  /** What is unfolded goes when something else is pressed, or with Escape. */
  closeMore() {
    const { more } = this;
    document.addEventListener("pointerdown", (e) => {
      if (!more.contains(/** @type {Node} */ (e.target))) more.open = false;
    });
    more.addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || !more.open) return;
      e.preventDefault();
      e.stopPropagation();
      more.open = false;
      must("summary", more).focus();
    });
  }

  /** @param {boolean} on */
  enable(on) {
    for (const b of this.root.querySelectorAll("button, select")) {
      /** @type {HTMLButtonElement} */ (b).disabled = !on;
    }
    if (!on) this.setPlaying(false);
  }

  /** @param {State} s */
  state(s) {
    this.enable(true);
    this.setPlaying(s.playing);
    // While paused, a size that was chosen here is sent with the next step or play.
    if (s.size && s.playing) this.markSize(s.size);
  }

  /** @param {Frame} f */
  shown(f) {
    write(this.step, String(f.step));
    this.showCount();
    this.showStatus();
    write(this.note, boardOf(f)?.note ?? "");
    this.labelNext(f);
    this.showTotal();
    this.showProgress();
    this.showMarks();
  }

  /** @param {Frame} f */
  labelNext(f) {
    const nothing = this.atEnd(f) && f.step === 0;
    const ours = nothing ? t("nothing-to-do") : this.atEnd(f) ? t("start-again") : "";
    const theirs = this.app.hides ? "" : f.next[this.app.size] || f.next.step;
    const name = ours || theirs || t("next-step");
    write(this.next, name);
    this.next.toggleAttribute("data-symbol", symbolic(name));
    const button = must("[data-action=step]", this.root);
    button.dataset.tip = t("tip-keys", name, "→");
    markLanguage(button, name !== theirs);
    /** @type {HTMLButtonElement} */ (must("[data-action=step]", this.root)).disabled = nothing || !this.app.connected;
    /** @type {HTMLButtonElement} */ (must("[data-action=back]", this.root)).disabled = f.step === 0 || !this.app.connected;
  }

  /** @param {Run} r */
  run(r) {
    if (r.reset) {
      this.kinds.clear();
      this.asked = false;
    }
    for (const e of r.events ?? []) this.kinds.set(e.kind, (this.kinds.get(e.kind) ?? 0) + 1);
    this.listKinds();
    this.showTotal();
    this.showProgress();
    this.showDivergence(r);
    if (this.app.frame) this.labelNext(this.app.frame);
  }

  showTotal() {
    const run = this.app.visible;
    if (!run) return;
    write(this.total, `${Math.max(0, run.total - 1)}${run.complete ? "" : " …"}`);
    this.showCount();
    this.showStatus();
  }

  /** Counts the steps that the buttons take; the tooltip has the smallest ones. */
  showCount() {
    const { frame, visible: run, size } = this.app;
    if (!frame || !run) return;
    const unit = unitName(this.app);
    const last = Math.max(0, run.total - 1);
    t("count", "\0", "\0", unit)
      .split("\0")
      .forEach((text, i) => write(this.around[i], text));
    write(this.count, String(frame.count[size]));
    write(this.counted, `${countOf(this.app, last)}${run.complete ? "" : " …"}`);
    const apart = frame.count[size] !== frame.step || countOf(this.app, last) !== last;
    this.elementary.hidden = !apart;
    const small = t("count", frame.step, last, unitName(this.app, "small"));
    this.stepButton.dataset.tip = apart ? `${small}\n${t("goto-tip")}` : t("goto-tip");
  }

  /** Tells what this step did; how the run ends is told at the end, or when asked for. */
  showStatus() {
    const { frame, visible: run } = this.app;
    if (!frame || !run) return;
    const { reason, state } = run.status;
    const end = reason || t(`state.${state}`);
    const over = run.complete && frame.step >= run.total - 1;
    const asked = this.asked && run.complete && !over;
    this.tell(asked ? t("outcome", end) : over ? end : frame.phase, asked || (over && !reason));
    this.reason.dataset.state = asked || over ? state : "running";
    this.outcomeButton.hidden = over || !run.complete;
    this.outcomeButton.setAttribute("aria-expanded", String(asked));
    write(this.outcomeButton, t(asked ? "outcome-hide" : "outcome-ask"));
  }

  /**
   * @param {string} text
   * @param {boolean} ours it is the page's and not the demo's
   */
  tell(text, ours) {
    const { reason } = this;
    if (reason.textContent === text) return;
    reason.textContent = text;
    if (ours || !this.narration) reason.removeAttribute("lang");
    else reason.setAttribute("lang", this.narration);
  }

  /** Tells how the run ends, or not any more. */
  ask() {
    this.asked = !this.asked;
    this.showStatus();
  }

  listKinds() {
    const listed = [...this.kinds].join();
    if (listed === this.listed || this.app.live) return; // numbers for a menu, which is closed while something is dragged
    this.listed = listed;
    const chosen = this.kind.value;
    const options = [new Option(t("any-event"), "")];
    for (const [kind, n] of this.kinds) {
      const option = new Option(`${kindName(kind)} (${n})`, kind);
      markLanguage(option, has(`event.${kind}`));
      options.push(option);
    }
    this.kind.replaceChildren(...options);
    this.kind.value = this.kinds.has(chosen) ? chosen : "";
    this.legend.replaceChildren(...tickLegend(this.kinds));
  }

  /** @param {Frame|null} f */
  atEnd(f) {
    const run = this.app.run;
    return !!f && (f.step >= this.last || (!!run?.complete && f.step >= run.total - 1));
  }

  forward() {
    if (this.atEnd(this.app.frame)) {
      this.restart();
      return;
    }
    this.app.send({ type: "step", by: 1, size: this.app.size });
  }

  /** Goes to where playing starts. */
  restart() {
    this.awaited = -1;
    this.app.send({ type: "seek", step: this.first });
  }

  back() {
    this.app.send({ type: "step", by: -1, size: this.app.size });
  }

  toggle() {
    if (this.app.stepwise && !this.playing) {
      this.forward();
      return;
    }
    if (this.playing) {
      this.app.send({ type: "pause" });
      this.setPlaying(false);
      return;
    }
    this.play(); // from the end it starts over
  }

  play() {
    this.awaited = -1;
    if (this.first > 0 || this.last < Infinity) {
      if (this.atEnd(this.app.frame)) this.restart();
    }
    const [from, to] = this.marks;
    /** @type {Client} */
    const message = {
      type: "play",
      rate: Number(this.speed.value),
      size: this.app.size,
      ...(this.until ? { until: this.kind.value || "*" } : {}),
      ...(from !== null && to !== null ? { loop: [from, to] } : {}),
    };
    if (this.app.send(message)) this.setPlaying(true);
  }

  toggleUntil() {
    this.until = !this.until;
    must("[data-action=until]", this.root).setAttribute("aria-pressed", String(this.until));
    this.showMarks();
    if (this.playing) this.play();
  }

  /**
   * Sets an end of the loop to the step that is shown, or removes it if it
   * is there already.
   * @param {0|1} end
   */
  setLoopEnd(end) {
    const step = this.app.frame?.step;
    if (step === undefined) return;
    this.marks[end] = this.marks[end] === step ? null : step;
    const [from, to] = this.marks;
    if (from !== null && to !== null && from >= to) this.marks[1 - end] = null;
    this.showMarks();
    this.app.emit("loop", this.marks);
    if (this.playing) this.play();
  }

  showMarks() {
    for (const [i, name] of ["loop-from", "loop-to"].entries()) {
      const button = must(`[data-action=${name}]`, this.root);
      button.setAttribute("aria-pressed", String(this.marks[i] !== null));
    }
    this.more.toggleAttribute("data-set", this.until || this.marks.some((m) => m !== null));
  }

  /** Switches on or off that the run before a change is kept. */
  toggleGhost() {
    this.ghost = !this.ghost;
    saveSetting("ghost", this.ghost ? "on" : "off");
    this.ghostSwitch.setAttribute("aria-pressed", String(this.ghost));
    this.app.emit("viewset");
  }

  /** Says from which step on this run differs from the one before. @param {Run} r */
  showDivergence(r) {
    const ghost = r.ghost;
    this.ghostBox.hidden = !ghost;
    if (!ghost) return;
    const text =
      ghost.parts === undefined
        ? t("ghost-same")
        : ghost.parts === 0
          ? t("ghost-start")
          : t("ghost-parts", placeOf(this.app, ghost.parts));
    write(this.ghostText, text);
  }

  /** Turns the step number into a field. */
  editStep() {
    if (!this.app.connected) return;
    this.field.value = this.step.textContent ?? ""; // of the smallest size, as in addresses
    this.field.hidden = false;
    this.stepButton.hidden = true;
    this.field.focus();
    this.field.select();
  }

  /** @param {boolean} go */
  finishEditing(go) {
    if (this.field.hidden) return;
    const text = this.field.value.trim();
    this.field.hidden = true;
    this.stepButton.hidden = false;
    if (!go) return;
    const step = Number(text);
    if (!/^\d{1,8}$/.test(text) || step > 1e7) {
      this.app.say(t("bad-step"), "bad");
      return;
    }
    this.awaited = step;
    this.app.send({ type: "seek", step });
  }

  /** Says how far the recording is, while the reader waits for a step of it. */
  showProgress() {
    const run = this.app.run;
    const frame = this.app.frame;
    if (!run || run.complete || (frame && frame.step === this.awaited)) this.awaited = -1;
    const waiting = !!run && this.awaited > run.total - 1;
    this.progress.hidden = !waiting;
    if (waiting) {
      const so = run.total - 1;
      this.progressText.textContent = Number.isFinite(this.awaited) ? t("recording-of", so, this.awaited) : t("recording", so);
    }
  }

  stop() {
    this.awaited = -1;
    this.app.send({ type: "pause" });
    this.showProgress();
  }

  /** @param {boolean} on */
  setPlaying(on) {
    this.playing = on;
    this.playButton.setAttribute("aria-pressed", String(on));
    this.playButton.setAttribute("aria-label", on ? t("pause") : t("play"));
  }

  /** @param {"start"|"end"|"prev"|"next"} to */
  seek(to) {
    this.awaited = to === "end" ? Infinity : -1;
    const event = to === "prev" || to === "next" ? this.kind.value : "";
    this.app.send({ type: "seek", to, ...(event ? { event } : {}) });
  }

  /** @param {Size} size */
  choose(size) {
    this.markSize(size);
    if (this.playing) this.play();
  }

  /** The next larger size, and from the largest the smallest. */
  cycle() {
    this.choose(sizes[(sizes.indexOf(this.app.size) + 1) % sizes.length]);
  }

  /** @param {Size} size */
  markSize(size) {
    this.app.size = size;
    setPressed("[data-size]", (b) => b.dataset.size === size);
    if (this.app.frame) this.labelNext(this.app.frame);
    this.showCount();
    if (this.app.run) this.showDivergence(this.app.run);
    this.app.emit("size");
  }
}
