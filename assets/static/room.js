// @ts-check
// Who looks for a room: waits until it has begun.
import { languageSwitch, themeSwitch } from "./page/chrome.js";

const firstAsk = 5000; // ms until the room is looked for again
const lastAsk = 15_000;
const spread = 1500; // ms in which a hall that has waited goes in

themeSwitch();
languageSwitch();
document.querySelector("[data-action=print]")?.addEventListener("click", () => print());

/** @type {HTMLElement|null} */
const room = document.querySelector("[data-room]");
if (room?.dataset.key) waitFor(room, room.dataset.key);
else if (room) look(room);

/** @param {number} ms */
function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

/**
 * Asks for the room of a code, until the server leads to it. Pages of a hall must not all
 * ask at the same moment.
 * @param {HTMLElement} said
 */
async function look(said) {
  const waits = said.textContent;
  for (let wait = firstAsk; ; wait = Math.min(lastAsk, 1.3 * wait)) {
    await pause(wait * (0.75 + Math.random() / 2));
    if (document.hidden) continue;
    try {
      const answer = await fetch(location.href, { redirect: "manual", cache: "no-store", headers: { Accept: "text/html" } });
      if (answer.type === "opaqueredirect") {
        location.reload();
        return;
      }
      said.textContent = waits;
      const after = 1000 * Number(answer.headers.get("Retry-After") ?? 0);
      if (after > 0) await pause(after);
    } catch {
      said.textContent = said.dataset.offline ?? "";
    }
  }
}

/**
 * Waits on a connection for the presenter of a room whose key the link has: then it goes
 * to their board.
 * @param {HTMLElement} said
 * @param {string} key
 */
function waitFor(said, key) {
  const waits = said.textContent ?? "";
  let delay = firstAsk;
  const say = (/** @type {string} */ text) => {
    if (said.textContent !== text) said.textContent = text;
  };
  /** @type {WebSocket|null} */
  let current = null;
  const connect = () => {
    const ws = new WebSocket(new URL("/ws?follow", location.href), "playground.v1");
    current = ws;
    let why = said.dataset.offline ?? "";
    ws.onopen = () => {
      why = waits;
      ws.send(JSON.stringify({ type: "follow", key }));
    };
    ws.onmessage = (e) => {
      const m = JSON.parse(e.data);
      if (m.type === "state") {
        ws.onclose = null;
        ws.close();
        setTimeout(() => location.replace(`/d/${m.demo}${location.search}#follow=${key}`), spread * Math.random());
      } else if (m.type === "wait") {
        delay = firstAsk;
        say(m.why === "vacant" ? (said.dataset.vacant ?? "") : waits);
      } else if (m.type === "error") {
        if (m.code === "busy") why = said.dataset.full ?? "";
        ws.close();
      }
    };
    ws.onclose = async () => {
      if (current !== ws) return;
      say(why);
      delay = Math.min(lastAsk, 1.3 * delay);
      await pause(delay * (0.75 + Math.random() / 2));
      while (document.hidden) await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
      if (current === ws) connect();
    };
  };
  connect();
  // A page that is left may stay in memory, and must not keep a seat.
  addEventListener("pagehide", () => {
    current?.close();
    current = null;
  });
  addEventListener("pageshow", (e) => e.persisted && connect());
}
