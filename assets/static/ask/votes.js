// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Board} from "../board/board.js" */
/** @import {Asking, Guess, Poll, State} from "../page/types.js" */
/** @import {Quiz} from "./quiz.js" */
import { must, write } from "../page/app.js";
import { panel } from "../page/panel.js";
import { t } from "../page/words.js";
import { Box } from "./ballotbox.js";
import { Heat } from "./heat.js";
import { notePoll } from "./ledpoll.js";
import { answerText, rowsOf, showRows } from "./tally.js";

/**
 * Loads what a page needs that asks its room, or is asked: its words and its style come
 * with it.
 * @param {App} app
 * @param {Quiz} quiz
 * @param {Board|null} board
 */
export async function askRoom(app, quiz, board) {
  const part = await panel("/votes", (p) => quiz.form.before(p));
  return new Votes(app, quiz, board, part);
}

/** What is possible in each phase. @type {Record<string, string[]>} */
const possible = {
  "": ["open"],
  open: ["close", "reveal", "end"],
  closed: ["show", "again", "reveal", "end"],
  shown: ["again", "reveal", "end"],
  revealed: [],
};

/**
 * A question that is put to a room: who leads it sees how many have answered and decides
 * what comes next; who follows answers on a page of their own.
 */
export class Votes {
  /**
   * @param {App} app
   * @param {Quiz} quiz
   * @param {Board|null} board
   * @param {HTMLElement} part
   */
  constructor(app, quiz, board, part) {
    this.app = app;
    this.quiz = quiz;
    this.root = must("[data-votes]", part);
    this.said = must("[data-votes-said]", this.root);
    this.wrong = must("[data-votes-wrong]", this.root);
    this.result = must("[data-votes-result]", this.root);
    this.lead = must("[data-votes-lead]", this.root);
    this.title = must("#ask-title");
    /** What the page says where no room is asked. */
    this.usual = { title: this.title.textContent ?? "", submit: quiz.submit.textContent ?? "" };
    this.heat = board && new Heat(app, board);
    this.box = new Box(app, () => this.quiz.said());
    /** The round whose answer the fields were filled with. */
    this.filled = "";
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (this.lead.querySelectorAll("[data-do]"))) {
      b.addEventListener("click", () => this.does(b.dataset.do ?? ""));
    }
    app.on("room", () => this.draw());
    app.on("lead", (/** @type {string} */ what) => this.leads && this.does(what)); // from the presenter's own window
    app.on("refused", (/** @type {{field?: string, code: string}} */ r) => this.refused(r));
    app.on("state", () => notePoll(app));
  }

  /** @returns {Poll|null} */
  get poll() {
    return this.app.state?.poll ?? null;
  }

  /** This page asks the room, or may. */
  get leads() {
    return !!this.app.state?.follow && !this.app.following;
  }

  /** The reader is asked, and may answer. */
  get voting() {
    return !!this.app.following && this.poll?.phase === "open";
  }

  /** The run stays where it is until the room has its answer. */
  get holds() {
    return this.leads && !!this.poll && this.poll.phase !== "revealed";
  }

  /** @param {string} what */
  does(what) {
    this.wrong.hidden = true;
    this.app.send({ type: "poll", do: what });
  }

  /** @param {{field?: string, code: string}} r */
  refused(r) {
    if (!this.leads || (r.field !== "poll" && r.field !== "do")) return;
    write(this.wrong, t(r.field === "poll" ? "votes-locked" : "votes-refused"));
    this.wrong.hidden = false;
  }

  /** The newest state is here. */
  take() {
    const { poll } = this;
    notePoll(this.app);
    if (this.app.following) this.box.take(poll);
    if (!poll) this.filled = "";
    this.fill();
    this.draw();
  }

  /** The question in the reader's own language, where the room is asked. @param {Asking} a @returns {Asking} */
  inWords(a) {
    const words = this.poll?.words?.[document.documentElement.lang];
    return words ? { ...a, ...words } : a;
  }

  /** Fills the fields with the answer that this page has given before. */
  fill() {
    const { poll } = this;
    if (!poll || !this.voting || this.filled === poll.id) return;
    const given = this.box.given(poll.round) ?? this.box.given(poll.round - 1);
    this.filled = poll.id;
    if (given) this.show(given);
  }

  /** Shows an answer that was given before. @param {Guess} given */
  show({ point = -1, line, number, option }) {
    const { quiz } = this;
    if (number !== undefined) quiz.field.value = String(number);
    const choice = /** @type {HTMLInputElement|null} */ (quiz.options.querySelector(`[value="${option ?? ""}"]`));
    if (choice) choice.checked = true;
    if (quiz.asking?.refs) {
      quiz.menu.value = point < 0 ? "" : String(point);
      quiz.picking?.draw();
    }
    if (quiz.pointing) {
      quiz.pointing.point = point;
      quiz.pointing.ends = line ? [...line] : [];
      quiz.pointing.draw();
    }
    quiz.said();
  }

  /** The fields are empty again. */
  emptied() {
    this.filled = "";
    this.fill();
  }

  /** @param {Guess} g */
  vote(g) {
    if (this.poll && this.voting) this.box.vote(this.poll, g);
  }

  /** Whether what is chosen can be sent: it is another answer than before. @param {Guess|null} g */
  ready(g) {
    const { poll } = this;
    if (!g || !poll || !this.app.connected) return false;
    return JSON.stringify(g) !== JSON.stringify(this.box.given(poll.round));
  }

  draw() {
    const { poll, quiz } = this;
    const a = quiz.asking && this.inWords(quiz.asking);
    const open = !!a && !a.verdict;
    this.root.hidden = !a || !(poll || (this.leads && open));
    write(this.title, poll ? (this.title.dataset.room ??= t("votes-title")) : this.usual.title);
    write(quiz.submit, this.voting ? t(this.box.given(poll?.round ?? 1) ? "votes-change" : "votes-send") : this.usual.submit);
    const doings = this.leads && a && (poll || (open && !a.waiting)) ? (possible[poll?.phase ?? ""] ?? []) : [];
    this.lead.hidden = doings.length === 0;
    const within = this.lead.contains(document.activeElement);
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (this.lead.querySelectorAll("[data-do]"))) {
      const what = b.dataset.do ?? "";
      b.hidden = !doings.includes(what) || (what === "again" && (poll?.round ?? 1) > 1);
      b.classList.toggle("go", what === doings[0]);
    }
    // The button that was pressed may be gone: the next one takes its place.
    if (within && !this.lead.contains(document.activeElement)) {
      /** @type {HTMLElement|null} */ (this.lead.querySelector("[data-do]:not([hidden])"))?.focus({ preventScroll: true });
    }
    const rows = poll?.rounds && a ? rowsOf(poll, a) : [];
    this.result.hidden = rows.length === 0;
    if (poll && a && rows.length) showRows(this.result, poll, a, rows);
    this.root.dataset.phase = poll?.phase ?? "";
    this.heat?.show(poll, a, this.app.following && poll ? this.box.given(poll.round) : null);
    this.say();
    this.tell(doings);
  }

  /** Tells the presenter's own window what can be done, and what the room does not see yet. @param {string[]} doings */
  tell(doings) {
    const text = (/** @type {string} */ what) => must(`[data-do=${what}]`, this.lead).textContent ?? "";
    const can = doings.filter((what) => !must(`[data-do=${what}]`, this.lead).hidden).map((what) => ({ do: what, text: text(what) }));
    this.app.polling = this.root.hidden || !this.leads ? null : { said: this.said.textContent ?? "", can, table: this.result.hidden ? "" : this.result.innerHTML };
    this.app.emit("polling");
  }

  /** Says how it stands. */
  say() {
    const { poll, quiz } = this;
    let text = "";
    if (poll) text = this.leads ? this.toLeader(poll) : this.toVoter(poll, quiz.asking);
    else if (this.leads) text = t("votes-offer");
    write(this.said, text);
  }

  /** @param {Poll} poll */
  toLeader(poll) {
    if (poll.phase !== "open") {
      this.wrong.hidden ||= poll.phase === "revealed";
      return poll.phase === "closed" ? t("votes-closed") : poll.phase === "shown" ? t("votes-shown") : "";
    }
    const room = this.app.room;
    const answers = room?.answers ?? 0;
    const count = room?.here ? t("votes-in-of", answers, Math.max(answers, room.here)) : t("votes-in", answers);
    return poll.round > 1 ? `${t("votes-round", poll.round)}: ${count}` : count;
  }

  /** @param {Poll} poll @param {Asking|null} a */
  toVoter(poll, a) {
    const mine = this.box.given(poll.round);
    if (poll.phase === "open") {
      if (!mine) return t(poll.round > 1 ? "votes-once-more" : "votes-choose");
      return t(this.box.isIn(poll.round) ? "votes-mine-in" : "votes-sending");
    }
    if (poll.phase === "revealed" && a?.verdict) return "";
    if (mine && !this.box.isIn(poll.round)) return t(this.box.isLost(poll.round) ? "votes-lost" : "votes-sending");
    return t(mine ? "votes-mine-closed" : "votes-none-closed");
  }

  /** Says what is right, and what the reader's own answer was worth. @param {HTMLElement} el @param {Asking} a */
  judge(el, a) {
    const { poll } = this;
    const { verdict } = a;
    if (!poll || !verdict) return;
    const words = this.inWords(a);
    const lines = [];
    const mine = this.box.given(poll.round);
    let right = null;
    if (!verdict.void && verdict.answer) {
      const text = answerText(a, words, verdict.answer, poll.tolerance);
      if (text) lines.push(t("votes-answer", text));
      if (mine && this.app.following) right = isRight(a, verdict.answer, mine, poll.tolerance);
      if (right !== null) lines.unshift(t(right ? "votes-right" : "votes-wrong"));
    }
    this.quiz.verdict.dataset.right = right === null ? "" : right ? "yes" : "no";
    const why = verdict.void ? verdict.say : (poll.words?.[document.documentElement.lang]?.why ?? verdict.say);
    const key = JSON.stringify([lines, why]);
    if (el.dataset.is === key) return;
    el.dataset.is = key;
    el.innerHTML = why;
    el.prepend(...lines.map((line) => {
      const p = document.createElement("p");
      p.textContent = line;
      return p;
    }));
  }
}

/**
 * Whether an answer is right, as the server counts it; null of lines, which are shown.
 * @param {Asking} a
 * @param {import("../page/types.js").Answer} answer
 * @param {Guess} mine
 * @param {number} [tolerance]
 */
function isRight(a, answer, mine, tolerance = 0) {
  switch (a.kind) {
    case "point":
    case "cell":
    case "node":
    case "bar":
      return answer.points?.includes(mine.point ?? -1) ?? false;
    case "number":
      return Math.abs((mine.number ?? NaN) - (answer.number ?? NaN)) <= tolerance;
    case "option":
      return mine.option === answer.option;
  }
  return null;
}
