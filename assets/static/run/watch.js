// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Size} from "../page/kinds.js" */
/** @import {Cursor, Frame, Message, Run, State} from "../page/types.js" */

const most = 24; // answers that are kept, shown or fetched in advance
const ahead = 3; // places that are fetched in advance while the presenter plays
const toldRate = 4; // places a second that the server tells at most
const tries = 3; // of fetching what the presenter shows
const firstPause = 500; // ms
const lost = new Set([400, 404, 414]); // the server cannot make these frames, or is of another version

/**
 * Shows where the presenter is: the server tells a step, and the page fetches its frame from
 * an address that never changes, so that any cache between the two can answer. While the run
 * plays, the next frames are fetched in advance.
 */
export class Watch {
  /**
   * @param {App} app
   * @param {(message: Message) => void} receive takes what is fetched like a message of the server
   * @param {() => void} giveUp what to do if the frames cannot be had
   */
  constructor(app, receive, giveUp) {
    this.app = app;
    this.receive = receive;
    this.giveUp = giveUp;
    /** Where the presenter is. @type {Cursor|null} */
    this.newest = null;
    /** What is shown. @type {Cursor|null} */
    this.shown = null;
    /** The state of the run that is shown. @type {State|null} */
    this.state = null;
    /** What the presenter asks. @type {Pick<State, "asking"|"poll">} */
    this.asked = {};
    /** Answers by address. @type {Map<string, Promise<any>>} */
    this.answers = new Map();
    this.busy = false;
    this.ended = false;
    // Charts show what comes after the step: they hide while something is asked.
    document.documentElement.setAttribute("data-uncut", "");
  }

  /** Ends: nothing more is shown. */
  end() {
    this.ended = true;
    document.documentElement.removeAttribute("data-uncut");
  }

  /**
   * @param {Cursor} told what the server tells; of the same run, without what it has told before
   * @param {boolean} again the page has lost what it was told, or waits
   */
  go(told, again) {
    if (again) this.shown = null;
    this.newest = told.query === undefined && this.newest ? { ...told, query: this.newest.query, lang: this.newest.lang } : told;
    if (!this.busy) void this.follow();
  }

  /** Shows the newest place, until there is none newer. */
  async follow() {
    this.busy = true;
    let failed = 0;
    while (!this.ended && this.newest && this.newest !== this.shown) {
      const to = this.newest;
      try {
        await this.show(to);
        failed = 0;
      } catch (e) {
        const status = e instanceof Refused ? e.status : 0;
        failed++;
        if (!this.ended && (lost.has(status) || failed >= tries)) {
          if (to === this.newest) {
            this.end();
            this.giveUp();
          }
        } else {
          await new Promise((done) => setTimeout(done, firstPause * failed));
        }
      }
    }
    this.busy = false;
  }

  /** @param {Cursor} to */
  async show(to) {
    const run = to.run === this.shown?.run ? null : await this.get(to, "run");
    const frame = { .../** @type {Frame} */ (await this.get(to, to.step)) };
    if (this.ended) return;
    if (run) this.state = run.state;
    const { shown, state } = this;
    if (run || !shown || shown.playing !== to.playing || shown.rate !== to.rate || shown.size !== to.size || shown.tour !== to.tour) {
      this.tell(to);
    }
    if (to.demo !== this.app.demo) {
      this.end(); // another page is opened
      return;
    }
    if (run) this.receive(run.run);
    this.shown = to;
    this.receive(frame);
    if (to.playing) this.fetchAhead(to);
  }

  /**
   * Tells the page the state of a place.
   * @param {Cursor} at
   */
  tell(at) {
    // No step is said here: the page's link takes that of the frame.
    if (!this.state) return;
    this.receive({ ...this.state, ...this.asked, cursor: -1, playing: at.playing, rate: at.rate, size: at.size, tour: at.tour });
  }

  /**
   * The presenter asks, or asks no more.
   * @param {Pick<State, "asking"|"poll">} told
   */
  ask({ asking, poll }) {
    this.asked = { asking, poll };
    if (this.shown && !this.ended) this.tell(this.shown);
  }

  /**
   * Fetches the frames that come next.
   * @param {Cursor} from
   */
  fetchAhead(from) {
    const stride = Math.max(1, Math.round(from.rate / toldRate));
    let step = from.step;
    for (let n = 0; n < ahead; n++) {
      for (let k = 0; k < stride; k++) step = this.next(step, from.size);
      if (step <= from.step) return;
      this.get(from, step).catch(() => {}); // it is asked for again when it is shown
    }
  }

  /**
   * The step to which one of a size leads; at the end, the end.
   * @param {number} step
   * @param {Size} size
   */
  next(step, size) {
    const { sizes } = this.app;
    const least = { small: 0, step: 1, pass: 2 }[size];
    for (let n = step + 1; n < sizes.length; n++) if (Number(sizes[n]) >= least) return n;
    return sizes.length - 1;
  }

  /**
   * What is at an address of a run: the frame of a step, or what is to be known of the run.
   * @param {Cursor} of
   * @param {number|"run"} what
   */
  get(of, what) {
    const address = `/r/${of.run}/${what}?class=${of.class}&d=${escaped(of.demo)}&lang=${of.lang}&q=${escaped(of.query ?? "")}`;
    const known = this.answers.get(address);
    if (known) return known;
    const answer = fetch(address, { headers: { Accept: "application/json" } }).then((r) => {
      if (r.ok) return r.json();
      throw new Refused(r.status);
    });
    this.answers.set(address, answer);
    answer.catch(() => this.answers.delete(address));
    for (const old of this.answers.keys()) if (this.answers.size > most) this.answers.delete(old);
    return answer;
  }
}

/** What was asked for is refused. */
class Refused extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`status ${status}`);
    this.status = status;
  }
}

/**
 * A text in an address as the server spells it: a frame has one address.
 * @param {string} text
 */
function escaped(text) {
  const rest = /[!'()*]/g;
  return encodeURIComponent(text).replace(rest, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%20", "+");
}
