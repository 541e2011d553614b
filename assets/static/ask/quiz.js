// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Board} from "../board/board.js" */
/** @import {Asking, Frame, Guess, State} from "../page/types.js" */
/** @import {Transport} from "../run/transport.js" */
import { must, write } from "../page/app.js";
import { savedSetting, saveSetting } from "../page/chrome.js";
import { shortcutOff } from "../page/keys.js";
import { later } from "../page/later.js";
import { t } from "../page/words.js";

/**
 * Asks what comes before it is shown. It is an offer: whatever else moves the run
 * leaves the question, and so does Escape.
 */
export class Quiz {
  /**
   * @param {App} app
   * @param {Transport} transport
   * @param {Board|null} board
   */
  constructor(app, transport, board) {
    this.app = app;
    this.transport = transport;
    /** The part that asks a room, or is asked. @type {import("./votes.js").Votes|null} */
    this.room = null;
    this.askRoom = later(app, async () => (await import("./votes.js")).askRoom(app, this, board));
    /** What takes an answer on the board; null: it has not come yet. @type {import("./pointing.js").Pointing|null} */
    this.pointing = null;
    this.aim = later(app, async () => {
      const { Pointing } = await import("./pointing.js");
      if (board) this.pointing ??= new Pointing(app, board, { changed: () => this.said(), done: () => this.answer(), leave: () => this.leave() });
    });
    /** What takes an answer on another panel; null: it has not come yet. @type {import("./picking.js").Picking|null} */
    this.picking = null;
    this.pick = later(app, async () => {
      const { howToPick, Picking } = await import("./picking.js");
      this.howToPick = howToPick;
      this.picking ??= new Picking(app, this.menu, { changed: () => this.said(), done: () => this.answer() });
    });
    /** @type {(a: Asking) => string} */
    this.howToPick = () => "";
    /** The focus goes to the board when that is there. */
    this.aiming = false;
    this.box = must("[data-ask]");
    this.button = /** @type {HTMLButtonElement|null} */ (document.querySelector("[data-action=guess]"));
    this.choice = must("[data-ask-choice]", this.box);
    this.text = must("[data-ask-say]", this.box);
    /** @type {HTMLFormElement} */
    this.form = must("[data-ask-form]", this.box);
    this.hint = must("[data-ask-hint]", this.box);
    this.given = must("[data-ask-given]", this.box);
    this.options = must("[data-ask-options]", this.box);
    this.number = must("[data-ask-number]", this.box);
    /** @type {HTMLInputElement} */
    this.field = must("input", this.number);
    this.picks = must("[data-ask-picks]", this.box);
    /** @type {HTMLSelectElement} */
    this.menu = must("select", this.picks);
    /** @type {HTMLButtonElement} */
    this.submit = must("[type=submit]", this.form);
    this.verdict = must("[data-ask-verdict]", this.box);
    this.judged = must("[data-ask-judged]", this.box);
    this.goOn = must("[data-action=go-on]", this.box);
    this.live = must("[data-ask-live]");
    /** @type {HTMLInputElement} */
    this.always = must("[data-ask-always]", this.box);
    this.always.checked = savedSetting("ask") === "always";
    /** @type {Asking|null} */
    this.asking = null;
    this.choosing = false;
    /** The step at which there was something to choose: a picture of it that comes later changes nothing. */
    this.chosenAt = -1;
    /** The reader asked by hand, and the focus may go to the question. */
    this.byHand = false;
    /** A step forwards by hand is under way from this one, after which a question may come by itself; −1: none. */
    this.stepped = -1;
    this.last = "";
    this.listen();
  }

