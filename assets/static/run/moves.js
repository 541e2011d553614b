// @ts-check
// Which marks of a layer move, and how.
/** @import {Area, Mark, Place, Way} from "./places.js" */
import { kinds, way } from "./places.js";

const still = 0.25; // px: less is not seen

/**
 * The ways of those marks of a layer that move, by their places among its elements. Marks
 * that only their look tells move together or not at all.
 * @param {{place: Place, marks: Mark[]}} was
 * @param {Mark[]} marks of the layer now
 * @param {(i: number) => boolean} paper whether one of them lies behind the text that follows it
 * @returns {Map<number, Way>}
 */
export function movesOf(was, marks, paper) {
  const nameless = (/** @type {Mark[]} */ list) => list.filter((m) => !m.ref && m.tag === "path").length;
  const under = was.place.layer === "under";
  const together = under || was.place.layer === "data";
  /** @type {Map<number, Way>} */
  const moves = new Map();
  let apart = together && nameless(marks) !== nameless(was.marks);
  // Most points are where they were, one by one.
  const shared = repeated(was.marks, repeated(marks));
  const rests = (/** @type {number} */ i) => !!marks[i]?.ref && same(was.marks[i], marks[i]) && !shared.has(marks[i].ref);
  const rest = marks.flatMap((_, i) => (rests(i) ? [] : [i]));
  const now = rest.map((i) => marks[i]);
  const old = was.marks.filter((_, i) => !rests(i));
  for (const kind of kinds(old, now, was.place)) {
    const ways = kind.now.map((i, n) => wayOf(old[kind.old[n]], now[i], was.place.area, kind.most));
    const first = now[kind.now[0]];
    if (ways.includes(null)) {
      apart ||= together && !first.ref && first.tag === "path";
      continue;
    }
    ways.forEach((found, n) => found !== "stays" && found && moves.set(rest[kind.now[n]], found));
  }
  // Areas, their borders and isolines belong together, and the nodes of a tree to its edges: where one of them jumps, all do.
  if (apart) for (const i of [...moves.keys()]) if (!under || (!marks[i].ref && marks[i].tag === "path")) moves.delete(i);
  for (const [i, found] of [...moves]) ride(marks, paper, moves, i, found);
  return moves;
}

/**
 * The references that several marks have, added to others.
 * @param {Mark[]} marks
 * @param {Set<string>} [others]
 */
function repeated(marks, others = new Set()) {
  const seen = new Set();
  for (const { ref } of marks) {
    if (seen.has(ref)) others.add(ref);
    seen.add(ref);
  }
  return others;
}

/** @param {Mark|undefined} a @param {Mark} b */
function same(a, b) {
  return !!a && a.tag === b.tag && a.ref === b.ref && a.look === b.look && a.at.every((v, k) => v === b.at[k]);
}

/**
 * @param {Mark|undefined} old
 * @param {Mark} now
 * @param {Area} area
 * @param {number} most
 */
function wayOf(old, now, area, most) {
  if (!old) return null;
  if (old.at.every((v, k) => v === now.at[k]) || !travels(old, now)) return "stays";
  return way(old, now, area, most);
}

/** @param {Mark} old @param {Mark} now */
function travels(old, now) {
  return now.tag === "path" || now.at.some((v, k) => Math.abs(Number(v) - Number(old.at[k])) > still);
}

/**
 * The paper behind a text goes with it.
 * @param {Mark[]} marks
 * @param {(i: number) => boolean} paper
 * @param {Map<number, Way>} moves
 * @param {number} i
 * @param {Way} found the way of the text
 */
function ride(marks, paper, moves, i, found) {
  const behind = marks[i - 1];
  if (marks[i].tag !== "text" || behind?.tag !== "rect" || !paper(i - 1)) return;
  const [x, y] = marks[i].at.map(Number);
  const [px, py, w, h] = behind.at;
  moves.set(i - 1, (t) => {
    const [tx, ty] = found(t).map(Number);
    return [String(Number(px) + tx - x), String(Number(py) + ty - y), w, h];
  });
}
