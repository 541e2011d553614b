// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Transport} from "./transport.js" */
// What an embedded board and the page around it say to each other: a public contract,
// see web/doc.go. Nothing here is secret, so whoever embeds the board may hear it. Only
// the page around it is listened to.

const mostSteps = 1000; // of one command
const lastStep = 1e7;
const burst = 50; // commands at once, …
const rate = 20; // … and a second
const mostWaiting = 50;

/**
 * @param {App} app
 * @param {Transport} transport
 */
export function hosted(app, transport) {
  const tell = (/** @type {object} */ message) => parent.postMessage(message, "*");
  tellHeight(app, tell);

  let told = "";
  const tellState = (always = false) => {
    const state = stateOf(app, transport);
    const now = JSON.stringify(state);
    if (always || now !== told) tell({ type: "playground:state", ...state });
    told = now;
  };
  /** Before the board is live, commands wait. @type {(() => void)[]} */
  const waiting = [];
  const live = () => app.connected && !!app.frame;
  // The transport hears of these first.
  for (const event of /** @type {const} */ (["shown", "state", "run", "lost", "sent"])) app.on(event, () => queueMicrotask(() => tellState()));
  app.on("shown", () => {
    for (const act of waiting.splice(0)) act();
  });

  const allowed = allowance();
  addEventListener("message", (e) => {
    if (e.source !== parent) return;
    const act = command(app, transport, e.data);
    if (!act || !allowed()) return;
    if (live()) act();
    else if (waiting.length < mostWaiting) waiting.push(act);
    tellState(true);
  });
  tellState(true);
}

/**
 * Tells how high the board and its story are, whenever that changes. Sentences are longer
 * and shorter from step to step: so that the page around does not jump with each, it is the
 * greatest height since the width changed.
 * @param {App} app
 * @param {(message: object) => void} tell
 */
function tellHeight(app, tell) {
  let width = 0;
  let tallest = 0;
  let told = 0;
  const measure = () => {
    const { clientWidth } = document.documentElement; // a scroll bar goes when the frame is high enough
    if (clientWidth !== width) [width, tallest] = [clientWidth, 0];
    tallest = Math.max(tallest, Math.ceil(app.root.getBoundingClientRect().bottom + scrollY));
    if (tallest === told) return;
    told = tallest;
    tell({ type: "playground:height", height: told });
  };
  const afresh = () => {
    tallest = 0;
    measure();
  };
  document.fonts.ready.then(afresh);
  let first = true;
  app.on("shown", () => {
    if (first) afresh(); // what stood there until the board came alive does not count
    first = false;
  });
  new ResizeObserver(measure).observe(app.root);
}

/**
 * @param {App} app
 * @param {Transport} transport
 */
function stateOf(app, transport) {
  const { frame, visible: run } = app;
  const last = run?.complete ? Math.min(transport.last, Math.max(0, run.total - 1)) : null;
  let status = "waiting";
  if (app.connected && frame) status = transport.playing ? "playing" : transport.atEnd(frame) ? "ended" : "paused";
  return { step: frame?.step ?? null, last, status };
}

/**
 * What a message asks for; null for what is no command, or asks for too much.
 * @param {App} app
 * @param {Transport} transport
 * @param {any} m
 * @returns {(() => void)|null}
 */
function command(app, transport, m) {
  switch (m?.type) {
    case "playground:step": {
      const by = m.by ?? 1;
      if (!whole(by, -mostSteps, mostSteps) || by === 0) return null;
      return () => {
        // A button would start again at the end; here forwards stays there.
        if (by > 0 ? !transport.atEnd(app.frame) : (app.frame?.step ?? 0) > transport.first) app.send({ type: "step", by, size: app.size });
      };
    }
    case "playground:seek":
      if (!whole(m.step, 0, lastStep)) return null;
      return () => {
        app.send({ type: "seek", step: Math.min(transport.last, Math.max(transport.first, m.step)) });
      };
    case "playground:play":
      return () => {
        if (!transport.playing) transport.play();
      };
    case "playground:pause":
      return () => {
        app.send({ type: "pause" });
        transport.setPlaying(false);
      };
  }
  return null;
}

/** @param {unknown} n @param {number} least @param {number} most */
function whole(n, least, most) {
  return Number.isInteger(n) && Number(n) >= least && Number(n) <= most;
}

/** Says whether one more command may be obeyed: a page that floods the board would cost its session. */
function allowance() {
  let left = burst;
  let at = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(burst, left + (rate * (now - at)) / 1000);
    at = now;
    if (left < 1) return false;
    left--;
    return true;
  };
}
