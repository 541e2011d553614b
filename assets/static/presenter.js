// @ts-check
// The presenter's own window: what the board's page tells, and buttons for what it does.
/** @import {Order, Scene} from "./room/channel.js" */
import { must, write } from "./page/app.js";
import { languageSwitch, themeSwitch, tooltips } from "./page/chrome.js";
import { copy } from "./page/clipboard.js";
import { fill } from "./page/fill.js";
import { takenByFocus } from "./page/keys.js";
import { channel } from "./room/channel.js";
import { showFacts, trouble } from "./room/facts.js";
import { linkOf } from "./room/key.js";

const askTime = 5000; // ms after which the board's page is asked whether it is there
const awayTime = 3 * askTime; // ms without a word

const main = must("#main");
/** @type {Record<string, string>} */
const words = JSON.parse(main.dataset.words ?? "{}");
const stage = must("[data-stage]");
const said = must("[data-stage-said]", stage);
/** The newest scene of each page that told one. @type {Map<string, {scene: Scene, at: number}>} */
const pages = new Map();
/** The page that is shown and led. */
let current = "";
/** Whose code is drawn. */
let drawn = "";

const talk = new BroadcastChannel(channel);
talk.onmessage = (/** @type {MessageEvent} */ e) => {
  if (e.data?.gone) leave(e.data.gone);
  else if (e.data?.from) take(e.data);
};
order("hello", "");
setInterval(() => order("hello", ""), askTime);
setInterval(show, askTime);

/** @param {string} what @param {string} [to] */
function order(what, to = current) {
  talk.postMessage(/** @type {Order} */ ({ to, do: what }));
}

/** Takes a scene. The page that presents is shown, and of several the one that began last. @param {Scene} scene */
function take(scene) {
  const before = pages.get(scene.from)?.scene;
  pages.set(scene.from, { scene, at: Date.now() });
  const shown = pages.get(current)?.scene;
  if (!shown || (scene.presents && (!shown.presents || !before?.presents))) current = scene.from;
  show();
}

/** A page was left, perhaps for the next board, which tells in a moment. @param {string} page */
function leave(page) {
  pages.delete(page);
  if (page !== current) return;
  current = [...pages.keys()].pop() ?? "";
  setTimeout(show, 2 * askTime);
}

function show() {
  const page = pages.get(current);
  must("[data-none]").hidden = !!page;
  stage.hidden = !page;
  if (!page) return;
  const { scene, at } = page;
  const away = Date.now() - at > awayTime;
  write(must("[data-title]"), scene.title);
  write(must("[data-count]"), scene.count);
  write(must("[data-next]"), scene.asked ? words.asked : scene.next || (scene.count ? words.ended : ""));
  write(must("[data-play]"), scene.playing ? words.pause : words.play);
  const say = must("[data-say]");
  if (say.dataset.shown !== scene.say) {
    say.dataset.shown = scene.say;
    say.innerHTML = scene.say; // markup of this server, from another page of it
  }
  showScript(scene);
  showFacts(must(".stage-room"), { ...scene, live: scene.live && !away }, words);
  const bad = trouble({ ...scene, live: scene.live && !away }, words);
  if (bad || said.dataset.bad !== undefined) write(said, bad);
  said.toggleAttribute("data-bad", !!bad);
  must("[data-do=take-back]").hidden = !scene.room?.taken;
  for (const b of /** @type {NodeListOf<HTMLButtonElement>} */ (stage.querySelectorAll("[data-do]"))) b.disabled = away || !scene.live;
  const { script } = scene;
  button("last-board").disabled ||= !script || script.at === 1;
  button("next-board").disabled ||= !script?.next;
  button("gather").disabled ||= !scene.presents;
  must("[data-link-box]").hidden = !scene.key;
  showCode(scene.key);
  showPoll(scene.poll, away || !scene.live);
}

/** Shows how the question stands that the room is asked. @param {Scene["poll"]} poll @param {boolean} away */
function showPoll(poll, away) {
  const box = must("[data-poll]", stage);
  const is = JSON.stringify([poll, away]);
  if (box.dataset.is === is) return;
  box.dataset.is = is;
  const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement.dataset.poll : "";
  box.replaceChildren();
  if (!poll) return;
  const text = document.createElement("p");
  text.textContent = poll.said;
  const counts = document.createElement("div");
  counts.innerHTML = poll.table; // markup of another page of this server
  const buttons = document.createElement("p");
  buttons.className = "buttons";
  poll.can.forEach(({ do: what, text: name }, i) => {
    const b = document.createElement("button");
    b.type = "button";
    b.className = i === 0 ? "btn go" : "btn";
    b.textContent = name;
    b.dataset.poll = what;
    b.disabled = away;
    b.addEventListener("click", () => order(`poll-${what}`));
    buttons.append(b);
  });
  box.append(text, counts, buttons);
  if (focused) /** @type {HTMLElement|null} */ (buttons.querySelector(`[data-poll=${focused}]`) ?? buttons.querySelector("button"))?.focus({ preventScroll: true });
}

/** @param {string} name @returns {HTMLButtonElement} */
function button(name) {
  return must(`[data-do=${name}]`, stage);
}

/** @param {Scene} scene */
function showScript({ script }) {
  must("[data-script]").hidden = !script;
  if (!script) return;
  write(must("[data-place]"), fill(words.place, script.at, script.of));
  write(must("[data-board]"), script.title);
  write(must("[data-notes]"), script.notes || words["no-notes"]);
  write(must("[data-next-board]"), script.next ? script.next.title : words.last);
  write(must("[data-next-notes]"), script.next?.notes ?? "");
}

/** Draws the room's link as a QR code, once. @param {string} key */
async function showCode(key) {
  if (!key || key === drawn) return;
  drawn = key;
  const field = /** @type {HTMLInputElement} */ (must("[data-room-link]"));
  field.value = linkOf(key, "");
  const box = must("[data-room-qr]");
  try {
    const answer = await fetch(`/room/${key}/qr.svg?scheme=${location.protocol.slice(0, -1)}`);
    if (!answer.ok) throw new Error(String(answer.status));
    box.innerHTML = await answer.text();
    box.firstElementChild?.setAttribute("aria-label", fill(words.qr, field.value));
  } catch {
    drawn = ""; // with the next scene
  }
}

for (const b of /** @type {NodeListOf<HTMLElement>} */ (stage.querySelectorAll("[data-do]"))) {
  b.addEventListener("click", () => {
    order(b.dataset.do ?? "");
    if (b.dataset.do === "gather") write(said, words.gathered);
  });
}
must("[data-copy]").addEventListener("click", () => copy(must("[data-room-link]"), said, words.copied, words.byHand));

/** What keys do. @type {Record<string, string>} */
const keys = { ArrowRight: "step", ArrowLeft: "back", " ": "play", PageDown: "next-board", PageUp: "last-board" };
document.addEventListener("keydown", (e) => {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || takenByFocus(e)) return;
  const what = keys[e.key];
  if (!what || (what.endsWith("board") && (e.repeat || must("[data-script]").hidden))) return; // without a script they scroll
  e.preventDefault();
  if (!button(what).disabled) order(what);
});

themeSwitch();
languageSwitch();
tooltips();
show();
