// @ts-check
/** @import {App} from "../page/app.js" */
import { debounce, must, readable, write } from "../page/app.js";
import { panel } from "../page/panel.js";
import { t } from "../page/words.js";

const batch = 16;
const most = 4 * batch;
const restTime = 500; // ms without an edit before other seeds are asked for
const lostTime = 5000; // ms before the server is asked again that did not answer
const figures = 4; // digits of a number
const svgName = "http://www.w3.org/2000/svg";

/** @typedef {{metric: string, name: string, title: string, value: number|null}} Ending a number at the end of a run */
/** @typedef {{format: (x: number, digits?: number) => string, unitName: (app: App, size: "step") => string, links: (list: HTMLElement) => void}} Tools of the page */
/** @typedef {{seed: number, chance: boolean, state: string, reason?: string, count: number, numbers?: Ending[], picture?: string}} SeedRun */

/**
 * Fills the panel of other seeds: its words and its style come with it.
 * @param {App} app
 * @param {HTMLDetailsElement} box
 * @param {Tools} tools
 */
export async function showSeeds(app, box, tools) {
  const part = await panel("/seeds", (p) => box.append(p));
  must("section", part).hidden = false;
  return new Seeds(app, box, tools);
}

/**
 * The same run with other seeds: how each ends, and how far they are apart. They are
 * asked for one after the other, while the panel is open and the page is looked at; a
 * busy server lets them wait.
 */
class Seeds {
  /**
   * @param {App} app
   * @param {HTMLDetailsElement} box
   * @param {Tools} tools
   */
  constructor(app, box, tools) {
    this.app = app;
    this.tools = tools;
    this.box = box;
    this.list = must("[data-seeds-list]", box);
    this.said = must("[data-seeds-said]", box);
    this.spread = must("[data-seeds-spread]", box);
    /** @type {HTMLSelectElement} */
    this.pick = must("[data-seeds-number]", box);
    this.sort = must("[data-action=seeds-sort]", box);
    this.more = must("[data-action=seeds-more]", box);
    /** The recipe but for its seed and its step, and the theme: what the runs have in common. */
    this.base = "";
    /** @type {number[]} */
    this.seeds = [];
    /** @type {Map<number, SeedRun>} */
    this.runs = new Map();
    /** The metric that is shown; empty: the first. */
    this.metric = "";
    /** Why the runs that are left are not computed yet; empty: they are. */
    this.held = "";
    this.asking = new AbortController();
    this.working = false;

    const rest = debounce(restTime, () => this.look());
    app.on("state", rest);
    app.on("rest", rest);
    app.on("run", rest); // chance may play no more
    box.addEventListener("toggle", () => this.look());
    document.addEventListener("visibilitychange", () => this.look());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.look());
    new MutationObserver(() => this.look()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.pick.addEventListener("change", () => {
      this.metric = this.pick.value;
      this.show();
    });
    this.sort.addEventListener("click", () => {
      this.sort.setAttribute("aria-pressed", String(!this.sorted));
      this.show();
    });
    this.more.addEventListener("click", () => {
      const { seed } = this;
      const first = this.seeds.length;
      this.seeds = seedsAround(seed, first + batch, this.seeds);
      this.show();
      this.links()[first]?.focus(); // the button may have gone
      this.work();
    });
    // Where a link leads depends on the step that is shown.
    for (const near of ["pointerdown", "click", "focusin"]) this.list.addEventListener(near, () => this.address(), { capture: true });
    tools.links(this.list);
    this.look();
  }

  get seed() {
    return this.app.state?.seed ?? 0;
  }

  get sorted() {
    return this.sort.getAttribute("aria-pressed") === "true";
  }

  links() {
    return /** @type {HTMLAnchorElement[]} */ ([...this.list.querySelectorAll("a")]);
  }

  /** Looks at what the page shows, and asks for what is missing. */
  look() {
    const { app, box } = this;
    if (!app.state || app.live) return;
    const base = `${theme()} ${this.query()}`;
    if (base !== this.base || !box.open || document.hidden) this.stop();
    if (!box.open || document.hidden) return;
    const known = base === this.base && this.seeds.includes(this.seed);
    if (base !== this.base) this.runs.clear();
    this.base = base;
    if (!known) this.seeds = seedsAround(this.seed, batch, []);
    this.show();
    this.work();
  }

  /** The recipe, with a seed and a step if they are given. @param {number} [seed] @param {string} [step] */
  query(seed, step) {
    const q = new URLSearchParams(this.app.query);
    for (const key of ["seed", "step", "ask", "course", "lang"]) q.delete(key);
    if (seed !== undefined) q.set("seed", String(seed));
    if (step !== undefined) q.set("step", step);
    return readable(q);
  }

  stop() {
    this.asking.abort();
    this.asking = new AbortController();
    this.working = false;
  }

