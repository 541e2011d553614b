// @ts-check
/** @import {Scene} from "./channel.js" */
import { must, write } from "../page/app.js";
import { fill } from "../page/fill.js";
import { codeOf, place } from "./key.js";

/**
 * Shows who is in a room, since when, and how others come in.
 * @param {ParentNode} root
 * @param {Scene} scene
 * @param {Record<string, string>} words
 */
export function showFacts(root, scene, words) {
  const { room, key, since } = scene;
  const known = room?.here !== undefined;
  write(must("[data-here]", root), known ? fill(words.here, room.here ?? 0, room.seats ?? 0) : "");
  const answers = must("[data-answers]", root);
  answers.hidden = !room?.answers; // before the first, the question says that none is in
  write(answers, fill(words.answers, room?.answers ?? 0));
  const elapsed = since && scene.presents ? fill(words.minutes, Math.max(0, Math.floor((Date.now() - since) / 60_000))) : "";
  write(must("[data-elapsed]", root), elapsed);
  const at = must("[data-room-at]", root);
  write(at, key ? fill(at.dataset.roomAt ?? "", place()) : "");
  for (const code of root.querySelectorAll("[data-room-code]")) write(/** @type {HTMLElement} */ (code), key ? codeOf(key) : "");
}

/** What is wrong with the room; empty: nothing is. @param {Scene} scene @param {Record<string, string>} words */
export function trouble({ room, presents, live }, words) {
  if (room?.taken) return words.taken;
  if (!presents) return words.unbegun;
  if (!live) return words.away;
  return room?.cut ? words.cut : "";
}
