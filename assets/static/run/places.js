// @ts-check
// Where the marks of a picture are, which of them are the same in two pictures, and how
// one of them comes from one place to the other.

/** The attributes that place an element. @type {Record<string, string[]>} */
export const places = { circle: ["cx", "cy", "r"], rect: ["x", "y", "width", "height"], text: ["x", "y"], path: ["d"] };
/** Attributes that say nothing of how an element looks. */
const apart = new Set(["data-ref", "data-also", "data-tip", "data-name", "data-at", "data-drag", "data-held", "text-anchor", "tabindex"]);
const mostAlike = 12; // marks without a reference that look the same: among more, nobody knows which is which
const outline = 72; // corners of a closed line between two that have other corners
const leastCorners = 12; // of a closed line that stands for a smooth one
const far = 0.25; // of the diagonal, …
const nearby = 0.08; // … and for what a step is about, which is another thing at the next one, …
const passing = /[sf]-(accent|bad)/;
const current = /^(dot|text).*f-accent/; // … but not for where a method stands
const held = 2.5; // times as far goes the end of a line whose other end stays
const touch = 0.7; // px by which a line may miss the border that it ends at

/**
 * @typedef {object} Mark one element of a layer
 * @property {string} tag
 * @property {string} ref   what the picture calls it; empty: nothing
 * @property {string} look  how it looks, and what it says; empty where it has a reference
 * @property {string[]} at  the values of the attributes that place it
 */

/** @typedef {(t: number) => string[]} Way the values of those attributes on the way, from 0 to 1 */
/** @typedef {[number, number, number, number]} Area left, top, right, bottom */
/** @typedef {{layer: string, area: Area, chart: boolean}} Place a layer's name, the area of its axes, and whether it is of a chart over the steps */

/**
 * The elements of a layer that can be placed, in their order.
 * @param {Element} layer
 * @returns {Element[]}
 */
export function elementsOf(layer) {
  return [...layer.querySelectorAll("circle, rect, text, path")];
}

/**
 * @param {Element[]} elements
 * @returns {Mark[]}
 */
export function marksOf(elements) {
  /** @type {Map<Element, string>} */
  const groups = new Map();
  const looks = (/** @type {Element} */ el, /** @type {string[]} */ but) => {
    const said = el.getAttributeNames().filter((n) => !but.includes(n) && !apart.has(n));
    return said.map((n) => `${n}=${el.getAttribute(n)}`).join(" ");
  };
  return elements.map((el) => {
    const tag = el.localName;
    const ref = el.getAttribute("data-ref") ?? "";
    const at = places[tag].map((name) => el.getAttribute(name) ?? "");
    if (ref) return { tag, ref, look: "", at };
    const group = /** @type {Element} */ (el.parentNode);
    let shared = groups.get(group);
    if (shared === undefined) {
      shared = group.localName === "g" && !group.hasAttribute("data-layer") && !group.hasAttribute("aria-hidden") ? looks(group, []) : "";
      groups.set(group, shared);
    }
    return { tag, ref, look: [shared, looks(el, places[tag]), tag === "text" ? el.textContent : ""].join(" ").trim(), at };
  });
}

/**
 * @typedef {object} Kind marks that are called the same
 * @property {number[]} old  their places among the marks of before
 * @property {number[]} now  and among those of now: each is the one in the same place of the other list
 * @property {number} most   px that they may travel; those that are farther apart are not the same. Below 0: none may
 */

/**
 * Finds which marks are the same. Those are that have the same reference. Of the others
 * those are that look the same, if it is plain which: a label that stands there once, the
 * columns of a chart, lines and areas in their order. What is farther away is something
 * else, unless it has a reference of its own or stands in a chart.
 * @param {Mark[]} old
 * @param {Mark[]} now
 * @param {Place} place
 * @returns {Kind[]}
 */
