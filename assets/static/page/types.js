// @ts-check
// The messages of playground.v1 as the page sees them; web/wire/doc.go has the
// whole protocol.

/** @typedef {"small"|"step"|"pass"} Size */
/** @typedef {[number, number, number]} Place x1, x2 and the class; on a one-dimensional board x, y and 0 */
/** @typedef {[number, number, number]} GraphEdge two points of a graph and the weight of their edge */
/** @typedef {{step: number, kind: string, text?: string}} RunEvent */
/** @typedef {[number, number, string]} Mend what is put in the place of a part of a layer: where, how long, what */
/** @typedef {{rows: number, cols: number, values: number[]}} Cells a grid, row by row */
/** @typedef {{generator: string, n: number, noise: number, seed: number}} Data */

/**
 * @typedef {object} Spec of a parameter, what pictures need of it
 * @property {string} name
 * @property {string} label
 * @property {string=} kind
 * @property {number=} min
 * @property {number=} max
 * @property {boolean=} distribution of a list of numbers: they add up to 1
 */

/**
 * @typedef {object} State
 * @property {string} query   the recipe at the cursor
 * @property {string} preset
 * @property {Record<string, string>} params
 * @property {Spec[]=} schema  after an open only
 * @property {number} seed
 * @property {Data=} data     absent for explicit points
 * @property {Place[]} points
 * @property {number=} held    how many of the last points are held out; absent: none
 * @property {GraphEdge[]=} edges of a graph; absent: none
 * @property {number} dim
 * @property {string} target
 * @property {string[]} classes
 * @property {string[]=} columns what x1, x2 and y are called; absent: by these letters
 * @property {Table=} table     where the demo works on a table
 * @property {Cells=} cells     where the demo works on cells
 * @property {number} cursor
 * @property {boolean} playing
 * @property {number} rate
 * @property {Size} size
 * @property {string=} can_undo what undo takes back; absent: nothing
 * @property {string=} can_redo
 * @property {Edits=} edits    absent: as before
 * @property {Asking=} asking   the question that is open, or has just been answered
 * @property {Poll=} poll       the room is asked it
 * @property {number=} tour    the stop of the tour that the presenter shows; absent: none
 * @property {string=} follow  while presenting: the key for those who follow
 * @property {{points: number, steps: number, bytes: number, rate: number}} limits
 */

/**
 * @typedef {object} Edit
 * @property {number} id
 * @property {string} label
 * @property {string=} query   the recipe on its other side
 * @property {boolean=} last   instead of it: the recipe of the state before
 * @property {boolean=} pinned
 */

/** @typedef {{done: number[], undone: number[], new?: Edit[], lost?: boolean}} Edits what can be undone and redone */

/**
 * @typedef {object} Run
 * @property {number} total
 * @property {boolean} complete
 * @property {{state: string, reason?: string}} status
 * @property {boolean=} reset
 * @property {RunEvent[]=} events
 * @property {string=} sizes of the steps since the last message, a digit each: 0 a small step, 1 a step, 2 a pass
 * @property {boolean=} chance it has drawn something random so far: another seed may give another run
 * @property {{total: number, parts?: number}=} ghost the run before a change; absent: none is kept
 */

/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {string=} note
 * @property {string=} alt
 * @property {[number, number]} size
 * @property {[number, number, number, number]} area    left, top, right, bottom of the axes
 * @property {[number, number, number, number]} window  x0, x1, y0, y1 at the area's edges
 * @property {Record<string, string>=} layers
 * @property {Record<string, Mend[]>=} mends  of layers of which little has changed
 * @property {boolean=} away out of sight, and not sent
 * @property {boolean=} waits away until the hand rests
 * @property {string=} legend
 * @property {boolean=} log    the ordinate is logarithmic
 * @property {string=} edits   of a side view: "data" where points can be edited; of any: "cells" or "curve" where cells are painted
 */

/**
 * @typedef {object} Frame
 * @property {number} id
 * @property {number} step
 * @property {number} total
 * @property {number} part     which of the small steps of its step it is, from 1
 * @property {Record<Size, number>} count in which step of each size it is
 * @property {string} phase
 * @property {Record<Size, string>} next
 * @property {{state: string, reason?: string}} status
 * @property {string} say
 * @property {string} speech
 * @property {string} promise
 * @property {Record<string, Mend[]>=} mends of say and promise, of which little has changed
 * @property {Panel[]} panels
 * @property {Record<string, string>=} offer values of parameters to take over
 * @property {{id: string, kind: string, text: string}[]=} questions that fit the step
 * @property {TipTexts=} look      the tooltips of the inspected thing
 * @property {boolean=} brief      only what a hand moves is here, the rest stays as it was
 */

