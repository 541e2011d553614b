// @ts-check
import { must, write } from "../page/app.js";
import { says } from "./words.js";

const restDelay = 250; // ms
const playDelay = 1000; // at least, between pictures of runs that play
const share = 4; // while they play, pictures take at most one part in so many of the time
const retry = 4000;

/** What the server says of both: the pictures below the boards and the numbers. One question is out at a time. */
export class Pictures {
  /**
   * @param {() => URLSearchParams|null} ask the pair; null: there is none to ask about
   * @param {() => boolean} playing
   * @param {(text: string, bad?: boolean) => void} say
   */
  constructor(ask, playing, say) {
    this.ask = ask;
    this.playing = playing;
    this.say = say;
    this.difference = must("[data-difference]");
    this.chart = must("[data-chart]");
    this.facts = must("[data-facts]");
    /** @type {HTMLSelectElement} */
    this.metric = must("[data-metric]");
    this.metric.addEventListener("change", () => this.update());
    this.shown = "";
    this.out = false;
    this.wanted = false;
    this.failed = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** When the last answer came, and how long it took. */
    this.came = 0;
    this.took = 0;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark = () => (document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : dark.matches);
    dark.addEventListener("change", () => this.update());
    new MutationObserver(() => this.update()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  /** Asks soon: at once where runs rest, now and then where they play. */
  update() {
    this.wanted = true;
    this.fresh();
    if (this.out) return;
    clearTimeout(this.timer);
    const wait = this.playing() ? Math.max(playDelay, share * this.took) - (performance.now() - this.came) : restDelay;
    this.timer = setTimeout(() => this.fetch(), Math.max(restDelay, wait));
  }

  async fetch() {
    const q = this.ask();
    if (!q) return; // both are asked about when their data are the same again
    this.wanted = false;
    if (this.metric.value) q.set("metric", this.metric.value);
    if (this.dark()) q.set("theme", "dark");
    const width = Math.min(1200, Math.max(280, 20 * Math.round(this.difference.clientWidth / 20)));
    q.set("w", String(width));
    q.set("lang", document.documentElement.lang);
    const url = `/compare/told.json?${q}`;
    if (url === this.shown) {
      this.fresh();
      return;
    }
    this.out = true;
    const begun = performance.now();
    try {
      const answer = await fetch(url, { headers: { Accept: "application/json" } });
      const body = await answer.json();
      if (answer.ok) {
        this.show(body);
        this.shown = url;
        if (this.failed) this.say("");
        this.failed = false;
      } else if (answer.status < 500 && answer.status !== 429) {
        this.say(body.error, true);
      } else {
        throw new Error(body.error);
      }
    } catch {
      this.failed = true;
      this.say(says("offline"), true);
      setTimeout(() => this.update(), retry);
    }
    this.took = performance.now() - begun;
    this.came = performance.now();
    this.out = false;
    if (this.wanted) this.update();
    else this.fresh();
  }

  /** Tells style sheets and tests whether the pictures are of what the boards show. */
  fresh() {
    document.documentElement.toggleAttribute("data-fresh", !this.wanted && !this.out && !this.failed);
  }

  /** @param {any} told */
  show(told) {
    draw(this.difference, told.difference.picture, told.difference.text);
    const beyond = [told.a.beyond, told.b.beyond].filter(Boolean).join(" ");
    if (beyond) this.say(beyond);
    const { metric, picture, text } = told.chart;
    const name = told.metrics.find((/** @type {any} */ m) => m.id === metric)?.name ?? "";
    draw(this.chart, picture, text || `${name}. ${says("at-both", told.a.step, told.b.step)}`);
    this.list(told.metrics, metric);
    this.facts.replaceChildren(...told.metrics.map(row));
    document.documentElement.dataset.told = `${told.a.step} ${told.b.step}`; // for tests: the pictures are of these steps
  }

  /** @param {{id: string, name: string}[]} metrics @param {string} chosen */
  list(metrics, chosen) {
    const now = [...this.metric.options].map((o) => o.value).join();
    if (now !== metrics.map((m) => m.id).join()) this.metric.replaceChildren(...metrics.map((m) => new Option(m.name, m.id)));
    this.metric.value = chosen ?? "";
    this.metric.hidden = metrics.length < 2;
  }
}

/**
 * @param {HTMLElement} figure
 * @param {string|undefined} svg
 * @param {string} text
 */
function draw(figure, svg, text) {
  /** @type {HTMLImageElement} */
  const img = must("img", figure);
  img.hidden = !svg;
  if (svg) img.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  img.alt = svg ? text : "";
  write(must("[data-text]", figure), text);
}

/** @param {{name: string, a: number|null, b: number|null}} m */
function row(m) {
  const tr = document.createElement("tr");
  const name = document.createElement("th");
  name.scope = "row";
  name.textContent = m.name;
  tr.append(name);
  for (const x of [m.a, m.b]) {
    const td = document.createElement("td");
    td.textContent = x === null ? says("undefined") : x === 0 ? "0" : Number(x.toPrecision(5)).toString().replace("-", "−").replace("e−", "·10^−");
    tr.append(td);
  }
  return tr;
}
