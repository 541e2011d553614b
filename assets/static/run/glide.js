// @ts-check
/** @import {Area, Mark, Place, Way} from "./places.js" */
import { movesOf } from "./moves.js";
import { elementsOf, marksOf, places } from "./places.js";

const length = 180; // ms that a glide takes
const mostMoving = 500; // marks
const mostElements = 4000; // of the layers of a step
/** By which the page finds things in pictures: none of them in what only glides. */
const names = ["data-layer", "data-text", "data-ref", "data-also", "data-tip", "data-name", "data-drag", "tabindex"];
const found = names.map((name) => `[${name}]`).join();

/** @typedef {{layer: Element, place: Place, marks: Mark[], image: Element|null}} Before */
/** @typedef {{element: Element, names: string[], way: Way}} Move */
/** @typedef {{copy: Element, moves: Move[], image: Element|null, began: number}} Glide */

/** What glides. @type {Map<Element, Glide>} */
const gliding = new Map();
let due = 0;

/**
 * Remembers where the marks of a layer are seen, before others are put into it. A picture
 * of a field is set aside if there will be another one: it is drawn already.
 * @param {Element} layer
 * @param {string} markup that will be in it
 * @param {Area} area of the axes
 * @returns {Before}
 */
export function before(layer, markup, area) {
  const marks = marksOf(elementsOf(gliding.get(layer)?.copy ?? layer));
  end(layer);
  const images = layer.querySelectorAll("image");
  const image = images.length === 1 && !markup.includes(images[0].getAttribute("href") ?? "") ? images[0] : null;
  if (image) image.replaceWith(image.cloneNode());
  const chart = !!layer.closest("svg[data-panel^=chart-]");
  return { layer, place: { layer: layer.getAttribute("data-layer") ?? "", area, chart }, marks, image };
}

/**
 * Lets marks glide from where they were. The layers hold what the server sent: what is
 * seen meanwhile is a copy of them in front, and the pointer finds what is behind it.
 * @param {Before[]} layers
 */
export function glide(layers) {
  const few = layers.reduce((n, l) => n + l.marks.length, 0) <= mostElements;
  const all = few ? layers.map(waysIn) : [];
  const moving = all.reduce((n, moves) => n + moves.size, 0);
  const began = performance.now();
  layers.forEach((was, i) => {
    if (moving <= mostMoving && all[i]?.size) begin(was, all[i], began);
    else if (was.image) putBack(was.layer, was.image);
  });
  if (gliding.size && !due) due = requestAnimationFrame(step);
}

/** The ways of the marks of a layer that move. @param {Before} was */
function waysIn(was) {
  const elements = elementsOf(was.layer);
  return movesOf(was, marksOf(elements), (i) => elements[i].classList.contains("f-halo"));
}

/**
 * @param {Before} was
 * @param {Map<number, Way>} ways
 * @param {number} began
 */
function begin({ layer, image }, ways, began) {
  const copy = /** @type {Element} */ (layer.cloneNode(true));
  for (const el of [copy, ...copy.querySelectorAll(found)]) for (const name of names) el.removeAttribute(name);
  for (const el of copy.querySelectorAll("image")) el.remove();
  copy.setAttribute("aria-hidden", "true");
  copy.setAttribute("class", "glides");
  const elements = elementsOf(copy);
  const moves = [...ways].map(([i, way]) => ({ element: elements[i], names: places[elements[i].localName], way }));
  if (image) copy.prepend(image);
  const going = { copy, moves, image, began };
  layer.after(copy);
  layer.classList.add("gliding");
  gliding.set(layer, going);
  place(layer, going, 0);
}

/**
 * Leaves the picture of a field where it was, with what it shows now.
 * @param {Element} layer
 * @param {Element} image
 */
function putBack(layer, image) {
  const now = layer.querySelector("image");
  if (!now) return;
  for (const name of image.getAttributeNames()) if (!now.hasAttribute(name)) image.removeAttribute(name);
  for (const name of now.getAttributeNames()) image.setAttribute(name, now.getAttribute(name) ?? "");
  now.replaceWith(image);
}

/**
 * Puts what glides where it is on its way.
 * @param {Element} layer
 * @param {Glide} going
 * @param {number} t from 0 to 1
 */
function place(layer, { moves, image }, t) {
  const eased = t * t * (3 - 2 * t);
  for (const { element, names, way } of moves) {
    way(eased).forEach((value, k) => element.setAttribute(names[k], value));
  }
  if (!image) return;
  image.setAttribute("opacity", String(1 - eased));
  /** @type {SVGGElement} */ (layer).style.setProperty("--come", String(eased));
}

function step() {
  due = 0;
  const now = performance.now();
  for (const [layer, going] of gliding) {
    const t = (now - going.began) / length;
    if (t < 1) place(layer, going, t);
    else end(layer);
  }
  if (gliding.size) due = requestAnimationFrame(step);
}

/** Whether anything glides. */
export function busy() {
  return gliding.size > 0;
}

/** Ends all glides at once: what was sent is seen. */
export function arrive() {
  for (const layer of [...gliding.keys()]) end(layer);
}

/**
 * Ends the glides in all pictures but some.
 * @param {Set<Element|null>} pictures
 */
export function arriveBut(pictures) {
  for (const layer of [...gliding.keys()]) if (!pictures.has(layer.parentElement)) end(layer);
}

/** @param {Element} layer */
function end(layer) {
  const going = gliding.get(layer);
  if (!going) return;
  gliding.delete(layer);
  going.copy.remove();
  layer.removeAttribute("class");
  layer.removeAttribute("style");
}