export function kinds(old, now, place) {
  const was = sorted(old, place.layer);
  const size = Math.hypot(place.area[2] - place.area[0], place.area[3] - place.area[1]);
  return [...sorted(now, place.layer)].map(([key, list]) => {
    const before = was.get(key) ?? [];
    const referred = key.startsWith("ref ");
    const plain = referred || list.length <= most(key);
    const own = place.chart || (referred && list.length === 1);
    const share = passing.test(key) && !current.test(key) ? nearby : far;
    const travels = own ? Infinity : share * size;
    return { old: before.length === list.length ? before : list.map(() => -1), now: list, most: plain ? travels : -1 };
  });
}

/** How many marks may share a key. @param {string} key */
function most(key) {
  return key.startsWith("line ") || key.startsWith("area ") ? mostAlike : 1;
}

/**
 * The marks by what they are called, each list in its order.
 * @param {Mark[]} marks
 * @param {string} layer
 */
function sorted(marks, layer) {
  /** @type {Map<string, number[]>} */
  const all = new Map();
  marks.forEach((m, i) => {
    const key = name(m, layer);
    const list = all.get(key);
    if (list) list.push(i);
    else all.set(key, [i]);
  });
  return all;
}

/**
 * @param {Mark} m
 * @param {string} layer
 */
function name(m, layer) {
  if (m.ref) return `ref ${m.tag} ${m.ref}`;
  if (m.tag === "text") return m.look.includes("font-weight") ? `text ${m.look}` : `word ${m.at} ${m.look}`; // the label of a mark, or a number in its cell
  if (m.look.includes("f-halo")) return `word ${m.at}`; // the paper behind a text goes where it goes
  if (m.tag === "rect") return layer === "under" ? `column ${m.at[0]} ${m.at[2]} ${m.look}` : `rect ${m.look}`;
  if (layer === "data") return `other ${m.tag} ${m.look}`; // the slices of a point that is a pie
  if (m.tag === "circle") return `dot ${m.at[2]} ${m.look}`;
  if (m.look.includes("fill=none")) return `line ${m.look}`;
  // Dots that are no circles have a rim, and pies have curves.
  return /s-halo|[cq]/.test(`${m.look.includes("s-halo") ? "s-halo" : ""}${m.at[0]}`) ? `dot ${m.look}` : `area ${m.look}`;
}

/**
 * The way of a mark from one place to another; null if it has none.
 * @param {Mark} old
 * @param {Mark} now
 * @param {Area} area of the axes
 * @param {number} most px that it may travel
 * @returns {Way|null}
 */
export function way(old, now, area, most) {
  if (now.tag === "path") return wayOfPath(old.at[0], now.at[0], area, most, !now.ref && now.look.includes("fill=none"));
  const a = old.at.map(Number);
  const b = now.at.map(Number);
  if (b.some((v, i) => !(Math.abs(v - a[i]) <= most))) return null;
  return (t) => b.map((v, i) => short(a[i] + t * (v - a[i])));
}

/**
 * @typedef {object} Path
 * @property {string} shape its commands: M, L, C, Q, Z
 * @property {number[]} at  places, absolute
 */

/**
 * @param {string} from
 * @param {string} to
 * @param {Area} area
 * @param {number} most
 * @param {boolean} stroked it is a line, and no area
 * @returns {Way|null}
 */
function wayOfPath(from, to, area, most, stroked) {
  const a = path(from);
  const b = path(to);
  if (!a || !b) return null;
  if (stroked && a.shape === "ML" && b.shape === "ML") return straight(a.at, b.at, area, most);
  if (a.shape === b.shape) return between(a, b, most);
  if (!stroked || !/^ML+Z?$/.test(a.shape) || !/^ML+Z?$/.test(b.shape)) return null;
  const alike = grow(a, b) ?? graphs(a, b) ?? (closed(a) && closed(b) ? [resampled(a), resampled(b)] : null);
  return alike && between(alike[0], alike[1], most);
}

/** @param {Path} a @param {Path} b @param {number} most @returns {Way|null} */
function between(a, b, most) {
  if (b.at.some((v, i) => !(Math.abs(v - a.at[i]) <= most))) return null;
  return (t) => [written(b.shape, b.at.map((v, i) => a.at[i] + t * (v - a.at[i])))];
}

