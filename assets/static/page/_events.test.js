// @ts-check
/** @import {App} from "./app.js" */
/** @import {Frame} from "./types.js" */

/**
 * What the compiler has to refuse: each line below is an error, or the line that expects
 * one is. Nothing runs.
 * @param {App} app
 * @param {Frame} frame
 */
export function refused(app, frame) {
  app.emit("shown", frame);
  app.emit("rest");
  // @ts-expect-error no event is called so
  app.emit("shwon", frame);
  // @ts-expect-error no event is called so
  app.on("rests", () => {});
  // @ts-expect-error it comes with a frame
  app.emit("shown");
  // @ts-expect-error it comes with nothing
  app.emit("rest", true);
  // @ts-expect-error it is a number
  app.emit("pick", "x3");
  // @ts-expect-error it is a frame
  app.on("shown", (/** @type {string} */ text) => text);
  app.send({ type: "seek", step: 3 });
  // @ts-expect-error messages have no such field
  app.send({ type: "seek", stpe: 3 });
}
