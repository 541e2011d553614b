// @ts-check
/** @import {Answer, Asking, Poll} from "../page/types.js" */
import { must, write } from "../page/app.js";
import { t } from "../page/words.js";
import { pointName } from "./pointing.js";

const svgNamespace = "http://www.w3.org/2000/svg";
const mostPoints = 6; // that have a row of their own

/** @typedef {{label: string, counts: number[], right: boolean}} Row an answer, and how often it was given in each round */

/**
 * How the room has answered, an answer a row.
 * @param {Poll} poll
 * @param {Asking} a  in the reader's language
 * @returns {Row[]}
 */
export function rowsOf(poll, a) {
  const rounds = poll.rounds ?? [];
  if (rounds.length === 0) return [];
  const answer = a.verdict?.void ? undefined : a.verdict?.answer;
  const bars = (/** @type {number} */ i) => rounds.map((r) => r.bars?.[i] ?? 0);
  switch (a.kind) {
    case "option":
      return (a.options ?? []).map((label, i) => ({ label, counts: bars(i), right: answer?.option === i }));
    case "number":
      return binRows(poll, a, answer?.number).map((row, i) => ({ ...row, counts: bars(i) }));
    case "line":
      return [t("votes-level"), t("votes-rising"), t("votes-upright"), t("votes-falling")].map((label, i) => ({ label, counts: bars(i), right: false }));
  }
  return pointRows(rounds, answer?.points ?? [], a);
}

/**
 * @param {Poll} poll
 * @param {Asking} a
 * @param {number} [right]
 */
function binRows(poll, a, right = NaN) {
  const b = poll.bins;
  if (!b) return [];
  const tidy = (/** @type {number} */ x) => String(Number(x.toPrecision(6))).replace("-", "−");
  const unit = a.unit ? ` ${a.unit}` : "";
  const off = poll.tolerance ?? 0; // as near as that counts as right
  return Array.from({ length: b.count }, (_, i) => {
    const from = b.from + i * b.width;
    const to = from + b.width;
    let label = a.whole && b.width === 1 ? tidy(from) : `${tidy(from)} – ${tidy(a.whole ? to - 1 : to)}`;
    if (i === 0 && !a.range) label = `< ${tidy(to)}`;
    else if (i === b.count - 1 && !a.range) label = `≥ ${tidy(from)}`;
    const has = (right >= from || i === 0) && (right < to || i === b.count - 1);
    const within = i > 0 && i < b.count - 1 && from >= right - off && (a.whole ? to - 1 : to) <= right + off;
    return { label: label + unit, right: has || within };
  });
}

/**
 * The points that were chosen most, and those that are right.
 * @param {import("../page/types.js").Tally[]} rounds
 * @param {number[]} right
 * @param {Asking} a
 * @returns {Row[]}
 */
function pointRows(rounds, right, a) {
  const counts = rounds.map((r) => new Map(r.points ?? []));
  const total = (/** @type {number} */ i) => counts.reduce((sum, c) => sum + (c.get(i) ?? 0), 0);
  const all = [...new Set(rounds.flatMap((r) => (r.points ?? []).map(([i]) => i)))].sort((i, j) => total(j) - total(i) || i - j);
  const own = new Set(all.slice(0, mostPoints));
  for (const i of right.slice(0, mostPoints)) own.add(i);
  /** @type {Row[]} */
  const rows = [...own].map((i) => ({ label: pickName(a, i), counts: counts.map((c) => c.get(i) ?? 0), right: right.includes(i) }));
  const rest = all.filter((i) => !own.has(i));
  if (rest.length) rows.push({ label: t(a.names ? "votes-rest" : "votes-others"), counts: counts.map((c) => rest.reduce((sum, i) => sum + (c.get(i) ?? 0), 0)), right: false });
  return rows;
}

/**
 * Shows the rows as a table with bars, both rounds beside each other.
 * @param {HTMLElement} box
 * @param {Poll} poll
 * @param {Asking} a
 * @param {Row[]} rows
 */
