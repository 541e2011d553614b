// @ts-check
/** @import {App} from "../page/app.js" */
// The demos that were last open, kept in this browser alone.
import { savedSetting, saveSetting } from "../page/chrome.js";

/** The theme's script looks at it, too: before the first paint it makes room on the front page. */
const key = "been";

/** How many are kept, and how long an address may be: a longer one opens the demo as it comes. */
const most = 6;
const longest = 2000;

/** @typedef {{demo: string, query: string, at: number}} Visit */

/** What was kept, as far as it is sound, the newest first. @returns {Visit[]} */
function visits() {
  try {
    const kept = JSON.parse(savedSetting(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(sound).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** @param {any} v */
function sound(v) {
  return /^[a-z][a-z0-9-]{0,39}$/.test(v?.demo) && typeof v.query === "string" && v.query.length <= longest && Number.isFinite(v.at);
}

/** Keeps where the reader of a demo's page is, when it is shown and when it is left. @param {App} app */
export function remember(app) {
  const keep = () => {
    const q = new URLSearchParams(location.search);
    q.delete("lang");
    const query = q.size > 0 && q.toString().length <= longest ? q.toString() : "";
    const others = visits().filter((v) => v.demo !== app.demo);
    saveSetting(key, JSON.stringify([{ demo: app.demo, query, at: Date.now() }, ...others].slice(0, most)));
  };
  let shown = false;
  app.on("shown", () => {
    if (!shown) keep();
    shown = true;
  });
  document.addEventListener("visibilitychange", () => shown && document.hidden && keep());
  addEventListener("pagehide", () => shown && keep());
}

/** Shows on the front page where to go on. What is no demo any more is left out. */
export function goOn() {
  const row = document.querySelector("[data-go-on]");
  const list = row?.querySelector("ul");
  if (!row || !list) return;
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  for (const v of visits()) {
    const title = document.querySelector(`li[data-card="${v.demo}"] b`);
    if (!title) continue;
    const a = document.createElement("a");
    a.href = `/d/${v.demo}${v.query ? `?${v.query}` : ""}`;
    const when = document.createElement("span");
    when.className = "hint";
    when.textContent = ago(words, v.at);
    a.append(title.cloneNode(true), " ", when);
    const item = document.createElement("li");
    item.append(a);
    list.append(item);
  }
  if (!list.firstChild) document.documentElement.removeAttribute("data-been");
}

/** How long ago a moment was. @param {Intl.RelativeTimeFormat} words @param {number} at */
function ago(words, at) {
  const minutes = Math.max(0, Math.round((Date.now() - at) / 60_000));
  if (minutes < 60) return words.format(-minutes, "minute");
  if (minutes < 48 * 60) return words.format(-Math.round(minutes / 60), "hour");
  return words.format(-Math.round(minutes / 1440), "day");
}