  /** Asks for one run after the other. */
  async work() {
    if (this.working) return;
    this.working = true;
    const { signal } = this.asking;
    try {
      for (;;) {
        // The run on the board comes first: the others are compared with it.
        const next = [this.seed, ...this.seeds].find((seed) => this.seeds.includes(seed) && !this.runs.has(seed));
        if (next === undefined || [...this.runs.values()].some((r) => !r.chance)) break;
        await this.ask(next, signal);
        this.show();
      }
      this.working = false;
    } catch (err) {
      if (signal.aborted) return; // another work goes on
      this.working = false;
      this.held = err instanceof Error ? err.message : String(err);
      this.show();
    }
  }

  /**
   * Asks for a run until there is an answer.
   * @param {number} seed
   * @param {AbortSignal} signal
   */
  async ask(seed, signal) {
    const lang = document.documentElement.lang;
    const path = `/d/${this.app.demo}/seed.json?${this.query(seed)}&lang=${lang}&theme=${theme()}`;
    for (;;) {
      let wait = lostTime;
      try {
        const answer = await fetch(path, { signal, headers: { Accept: "application/json" } });
        const said = await answer.json();
        if (answer.ok) {
          this.runs.set(seed, said);
          this.held = "";
          return;
        }
        if (answer.status !== 503 && answer.status !== 429) throw new Refused(said.error);
        wait = 1000 * Number(answer.headers.get("Retry-After") ?? 5);
        this.held = t("seeds-others");
      } catch (err) {
        if (signal.aborted || err instanceof Refused) throw err;
        this.held = t("seeds-lost");
      }
      this.tell();
      await pause(wait * (1 + Math.random() / 2), signal); // not all pages at once
    }
  }

  /** Shows what there is. */
  show() {
    const { app, list } = this;
    this.choices();
    let order = this.seeds;
    if (this.sorted) order = [...order].sort((a, b) => (this.value(a) ?? Infinity) - (this.value(b) ?? Infinity) || a - b);
    const items = new Map([...list.children].map((li) => [Number(/** @type {HTMLElement} */ (li).dataset.seed), /** @type {HTMLElement} */ (li)]));
    const before = document.activeElement;
    order.forEach((seed, i) => {
      const li = items.get(seed) ?? blank(seed);
      items.delete(seed);
      this.fill(li, seed);
      if (list.children[i] !== li) list.insertBefore(li, list.children[i] ?? null);
    });
    for (const li of items.values()) li.remove();
    if (before instanceof HTMLElement && before !== document.activeElement && list.contains(before)) before.focus();
    this.more.hidden = this.seeds.length >= most;
    this.address();
    this.dots();
    this.tell();
    app.emit("seeds", this.runs.size);
  }

  /** The numbers that can be shown. */
  choices() {
    const [any] = [...this.runs.values()].filter((r) => r.numbers?.length);
    const names = any?.numbers ?? [];
    if (names.length && !names.some((n) => n.metric === this.metric)) {
      this.metric = (names.find((n) => [...this.runs.values()].some((r) => ending(r, n.metric) !== null)) ?? names[0]).metric;
    }
    const now = names.map((n) => `${n.metric} ${n.name}`).join("\n");
    if (this.pick.dataset.now === now) return;
    this.pick.dataset.now = now;
    this.pick.replaceChildren(...names.map((n) => new Option(n.title, n.metric, n.metric === this.metric, n.metric === this.metric)));
  }

  /** What the number is called. */
  get name() {
    for (const r of this.runs.values()) {
      const number = r.numbers?.find((n) => n.metric === this.metric);
      if (number) return number.name;
    }
    return "";
  }

  /** @param {number} seed */
  value(seed) {
    const run = this.runs.get(seed);
    return run ? ending(run, this.metric) : null;
  }

  /** @param {HTMLElement} li @param {number} seed */
  fill(li, seed) {
    const run = this.runs.get(seed);
    const link = must("a", li);
    if (seed === this.seed) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    li.classList.toggle("pending", !run?.picture);
    /** @type {HTMLImageElement} */
    const img = must("img", li);
    const src = run?.picture ? `data:image/svg+xml,${encodeURIComponent(run.picture)}` : "";
    if (img.getAttribute("src") !== src) {
      if (src) img.src = src;
      else img.removeAttribute("src");
    }
    const value = this.value(seed);
    const number = run?.numbers?.length ? (value === null ? t("seeds-undefined") : this.tools.format(value, figures)) : "";
    let end = t("seeds-pending");
    if (run?.state === "slow") end = t("seeds-slow");
    else if (run) end = t("seeds-end", t("at-count", run.count, this.tools.unitName(this.app, "step")), t(`state.${run.state}`));
    write(must("[data-name]", li), number && t("seeds-name", this.name));
    write(must("[data-number]", li), number);
    write(must("[data-end]", li), end);
    const why = run?.state !== "converged" ? (run?.reason ?? "") : "";
    write(must("[data-why]", li), why);
    if (why) link.setAttribute("data-tip", why);
    else link.removeAttribute("data-tip");
  }

