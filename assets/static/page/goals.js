// @ts-check
// What a reader has reached of the demos' goals. It stays in this browser, one entry a
// demo, and is checked when it is read: other pages of this site, older versions and the
// reader's own hand may have written it.
import { savedSetting, saveSetting } from "./chrome.js";

/**
 * The best that a reader has come to; text is in that language. The recipe of its run, and
 * of the run before where the goal compares, are kept for a receipt, if they are not too long.
 * @typedef {{number: number, text: string, lang: string, reached: boolean, run: string, before: string}} Best
 */

const mostGoals = 16; // of one demo
const mostText = 120; // characters
const mostRun = 32768; // of a recipe, as receipts have them
const tag = document.documentElement.lang || "en";

/** @param {string} demo */
const key = (demo) => `goals.${demo}`;

/**
 * The best that was reached of a demo's goals, by their ids.
 * @param {string} demo
 * @returns {Map<string, Best>}
 */
export function savedGoals(demo) {
  /** @type {Map<string, Best>} */
  const best = new Map();
  /** @type {unknown} */
  let all = null;
  try {
    all = JSON.parse(savedSetting(key(demo)) ?? "{}");
  } catch {
    // Not ours: as if there was nothing.
  }
  if (typeof all !== "object" || all === null) return best;
  for (const [id, b] of Object.entries(all).slice(0, mostGoals)) {
    if (!/^[A-Za-z][\w-]{0,40}$/.test(id) || typeof b !== "object" || b === null) continue;
    const { number, text, lang, reached, run, before } = b;
    if (typeof number !== "number" || !Number.isFinite(number) || typeof text !== "string" || typeof lang !== "string") continue;
    best.set(id, { number, text: text.slice(0, mostText), lang: lang.slice(0, 8), reached: reached === true, run: short(run), before: short(before) });
  }
  return best;
}

/** A recipe, if it is one that can be kept. @param {unknown} run */
function short(run) {
  return typeof run === "string" && run.length <= mostRun ? run : "";
}

/**
 * Takes in what a run has come to, if that is better than before. It says whether the
 * goal was reached for the first time.
 * @param {string} demo
 * @param {{id: string, number: number, text: string, reached: boolean, before?: string}} run
 * @param {boolean} fewer the smaller number is the better one
 * @param {string} query the run's recipe
 */
export function keepGoal(demo, run, fewer, query) {
  const best = savedGoals(demo); // another tab may have written meanwhile
  const before = best.get(run.id);
  const first = run.reached && !before?.reached;
  const more = before !== undefined && (fewer ? run.number < before.number : run.number > before.number);
  const again = before?.reached && run.reached && run.number === before.number && !before.run; // kept before recipes were
  if (before && !first && !again && !(more && run.reached === before.reached)) return false;
  const recipe = run.reached ? { run: short(query), before: short(run.before) } : { run: "", before: "" };
  best.set(run.id, { number: run.number, text: run.text.slice(0, mostText), lang: tag, reached: run.reached, ...recipe });
  saveSetting(key(demo), JSON.stringify(Object.fromEntries([...best].slice(-mostGoals))));
  return first;
}

/** Shows at every goal on the page what was reached, and how many were. */
export function showGoals() {
  let reached = 0;
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-goal]"))) {
    const best = savedGoals(item.dataset.goalDemo ?? "").get(item.dataset.goal ?? "");
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (item.querySelector(`[data-goal-${name}]`));
    item.toggleAttribute("data-reached", !!best?.reached);
    part("state").hidden = !best;
    part("tick").hidden = !best?.reached;
    const receipt = /** @type {HTMLElement|null} */ (item.querySelector("[data-action=receipt]"));
    if (receipt) receipt.hidden = !best?.reached || !best.run;
    if (!best) continue;
    part("number").textContent = best.lang === tag ? best.text : String(best.number);
    if (best.reached) reached++;
  }
  const count = document.querySelector("[data-goal-reached]");
  if (count) count.textContent = String(reached);
}