  listen() {
    const { app } = this;
    this.button?.addEventListener("click", () => this.toggle());
    for (const b of this.box.querySelectorAll("[data-action=leave]")) b.addEventListener("click", () => this.leave());
    this.goOn.addEventListener("click", () => this.proceed());
    this.form.addEventListener("submit", (e) => {
      e.preventDefault();
      this.answer();
    });
    this.form.addEventListener("input", () => this.said());
    this.always.addEventListener("change", () => saveSetting("ask", this.always.checked ? "always" : "off"));
    document.addEventListener("keydown", (e) => this.key(e));
    app.on("state", (/** @type {State} */ s) => {
      this.take(s.asking ?? null);
      if (s.asking && (s.poll || s.follow)) void this.meetRoom();
    });
    app.on("shown", (/** @type {Frame} */ f) => this.shown(f));
    app.on("lost", () => this.take(null));
    app.on("refused", (/** @type {{field?: string}} */ r) => {
      if (r.field === "ask") this.hide(false);
    });
    app.on("sent", (/** @type {{type: string, by?: number}} */ m) => {
      if (m.type === "step") this.stepped = (m.by ?? 0) > 0 ? (app.frame?.step ?? -1) : -1;
      else if (m.type === "play" || m.type === "seek") this.stepped = -1;
    });
  }

  /** The questions of the step that is shown. */
  get offered() {
    return this.app.frame?.questions ?? [];
  }

  /** The tab of the story, where that is a sheet below the board; else null. */
  get sheet() {
    const tab = /** @type {HTMLElement|null} */ (document.querySelector("#tab-story"));
    return tab?.checkVisibility() ? tab : null;
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    if (e.key === "Escape" && (this.asking || this.choosing)) {
      e.preventDefault();
      this.leave();
      return;
    }
    const typing = e.target instanceof Element && e.target.closest("textarea, select, [role=menu], input:not([type=checkbox], [type=range], [type=radio])");
    if (e.key.toLowerCase() !== "q" || typing || shortcutOff(e)) return;
    e.preventDefault();
    this.toggle();
  }

  /** @param {Frame} f */
  shown(f) {
    if (this.button) {
      const fits = this.offered.length > 0 && !this.app.following;
      this.button.classList.toggle("unasked", !fits && !this.asking);
      this.button.disabled = !fits && !this.asking;
    }
    if (this.choosing && f.step !== this.chosenAt) this.choose(false);
    const came = this.stepped >= 0 && f.step > this.stepped;
    if (!came) return;
    this.stepped = -1;
    if (this.always.checked && !this.asking && !this.transport.playing && !this.app.following) this.begin(this.due());
  }

  /** The question that comes by itself: another one than last time. */
  due() {
    const ids = this.offered.map((q) => q.id);
    return ids[(ids.indexOf(this.last) + 1) % ids.length] ?? "";
  }

  /** Asks, lets choose what to ask, or leaves. */
  toggle() {
    if (this.asking || this.choosing) {
      this.leave();
      return;
    }
    if (this.app.following || this.offered.length === 0) return;
    this.byHand = true;
    if (this.offered.length === 1) this.begin(this.offered[0].id);
    else this.choose(true);
  }

  /** @param {boolean} on */
  choose(on) {
    this.choosing = on;
    this.chosenAt = this.app.frame?.step ?? -1;
    this.hide(on || (!!this.asking && !this.asking.verdict));
    this.choice.replaceChildren();
    if (on) {
      for (const q of this.offered) {
        const item = document.createElement("li");
        const b = document.createElement("button");
        b.type = "button";
        b.className = "btn";
        b.dataset.question = q.id;
        b.textContent = q.text;
        if (this.text.lang) b.lang = this.text.lang;
        b.addEventListener("click", () => {
          this.byHand = true;
          this.begin(q.id);
        });
        item.append(b);
        this.choice.append(item);
      }
    }
    this.draw();
    if (on) this.choice.querySelector("button")?.focus();
  }

  /** @param {string} id */
  begin(id) {
    if (!id) return;
    this.last = id;
    if (this.app.send({ type: "ask", question: id })) this.hide(true); // at once: the state with the question follows
  }

