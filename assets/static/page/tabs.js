// @ts-check
/** @import {App} from "./app.js" */
import { must } from "./app.js";

const gap = 12; // between the tabs and what they show

/**
 * On a phone the story, the promises, the settings and the views are a sheet with
 * tabs below the board; style sheets say on which screens. There the board sticks,
 * and this tells how much of what is above it scrolls away.
 * @param {App} app
 */
export function sheetTabs(app) {
  const bench = app.root;
  const root = document.documentElement;
  const list = must("[data-tabs]");
  const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const panels = tabs.map((tab) => must(`#${tab.getAttribute("aria-controls")}`));

  const stage = must(".stage", bench);
  const board = must("[data-board-box]", stage);

  /** @param {number} k */
  const select = (k) => {
    bench.dataset.tab = tabs[k].dataset.tab;
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === k));
      tab.tabIndex = i === k ? 0 : -1;
    });
  };
  // What one tab was scrolled to means nothing to another: it begins at its top. Where
  // the first parameter would be out of sight, what is above the board makes room for it.
  const show = (/** @type {number} */ k) => {
    select(k);
    const hidden = list.getBoundingClientRect().bottom + gap - panels[k].getBoundingClientRect().top;
    if (hidden > gap) scrollBy({ top: -hidden, behavior: "instant" });
    const first = panels[k].querySelector("[data-param]:not([hidden])");
    if (!first) return;
    const low = first.getBoundingClientRect().bottom + gap - innerHeight;
    const room = board.getBoundingClientRect().top - gap;
    if (low > 0 && room > 0) scrollBy({ top: Math.min(low, room), behavior: "instant" });
  };
  tabs.forEach((tab, k) => {
    tab.addEventListener("click", () => show(k));
    tab.addEventListener("keydown", (e) => {
      const shown = tabs.filter((t) => !t.hidden);
      const at = shown.indexOf(tab);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[e.key];
      if (to === undefined) return;
      e.preventDefault();
      const next = /** @type {HTMLElement} */ (shown.at(to % shown.length));
      show(tabs.indexOf(next));
      next.focus();
    });
  });
  select(0);

  // A sheet is there where the tabs are; elsewhere its panels are parts of the page.
  let was = false;
  const sheet = () => {
    const on = list.checkVisibility();
    if (on !== was) app.emit("sheet", on);
    was = on;
    panels.forEach((panel, k) => {
      if (!on) {
        for (const name of ["role", "aria-labelledby", "tabindex"]) panel.removeAttribute(name);
        return;
      }
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tabs[k].id);
      panel.tabIndex = 0;
    });
  };
  // What passes is told over the top bar, or where that has been scrolled away, over the tabs.
  const bar = root.querySelector(".top");
  const below = () => {
    const there = bar !== null && bar.getBoundingClientRect().top > -4;
    const { left, top } = list.getBoundingClientRect();
    root.style.setProperty("--told-top", `${there ? 0 : Math.max(0, Math.round(top))}px`);
    root.style.setProperty("--told-left", `${there ? 0 : Math.round(left)}px`);
  };
  addEventListener("scroll", below, { passive: true });
  app.on("toast", below);
  const measure = () => {
    sheet();
    below();
    root.style.setProperty("--over", `${board.offsetTop}px`);
    root.style.setProperty("--pinned", `${stage.offsetHeight - board.offsetTop}px`);
  };
  const watch = new ResizeObserver(measure);
  watch.observe(stage);
  watch.observe(list);
  measure();
  // A run without promises, or without views, has no tab for them.
  app.on("shown", () => {
    tabs.forEach((tab, k) => (tab.hidden = panels[k].hidden || panels[k].childElementCount === 0));
    if (tabs.some((tab) => tab.hidden && tab.tabIndex === 0)) select(0);
  });
}
