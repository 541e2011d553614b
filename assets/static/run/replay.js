// @ts-check
// Plays a recorded run in a page of its own, without a server. It is inlined there with
// what it imports.

import { arrive, before, glide } from "./glide.js";

(async () => {
  const layers = ["axes", "under", "data", "over"];
  /**
   * @typedef {{id: string, title: number, note: number, alt: number, size: [number, number], layers: number[], legend: number, tips?: {of: number, say: number[]}}} Panel
   * @typedef {{step: number, say: number, speech: number, promise: number, state: string, reason: number, panels: Panel[]}} Frame
   */
  /** @type {{start: number, frames: Frame[], texts: string[]}} */
  const tape = JSON.parse(await inflated(one("#tape").textContent ?? ""));
  const { frames, texts } = tape;
  /** The texts of the page. @type {Record<string, string>} */
  const words = JSON.parse(/** @type {HTMLTemplateElement} */ (one("#words")).content.textContent ?? "");
  const views = one("[data-views]");
  const play = one("[data-action=play]");
  /** @type {HTMLInputElement} */
  const scrub = one("[data-scrub]");
  /** @type {HTMLSelectElement} */
  const speed = one("[data-speed]");
  const tip = one("[data-tip-box]");
  /** @type {Map<number, string[]>} */
  const split = new Map();
  let at = tape.start;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  /** Where marks were that glide. @type {ReturnType<typeof before>[]} */
  let glides = [];

  /**
   * @template {Element} [T=HTMLElement]
   * @param {string} selector
   * @param {ParentNode} [root]
   * @returns {T}
   */
  function one(selector, root = document) {
    const found = root.querySelector(selector);
    if (!found) throw new Error(`the page has no ${selector}`);
    return /** @type {T} */ (/** @type {unknown} */ (found));
  }

  /** A text that was compressed by gzip, in base64. @param {string} letters */
  function inflated(letters) {
    const bytes = Uint8Array.from(atob(letters), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  }

  /** @param {Element} el @param {string} html */
  function put(el, html) {
    if (el.innerHTML !== html) el.innerHTML = html;
  }

  /**
   * @param {Panel} p
   * @param {Panel} [was] on the step beside it, from which marks glide
   */
  function panel(p, was) {
    const svg = document.querySelector(`svg[data-panel="${CSS.escape(p.id)}"]`) ?? added(p);
    if (!svg) return;
    svg.setAttribute("viewBox", `0 0 ${p.size[0]} ${p.size[1]}`);
    svg.setAttribute("aria-label", texts[p.alt] || texts[p.title]);
    layers.forEach((name, i) => {
      const g = svg.querySelector(`:scope > [data-layer="${name}"]`);
      if (!g || g.getAttribute("data-text") === String(p.layers[i])) return;
      if (name !== "axes" && was?.layers[0] === p.layers[0] && String(was.size) === String(p.size)) glides.push(before(g, texts[p.layers[i]], areaOf(svg)));
      g.setAttribute("data-text", String(p.layers[i]));
      g.innerHTML = texts[p.layers[i]];
    });
    const legend = document.querySelector(`[data-legend="${CSS.escape(p.id)}"]`);
    if (legend) put(legend, texts[p.legend]);
    const view = svg.closest("[data-view]");
    if (!view) {
      one("[data-board-note]").textContent = texts[p.note];
      return;
    }
    one("[data-title]", view).textContent = texts[p.title];
    one("[data-note]", view).textContent = texts[p.note];
  }

  /**
   * The area of a picture's axes: left, top, right, bottom.
   * @param {Element} svg
   * @returns {[number, number, number, number]}
   */
  function areaOf(svg) {
    /** @type {SVGGraphicsElement|null} */
    const area = svg.querySelector(":scope > [data-layer=axes] > .f-plot");
    const { x, y, width, height } = area?.getBBox() ?? new DOMRect();
    return [x, y, x + width, y + height];
  }

  /**
   * A side view that the steps before did not have.
   * @param {Panel} p
   */
  function added(p) {
    if (p.id === "board") return null;
    /** @type {HTMLTemplateElement} */
    const template = one("#side-template");
    const made = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    one("section", made).dataset.view = p.id;
    /** @type {SVGSVGElement} */
    const svg = one("svg.chart", made); // not an icon
    svg.dataset.panel = p.id;
    svg.setAttribute("width", String(p.size[0]));
    svg.setAttribute("height", String(p.size[1]));
    one(".legend", made).dataset.legend = p.id;
    views.append(made);
    return svg;
  }

  /** @param {number} [from] the step that was shown, where marks may glide from it */
  function show(from = at) {
    const f = frames[at];
    arrive();
    const gliding = Math.abs(at - from) === 1 && !(timer && Number(speed.value) > 4) && !reducedMotion.matches;
    glides = [];
    for (const p of f.panels) panel(p, gliding ? frames[from].panels.find((q) => q.id === p.id) : undefined);
    glide(glides);
    const ids = new Set(f.panels.map((p) => p.id));
    for (const view of [...views.children]) {
      if (!ids.has(/** @type {HTMLElement} */ (view).dataset.view ?? "")) view.remove();
    }
    if (!ids.has("board")) {
      for (const g of document.querySelectorAll("svg[data-board] > [data-layer]")) {
        g.replaceChildren();
        g.removeAttribute("data-text");
      }
    }
    const told = document.querySelector("[data-say] details")?.hasAttribute("open");
    put(one("[data-say]"), texts[f.say]);
    if (told) document.querySelector("[data-say] details")?.setAttribute("open", "");
    const open = document.querySelector("[data-promise] details")?.hasAttribute("open");
    put(one("[data-promise]"), texts[f.promise]);
    if (open) document.querySelector("[data-promise] details")?.setAttribute("open", "");
    one("[data-promise-box]").hidden = !texts[f.promise];
    for (const el of document.querySelectorAll("[data-promise] [data-tip]")) el.setAttribute("title", el.getAttribute("data-tip") ?? "");
    if (!timer) one("[data-speech]").textContent = texts[f.speech];
    one("[data-step]").textContent = String(f.step);
    one("[data-reason]").textContent = texts[f.reason];
    one("[data-reason]").dataset.state = f.state;
    scrub.value = String(at);
    scrub.setAttribute("aria-valuetext", words["at-count"].replace("%[1]d", String(f.step)).replace("%[2]s", scrub.dataset.unit ?? ""));
    showTooltip();
    // A formula that is too wide for a small screen is scrolled by keyboard, too.
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say] .line"))) {
      if (line.scrollWidth <= line.clientWidth + 1) continue;
      line.tabIndex = 0;
      line.setAttribute("role", "group");
      line.setAttribute("aria-label", [...line.querySelectorAll("math")].map((m) => m.getAttribute("alttext")).join(" "));
    }
  }

  /** Where the pointer is. */
  let pointer = { x: -1, y: -1 };

  /** Shows the tooltip of what the pointer is on. */
  function showTooltip() {
    const el = document.elementFromPoint(pointer.x, pointer.y)?.closest("svg[data-panel] :is([data-ref], [data-tip])");
    const said = el ? tipText(el) : "";
    tip.hidden = !said;
    if (!said) return;
    tip.textContent = said;
    const x = Math.max(8, Math.min(pointer.x + 14, innerWidth - tip.offsetWidth - 8));
    const y = pointer.y + 20 + tip.offsetHeight > innerHeight ? pointer.y - tip.offsetHeight - 12 : pointer.y + 20;
    tip.style.transform = `translate(${x}px, ${y}px)`;
  }

  /**
   * What the tooltip of an element says at this step.
   * @param {Element} el
   */
  function tipText(el) {
    const own = el.getAttribute("data-tip");
    const layer = el.closest("[data-layer]");
    const tips = frames[at].panels.find((p) => p.id === el.closest("svg")?.dataset.panel)?.tips;
    if (own || !layer || !tips) return own ?? "";
    const ref = el.getAttribute("data-ref") ?? "";
    const key = `${layer.getAttribute("data-layer")} ${ref}`;
    const said = tips.say.filter((_, i) => tipsOf(tips.of)[i] === key);
    const which = [...layer.querySelectorAll(`[data-ref="${CSS.escape(ref)}"]`)].indexOf(el);
    return texts[said[Math.min(which, said.length - 1)]] ?? "";
  }

  /** The layers and references that tooltips are about. @param {number} of */
  function tipsOf(of) {
    const was = split.get(of) ?? texts[of].split("\n");
    split.set(of, was);
    return was;
  }

  /**
   * @param {number} i
   * @param {boolean} [glides]
   */
  function go(i, glides = false) {
    const from = at;
    at = Math.min(frames.length - 1, Math.max(0, i));
    show(glides ? from : at);
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    play.textContent = words.play;
    play.setAttribute("aria-pressed", "false");
  }

  function run() {
    timer = setTimeout(() => {
      go(at + 1, true);
      if (at < frames.length - 1) run();
      else pause();
    }, 1000 / Number(speed.value));
  }

  function toggle() {
    if (timer) {
      pause();
      return;
    }
    if (at === frames.length - 1) go(0);
    play.textContent = words.pause;
    play.setAttribute("aria-pressed", "true");
    run();
  }

  /**
   * @param {number} i
   * @param {boolean} [glides]
   */
  function jump(i, glides = false) {
    pause();
    go(i, glides);
  }

  play.addEventListener("click", toggle);
  one("[data-action=back]").addEventListener("click", () => jump(at - 1, true));
  one("[data-action=step]").addEventListener("click", () => jump(at + 1, true));
  scrub.addEventListener("input", () => jump(Number(scrub.value)));
  /** @type {Record<string, () => void>} */
  const keys = {
    " ": toggle,
    ArrowLeft: () => jump(at - 1, true),
    ArrowRight: () => jump(at + 1, true),
    Home: () => jump(0),
    End: () => jump(frames.length - 1),
  };
  for (const kind of /** @type {const} */ (["pointermove", "pointerdown"])) {
    document.addEventListener(kind, (e) => {
      pointer = { x: e.clientX, y: e.clientY };
      showTooltip();
    });
  }
  addEventListener("beforeprint", arrive);
  document.addEventListener("scroll", () => (tip.hidden = true), { passive: true });
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !keys[e.key]) return;
    const t = /** @type {Element} */ (e.target);
    if (t.matches("select, a, summary") || (e.key === " " && t.matches("button"))) return;
    e.preventDefault();
    keys[e.key]();
  });
  show();
})();
