// @ts-check
/** @import {Board, Script} from "./model.js" */
import { must } from "../page/app.js";
import { fill } from "../page/fill.js";
import { Fault, format, give, keep, kept, lecture, markdown, most, own, packed, parse, shown, shows, sound, unpacked, written } from "./model.js";

/** @typedef {{demo?: string, opens: boolean, step: number, says?: string, english?: boolean, asked: boolean}} Checked */

const asking = 2; // boards that are checked at the same time
const patience = 400; // ms without a key until what is typed is kept

/** The page of a script: boards to put in order, and notes to write. */
export class ScriptPage {
  constructor() {
    this.main = must(".script-page");
    /** @type {Record<string, string>} */
    this.words = JSON.parse(this.main.dataset.words ?? "{}");
    this.list = must("[data-boards]");
    /** @type {HTMLTemplateElement} */
    this.template = must("template[data-board]");
    /** @type {HTMLInputElement} */
    this.title = must("[data-script-title]");
    /** @type {HTMLInputElement} */
    this.url = must("[data-script-url]");
    /** @type {HTMLInputElement} */
    this.withNotes = must("[data-with-notes]");
    this.bad = must("[data-bad]");
    this.strange = must("[data-strange]");
    /** @type {Script} */
    this.script = own();
    /** The script came from elsewhere, and is not kept until its reader says so. */
    this.foreign = false;
    /** @type {Script|null} what undo brings back */
    this.before = null;
    /** @type {Map<string, Promise<Checked>>} by address */
    this.checks = new Map();
    /** @type {(() => void)[]} checks that wait for their turn */
    this.queue = [];
    this.running = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.listen();
    this.show();
    void this.fromLink();
  }

  /** @param {string} key @param {...(string|number)} args */
  t(key, ...args) {
    return fill(this.words[key] ?? key, ...args);
  }

  listen() {
    /** @type {Record<string, () => void>} */
    const actions = {
      present: () => void this.present(), "script-link": () => void this.copy(), save: () => this.save(), "save-text": () => this.saveText(),
      open: () => this.file.click(), empty: () => this.empty(), undo: () => this.undo(), keep: () => this.keepMine(), mine: () => this.mine(),
    };
    for (const [name, run] of Object.entries(actions)) must(`[data-action=${name}]`).addEventListener("click", run);
    this.file.addEventListener("change", async () => {
      const [file] = this.file.files ?? [];
      this.file.value = "";
      if (!file) return;
      this.take(async () => {
        if (file.size > most.bytes) throw new Fault("large", most.bytes);
        return parse(await file.text());
      }, this.t("from-file", file.name));
    });
    this.title.addEventListener("input", () => {
      this.script.title = this.title.value;
      this.keepSoon();
    });
    this.withNotes.addEventListener("change", () => (this.url.hidden = true));
    this.list.addEventListener("input", (e) => this.typed(e));
    this.list.addEventListener("click", (e) => this.clicked(e));
    this.list.addEventListener("keydown", (e) => this.key(e));
    this.list.addEventListener("pointerdown", (e) => this.drag(e));
    must("[data-add]").addEventListener("submit", (e) => this.add(e));
    addEventListener("hashchange", () => void this.fromLink());
    addEventListener("pagehide", () => this.flush());
    addEventListener("storage", (e) => {
      if (e.key === kept && !this.foreign) this.load();
      if (e.key === shows) this.follow();
    });
    addEventListener("pageshow", (e) => e.persisted && !this.foreign && this.load());
  }

  get file() {
    return /** @type {HTMLInputElement} */ (must("[data-file]"));
  }

  load() {
    this.script = own();
    this.show();
  }

  /** Opens the script that the address has. */
  async fromLink() {
    const text = /^#script=(.+)$/.exec(location.hash)?.[1];
    const on = location.hash === "#lecture" && lecture();
    if (window.name === "script") give(null); // it was copied: the lecture is on in the window that has opened this one
    if (on && JSON.stringify(on.boards) !== JSON.stringify(this.script.boards)) await this.take(async () => on, this.t("presented"));
    if (text) await this.take(() => unpacked(text), this.t("from-link"));
  }

  /**
   * Shows a script that came from elsewhere, or says what is wrong with it.
   * @param {() => Promise<Script>} read
   * @param {string} from
   */
  async take(read, from) {
    this.tell("");
    try {
      const script = await read();
      this.flush();
      this.script = script;
      this.foreign = true;
      must("[data-strange-from]").textContent = from;
      this.bad.hidden = true;
      this.show();
    } catch (e) {
      if (!(e instanceof Fault)) throw e;
      this.bad.textContent = this.t(e.key, ...e.args);
      this.bad.hidden = false;
    }
  }

