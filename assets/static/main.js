// @ts-check
/** @import {PanelView, Refusal, View} from "./page/types.js" */
// The workbench and the embedded board. The server's markup names its parts by
// data attributes: data-panel pictures, data-layer their layers, data-param
// fields, data-action buttons, data-ref what stands for the same thing.

import { Quiz } from "./ask/quiz.js";
import { askText } from "./ask/text.js";
import { Board } from "./board/board.js";
import { BoardKeys } from "./board/boardkeys.js";
import { Handles } from "./board/drag.js";
import { takeFiles } from "./board/files.js";
import { editingTools, handTools } from "./board/tools.js";
import { DataMenu } from "./inputs/datamenu.js";
import { GeneratorForm } from "./inputs/generator.js";
import { History } from "./inputs/history.js";
import { Offer } from "./inputs/offer.js";
import { Params } from "./inputs/params.js";
import { scales } from "./inputs/scales.js";
import { App, debounce, must } from "./page/app.js";
import { languageSwitch, savedSetting, saveSetting, themeSwitch, Toast, tooltips } from "./page/chrome.js";
import { unfoldButtons } from "./page/fold.js";
import { keepHeights } from "./page/heights.js";
import { globalKeys, switches, takenByFocus } from "./page/keys.js";
import { later, opens } from "./page/later.js";
import { makeScrollersFocusable } from "./page/scrollers.js";
import { sheetTabs } from "./page/tabs.js";
import { placeOf, unitName } from "./page/units.js";
import { t } from "./page/words.js";
import { Goals } from "./read/goals.js";
import { Inspect } from "./read/inspect.js";
import { inspectByKeyboard } from "./read/inspectkeys.js";
import { lessonPart, recipeLinks } from "./read/lesson.js";
import { format } from "./read/links.js";
import { Panels } from "./read/panels.js";
import { SetBoard } from "./read/setboard.js";
import { Tour } from "./read/tour.js";
import { Connection } from "./run/connection.js";
import { playEmbedded } from "./run/embedded.js";
import { Screen } from "./run/frame.js";
import { invite } from "./run/invitation.js";
import { slowMotion } from "./run/slowmotion.js";
import { Timeline } from "./run/timeline.js";
import { Transport } from "./run/transport.js";
import { handout } from "./share/handout.js";
import { Share } from "./share/share.js";
import { remember } from "./ways/been.js";

const app = new App(must("[data-demo]"));
const half = "half" in app.root.dataset ? await import("./run/half.js") : null; // before anything is painted
half?.paintWithPage();
const root = document.documentElement;
document.querySelector("[data-action=dismiss]")?.addEventListener("click", () => document.querySelector("[data-notice]")?.remove());
const toast = new Toast();
const fields = new Set([...document.querySelectorAll("[data-error-for]")].map((e) => e.getAttribute("data-error-for")));
for (const own of ["poll", "do"]) fields.add(own); // the part says it that asks a room, or answers it

app.on("toast", (/** @type {{text: string, kind: string, translated: boolean}} */ m) => toast.show(m.text, m.kind, m.translated));
app.on("refused", (/** @type {Refusal} */ r) => {
  if (!fields.has(r.field ?? "")) app.refuse(r);
});

const board = app.noPoints ? null : new Board(app);
if (board) new BoardKeys(app, board);
if (app.root.dataset.cells) import("./board/cells.js").then(({ CellBoard }) => new CellBoard(app));
new Screen(app);
const transport = new Transport(app);
new Timeline(app);
new History(app);
const theme = themeSwitch();
languageSwitch();
const noop = () => {};
let projector = noop;
/** What projector mode shows besides the board, the story and the guarantees. */
const hall = later(app, async () => new (await import("./read/hall.js")).Hall(app));
const inHall = () => root.dataset.mode === "projector" && !app.embedded;
let lesson = noop;
let help = noop;
/** @type {Tour|null} */
let tour = null;
/** What keys do. */
const shortcuts = {
  transport, board, theme,
  projector: () => projector(), side: (/** @type {number} */ by) => inHall() && void hall().then((h) => h?.turn(by)),
  parameters: () => inHall() && void hall().then((h) => h?.parameters()), lesson: () => lesson(), help: () => help(),
  tour: () => tour?.toggle(), nextStop: () => app.tour && tour?.next(), lastStop: () => app.tour && tour?.back(),
};
const share = new Share(app);
inspectByKeyboard(app, new Inspect(app));
new Handles(app);
slowMotion(app, transport);
new Quiz(app, transport, board);
/** @type {HTMLDetailsElement|null} */
const question = document.querySelector("[data-course-question]");
if (question) askText(app, transport, question);
tooltips();
if (app.embedded) playEmbedded(app, transport);
else workbench();
if (half) halfPage();
if (app.embedded && parent !== self) import("./run/hosted.js").then(({ hosted }) => hosted(app, transport));
if (app.following) follow();
else if (!half) globalKeys(shortcuts); // the page around a half has them