/**
 * A straight line has no direction. One that goes from border to border does so on its way.
 * @param {number[]} a
 * @param {number[]} b
 * @param {Area} area
 * @param {number} most
 * @returns {Way|null}
 */
function straight(a, b, area, most) {
  const far = (/** @type {number[]} */ p) => Math.hypot(p[0] - b[0], p[1] - b[1]) + Math.hypot(p[2] - b[2], p[3] - b[3]);
  const turned = [a[2], a[3], a[0], a[1]];
  const from = far(turned) < far(a) ? turned : a;
  const across = [...ends(a), ...ends(b)].every(([x, y]) => onBorder(x, y, area));
  const moved = b.map((v, i) => Math.abs(v - from[i]));
  const stays = Math.min(moved[0] + moved[1], moved[2] + moved[3]) < 1;
  if ((!across || most < 0) && !(Math.max(...moved) <= (stays ? held * most : most))) return null;
  return (t) => {
    const at = b.map((v, i) => from[i] + t * (v - from[i]));
    return [written("ML", across ? chord(at, area) : at)];
  };
}

/** @param {number[]} line */
function ends(line) {
  return [line.slice(0, 2), line.slice(2)];
}

/** @param {number} x @param {number} y @param {Area} area */
function onBorder(x, y, [l, t, r, b]) {
  const near = (/** @type {number} */ v, /** @type {number} */ edge) => Math.abs(v - edge) <= touch;
  return near(x, l) || near(x, r) || near(y, t) || near(y, b);
}

/**
 * A line as far as it lies in the area, from border to border.
 * @param {number[]} line
 * @param {Area} area
 */
function chord([x, y, x2, y2], [l, t, r, b]) {
  const dx = x2 - x;
  const dy = y2 - y;
  let from = -Infinity;
  let to = Infinity;
  for (const [p, d, lo, hi] of [[x, dx, l, r], [y, dy, t, b]]) {
    if (Math.abs(d) < 1e-9) continue;
    from = Math.max(from, Math.min((lo - p) / d, (hi - p) / d));
    to = Math.min(to, Math.max((lo - p) / d, (hi - p) / d));
  }
  if (!(from < to) || !Number.isFinite(from) || !Number.isFinite(to)) return [x, y, x2, y2];
  return [x + from * dx, y + from * dy, x + to * dx, y + to * dy];
}

/**
 * A walk that has gone on, or back, does so from or to its last place.
 * @param {Path} a
 * @param {Path} b
 * @returns {[Path, Path]|null}
 */
function grow(a, b) {
  const [less, more] = a.at.length < b.at.length ? [a, b] : [b, a];
  if (more.shape.endsWith("Z") || less.shape.endsWith("Z") || less.at.some((v, i) => Math.abs(v - more.at[i]) > 0.15)) return null;
  const padded = more.at.map((v, i) => less.at[i] ?? less.at[less.at.length - 2 + (i % 2)]);
  return a === less ? [{ shape: b.shape, at: padded }, b] : [a, { shape: a.shape, at: padded }];
}

/**
 * Graphs of functions over the same abscissas, with other corners.
 * @param {Path} a
 * @param {Path} b
 * @returns {[Path, Path]|null}
 */
function graphs(a, b) {
  const x = (/** @type {Path} */ p) => p.at.filter((_, i) => i % 2 === 0);
  const [xa, xb] = [x(a), x(b)];
  const rises = (/** @type {number[]} */ v) => v.every((at, i) => i === 0 || at > v[i - 1]);
  if (!rises(xa) || !rises(xb) || Math.abs(xa[0] - xb[0]) > touch || Math.abs((xa.at(-1) ?? 0) - (xb.at(-1) ?? 0)) > touch) return null;
  const all = [...new Set([...xa, ...xb])].sort((p, q) => p - q);
  const shape = "M" + "L".repeat(all.length - 1);
  const over = (/** @type {Path} */ p, /** @type {number[]} */ own) => {
    let k = 0;
    return all.flatMap((at) => {
      while (k < own.length - 2 && own[k + 1] < at) k++;
      const share = Math.min(1, Math.max(0, (at - own[k]) / (own[k + 1] - own[k])));
      return [at, p.at[2 * k + 1] + share * (p.at[2 * k + 3] - p.at[2 * k + 1])];
    });
  };
  return [{ shape, at: over(a, xa) }, { shape, at: over(b, xb) }];
}