  /** Leads the links to the step that is shown, or to the end from the end. */
  address() {
    const { run, frame } = this.app;
    const end = !frame || !run || (run.complete && frame.step >= run.total - 1);
    for (const a of this.links()) a.setAttribute("href", `?${this.query(Number(a.dataset.seed), end ? "end" : String(frame.step))}`);
  }

  /** The runs that end with the number, the lowest first. */
  ranked() {
    const all = this.seeds.flatMap((seed) => {
      const value = this.value(seed);
      return value === null ? [] : [{ seed, value }];
    });
    return all.sort((a, b) => a.value - b.value || a.seed - b.seed);
  }

  /** Draws the numbers as dots on a line, equal ones above each other. */
  dots() {
    const all = this.ranked();
    this.spread.replaceChildren();
    if (all.length < 2) return;
    const low = all[0].value;
    const width = all[all.length - 1].value - low;
    /** @type {Map<number, number>} */
    const piles = new Map();
    const middle = median(all.map((r) => r.value));
    const x = (/** @type {number} */ v) => (width > 0 ? 10 + (580 * (v - low)) / width : 300);
    this.spread.append(shape("path", { d: "M0 38H600", class: "line" }), shape("path", { d: `M${x(middle).toFixed(1)} 6V38`, class: "median" }));
    const place = (/** @type {number} */ v) => Math.round(x(v) / 10);
    for (const { value } of all) piles.set(place(value), (piles.get(place(value)) ?? 0) + 1);
    const rise = Math.min(7, 28 / Math.max(...piles.values()));
    piles.clear();
    const drawn = [...all].sort((a, b) => Number(a.seed === this.seed) - Number(b.seed === this.seed)); // the one on the board on top
    for (const { seed, value } of drawn) {
      const pile = piles.get(place(value)) ?? 0;
      piles.set(place(value), pile + 1);
      this.spread.append(shape("path", { d: `M${x(value).toFixed(1)} ${(33 - rise * pile).toFixed(1)}h0`, class: seed === this.seed ? "dot here" : "dot" }));
    }
  }

  /** Says in words how far the runs are apart. */
  tell() {
    write(this.said, this.words());
  }

  words() {
    const runs = [...this.runs.values()];
    if (runs.some((r) => !r.chance)) return t("seeds-no-chance");
    const left = this.seeds.filter((seed) => !this.runs.has(seed)).length;
    if (left) return this.held || t("seeds-working", this.seeds.length);
    const all = this.ranked();
    if (!all.length) return t("seeds-none", this.name);
    const text = all.map((r) => this.tools.format(r.value, figures));
    const last = all.length - 1;
    if (text[0] === text[last]) return t("seeds-same", all.length, this.name, text[0]);
    const middle = this.tools.format(median(all.map((r) => r.value)), figures);
    const said = [t("seeds-spread", all.length, this.name, text[0], String(all[0].seed), text[last], String(all[last].seed), middle)];
    const at = all.findIndex((r) => r.seed === this.seed);
    if (at >= 0) said.push(t("seeds-here", String(this.seed), text[at], text.indexOf(text[at]) + 1));
    return said.join(" ");
  }
}

/** What the server does not compute, whenever it is asked. */
class Refused extends Error {}

/**
 * So many seeds, with the one on the board among them: from 1 on where that is one of
 * them, and else it and those from 1 on. Those that are shown stay.
 * @param {number} seed
 * @param {number} n
 * @param {number[]} shown
 */
function seedsAround(seed, n, shown) {
  const out = [...shown];
  if (!out.length && (seed < 1 || seed > n)) out.push(seed);
  for (let k = 1; out.length < n; k++) if (!out.includes(k)) out.push(k);
  return out;
}

/**
 * A number at the end of a run in the digits that are shown: what reads the same is the same.
 * @param {SeedRun} run
 * @param {string} metric
 */
function ending(run, metric) {
  const value = run.numbers?.find((n) => n.metric === metric)?.value ?? null;
  return value === null ? null : Number(value.toPrecision(figures));
}

/** @param {number[]} sorted */
function median(sorted) {
  const n = sorted.length;
  return n % 2 ? sorted[(n - 1) / 2] : sorted[n / 2 - 1] / 2 + sorted[n / 2] / 2;
}

/** The place of a run. @param {number} seed */
function blank(seed) {
  const li = document.createElement("li");
  li.dataset.seed = String(seed);
  li.innerHTML = `<a><img alt="" width="264" height="206"><b></b> <span class="sr" data-name></span> <span data-number></span> <span data-end></span> <span class="sr" data-why></span></a>`;
  const a = must("a", li);
  a.dataset.seed = String(seed);
  write(must("b", li), t("seeds-seed", String(seed)));
  return li;
}

/** @param {string} name @param {Record<string, string>} attributes */
function shape(name, attributes) {
  const el = document.createElementNS(svgName, name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  return el;
}

function theme() {
  const chosen = document.documentElement.dataset.theme;
  return chosen || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
function pause(ms, signal) {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });
}
