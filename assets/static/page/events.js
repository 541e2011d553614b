// @ts-check
/** @import {Client, Frame, Goals, Preview, Refusal, Room, Run, State, TipTexts, Voted} from "./types.js" */

/**
 * What the parts of a page tell each other: the events of App by name, with what they
 * carry. Those without anything are undefined.
 * @typedef {object} Events
 *
 * Messages of the server.
 * @property {State} state
 * @property {Run} run
 * @property {Frame} frame as it came, before it is shown
 * @property {TipTexts} tips
 * @property {Preview} preview
 * @property {Goals} goals
 * @property {Voted} voted
 * @property {Room} room
 * @property {Refusal} refused
 *
 * The connection.
 * @property {Client} sent a message of this page
 * @property {undefined} lost there is no connection
 * @property {string} alone a page that followed the room with this key goes on alone
 *
 * What is shown.
 * @property {Frame} shown a frame is in the page
 * @property {undefined} told its words are
 * @property {undefined} rest a gesture is over
 * @property {undefined} hides a question was asked or is answered: what comes after the step is hidden, or not any more
 * @property {{text: string, kind: "bad"|"", translated: boolean}} toast
 * @property {boolean} sheet the parts of the page lie in a sheet below the board, or beside it
 *
 * What the reader sets.
 * @property {undefined} viewset how pictures are shown
 * @property {undefined} hall what is shown in projector mode besides
 * @property {undefined} size of a step
 * @property {[number|null, number|null]} loop from where and up to where play goes
 * @property {number} seeds so many runs with other seeds are shown
 * @property {string} load-data the generator whose settings are opened
 * @property {undefined} lecture the bar of a lecture has come or gone
 * @property {undefined} polling how a poll stands
 * @property {string} lead what the presenter's own window does with a poll
 *
 * Points of the board.
 * @property {string} tool that is in the hand
 * @property {{name: string, act: number}} act an action of the demo that is pressed on a picture
 * @property {number} pick a point that is pressed
 * @property {number} point that the keys have come to
 * @property {number} join a point whose edges the keys draw
 * @property {undefined} placed points were added
 * @property {number} removed the point that is gone; the number of points where several are
 * @property {Map<number, number>} reordered where points have gone, by where they were
 * @property {undefined} edges of a graph have changed
 */

export {};