// Tells style sheets and tests that what is shown is live.
app.on("shown", () => app.root.setAttribute("data-live", ""));
app.on("lost", () => app.root.removeAttribute("data-live"));
reportSizes();
makeScrollersFocusable(app);
if (!app.embedded) keepHeights(app, ".run-line, .now, .promises, .side-view, .side-view .view-head, .side-view .legend");
new Connection(app);
invite(app);
showHint();
if (!app.embedded && !app.following) remember(app);
// A link to follow that is opened on the page of the same demo only changes its hash; so does the way back from it.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#follow=") || (app.following && !location.hash)) location.reload();
});

/**
 * Locks the controls of a page that follows another one, until its reader goes on
 * alone. The page says why, and those that only act are not shown.
 */
function follow() {
  const locked = "#inputs > :not(.why-locked), .history, .bar, [data-acts], [data-offer], [data-transport], [data-board-box], [data-action=goto], [data-action=tour]";
  const controls = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(locked));
  const lock = (/** @type {boolean} */ on) => {
    root.toggleAttribute("data-following", on);
    for (const c of controls) c.inert = on;
  };
  lock(true);
  app.on("alone", (/** @type {string} */ room) => {
    lock(false);
    if (!app.embedded) import("./room/ears.js").then(({ listen }) => listen(app, room), noop); // the room may call back
    history.replaceState(null, "", location.pathname + location.search);
    globalKeys(shortcuts);
  });
}

/** Lets actions be taken where the demo has some. */
function actions() {
  if (document.querySelector("[data-acts]")) import("./inputs/acts.js").then(({ takeActions }) => takeActions(app, transport));
}

/** Makes what a half of a comparison has besides other embedded boards: it can be edited and set. */
function halfPage() {
  new Params(app);
  scales(app);
  actions();
  if (board) handTools(app, board);
  half?.start(app);
}

/** Makes what only the workbench has, and the embedded board has not. */
function workbench() {
  const dialog = later(app, async () => {
    const [{ ShareDialog }, { addToScript }] = await Promise.all([import("./share/sharedialog.js"), import("./script/add.js")]);
    addToScript(app);
    return new ShareDialog(share);
  });
  opens("[data-action=share]", dialog);
  opens("[data-action=room]", async () => {
    const window = await dialog();
    return window && { open: () => window.open("room") };
  });
  opens("[data-action=export]", later(app, async () => new (await import("./share/export.js")).ExportDialog(share)));
  handout(share);
  new Params(app);
  scales(app);
  actions();
  new Offer(app);
  new Panels(app);
  new DataMenu(app);
  if (board) {
    new GeneratorForm(app);
    editingTools(app, board);
  } else if ("tabular" in app.root.dataset) {
    import("./board/tableeditor.js").then(({ TableEditor }) => new TableEditor(app));
    if (document.querySelector("[data-generator-box]")) import("./inputs/tablegenerator.js").then(({ TableGenerator }) => new TableGenerator(app));
    app.on("load-data", (data) => app.send({ type: "data", op: "load", data }));
    takeFiles(app, "data");
  } else if (app.root.dataset.cells) {
    takeFiles(app, "data");
  }
  for (const a of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-compare]"))) {
    a.onpointerdown = a.onclick = () => void (a.href = share.comparing());
  }
  projector = toggleProjector;
  must("[data-action=projector]").addEventListener("click", toggleProjector);
  help = () => /** @type {HTMLDialogElement} */ (must("#keys-dialog")).showModal();
  for (const b of document.querySelectorAll("[data-action=keys]")) b.addEventListener("click", () => help());
  switches();
  unfoldButtons();
  sheetTabs(app);
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (e) => {
      if (e.target === dialog) dialog.close(); // a click outside of it
    });
  }
  const shows = (/** @type {import("./script/lecture.js").LectureBar|null} */ bar) => {
    app.lecture = bar;
    app.emit("lecture");
  };
  const lecture = later(app, async () => (await import("./script/lecture.js")).lead(app, { projector: toggleProjector, taken: takenByFocus, shows }));
  if (!app.following && lectures()) void lecture();
  const presenting = later(app, async () => (await import("./room/presenting.js")).present(app, transport, (step) => placeOf(app, step)));
  app.on("state", (/** @type {import("./page/types.js").State} */ s) => s.follow && void presenting());
  app.on("lecture", () => void presenting());
  const setBoard = new SetBoard(app);
  lesson = lessonPart(app, setBoard);
  if (document.getElementById("lesson")) {
    new Goals(app, later(app, async () => (await import("./share/receipt.js")).receiptDialog()));
    openAtGoal();
    addEventListener("hashchange", openAtGoal);
  }
  manySeeds(setBoard);
  const wanted = /^#open=([a-z]+)$/.exec(location.hash)?.[1]; // a window of this page, which a link asks for
  let opened = !wanted || app.following;
  app.on("shown", () => {
    if (opened) return;
    opened = true;
    /** @type {HTMLElement|null} */ (document.querySelector(`[data-action=${wanted}]`))?.click();
  });
  const card = document.getElementById("tour");
  if (!card) return;
  tour = new Tour(app, setBoard, card, () => root.dataset.lesson === "open" && lesson());
}

