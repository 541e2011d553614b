// @ts-check
// What every page has: theme, language, settings, tooltips, toasts.

import { markLanguage } from "./words.js";

const root = document.documentElement;

/** Lets a button switch between light and dark; at first the system decides. */
export function themeSwitch() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const toggle = () => {
    const theme = isDark() ? "light" : "dark";
    root.dataset.theme = theme;
    saveSetting("theme", theme);
  };
  document.querySelector("[data-action=theme]")?.addEventListener("click", toggle);
  return toggle;
}

/** The links to other languages lead to what is shown now. */
export function languageSwitch() {
  for (const a of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-language]"))) {
    a.addEventListener("click", () => {
      const url = new URL(location.href);
      url.searchParams.set("lang", a.dataset.language ?? "");
      a.href = url.href;
    });
  }
}

/**
 * Remembers a setting on this machine where that is allowed.
 * @param {string} key
 * @param {string} value
 */
export function saveSetting(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be forbidden; the setting then lasts as long as the page.
  }
}

/** @param {string} key */
export function savedSetting(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Shows data-tip of what the pointer or the keyboard rests on. */
export function tooltips() {
  /** @type {HTMLElement|null} */
  const box = document.querySelector("[data-tip-box]");
  if (!box) return;
  const hide = () => (box.hidden = true);
  /**
   * @param {EventTarget|null} target
   * @param {number} x
   * @param {number} y
   */
  const show = (target, x, y) => {
    const of = target instanceof Element ? target.closest("[data-tip]") : null;
    // The tips in pictures are shown by read/inspect.js, which also highlights counterparts.
    const text = of?.closest("svg[data-panel], [data-ref]") ? "" : of?.getAttribute("data-tip");
    if (!text) {
      hide();
      return;
    }
    box.textContent = text;
    box.hidden = false;
    const left = Math.min(x + 12, innerWidth - box.offsetWidth - 8);
    const top = y + 18 + box.offsetHeight > innerHeight ? y - box.offsetHeight - 10 : y + 18;
    box.style.transform = `translate(${Math.max(8, left)}px, ${top}px)`;
  };
  document.addEventListener("pointermove", (e) => {
    if (e.pointerType === "mouse" && e.buttons === 0) show(e.target, e.clientX, e.clientY);
    else hide();
  });
  document.addEventListener("focusin", (e) => {
    const t = /** @type {Element} */ (e.target);
    if (!t.matches(":focus-visible") || t.matches("[data-timeline]")) return;
    const r = t.getBoundingClientRect();
    show(t, r.left, r.bottom - 12);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("pointerdown", hide);
  document.addEventListener("click", (e) => {
    // A finger cannot rest on the small "i".
    const t = e.target instanceof Element ? e.target.closest(".info") : null;
    if (!t) return;
    e.preventDefault();
    const r = t.getBoundingClientRect();
    show(t, r.left, r.bottom - 12);
  });
  addEventListener("scroll", hide, { passive: true });
}

/** A message that disappears by itself. */
export class Toast {
  constructor() {
    /** @type {HTMLElement|null} */
    this.box = document.querySelector("[data-toast]");
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /**
   * @param {string} text
   * @param {string} [kind]
   * @param {boolean} [translated] it is in the page's language
   */
  show(text, kind = "", translated = true) {
    if (!this.box) return;
    this.box.textContent = text;
    markLanguage(this.box, translated);
    this.box.dataset.kind = kind;
    this.box.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.box) this.box.hidden = true;
    }, kind === "bad" ? 6000 : 2400);
  }
}
