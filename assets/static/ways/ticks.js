// @ts-check
// What the reader of a course has ticked, kept in this browser alone.
import { savedSetting, saveSetting } from "../page/chrome.js";

/** How many ticks are kept of a note, and how long the name of one may be. */
const most = 2400;
const longest = 8000;

/** @param {string} note */
const keyOf = (note) => `ticks ${note}`;

/** What was ticked, as far as it is sound. @param {string} note @returns {string[]} */
function ticked(note) {
  try {
    const kept = JSON.parse(savedSetting(keyOf(note)) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter((k) => typeof k === "string" && k.length <= longest).slice(0, most);
  } catch {
    return [];
  }
}

/** Keeps the ticks of a course's page, and says how many there are. */
export function ticks() {
  const page = /** @type {HTMLElement|null} */ (document.querySelector("[data-course]"));
  if (!page) return;
  const note = page.dataset.course ?? "";
  const boxes = [.../** @type {NodeListOf<HTMLInputElement>} */ (page.querySelectorAll("[data-tick]"))];
  const line = /** @type {HTMLElement|null} */ (page.querySelector("[data-done]"));
  const bar = line?.querySelector("progress");
  const count = line?.querySelector("[data-count]");
  const tell = () => {
    const n = boxes.filter((b) => b.checked).length;
    if (bar) bar.value = n;
    const text = (line?.dataset.done ?? "").replace("{n}", String(n)).replace("{all}", String(boxes.length));
    if (count && count.textContent !== text) count.textContent = text;
    for (const section of page.querySelectorAll("section[id]")) {
      const own = boxes.filter((b) => section.contains(b));
      page.querySelector(`.toc a[href="#${section.id}"]`)?.toggleAttribute("data-complete", own.length > 0 && own.every((b) => b.checked));
    }
  };
  const show = () => {
    const kept = new Set(ticked(note));
    for (const b of boxes) b.checked = kept.has(b.dataset.tick ?? "");
    tell();
  };
  page.addEventListener("change", (e) => {
    if (!(e.target instanceof HTMLInputElement) || !e.target.dataset.tick) return;
    saveSetting(keyOf(note), JSON.stringify(boxes.filter((b) => b.checked).map((b) => b.dataset.tick)));
    tell();
  });
  addEventListener("storage", (e) => e.key === keyOf(note) && show()); // another window
  addEventListener("pageshow", (e) => e.persisted && show());
  show();
}

/** Says on the front page how many links of each note are ticked. */
export function progress() {
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ticked]"))) {
    const n = Math.min(ticked(el.dataset.ticked ?? "").length, Number(el.dataset.all));
    if (n > 0) el.textContent = `${n}/${el.dataset.all}`;
  }
}
