// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Guess, Poll} from "../page/types.js" */

const firstTime = 2000; // ms in which all pages hand their votes in again
const againTime = 3000; // ms until a vote is sent again that nobody took
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** @typedef {{seq: number, answer: Guess, ballot: string, refused?: string}} Slip an answer, and where it is counted */
/** @typedef {{voter: string, poll: string, seq: number, rounds: Record<string, Slip>}} Kept */

/**
 * The answers of this page to its presenter's question. The server that counts them may
 * end: so the page keeps them, also through a reload, and hands them in until they are
 * counted where the room is now.
 */
export class Box {
  /**
   * @param {App} app
   * @param {() => void} changed
   */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    this.key = `votes ${app.following}`;
    this.kept = read(this.key) ?? { voter: newVoter(), poll: "", seq: 0, rounds: {} };
    /** @type {Poll|null} */
    this.poll = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    app.on("voted", (/** @type {{poll: string, round: number, seq: number, ballot: string}} */ m) => this.counted(m));
    app.on("refused", (/** @type {{field?: string, code: string}} */ r) => this.refused(r));
  }

  /** The answer of a round; null: none. @param {number} round */
  given(round) {
    return this.poll?.id === this.kept.poll ? (this.kept.rounds[round]?.answer ?? null) : null;
  }

  /** Whether the answer of a round is counted. @param {number} round */
  isIn(round) {
    const slip = this.kept.rounds[round];
    return !!slip && slip.ballot === this.poll?.ballot;
  }

  /** Whether it came too late. @param {number} round */
  isLost(round) {
    const slip = this.kept.rounds[round];
    return !!slip && slip.refused === this.poll?.ballot;
  }

  /** @param {Poll|null} poll */
  take(poll) {
    this.poll = poll;
    if (poll && poll.id !== this.kept.poll) {
      this.kept.poll = poll.id;
      this.kept.rounds = {};
      this.keep();
    }
    if (this.missing().length === 0) clearTimeout(this.timer);
    else this.sendIn(Math.random() * firstTime);
  }

  /** The rounds whose answer is not counted where the room is now. */
  missing() {
    if (!this.poll || this.poll.id !== this.kept.poll) return [];
    return Object.keys(this.kept.rounds).map(Number).filter((round) => !this.isIn(round) && !this.isLost(round));
  }

  /** @param {number} ms */
  sendIn(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), ms);
  }

  send() {
    const missing = this.missing();
    for (const round of missing) {
      const { seq, answer } = this.kept.rounds[round];
      this.app.send({ type: "vote", poll: this.kept.poll, round, voter: this.kept.voter, seq, answer });
    }
    if (missing.length) this.sendIn(againTime * (1 + Math.random()));
  }

  /** @param {Poll} poll @param {Guess} answer */
  vote(poll, answer) {
    this.kept.seq++;
    this.kept.rounds[poll.round] = { seq: this.kept.seq, answer, ballot: "" };
    this.keep();
    this.send();
    this.changed();
  }

  /** @param {{poll: string, round: number, seq: number, ballot: string}} m */
  counted(m) {
    const slip = this.kept.rounds[m.round];
    if (!slip || m.poll !== this.kept.poll || m.seq < slip.seq) return;
    slip.ballot = m.ballot;
    this.keep();
    this.changed();
  }

  /** @param {{field?: string, code: string}} r */
  refused(r) {
    if (r.code === "busy" || !this.poll || !["poll", "answer", "round"].includes(r.field ?? "")) return; // it is sent again
    for (const round of this.missing()) this.kept.rounds[round].refused = this.poll.ballot;
    this.keep();
    this.changed();
  }

  keep() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // storage may be forbidden: then a reload forgets
    }
  }
}

/** @param {string} key @returns {Kept|null} */
function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Who votes: drawn by lot for this room, and told nobody but the server. */
function newVoter() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => letters[b % letters.length]).join("");
}
