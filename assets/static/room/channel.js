// @ts-check
// How the page of a board and the presenter's own window talk: by a channel inside the
// browser, which pages of other sites do not hear, and no server.

/** The name of the channel. */
export const channel = "presenter";

/**
 * @typedef {object} Scene what a board's page tells
 * @property {string} from     which page it is
 * @property {boolean} presents others can follow it
 * @property {boolean} live    it has a connection
 * @property {string} key      of the room; empty: none has begun here
 * @property {string} link
 * @property {import("../page/types.js").Room|null} room what the server says of it
 * @property {number} since    when it began; 0: nobody knows
 * @property {string} title    of the board
 * @property {string} count
 * @property {string} say      what the step says, as markup of this server
 * @property {string} next     what the next step does
 * @property {boolean} asked   a question is open
 * @property {boolean} playing
 * @property {import("../page/kinds.js").Polling|null} poll
 * @property {Place|null} script
 */

/** @typedef {{at: number, of: number, title: string, notes: string, next: {title: string, notes: string}|null}} Place in a lecture's script */

/** @typedef {{gone: string}} Gone a page that is left */

/** @typedef {{to: string, do: string}} Order what the window asks of a page; to all: "" */