  keepMine() {
    const before = own();
    this.foreign = false;
    this.tell(this.t("kept"), before.boards.length ? before : null);
    this.keepNow();
    this.show();
    this.leaveLink();
    this.title.focus();
  }

  mine() {
    this.foreign = false;
    this.leaveLink();
    this.load();
    this.title.focus();
  }

  /** A reload shows the reader's own script again. */
  leaveLink() {
    history.replaceState(null, "", location.pathname + location.search);
  }

  keepNow() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.url.hidden = true;
    if (!this.foreign && !keep(this.script)) this.tell(this.t("unkept"));
  }

  keepSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepNow(), patience);
  }

  flush() {
    if (this.timer) this.keepNow();
  }

  /** @param {string} text @param {Script|null} [before] what undo brings back */
  tell(text, before = null) {
    must("[data-said]").textContent = text;
    this.before = before;
    must("[data-action=undo]").hidden = !before;
  }

  undo() {
    if (!this.before) return;
    this.script = this.before;
    this.tell(this.t("back"));
    this.keepNow();
    this.show();
    this.title.focus();
  }

  empty() {
    this.flush();
    const before = this.script;
    this.script = { title: "", boards: [] };
    this.keepNow();
    this.show();
    this.tell(this.t("emptied"), before);
  }

  /** Shows the whole script. */
  show() {
    this.strange.hidden = !this.foreign;
    this.title.value = this.script.title;
    this.title.placeholder = this.t("untitled");
    this.list.replaceChildren(...this.script.boards.map((b) => this.item(b)));
    this.number();
    this.follow();
  }

  /** @param {Board} board */
  item(board) {
    const li = /** @type {HTMLElement} */ (must("li", this.template.content).cloneNode(true));
    const [path, rest = ""] = board.to.split("?");
    const query = rest.split("#")[0];
    const open = /** @type {HTMLAnchorElement} */ (must("[data-open]", li));
    const picture = /** @type {HTMLImageElement} */ (must("img", li));
    open.href = board.to;
    const q = new URLSearchParams(query);
    for (const key of ["ask", "course", "tour", "side", "parameters", "lang"]) q.delete(key);
    for (const [key, value] of Object.entries({ w: "540", h: "360" })) q.set(key, value);
    picture.addEventListener("error", () => (picture.hidden = true));
    const title = /** @type {HTMLInputElement} */ (must("[data-title]", li));
    title.value = board.title;
    /** @type {HTMLTextAreaElement} */ (must("[data-notes]", li)).value = board.notes;
    void this.check(board.to).then((c) => {
      this.checked(li, c, query);
      if (!c.asked || c.says) return;
      picture.hidden = false;
      picture.src = `${path}/${path === "/compare" ? "boards" : "frame"}.svg?${q}`;
    });
    return li;
  }

  /** Numbers the boards, and names what can be done with them. */
  number() {
    const items = this.items();
    items.forEach((li, i) => {
      const name = (/** @type {string} */ selector, /** @type {string} */ key) => must(selector, li).setAttribute("aria-label", this.t(key, i + 1));
      must("[data-place]", li).textContent = this.t("board", i + 1);
      for (const [selector, key] of Object.entries({
        "[data-grip]": "move", "[data-up]": "up", "[data-down]": "down", "[data-remove]": "remove",
        "[data-title]": "name", "[data-notes]": "notes", "[data-open]": "board",
      })) name(selector, key);
      /** @type {HTMLButtonElement} */ (must("[data-up]", li)).disabled = i === 0;
      /** @type {HTMLButtonElement} */ (must("[data-down]", li)).disabled = i === items.length - 1;
    });
    must("[data-script-count]").textContent = this.t("count", items.length, most.boards);
    must("[data-none]").hidden = items.length > 0;
    for (const name of ["present", "script-link", "save", "save-text", "empty"]) {
      /** @type {HTMLButtonElement} */ (must(`[data-action=${name}]`)).disabled = items.length === 0;
    }
  }

  items() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** The board that an element belongs to; −1: to none. @param {EventTarget|null} target */
  of(target) {
    const li = target instanceof Element ? target.closest("li") : null;
    return li ? this.items().indexOf(/** @type {HTMLElement} */ (li)) : -1;
  }

  /** @param {Event} e */
  typed(e) {
    const field = /** @type {HTMLInputElement|HTMLTextAreaElement} */ (e.target);
    const board = this.script.boards[this.of(field)];
    if (!board) return;
    board["notes" in field.dataset ? "notes" : "title"] = field.value;
    this.keepSoon();
  }

  /** @param {Event} e */
  clicked(e) {
    const button = e.target instanceof Element ? e.target.closest("button") : null;
    const i = this.of(button);
    if (!button || i < 0) return;
    if ("up" in button.dataset) this.move(i, i - 1, button);
    if ("down" in button.dataset) this.move(i, i + 1, button);
    if ("remove" in button.dataset) this.remove(i);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const grip = e.target instanceof Element ? e.target.closest("[data-grip]") : null;
    const by = e.key === "ArrowUp" ? -1 : e.key === "ArrowDown" ? 1 : 0;
    if (!grip || !by) return;
    e.preventDefault();
    const i = this.of(grip);
    this.move(i, i + by, /** @type {HTMLElement} */ (grip));
  }

  /**
   * Moves a board to another place. What was pressed keeps the focus as long as it can.
   * @param {number} from
   * @param {number} to
   * @param {HTMLElement} by
   */
  move(from, to, by) {
    const { boards } = this.script;
    if (to < 0 || to >= boards.length || from === to) return;
    boards.splice(to, 0, ...boards.splice(from, 1));
    const li = this.items()[from];
    const others = this.items().filter((o) => o !== li);
    this.list.insertBefore(li, others[to] ?? null);
    this.number();
    (by instanceof HTMLButtonElement && by.disabled ? must("[data-grip]", li) : by).focus();
    this.keepNow();
    this.tell(this.t("moved", from + 1, to + 1));
  }

  /** Moves a board with the pointer by its grip. @param {PointerEvent} e */
  drag(e) {
    const grip = e.target instanceof Element ? /** @type {HTMLElement|null} */ (e.target.closest("[data-grip]")) : null;
    const li = grip?.closest("li");
    if (!grip || !li || e.button !== 0) return;
    e.preventDefault();
    grip.focus();
    const from = this.of(li);
    let to = from;
    li.toggleAttribute("data-dragged", true);
    const pointed = new AbortController();
    const move = (/** @type {PointerEvent} */ m) => {
      if (m.pointerId !== e.pointerId) return;
      const middle = (/** @type {Element} */ o) => { const r = o.getBoundingClientRect(); return r.top + r.height / 2; };
      const others = this.items().filter((o) => o !== li);
      to = others.filter((o) => middle(o) < m.clientY).length;
      for (const o of this.list.querySelectorAll("[data-before], [data-after]")) for (const name of ["data-before", "data-after"]) o.removeAttribute(name);
      if (to !== from) (others[to] ?? others[to - 1])?.toggleAttribute(others[to] ? "data-before" : "data-after", true);
      if (m.clientY < 60) scrollBy(0, -16);
      if (m.clientY > innerHeight - 60) scrollBy(0, 16);
    };
    const end = (/** @type {PointerEvent} */ u) => {
      if (u.pointerId !== e.pointerId) return;
      pointed.abort();
      li.removeAttribute("data-dragged");
      for (const o of this.list.children) for (const name of ["data-before", "data-after"]) o.removeAttribute(name);
      if (u.type === "pointerup") this.move(from, to, grip);
    };
    const { signal } = pointed;
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
  }

  /** @param {number} i */
  remove(i) {
    this.flush();
    const before = { ...this.script, boards: [...this.script.boards] };
    this.script.boards.splice(i, 1);
    this.items()[i].remove();
    this.number();
    this.keepNow();
    this.tell(this.t("removed", i + 1), before);
    must("[data-action=undo]").focus();
  }

  /** Adds a board by its link, of this server or of another one. @param {Event} e */
  add(e) {
    e.preventDefault();
    const field = /** @type {HTMLInputElement} */ (must("#script-add"));
    const n = this.script.boards.length + 1;
    try {
      if (n > most.boards) throw new Fault("many", n, most.boards);
      let url;
      try {
        url = new URL(field.value.trim(), location.href);
      } catch {
        throw new Fault("no-address", n);
      }
      url.searchParams.delete("lang");
      const to = url.pathname + url.search;
      const [board] = sound({ format, boards: [...Array(n - 1).fill({ to: "/d/x", title: "" }), { to, title: url.pathname.slice(3) }] }).boards.slice(-1);
      this.bad.hidden = true;
      this.script.boards.push(board);
      const li = this.item(board);
      this.list.append(li);
      this.number();
      field.value = "";
      this.keepNow();
      this.tell(this.t("added", n));
      void this.check(to).then((c) => {
        const title = /** @type {HTMLInputElement} */ (must("[data-title]", li));
        if (!c.demo || title.value !== board.title) return;
        board.title = title.value = c.demo;
        this.keepNow();
      });
    } catch (err) {
      if (!(err instanceof Fault)) throw err;
      this.bad.textContent = this.t(err.key, ...err.args);
      this.bad.hidden = false;
    }
  }

  /** Asks the server how a board opens, a few at a time. @param {string} to @returns {Promise<Checked>} */
  check(to) {
    const was = this.checks.get(to);
    if (was) return was;
    const answer = new Promise((/** @type {(c: Checked) => void} */ done) => {
      this.queue.push(() => void ask(to).then((c) => {
        if (!c.asked) this.checks.delete(to);
        done(c);
        this.running--;
        this.turn();
      }));
    });
    this.checks.set(to, answer);
    this.turn();
    return answer;
  }

  turn() {
    while (this.running < asking) {
      const next = this.queue.shift();
      if (!next) return;
      this.running++;
      next();
    }
  }

  /** Says how a board opens. @param {HTMLElement} li @param {Checked} c @param {string} query */
  checked(li, c, query) {
    const said = must("[data-check]", li);
    li.dataset.state = !c.asked ? "unasked" : c.says ? (c.opens ? "drops" : "shut") : "opens";
    const good = new URLSearchParams(query).has("step") ? this.t("opens", c.demo ?? "", c.step) : this.t("opensAnew", c.demo ?? "");
    const wrong = c.opens ? c.says : `${c.says} ${this.t("skipped")}`;
    said.textContent = !c.asked ? this.t("unasked") : c.says ? wrong ?? "" : good;
    if (c.english && document.documentElement.lang !== "en") said.lang = "en";
  }

  /** Marks the board that another window shows, whose notes are to be read here. */
  follow() {
    const at = shown(this.script);
    this.items().forEach((li, i) => {
      if (i === at) li.setAttribute("aria-current", "step");
      else li.removeAttribute("aria-current");
    });
    if (at >= 0 && !this.list.contains(document.activeElement)) this.items()[at].scrollIntoView({ block: "nearest" });
  }

  /** Opens the first board, with the script at hand. Boards that do not open are left out. */
  async present() {
    this.flush();
    const { boards } = this.script;
    this.tell(this.t("asking"));
    const checked = await Promise.all(boards.map((b) => this.check(b.to)));
    const open = boards.filter((_, i) => !checked[i].asked || checked[i].opens);
    if (!open.length) {
      this.tell(this.t("noneOpens"));
      return;
    }
    const { title } = this.script;
    if (!give({ title, boards: open, at: 0 })) {
      this.tell(this.t("unkept"));
      return;
    }
    const url = new URL(open[0].to, location.href);
    const language = new URLSearchParams(location.search).get("lang");
    if (language) url.searchParams.set("lang", language);
    location.assign(url);
  }

  async copy() {
    this.flush();
    const url = new URL(location.pathname, location.href);
    url.hash = `script=${await packed(this.script, this.withNotes.checked)}`;
    this.url.value = url.href;
    this.url.hidden = false;
    try {
      await navigator.clipboard.writeText(url.href);
      this.tell(this.t("copied", url.href.length));
    } catch {
      this.url.focus();
      this.url.select();
      this.tell(this.t("byHand"));
    }
  }

  save() {
    this.flush();
    this.download(".json", "application/json", `${JSON.stringify(written(this.script, this.withNotes.checked), null, 2)}\n`);
  }

  saveText() {
    this.flush();
    this.download(".md", "text/markdown", markdown(this.script, this.withNotes.checked, this.t("untitled")));
  }

  /** @param {string} ending @param {string} type @param {string} text */
  download(ending, type, text) {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([text], { type }));
    a.download = (this.script.title || this.t("untitled")).replace(/[^\p{L}\p{N} _-]+/gu, "").trim().slice(0, 60) + ending;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
  }
}

/** Asks once, and where the server is busy once more. @param {string} to @returns {Promise<Checked>} */
async function ask(to) {
  const [path, rest = ""] = to.split("#")[0].split("?");
  const url = `/script/check/${path.replace("/d/", "").replace("/", "")}?${rest}${rest ? "&" : ""}lang=${document.documentElement.lang}`;
  for (let again = 0; again < 2; again++) {
    try {
      const answer = await fetch(url, { headers: { Accept: "application/json" } });
      if (answer.ok) return { ...(await answer.json()), asked: true };
      if (answer.status !== 503) break;
      await new Promise((done) => setTimeout(done, 1000 * Math.min(10, Number(answer.headers.get("Retry-After") ?? 5))));
    } catch {
      break;
    }
  }
  return { opens: true, step: 0, asked: false };
}