/**
 * @typedef {object} Asking
 * @property {string} question
 * @property {"point"|"line"|"number"|"option"|"cell"|"node"|"bar"} kind
 * @property {number} step
 * @property {string} say
 * @property {string} text
 * @property {string[]=} options
 * @property {string=} unit
 * @property {[number, number]=} range
 * @property {boolean=} whole
 * @property {string=} on      the panel on which a cell, a node or a bar is picked
 * @property {string[]=} refs  of what can be picked there
 * @property {string[]=} names of the same
 * @property {boolean=} waiting answered, and not decided yet
 * @property {{right: boolean, room?: boolean, void?: boolean, say: string, text: string, given?: Answer, answer?: Answer|null}=} verdict
 */

/** @typedef {{points?: number[], line?: [number, number, number], number?: number, option?: number}} Answer that is right */
/** @typedef {{point?: number, line?: [number, number][], number?: number, option?: number}} Guess an answer that a reader gives */

/** @typedef {{said: string, can: {do: string, text: string}[], table: string}} Polling how a poll stands, what can be done with it, and its counts as markup */

/**
 * @typedef {object} Poll a question that is put to a room
 * @property {string} id
 * @property {number} round    from 1
 * @property {"open"|"closed"|"shown"|"revealed"} phase
 * @property {string} ballot   where votes are counted
 * @property {Record<string, {say: string, text: string, options?: string[], unit?: string, why?: string}>=} words by language
 * @property {Tally[]=} rounds how the room has answered
 * @property {{from: number, width: number, count: number}=} bins
 * @property {number=} tolerance
 */

/**
 * @typedef {object} Tally
 * @property {number} answers
 * @property {number=} right
 * @property {number[]=} bars
 * @property {[number, number][]=} points
 * @property {[number, number, number][]=} lines
 * @property {{window: [number, number, number, number], cols: number, counts: number[]}=} cells
 */

/**
 * @typedef {object} TipTexts the tooltips of one thing
 * @property {string} ref
 * @property {{panel: string, layer: string, text: string}[]=} tips
 */

/**
 * @typedef {object} Table
 * @property {{name: string, kind: "numbers"|"words", words?: string[], target?: boolean}[]} columns
 * @property {string[][]} rows
 */

/** @typedef {{x1?: string, x2?: string, x?: string, y?: string}} Columns which columns of a file are what */

/**
 * @typedef {object} Preview what a file of points holds
 * @property {number} total
 * @property {number=} held    of these, the last
 * @property {number=} edges   between them, where the file is one of a graph
 * @property {number} dim
 * @property {string} target
 * @property {Place[]} rows   the first ones
 * @property {{name: string, count: number}[]=} counts
 * @property {{name: string, number?: boolean, first?: string[]}[]=} headings of a file with a header of its own
 * @property {Columns=} columns which of them are taken for what
 * @property {string=} problem  what is wrong with that
 * @property {Table=} table     the first rows, where the demo works on a table
 * @property {Cells=} cells     where the demo works on cells
 * @property {[number, number]=} image how wide and high the image is of which the cells were made
 * @property {boolean=} wide    it has more columns of numbers than points can have, and the demo takes a table, too
 */

/** @typedef {{id: string, number: number, text: string, reached: boolean, before?: string}} Goal how far a run of the reader's own has come */

/**
 * @typedef {object} Cursor where the presenter is, for a page that watches by steps
 * @property {string} run     the hash of its frames' addresses
 * @property {string} demo
 * @property {number} class   of sizes
 * @property {string=} lang
 * @property {string=} query  the recipe without its step; absent, as lang: as before
 * @property {number} step
 * @property {boolean} playing
 * @property {number} rate
 * @property {Size} size
 * @property {number=} tour
 */

/** @typedef {{code: string, message: string, field?: string}} Refusal */

/**
 * @typedef {object} Room in which this page presents
 * @property {string} key
 * @property {number=} here    people who follow
 * @property {number=} seats
 * @property {number=} epoch  rises with each page that begins to present there
 * @property {boolean=} taken  another page presents there now
 * @property {boolean=} cut    people on other machines do not see this page
 * @property {number=} answers to the question that is open
 */

export {};
