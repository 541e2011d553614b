// @ts-check
/** @import {Edit, Edits} from "../page/types.js" */

const most = 512 << 10; // characters of recipes

/**
 * Keeps what can be undone, so that it outlives the server: one that was restarted
 * knows nothing of it, and takes it back.
 */
export class Kept {
  constructor() {
    /** The numbers of all edits, the last one is the next to undo. @type {number[]} */
    this.done = [];
    /** @type {number[]} */
    this.undone = [];
    /** @type {Map<number, Edit>} */
    this.edits = new Map();
  }

  /** What the server need not tell again. */
  numbers() {
    return { done: this.done, undone: this.undone };
  }

  /**
   * Takes in what a state says.
   * @param {Edits} m
   * @param {string} before the recipe of the state before
   */
  take(m, before) {
    for (const e of m.new ?? []) this.edits.set(e.id, { id: e.id, label: e.label, query: e.last ? before : e.query, pinned: e.pinned });
    this.done = m.done;
    this.undone = m.undone;
    this.forget(most);
  }

  /** Forgets the oldest edits beyond a bound, and those that are no more. @param {number} bound */
  forget(bound) {
    const old = this.edits;
    this.edits = new Map();
    for (const numbers of [this.done, this.undone]) {
      for (const id of [...numbers].reverse()) {
        const e = old.get(id);
        bound -= (e?.query?.length ?? 0) + 100;
        if (!e || bound < 0) break; // without this one those before it make no sense
        this.edits.set(id, e);
      }
    }
  }

  /** The message that hands everything back, of at most so many bytes. @param {number} bytes */
  handBack(bytes) {
    this.forget(Math.min(most, bytes / 2));
    const kept = (/** @type {number[]} */ numbers) => numbers.map((id) => this.edits.get(id)).filter((e) => !!e);
    return { type: "restore", done: kept(this.done), undone: kept(this.undone) };
  }
}
