// @ts-check
/** @import {State} from "./types.js" */

/**
 * The poll that this page leads, as an open tells the server: another one may take it up.
 * @typedef {{poll: string, question: string, step: number, round: number, phase: string}} Led
 */

const key = () => `poll ${location.pathname}`;

/** @type {Led|null} */
let led = read();

/** What an open says of the poll that this page leads. */
export function ledPoll() {
  return led ?? {};
}

/** Notes the poll that the page leads, also for the page after a reload. @param {State} s */
export function notePoll(s) {
  const { poll: p, asking: a } = s;
  const now = s.follow && p && a ? { poll: p.id, question: a.question, step: a.step, round: p.round, phase: p.phase } : null;
  if (!now && !led) return;
  led = now;
  try {
    if (led) sessionStorage.setItem(key(), JSON.stringify(led));
    else sessionStorage.removeItem(key());
  } catch {
    // storage may be forbidden: then a reload ends the poll
  }
}

/** @returns {Led|null} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(key()) ?? "null");
  } catch {
    return null;
  }
}
