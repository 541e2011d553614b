// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Transport} from "./transport.js" */
/** @import {Frame} from "../page/types.js" */

const restartDelay = 1500; // ms at the end before a run starts over
const underWay = 2; // frames from before that may come yet

/**
 * Plays an embedded run as its address asks: by itself, from one step to another,
 * again and again. Nothing plays by itself for readers who prefer reduced motion.
 * @param {App} app
 * @param {Transport} transport
 */
export function playEmbedded(app, transport) {
  const { autoplay, loop, speed, start, end } = app.root.dataset;
  const last = end === undefined ? Infinity : Number(end);
  transport.first = Number(start ?? 0);
  transport.last = last;
  if (speed) transport.speed.value = speed;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let started = reducedMotion || autoplay === undefined;
  let plays = false;
  /** The frame that was shown when playing began, and whether it, or one since, was before the end. */
  let began = 0;
  let inside = false;
  app.on("sent", (/** @type {{type: string}} */ m) => {
    if (["play", "pause", "step", "seek"].includes(m.type)) plays = m.type === "play";
    if (m.type === "play") [began, inside] = [app.frame?.id ?? 0, !transport.atEnd(app.frame)];
  });
  app.on("shown", (/** @type {Frame} */ f) => {
    if (!started) {
      started = true;
      transport.play();
      return;
    }
    inside ||= !transport.atEnd(f);
    if (!plays || !transport.atEnd(f)) return;
    // The steps before may never be shown, where the server or this page is slow.
    if (!inside && f.id <= began + underWay) return;
    plays = false;
    if (f.step >= last) {
      app.send({ type: "pause" });
      transport.setPlaying(false);
      app.send({ type: "seek", step: last }); // frames may be under way
    }
    if (loop === undefined || reducedMotion) return;
    setTimeout(() => {
      if (!transport.playing && transport.atEnd(app.frame)) transport.play(); // it starts over
    }, restartDelay);
  });
}
