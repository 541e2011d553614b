// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame} from "../page/types.js" */
/** @import {Order, Scene} from "./channel.js" */
import { debounce, must, write } from "../page/app.js";
import { ownRoom } from "../page/secret.js";
import { channel } from "./channel.js";
import { showFacts, trouble } from "./facts.js";
import { linkOf } from "./key.js";

const tellTime = 60; // ms in which changes are told together
const minute = 60_000; // ms

/** @typedef {{forward: () => void, back: () => void, toggle: () => void}} Transport */
/** @typedef {(step: number) => string} Place what the page calls a step */

/**
 * What the page of a board shows while it is presented: a bar that says who is there, and
 * opens what can be done with them. It comes with its words and its style.
 * @param {App} app
 * @param {Transport} transport
 * @param {Place} placeOf
 */
export async function present(app, transport, placeOf) {
  const answer = await fetch(`/presenter/bar?lang=${document.documentElement.lang}`);
  if (!answer.ok) throw new Error(String(answer.status));
  must(".top .notices").insertAdjacentHTML("beforebegin", await answer.text());
  return new Presenting(app, transport, placeOf);
}

/** Tells the presenter's own window what is shown, and does what it asks. */
class Presenting {
  /**
   * @param {App} app
   * @param {Transport} transport
   * @param {Place} placeOf
   */
  constructor(app, transport, placeOf) {
    this.app = app;
    this.placeOf = placeOf;
    /** @type {HTMLDetailsElement} */
    this.bar = must("[data-presenter]");
    this.words = JSON.parse(this.bar.dataset.words ?? "{}");
    this.said = must("[data-stage-said]", this.bar);
    this.id = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");
    /** The newest frame, also where a hidden page does not paint it. @type {Frame|null} */
    this.frame = app.frame;
    this.channel = new BroadcastChannel(channel);
    this.channel.onmessage = (e) => this.obey(e.data);
    /** @type {Record<string, () => void>} */
    this.actions = {
      hello: () => this.tell(),
      step: () => transport.forward(),
      back: () => transport.back(),
      play: () => transport.toggle(),
      "next-board": () => app.lecture?.go(app.lecture.lecture.at + 1),
      "last-board": () => app.lecture?.go(app.lecture.lecture.at - 1),
      gather: () => this.gather(),
      "take-back": () => app.present(true),
    };
    must("[data-do=gather]", this.bar).addEventListener("click", () => this.gather());
    this.place();
    this.fold();
    const tell = debounce(tellTime, () => this.tell());
    for (const name of /** @type {const} */ (["state", "room", "polling", "run", "lecture", "hides", "lost"])) app.on(name, tell);
    app.on("lecture", () => this.place());
    app.on("frame", (f) => {
      if (!f.brief) this.frame = f;
      tell();
    });
    setInterval(() => this.show(this.scene()), minute);
    addEventListener("pagehide", () => this.channel.postMessage({ gone: this.id }));
    addEventListener("pageshow", (e) => e.persisted && this.tell());
    this.tell();
  }

  /** Puts the bar where there is room for it: into the top bar, or below it with the lecture's. */
  place() {
    const narrow = matchMedia("(max-width: 1100px)");
    const settle = () => {
      const lecture = document.querySelector(".lecture");
      if (!narrow.matches) must(".top .notices").before(this.bar);
      else if (lecture) lecture.append(this.bar);
      else must(".top").after(this.bar);
    };
    settle();
    narrow.onchange = settle;
  }

  /** What is unfolded goes when something else is pressed, or with Escape. */
  fold() {
    document.addEventListener("pointerdown", (e) => {
      if (!this.bar.contains(/** @type {Node} */ (e.target))) this.bar.open = false;
    });
    this.bar.addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || !this.bar.open) return;
      e.stopPropagation();
      this.bar.open = false;
      must("summary", this.bar).focus();
    });
  }

  /** @param {Order} order */
  obey(order) {
    if (order?.to === undefined || (order.to && order.to !== this.id)) return;
    if (this.app.following) return; // the presenter is another one
    if (order.do.startsWith("poll-")) this.app.emit("lead", order.do.slice("poll-".length));
    else if (Object.hasOwn(this.actions, order.do)) this.actions[order.do]();
  }

  /** Asks those back who went on alone. */
  gather() {
    write(this.said, this.words[this.app.send({ type: "gather" }) ? "gathered" : "ungone"]);
  }

  /** @returns {Scene} */
  scene() {
    const { app, frame } = this;
    const key = app.state?.follow ?? "";
    const shown = app.hides ? undefined : frame?.next;
    return {
      from: this.id,
      presents: !!key,
      live: app.connected,
      key: key || (app.parted && app.room?.key) || "",
      link: key && linkOf(key, app.language),
      room: app.room,
      since: ownRoom().since,
      title: document.querySelector(".stage h1")?.textContent ?? "",
      count: frame ? this.placeOf(frame.step) : "",
      say: frame?.say ?? "",
      next: shown ? shown[app.size] || shown.step : "",
      asked: app.hides,
      playing: !!app.state?.playing,
      poll: app.polling,
      script: this.script(),
    };
  }

  script() {
    const on = this.app.lecture?.lecture;
    const board = on?.boards[on.at];
    if (!on || !board) return null;
    const next = on.boards[on.at + 1];
    return { at: on.at + 1, of: on.boards.length, title: board.title, notes: board.notes, next: next ? { title: next.title, notes: next.notes } : null };
  }

  tell() {
    const scene = this.scene();
    this.channel.postMessage(scene);
    this.show(scene);
  }

  /** @param {Scene} scene */
  show(scene) {
    const { bar, words } = this;
    bar.hidden = !scene.key;
    if (!scene.key) return;
    showFacts(bar, scene, words);
    const here = scene.room?.taken ? undefined : scene.room?.here;
    write(must("[data-here-short]", bar), here === undefined ? "" : String(here));
    const bad = trouble(scene, words);
    if (bad || this.said.dataset.bad) write(this.said, bad);
    this.said.toggleAttribute("data-bad", !!bad);
  }
}
