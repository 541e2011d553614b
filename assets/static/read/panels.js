// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame} from "../page/types.js" */
import { must } from "../page/app.js";
import { savedSetting, saveSetting } from "../page/chrome.js";
import { smallPlaceOf } from "../page/units.js";
import { t } from "../page/words.js";

const unfoldedOnPhone = 3; // the first views

/**
 * The side views as the reader wants them: folded, in another order, one of them
 * large; series left out of charts, a logarithmic axis.
 */
export class Panels {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.views = must("[data-views]");
    /** @type {HTMLDialogElement} */
    this.dialog = must("#view-dialog");
    this.slot = must("[data-enlarged]", this.dialog);
    this.where = must("[data-where]", this.dialog);
    /** @type {{section: HTMLElement, placeholder: HTMLElement}|null} */
    this.enlarged = null;
    /** @type {Record<"folded"|"opened"|"order", string[]>} */
    this.layout = { folded: [], opened: [], order: [], ...savedLayout(app.demo) };
    /** The views are one tab of a phone's sheet. */
    this.sheet = false;
    app.on("sheet", (/** @type {boolean} */ on) => {
      this.sheet = on;
      for (const section of this.views.children) this.setFolded(/** @type {HTMLElement} */ (section), this.isFolded(section));
    });
    document.addEventListener("click", (e) => this.click(e));
    document.addEventListener("dblclick", (e) => {
      const svg = e.target instanceof Element ? e.target.closest(".side-view svg.chart:not([data-edits])") : null;
      const section = /** @type {HTMLElement|null} */ (svg?.closest("[data-view]") ?? null);
      if (section) this.toggle(section);
    });
    this.dialog.addEventListener("close", () => this.shrink());
    addEventListener("resize", () => this.enlarged && this.resize());
    app.on("shown", (/** @type {Frame} */ f) => this.shown(f));
    this.sight = new IntersectionObserver((seen) => this.look(seen), { rootMargin: "160px" });
    this.arrange();
  }

  /** @param {MouseEvent} e */
  click(e) {
    const b = e.target instanceof Element ? e.target.closest("button") : null;
    const section = /** @type {HTMLElement|null} */ (b?.closest("[data-view]") ?? null);
    if (!b || !section) return;
    if (this.app.following && (b.dataset.action === "log" || b.matches(".legend .item"))) {
      this.app.say(t("follows")); // the presenter sets charts for all
      return;
    }
    if (b.dataset.action === "fold") this.fold(section);
    else if (b.dataset.action === "raise") this.raise(section, b);
    else if (b.dataset.action === "enlarge") this.toggle(section);
    else if (b.dataset.action === "log") this.log(section, b);
    else if (b.matches(".legend .item")) this.series(section, b);
  }

  /** @param {Frame} f */
  shown(f) {
    this.where.textContent = smallPlaceOf(this.app, f.step);
    if (this.enlarged && !this.enlarged.placeholder.isConnected) {
      this.enlarged.section.remove(); // the view is gone
      this.enlarged = null;
      this.dialog.close();
    }
    for (const p of f.panels) {
      const section = /** @type {HTMLElement|null} */ (document.querySelector(`section[data-view="${CSS.escape(p.id)}"]`));
      if (!section) continue;
      if (!section.hasAttribute("data-known")) {
        section.setAttribute("data-known", "");
        const chart = section.querySelector(".chart"); // a folded view shows none, and what keeps the place of a large one has none
        if (chart) this.sight.observe(chart);
        this.setFolded(section, this.isFolded(section));
      }
      this.chart(section, p);
    }
  }

  /**
   * Tells the server which views are out of sight, so that a drag need not wait for them.
   * @param {IntersectionObserverEntry[]} seen
   */
  look(seen) {
    const before = [...this.app.away].join();
    for (const { target, isIntersecting } of seen) {
      const id = /** @type {SVGSVGElement} */ (target).dataset.panel ?? "";
      if (isIntersecting || !target.isConnected) this.app.away.delete(id);
      else this.app.away.add(id);
    }
    if ([...this.app.away].join() !== before) this.app.emit("viewset");
  }

  /**
   * The controls of a chart: its series and its axis.
   * @param {HTMLElement} section
   * @param {import("../page/types.js").Panel} p
   */
  chart(section, p) {
    if (!p.id.startsWith("chart-")) return;
    const hidden = this.app.panels[p.id]?.hidden ?? [];
    const items = [...section.querySelectorAll(".legend > .item")];
    for (const item of items) {
      let button = item;
      if (!item.matches("button")) {
        if (items.length < 2) continue; // without its only series a chart says nothing
        button = document.createElement("button");
        button.setAttribute("type", "button");
        button.className = "item";
        button.append(...item.childNodes);
        item.replaceWith(button);
      }
      button.setAttribute("aria-pressed", String(!hidden.includes(button.textContent ?? "")));
    }
    const log = section.querySelector("[data-action=log]");
    if (!log) return;
    /** @type {HTMLElement} */ (log).hidden = !p.log && !positive(section);
    log.setAttribute("aria-pressed", String(!!p.log));
  }

  /**
   * @param {HTMLElement} section
   * @param {Element} button
   */
  series(section, button) {
    const name = button.textContent ?? "";
    const set = this.setting(section);
    const hidden = set.hidden ?? [];
    const all = section.querySelectorAll(".legend > .item").length;
    set.hidden = hidden.includes(name) ? hidden.filter((h) => h !== name) : [...hidden, name];
    if (set.hidden.length >= all) {
      set.hidden = hidden;
      this.app.say(t("one-series"));
      return;
    }
    button.setAttribute("aria-pressed", String(!set.hidden.includes(name)));
    this.app.emit("viewset");
  }

  /**
   * @param {HTMLElement} section
   * @param {Element} button
   */
  log(section, button) {
    const set = this.setting(section);
    set.log = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(set.log));
    this.app.emit("viewset");
  }

  /** @param {HTMLElement} section */
  setting(section) {
    return (this.app.panels[section.dataset.view ?? ""] ??= {});
  }

  /** @param {HTMLElement} section */
  fold(section) {
    const folded = !section.classList.contains("folded");
    this.setFolded(section, folded);
    const id = section.dataset.view ?? "";
    for (const list of /** @type {const} */ (["folded", "opened"])) this.layout[list] = this.layout[list].filter((f) => f !== id);
    this.layout[folded ? "folded" : "opened"].push(id);
    this.saveLayout();
  }

  /**
   * Whether a view is folded: as the reader has left it, or else where a phone would
   * become too long to scroll.
   * @param {Element} section
   */
  isFolded(section) {
    const id = /** @type {HTMLElement} */ (section).dataset.view ?? "";
    if (this.layout.folded.includes(id)) return true;
    return this.sheet && !this.layout.opened.includes(id) && [...this.views.children].indexOf(section) >= unfoldedOnPhone;
  }

  /**
   * @param {HTMLElement} section
   * @param {boolean} folded
   */
  setFolded(section, folded) {
    section.classList.toggle("folded", folded);
    const b = section.querySelector("[data-action=fold]");
    b?.setAttribute("aria-expanded", String(!folded));
    b?.setAttribute("aria-label", t(folded ? "unfold" : "fold"));
    b?.setAttribute("data-tip", t(folded ? "unfold" : "fold"));
  }

  /**
   * Moves a view one place up.
   * @param {HTMLElement} section
   * @param {HTMLElement} button
   */
  raise(section, button) {
    const before = section.previousElementSibling;
    if (!before) return;
    this.views.insertBefore(section, before);
    button.focus();
    this.layout.order = [...this.views.children].map((v) => /** @type {HTMLElement} */ (v).dataset.view ?? "");
    this.saveLayout();
    this.app.emit("viewset");
  }

  /** Puts the views in the saved order; others come after them. */
  arrange() {
    const { order } = this.layout;
    const rank = (/** @type {Element} */ v) => {
      const i = order.indexOf(/** @type {HTMLElement} */ (v).dataset.view ?? "");
      return i < 0 ? order.length : i;
    };
    if (order.length) this.views.append(...[...this.views.children].sort((a, b) => rank(a) - rank(b)));
    const asked = this.views.querySelector(`[data-view="${CSS.escape(this.app.hall.side)}"]`);
    if (asked) this.views.prepend(asked); // the link names it
  }

  saveLayout() {
    saveSetting("panels:" + this.app.demo, JSON.stringify(this.layout));
  }

  /** @param {HTMLElement} section */
  toggle(section) {
    if (this.enlarged) this.dialog.close();
    else this.enlarge(section);
  }

  /**
   * Opens a view over the page; it goes on showing every step.
   * @param {HTMLElement} section
   */
  enlarge(section) {
    this.setFolded(section, false);
    const placeholder = document.createElement("section");
    placeholder.className = "panel side-view away";
    placeholder.dataset.view = section.dataset.view;
    placeholder.style.setProperty("height", `${section.offsetHeight}px`);
    section.replaceWith(placeholder);
    this.slot.append(section);
    this.enlarged = { section, placeholder };
    this.label(section, true);
    this.dialog.setAttribute("aria-label", section.querySelector("[data-title]")?.textContent ?? "");
    this.dialog.showModal();
    this.resize();
    /** @type {HTMLElement|null} */ (section.querySelector("[data-action=enlarge]"))?.focus();
  }

  /** Asks for the picture in the size at which it is shown, so that text keeps its size. */
  resize() {
    if (!this.enlarged) return;
    const { section } = this.enlarged;
    const id = section.dataset.view ?? "";
    const box = must("svg.chart", section).getAttribute("viewBox")?.split(" ").map(Number) ?? [0, 0, 350, 190];
    const width = this.slot.clientWidth;
    const height = innerHeight - 190;
    const shape = id.startsWith("chart-") ? Math.min(0.56, height / width) : box[3] / box[2];
    const w = Math.min(width, height / shape);
    this.setting(section).size = [side(w), side(w * shape)];
    this.app.emit("viewset");
  }

  shrink() {
    if (!this.enlarged) return;
    const { section, placeholder } = this.enlarged;
    this.enlarged = null;
    delete this.setting(section).size;
    placeholder.replaceWith(section);
    this.label(section, false);
    this.setFolded(section, this.isFolded(section));
    this.app.emit("viewset");
    // The event comes late: a focus that has moved elsewhere stays there.
    const at = document.activeElement;
    if (at && at !== document.body && !section.contains(at)) return;
    /** @type {HTMLElement|null} */ (section.querySelector("[data-action=enlarge]"))?.focus({ preventScroll: true });
  }

  /**
   * @param {HTMLElement} section
   * @param {boolean} large
   */
  label(section, large) {
    const b = section.querySelector("[data-action=enlarge]");
    b?.setAttribute("aria-label", t(large ? "close" : "enlarge"));
    b?.setAttribute("data-tip", t(large ? "close-tip" : "enlarge-tip"));
    b?.setAttribute("aria-expanded", String(large));
  }
}

/** @param {number} px */
function side(px) {
  return Math.min(4000, Math.max(120, Math.round(px)));
}

/**
 * Whether all that a chart shows is above zero.
 * @param {Element} section
 */
function positive(section) {
  const curves = [...section.querySelectorAll("[data-at]")];
  return curves.length > 0 && curves.every((c) => !/(^|[ ;])(-|0(;|$))/.test(c.getAttribute("data-at")?.replace(/(^|;)\S+ /g, "$1") ?? "-"));
}

/** @param {string} demo @returns {object} */
function savedLayout(demo) {
  try {
    const was = JSON.parse(savedSetting("panels:" + demo) ?? "{}");
    const list = (/** @type {unknown} */ l) => (Array.isArray(l) ? l.filter((x) => typeof x === "string") : []);
    return { folded: list(was.folded), opened: list(was.opened), order: list(was.order) };
  } catch {
    return {}; // what is saved there is something else
  }
}
