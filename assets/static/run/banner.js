// @ts-check
/** @import {App} from "../page/app.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";

const connectingDelay = 1500; // ms until a connection attempt is shown

/**
 * The states of the connection that are shown, with the text of their button. Their
 * names and what happens next are in the catalogue of texts.
 * @type {Record<string, {action?: string, bad?: boolean}>}
 */
const states = {
  connecting: {},
  lost: { action: "now", bad: true },
  closing: { action: "now" },
  busy: { action: "now" },
  address: { action: "now" },
  fault: { action: "now", bad: true },
  flood: { action: "now" },
  asleep: { action: "wake" },
  following: { action: "alone" },
  full: { action: "alone" },
  waiting: { action: "alone" },
  unbegun: { action: "alone" },
  over: { action: "alone" },
  nowhere: { action: "alone" },
  taken: { action: "take-back", bad: true },
  cut: { bad: true },
};

/**
 * Shows the state of the connection while the page is not live. It has a place in
 * the top bar, so that it covers nothing of the run and nothing moves when it
 * comes and goes. On a page that follows another it is always there.
 */
export class Banner {
  /**
   * @param {App} app
   * @param {() => void} act what the button does
   */
  constructor(app, act) {
    this.app = app;
    this.act = act;
    this.box = must("[data-banner]");
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.clock = undefined;
    this.kind = "";
  }

  /** Whether the button lets the reader go on alone. */
  offersAlone() {
    return states[this.kind]?.action === "alone";
  }

  /**
   * @param {string} kind of states, or "live"
   * @param {number} [wait] ms until the next try
   */
  show(kind, wait = 0) {
    clearTimeout(this.timer);
    clearInterval(this.clock);
    // While a page tries again, it goes on saying why.
    if (kind === "connecting" && this.kind && this.kind !== "live") return;
    this.kind = kind;
    this.app.root.dataset.link = kind;
    if (kind === "connecting" && !this.app.following) {
      this.timer = setTimeout(() => this.fill(kind, 0), connectingDelay);
      return;
    }
    if (kind !== "live") {
      this.fill(kind, wait);
      return;
    }
    this.box.hidden = true;
    this.box.replaceChildren();
  }

  /**
   * @param {string} kind
   * @param {number} wait
   */
  fill(kind, wait) {
    const { box } = this;
    const state = states[kind];
    const said = document.createElement("p");
    const title = document.createElement("b");
    title.textContent = t(`link.${kind}`);
    const text = document.createElement("span");
    text.className = "more-said";
    text.textContent = t(`link.${kind}-next`);
    said.append(title, " ");
    if (wait >= 1000) said.append(this.countdown(wait), " ");
    said.append(text);
    box.dataset.kind = state.bad ? "bad" : "";
    const kept = box.contains(document.activeElement);
    box.replaceChildren(said);
    if (state.action) {
      const button = document.createElement("button");
      button.className = "btn";
      button.type = "button";
      button.textContent = t(state.action);
      button.onclick = this.act;
      box.append(button);
      if (kept) button.focus();
    }
    box.hidden = false;
  }

  /** Counts the seconds; screen readers do not hear it. @param {number} wait */
  countdown(wait) {
    const span = document.createElement("span");
    span.setAttribute("aria-hidden", "true");
    const end = performance.now() + wait;
    const update = () => {
      span.textContent = t("link.wait", Math.max(1, Math.ceil((end - performance.now()) / 1000)));
    };
    update();
    this.clock = setInterval(update, 500);
    return span;
  }
}
