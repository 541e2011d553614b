// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Transport} from "../run/transport.js" */

/** What leaves the board on which the question is asked. */
const leaves = new Set(["step", "play", "seek", "points", "data", "set", "seed", "undo", "redo"]);

/**
 * Asks what a course asks in words of its own. Style sheets cover what gives the answer away
 * until the question is opened, which goes to the step that answers; whoever goes on or edits
 * the board opens it, too.
 * @param {App} app
 * @param {Transport} transport
 * @param {HTMLDetailsElement} answer
 */
export function askText(app, transport, answer) {
  const step = answer.dataset.courseQuestion ?? "";
  const cover = () => app.hide("text", !answer.open);
  let left = false;
  app.on("sent", (/** @type {{type: string}} */ m) => {
    if (!leaves.has(m.type)) return;
    left = true;
    answer.open = true;
  });
  answer.addEventListener("toggle", () => {
    cover();
    if (!answer.open || left) return;
    left = true;
    if (step === "end") transport.seek("end");
    else app.send({ type: "seek", step: Number(step) });
  });
  cover();
}
