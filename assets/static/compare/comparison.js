// @ts-check
/** @import {Way} from "./side.js" */
import { debounce, must } from "../page/app.js";
import { takenByFocus } from "../page/keys.js";
import { lead } from "../script/lecture.js";
import { Edits } from "./edits.js";
import { Pictures } from "./pictures.js";
import { Side } from "./side.js";
import { Takeaway } from "./takeaway.js";
import { Transport } from "./transport.js";

/** The page of a comparison: two boards, and what stands around them. */
export class Comparison {
  constructor() {
    this.root = must("main");
    const hear = (/** @type {Side} */ side, /** @type {any} */ m) => this.hear(side, m);
    /** @type {Side[]} */
    this.sides = ["a", "b"].map((key) => new Side(must(`[data-side=${key}]`), hear));
    this.embedded = "embedded" in this.root.dataset;
    /** The keys of those whom the two boards follow; empty: none. */
    this.following = /^#follow=([A-Z2-7]+)\.([A-Z2-7]+)$/.exec(location.hash)?.slice(1) ?? [];
    this.said = must("[data-said]");
    const say = (/** @type {string} */ text, bad = false) => {
      this.said.textContent = text;
      this.said.toggleAttribute("data-bad", bad);
    };
    this.transport = new Transport(this.sides, /** @type {Way} */ (this.root.dataset.by), () => this.changed());
    this.pictures = new Pictures(() => this.pair(true), () => this.transport.playing, say);
    this.edits = new Edits(this.sides, say, () => this.align());
    this.takeaway = this.embedded ? null : new Takeaway(this);
    this.began = false;
    this.keepAddress = debounce(400, () => this.takeaway?.updateAddress());
    must("[data-follows]").hidden = !this.following.length;
    must("[data-action=alone]").addEventListener("click", () => this.alone());
    addEventListener("hashchange", () => location.hash.startsWith("#follow=") && location.reload());
    this.sides.forEach((s, i) => s.load(this.following[i] ?? ""));
    this.followTheme();
    this.transport.show(!!this.following.length);
    if (!this.embedded && !this.following.length) this.lecture();
  }

  /** Shows the bar of a script that is presented in this tab. */
  lecture() {
    const language = new URLSearchParams(location.search).get("lang") ?? "";
    const page = { language, tour: 0, connected: false, open: () => false }; // what the bar asks of a board's page
    void lead(/** @type {any} */ (page), { projector: () => {}, taken: takenByFocus });
  }

  /** @param {Side} side @param {any} m */
  hear(side, m) {
    if (m?.type === "half:key") this.transport.key(m.key);
    if (!m?.type?.startsWith?.("half:")) return;
    this.edits.hear(side, m);
    if (m.type !== "half:state") return;
    if (this.following.length && side.told?.live && !side.told.following) {
      this.alone(); // its reader went on from the board
      return;
    }
    const [a, b] = this.sides;
    side.root.toggleAttribute("data-live", side.live); // the page is waited for no more
    must("[data-ended]", side.root).hidden = !side.ended || (a.ended && b.ended);
    this.transport.show(!!this.following.length);
    this.takeaway?.presenting();
    if (!a.live || !b.live) return;
    if (!this.began) this.begin();
    this.changed();
  }

  /** Both are there for the first time: what no address places is where the other one is. */
  begin() {
    this.began = true;
    const [a, b] = this.sides;
    if (this.following.length || (a.stepped && b.stepped) || !a.told || !b.told) return;
    const from = a.stepped || !b.stepped ? a : b;
    const at = from.ended ? "end" : from.told?.at[this.transport.by] ?? 0;
    this.transport.go(at);
  }

  /** After an edit both stand at one place again. */
  align() {
    if (this.following.length || this.transport.playing) return;
    const { at } = this.transport;
    if (this.sides.every((s) => s.ended)) return;
    if (this.began && at !== "end") this.transport.go(at || this.transport.place());
  }

  changed() {
    if (!this.sides.every((s) => s.live)) return;
    this.root.dataset.live = "";
    this.keepAddress();
    if (!this.edits.dragging) this.pictures.update();
  }

  /** The pair as it is shown. @param {boolean} full null while the data of both differ */
  pair(full = false) {
    const [a, b] = this.sides;
    if (!a.told || !b.told || (full && (!this.edits.equal || this.edits.dragging))) return null;
    const q = new URLSearchParams({ a: a.address(true), b: b.address(false) });
    q.set("by", this.transport.by);
    return q;
  }

  /** Goes on without the presenter, from what is shown. */
  alone() {
    const q = this.pair();
    this.following = [];
    location.replace(q ? `${location.pathname}?${q}` : location.pathname + location.search);
  }

  /** The boards look as the page does. */
  followTheme() {
    const root = document.documentElement;
    const tell = () => {
      for (const s of this.sides) {
        const theirs = s.frame.contentDocument?.documentElement;
        if (theirs && root.dataset.theme) theirs.dataset.theme = root.dataset.theme;
      }
    };
    new MutationObserver(tell).observe(root, { attributeFilter: ["data-theme"] });
  }

  /** What the two are called together. */
  get title() {
    return must("h1").textContent ?? "";
  }
}