/** Whether a lecture is on in this tab. */
function lectures() {
  try {
    return "lecture" in sessionStorage;
  } catch {
    return false; // storage may be forbidden
  }
}

/** Offers the same run with other seeds where chance plays; what shows them is loaded when they are opened. @param {SetBoard} setBoard */
function manySeeds(setBoard) {
  /** @type {HTMLDetailsElement} */
  const box = must("[data-seeds]");
  const tools = { format, unitName, links: (/** @type {HTMLElement} */ list) => recipeLinks(app, setBoard, list) };
  const get = later(app, async () => (await import("./read/seeds.js")).showSeeds(app, box, tools));
  app.on("run", (/** @type {import("./page/types.js").Run} */ r) => {
    if (r.chance || r.complete) box.hidden = !r.chance;
  });
  box.addEventListener("toggle", () => box.open && get());
}

/** Opens the lesson beside the board where the address names one of its goals. */
function openAtGoal() {
  const goal = /^#goal-[\w-]+$/.test(location.hash) && document.querySelector(location.hash);
  if (!goal) return;
  if (root.dataset.lesson !== "open") lesson();
  goal.scrollIntoView({ block: "center" });
}

function toggleProjector() {
  const on = root.dataset.mode !== "projector";
  root.dataset.mode = on ? "projector" : "";
  must("[data-action=projector]").setAttribute("aria-pressed", String(on));
  if (on) void hall();
  if (on) root.requestFullscreen?.().catch(noop);
  else if (document.fullscreenElement) document.exitFullscreen().catch(noop);
}

/** Tells the server how large the pictures are shown, so that text keeps its size. */
function reportSizes() {
  const box = must("[data-board-box]");
  const views = document.querySelector("[data-views]");
  // A style sheet says how high the first view is where there is little room.
  /** @returns {Record<string, PanelView>} */
  const fitted = () => {
    const svg = /** @type {SVGSVGElement|null} */ (views?.querySelector(inHall() ? ".side-view.in-hall > .chart" : ".side-view:first-child > .chart") ?? null);
    if (!svg?.clientWidth || !getComputedStyle(svg).getPropertyValue("--own-height")) return app.panels;
    const id = svg.dataset.panel ?? "";
    return { ...app.panels, [id]: { size: [clampSide(svg.clientWidth), clampSide(svg.clientHeight)], ...app.panels[id] } };
  };
  /** @returns {View} */
  const measure = () => {
    const panels = fitted();
    const side = [...(views?.querySelectorAll("svg.chart") ?? [])].find((s) => s.clientWidth)?.clientWidth || views?.clientWidth || 350;
    const w = Math.round(side);
    return {
      board: [clampSide(box.clientWidth), clampSide(box.clientHeight)],
      side: [clampSide(w), clampSide(Math.round((w * 190) / 350))],
      projector: root.dataset.mode === "projector",
      brief: true,
      mend: true,
      ...(transport.ghost ? { ghost: true } : {}),
      ...(Object.keys(panels).length ? { panels } : {}),
      ...(app.away.size ? { away: [...app.away] } : {}),
      ...(app.embedded || (inHall() && app.hall.side === "none") ? { board_only: true } : {}),
    };
  };
  app.view = measure;
  const paper = matchMedia("print");
  let last = "";
  const tell = debounce(120, () => {
    const view = measure();
    const now = JSON.stringify(view);
    if (now === last || !app.connected || paper.matches) return; // what is printed keeps its shape
    last = now;
    app.send({ type: "view", view });
  });
  const watch = new ResizeObserver(tell);
  watch.observe(box);
  // Where the views are laid out beside the story's parts, they have boxes and their list has none.
  for (const view of [views, ...(views?.children ?? [])]) if (view) watch.observe(view);
  app.on("state", tell);
  app.on("viewset", tell);
}

/** @param {number} px */
function clampSide(px) {
  return Math.min(4000, Math.max(120, px));
}

/** Shows a new reader, once, what a click does. */
function showHint() {
  if (!board || app.embedded || app.following || savedSetting("hint") === "seen") return;
  const box = must("[data-hint]");
  const touch = matchMedia("(hover: none)").matches;
  const classes = document.querySelectorAll("[data-class]").length;
  box.textContent = t(touch ? "hint-touch" : board.hasEdges ? "hint-graph" : classes > 1 ? "hint-classes" : "hint");
  const end = () => {
    box.hidden = true;
    saveSetting("hint", "seen");
  };
  board.svg.addEventListener("pointerenter", () => {
    if (savedSetting("hint") === "seen") return;
    box.hidden = false;
    setTimeout(end, 5000);
  }, { once: true });
  app.on("placed", end);
}