  leave() {
    if (this.room?.holds) {
      this.room.refused({ field: "poll", code: "" });
      return;
    }
    const within = this.box.contains(document.activeElement) || this.pointing?.focused || this.picking?.focused;
    if (this.choosing) this.choose(false);
    if (this.asking) this.app.send({ type: "ask" });
    this.take(null);
    if (within) (this.button?.checkVisibility() && !this.button.disabled ? this.button : must("[data-action=step]")).focus({ preventScroll: true });
  }

  /** Goes on after a verdict, as the button of the run does. */
  proceed() {
    const over = this.transport.atEnd(this.app.frame);
    this.leave();
    if (!over) this.transport.forward();
  }

  /** @param {Asking|null} state */
  take(state) {
    const asking = state && (this.room?.inWords(state) ?? state);
    const was = this.asking;
    const fresh = asking && (was?.question !== asking.question || was.step !== asking.step || !!was.verdict !== !!asking.verdict);
    if (asking && this.choosing) this.choose(false);
    this.asking = asking;
    this.hide(!!asking && !asking.verdict);
    if (!asking && !was) return;
    if (fresh && !asking.verdict) this.prepare(asking);
    this.draw();
    if (fresh && !asking.verdict) this.room?.emptied();
    this.room?.take();
    if (fresh) this.tell(asking);
  }

  /** Loads what asks a room, or answers it. */
  async meetRoom() {
    if (this.room) return;
    const room = await this.askRoom();
    if (!room || this.room) return;
    this.room = room;
    this.asking = null;
    this.take(this.app.state?.asking ?? null);
  }

  /** Hides what comes after the step, or shows it again. @param {boolean} on */
  hide(on) {
    this.app.hide("quiz", on);
  }

  /** Empties the fields for a new question. @param {Asking} a */
  prepare(a) {
    this.text.innerHTML = a.say;
    this.field.value = "";
    this.field.inputMode = a.whole && (a.range?.[0] ?? -1) >= 0 ? "numeric" : "decimal";
    write(must("[data-ask-unit]", this.number), a.unit ?? "");
    this.options.replaceChildren(
      ...(a.options ?? []).map((text, i) => {
        const label = document.createElement("label");
        const radio = document.createElement("input");
        radio.type = "radio";
        radio.name = "ask-option";
        radio.value = String(i);
        label.append(radio, text);
        return label;
      }),
    );
    this.menu.replaceChildren(new Option("–", ""), ...(a.names ?? []).map((name, i) => new Option(name, String(i))));
    if (this.sheet?.getAttribute("aria-selected") === "false") this.sheet.click();
  }

  draw() {
    const { asking: a, app } = this;
    const open = !!a && !a.verdict;
    document.documentElement.toggleAttribute("data-asking", open);
    this.box.hidden = !a && !this.choosing;
    this.box.dataset.kind = a?.kind ?? "";
    this.choice.hidden = !this.choosing;
    this.text.hidden = !a;
    const polled = !!app.state?.poll;
    const voting = !!this.room?.voting;
    // Who follows may choose for themselves, and tells nobody unless the room is asked.
    this.form.hidden = !open || (polled ? !voting : !!app.following && a.kind !== "option");
    for (const part of this.form.querySelectorAll(".buttons, .always, [data-action=leave]")) part.toggleAttribute("hidden", !!app.following && !(voting && part.matches(".buttons")));
    must("[data-ask-watching]", this.box).hidden = !(open && app.following) || polled;
    this.options.hidden = a?.kind !== "option";
    this.number.hidden = a?.kind !== "number";
    this.picks.hidden = !a?.refs;
    must("[data-ask-leave]", this.box).hidden = !this.choosing;
    this.button?.setAttribute("aria-expanded", String(!!a || this.choosing));
    this.verdict.hidden = !a?.verdict;
    this.goOn.hidden = !!app.following;
    if (a?.verdict?.room) this.room?.judge(this.judged, a);
    else if (a?.verdict) {
      this.verdict.dataset.right = a.verdict.void ? "" : a.verdict.right ? "yes" : "no";
      if (this.judged.dataset.is !== a.verdict.say) this.judged.innerHTML = a.verdict.say;
      this.judged.dataset.is = a.verdict.say;
    }
    const byPlace = open && (polled ? voting : !app.following) && (a.kind === "point" || a.kind === "line");
    if (app.following) must("[data-board-box]").inert = !byPlace;
    if (byPlace && !this.pointing) void this.aimed();
    this.pointing?.use(byPlace ? a.kind : "");
    if (a?.refs && !this.picking) void this.pick().then(() => this.picking && this.draw());
    this.picking?.use(a?.refs ? a : null, open && (polled ? voting : !app.following));
    write(this.hint, byPlace ? howTo(a.kind) : open && a.refs ? this.howToPick(a) : "");
    this.said();
  }

