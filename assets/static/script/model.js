// @ts-check
// A lecture's script: boards in order, with notes. It may come from a stranger, so nothing of
// it is taken that was not looked at.

/** @typedef {{to: string, title: string, notes: string}} Board its address is a path of this server */
/** @typedef {{title: string, boards: Board[]}} Script */
/** @typedef {Script & {at: number, hall?: boolean, full?: boolean}} Lecture a script that is presented, and how */

export const format = "playground.script/1";

/** Bounds: of a script's boards, of the characters of its texts, and of its bytes in a file or a link. */
export const most = { boards: 100, title: 200, notes: 4000, address: 60_000, bytes: 2 << 20 };

/** What is wrong with a script: a sentence of the page, and what stands in its places. */
export class Fault extends Error {
  /** @param {string} key @param {...(string|number)} args */
  constructor(key, ...args) {
    super(key);
    this.key = key;
    this.args = args;
  }
}

/** A board's address: a demo, its recipe, and perhaps what pulses. It leads to no other place. */
const address = /^(\/d\/[\w-]{1,64}(\?[^#\s]*)?(#(?!follow=)[\w-]{0,64})?|\/compare\?[^#\s]*)$/;

/**
 * Takes a script as it was read, if it is sound.
 * @param {any} read
 * @returns {Script}
 */
export function sound(read) {
  if (read?.format !== format || !Array.isArray(read.boards)) throw new Fault("format", format);
  const n = read.boards.length;
  if (n > most.boards) throw new Fault("many", n, most.boards);
  const boards = read.boards.map((/** @type {any} */ b, /** @type {number} */ i) => {
    const { to, title, notes = "" } = b ?? {};
    if ([to, title, notes].some((text) => typeof text !== "string")) throw new Fault("no-board", i + 1);
    for (const [text, field] of /** @type {[string, "to"|"title"|"notes"][]} */ ([[to, "to"], [title, "title"], [notes, "notes"]])) {
      const limit = most[field === "to" ? "address" : field];
      if (text.length > limit) throw new Fault("long", i + 1, field, limit);
    }
    if (!address.test(to)) throw new Fault("no-address", i + 1);
    return { to, title, notes };
  });
  return { title: typeof read.title === "string" ? read.title.slice(0, most.title) : "", boards };
}

/** @param {string} text @returns {Script} */
export function parse(text) {
  if (text.length > most.bytes) throw new Fault("large", most.bytes);
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Fault("no-script");
  }
  return sound(read);
}

/** @param {Script} script @param {boolean} [notes] */
export function written(script, notes = true) {
  const boards = script.boards.map((b) => (notes ? b : { to: b.to, title: b.title }));
  return { format, title: script.title, boards };
}

/** The script as a text to read. @param {Script} script @param {boolean} notes @param {string} untitled */
export function markdown(script, notes, untitled) {
  const safe = (/** @type {string} */ text) => text.replace(/[\\[\]*_`<#]/g, "\\$&").replace(/\s+/g, " ");
  const parts = script.boards.map((b, i) => {
    const link = new URL(b.to, location.href).href.replace(/\(/g, "%28").replace(/\)/g, "%29");
    return `${i + 1}. [${safe(b.title)}](${link})\n${notes && b.notes ? `\n${b.notes.replace(/^/gm, "   ")}\n` : ""}`;
  });
  return `# ${safe(script.title || untitled)}\n\n${parts.join("\n")}`;
}

/** The script as part of a link, which no server sees. @param {Script} script @param {boolean} notes */
export async function packed(script, notes) {
  const body = new Blob([JSON.stringify(written(script, notes))]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Reads what packed has written. Little may become much: it stops at the bound. @param {string} text */
export async function unpacked(text) {
  if (text.length > most.bytes) throw new Fault("large", most.bytes);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let json = "";
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      json += decoder.decode(value, { stream: true });
      if (json.length > most.bytes) {
        void reader.cancel();
        throw new Fault("large", most.bytes);
      }
    }
    json += decoder.decode();
  } catch (e) {
    throw e instanceof Fault ? e : new Fault("bad-link");
  }
  return parse(json);
}

/** What this browser keeps under a key, where it may keep anything. @param {string} key */
function saved(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text */
function save(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false; // storage is forbidden, or full
  }
}

/** Where the script that is put together is kept. */
export const kept = "script";

/** The reader's own script; an empty one if there is none, or none that is sound. @returns {Script} */
export function own() {
  try {
    return parse(saved(kept) ?? "");
  } catch {
    return { title: "", boards: [] };
  }
}

/** Keeps the reader's own script; false where it is too large, or nothing can be kept. @param {Script} script */
export function keep(script) {
  const text = JSON.stringify(written(script));
  try {
    parse(text); // else it would not be found again
  } catch {
    return false;
  }
  return save(kept, text);
}

/** Where a tab keeps the lecture that is on. Another tab may have another. */
const lectures = "lecture";

/** @returns {Lecture|null} */
export function lecture() {
  try {
    const read = JSON.parse(sessionStorage.getItem(lectures) ?? "");
    const script = sound(read);
    const at = Number.isInteger(read.at) ? Math.min(Math.max(0, read.at), script.boards.length - 1) : 0;
    return script.boards.length ? { ...script, at, hall: read.hall === true, full: read.full === true } : null;
  } catch {
    return null;
  }
}

/** @param {Lecture|null} l */
export function give(l) {
  try {
    if (l) sessionStorage.setItem(lectures, JSON.stringify({ ...l, format }));
    else sessionStorage.removeItem(lectures);
    return true;
  } catch {
    return false;
  }
}

/** Under which the other windows learn which board is shown. */
export const shows = "lecture";

/** Tells the other windows. @param {Lecture} l */
export function showing({ at, boards }) {
  save(shows, JSON.stringify({ at, to: boards[at].to, when: Date.now() }));
}

/** The board of a script that another window has shown today; −1: none. @param {Script} script */
export function shown(script) {
  try {
    const { at, to, when } = JSON.parse(saved(shows) ?? "");
    if (Date.now() - when > 12 * 3600_000) return -1;
    return script.boards[at]?.to === to ? at : script.boards.findIndex((b) => b.to === to);
  } catch {
    return -1;
  }
}