/** @param {Path} p */
function closed({ shape, at }) {
  if (shape.length < leastCorners) return false;
  return shape.endsWith("Z") || Math.hypot(at[0] - at[at.length - 2], at[1] - at[at.length - 1]) < touch;
}

/**
 * A closed line with corners at equal distances along it.
 * @param {Path} p
 * @returns {Path}
 */
function resampled({ at }) {
  const ring = [...at, at[0], at[1]];
  const until = [0];
  for (let i = 2; i < ring.length; i += 2) {
    until.push(until[until.length - 1] + Math.hypot(ring[i] - ring[i - 2], ring[i + 1] - ring[i - 1]));
  }
  const whole = until[until.length - 1];
  const made = [];
  for (let n = 0, k = 0; n < outline; n++) {
    const at = (n * whole) / outline;
    while (k < until.length - 2 && until[k + 1] < at) k++;
    const share = (at - until[k]) / (until[k + 1] - until[k] || 1);
    made.push(ring[2 * k] + share * (ring[2 * k + 2] - ring[2 * k]), ring[2 * k + 1] + share * (ring[2 * k + 3] - ring[2 * k + 1]));
  }
  return { shape: "M" + "L".repeat(outline - 1) + "Z", at: made };
}

/** How many numbers a command takes, and what it is called in a shape. @type {Record<string, [number, string]>} */
const commands = { m: [2, "M"], l: [2, "L"], h: [1, "L"], v: [1, "L"], c: [6, "C"], q: [4, "Q"], z: [0, "Z"] };

/**
 * Reads a path; null where it has what pictures do not write.
 * @param {string} d
 * @returns {Path|null}
 */
export function path(d) {
  const words = d.match(/[a-z]|-?\d*\.?\d+/gi) ?? [];
  let shape = "";
  /** @type {number[]} */
  const at = [];
  let [x, y, x0, y0] = [0, 0, 0, 0];
  let command = "";
  for (let i = 0; i < words.length; ) {
    if (/[a-z]/i.test(words[i])) command = words[i++];
    const kind = command.toLowerCase();
    if (!(kind in commands)) return null;
    const [takes, letter] = commands[kind];
    const v = words.slice(i, i + takes).map(Number);
    if (v.length < takes || v.some(Number.isNaN)) return null;
    i += takes;
    const relative = command === kind;
    if (kind === "z") {
      [x, y] = [x0, y0];
    } else if (kind === "h") {
      x = relative ? x + v[0] : v[0];
      at.push(x, y);
    } else if (kind === "v") {
      y = relative ? y + v[0] : v[0];
      at.push(x, y);
    } else {
      for (let k = 0; k < takes; k += 2) at.push(relative ? x + v[k] : v[k], relative ? y + v[k + 1] : v[k + 1]);
      [x, y] = at.slice(-2);
    }
    if (kind === "m") {
      [x0, y0] = [x, y];
      command = relative ? "l" : "L"; // what further places of it are
    }
    if (kind === "z" && i < words.length && !/[a-z]/i.test(words[i])) return null;
    shape += letter;
  }
  return shape ? { shape, at } : null;
}

/**
 * @param {string} shape
 * @param {number[]} at
 */
function written(shape, at) {
  let d = "";
  let i = 0;
  for (const letter of shape) {
    const takes = commands[letter.toLowerCase()][0];
    d += letter;
    for (let k = 0; k < takes; k++) d += (k ? " " : "") + short(at[i++]);
  }
  return d;
}

/** A coordinate, as finely as a screen shows it. @param {number} v */
function short(v) {
  return String(Math.round(20 * v) / 20);
}