  /** Lets an answer be given on the board. */
  async aimed() {
    await this.aim();
    if (!this.pointing || !this.asking || this.asking.verdict) return;
    this.draw();
    this.room?.emptied();
    if (this.aiming) this.pointing.svg.focus({ preventScroll: true });
    this.aiming = false;
  }

  /** Says the question, or the verdict, and puts the focus where the answer is given. @param {Asking} a */
  tell(a) {
    this.live.textContent = a.verdict ? a.verdict.text : a.text;
    const had = this.box.contains(document.activeElement) || this.pointing?.focused || this.picking?.focused;
    if (a.verdict) {
      if (had) this.goOn.focus({ preventScroll: true });
    } else if (this.byHand && !this.app.following) {
      const first = a.kind === "number" ? this.field : a.kind === "option" ? this.options.querySelector("input") : a.refs ? this.menu : this.pointing?.svg;
      first?.focus({ preventScroll: true });
      this.aiming = !first;
    }
    this.byHand = false;
    if (this.sheet) this.box.scrollIntoView({ block: "nearest" });
  }

  /** Shows what has been chosen so far. */
  said() {
    const a = this.asking;
    const g = this.guess();
    const ready = this.room?.voting ? this.room.ready(g) : !!g && !a?.waiting;
    const came = ready && this.submit.disabled;
    this.submit.disabled = !ready;
    if (came && this.sheet) this.submit.scrollIntoView({ block: "nearest" });
    const at = this.pointing?.told ?? "";
    write(this.given, a?.waiting ? t("ask-waiting") : at);
    if (this.room?.voting) this.room.draw();
  }

  /** The answer as far as it is given; null: not yet. @returns {Guess|null} */
  guess() {
    switch (this.asking?.kind) {
      case "point": {
        const i = this.pointing?.point ?? -1;
        return i >= 0 ? { point: i } : null;
      }
      case "line": {
        const line = this.pointing?.line;
        return line ? { line: [line[0], line[1]] } : null;
      }
      case "number": {
        const text = this.field.value.trim().replace(",", ".").replace("−", "-");
        const number = text === "" ? NaN : Number(text);
        return Number.isFinite(number) ? { number } : null;
      }
      case "option": {
        const on = /** @type {HTMLInputElement|null} */ (this.options.querySelector(":checked"));
        return on ? { option: Number(on.value) } : null;
      }
    }
    if (this.asking?.refs && this.menu.value !== "") return { point: Number(this.menu.value) };
    return null;
  }

  answer() {
    const g = this.guess();
    if (!g || !this.asking || this.asking.verdict || this.asking.waiting) return;
    if (this.room?.voting) {
      if (this.room.ready(g)) this.room.vote(g);
      return;
    }
    this.app.send({ type: "answer", question: this.asking.question, ...g });
  }
}

/** How an answer is given on the board. @param {string} kind */
function howTo(kind) {
  const touch = matchMedia("(hover: none)").matches;
  if (kind === "point") return touch ? t("ask-point-touch") : t("ask-point");
  return touch ? t("ask-line-touch") : t("ask-line");
}
