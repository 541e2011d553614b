// @ts-check
/** @import {App} from "../page/app.js" */

/** Notes the poll that a page leads, also for the page after a reload. @param {App} app */
export function notePoll(app) {
  const { follow, poll: p, asking: a } = app.state ?? {};
  const led = follow && p && a ? { poll: p.id, question: a.question, step: a.step, round: p.round, phase: p.phase } : null;
  if (!led && !app.led) return;
  app.led = led;
  try {
    if (led) sessionStorage.setItem(`poll ${location.pathname}`, JSON.stringify(led));
    else sessionStorage.removeItem(`poll ${location.pathname}`);
  } catch {
    // storage may be forbidden: then a reload ends the poll
  }
}