export function showRows(box, poll, a, rows) {
  const rounds = poll.rounds ?? [];
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
  const share = (/** @type {number} */ n, /** @type {number} */ of) => (of ? n / of : 0);
  const key = JSON.stringify([rows, rounds.map((r) => [r.answers, r.right]), a.kind]);
  if (box.dataset.is === key) return;
  box.dataset.is = key;
  const head = must("[data-votes-head]", box);
  head.replaceChildren(cell("th", t(a.kind === "line" ? "votes-direction" : "votes-answered"), "col"), ...rounds.map((r, k) => cell("th", rounds.length > 1 ? t("votes-round-of", k + 1, r.answers) : t("votes-count", r.answers), "col")));
  const most = Math.max(1e-9, ...rows.flatMap((row) => row.counts.map((n, k) => share(n, rounds[k].answers))));
  must("[data-votes-rows]", box).replaceChildren(
    ...rows.map((row) => {
      const tr = document.createElement("tr");
      tr.toggleAttribute("data-right", row.right);
      const th = cell("th", row.label, "row");
      if (row.right) th.prepend(mark());
      tr.append(th, ...row.counts.map((n, k) => {
        const td = cell("td", `${n} · ${percent.format(share(n, rounds[k].answers))}`);
        td.append(bar(share(n, rounds[k].answers) / most));
        return td;
      }));
      return tr;
    }),
  );
  const foot = must("[data-votes-foot]", box);
  const known = rounds.some((r) => r.right !== undefined);
  foot.replaceChildren();
  const within = poll.tolerance ? t("votes-were-within", String(Number(poll.tolerance.toPrecision(3)))) : t("votes-were-right");
  if (known) foot.append(cell("th", within, "row"), ...rounds.map((r) => cell("td", `${r.right ?? 0} · ${percent.format(share(r.right ?? 0, r.answers))}`)));
  write(must("caption", box), t("votes-caption"));
}

/** A bar, which the number beside it says as well. @param {number} share */
function bar(share) {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("class", "votes-bar");
  svg.setAttribute("viewBox", "0 0 1 1");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const rect = document.createElementNS(svgNamespace, "rect");
  rect.setAttribute("width", share.toFixed(4));
  rect.setAttribute("height", "1");
  svg.append(rect);
  return svg;
}

/** @param {string} name @param {string} text @param {string} [scope] */
function cell(name, text, scope) {
  const el = document.createElement(name);
  el.textContent = text;
  if (scope) el.setAttribute("scope", scope);
  return el;
}

/** The mark of what is right, in words as well. */
function mark() {
  const span = document.createElement("span");
  span.className = "votes-mark";
  span.setAttribute("role", "img");
  span.setAttribute("aria-label", t("votes-is-right"));
  span.textContent = "✓ ";
  return span;
}

/** What a point or a mark is called. @param {Asking} a @param {number} i */
function pickName(a, i) {
  return a.names ? (a.names[i] ?? "") : pointName(i);
}

/**
 * What is right, in words; empty where it is only shown.
 * @param {Asking} a
 * @param {Asking} words the same in the reader's language
 * @param {Answer} answer
 * @param {number} [tolerance]
 */
export function answerText(a, words, answer, tolerance = 0) {
  switch (a.kind) {
    case "point":
    case "cell":
    case "node":
    case "bar": {
      const names = (answer.points ?? []).slice(0, mostPoints).map((i) => pickName(words, i));
      return names.join(", ") + ((answer.points?.length ?? 0) > mostPoints ? ", …" : "");
    }
    case "option":
      return words.options?.[answer.option ?? -1] ?? "";
    case "number": {
      const tidy = (/** @type {number} */ x) => String(Number(x.toPrecision(4))).replace("-", "−");
      return tidy(answer.number ?? NaN) + (tolerance ? ` ± ${tidy(tolerance)}` : "") + (words.unit ? ` ${words.unit}` : "");
    }
  }
  return t("votes-drawn");
}
