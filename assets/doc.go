// Package assets serves the files that pages load: styles, scripts, icons and
// the maths font. They are part of the program. They are served in a folder with
// a digest of their content in its name, so that browsers may keep them for ever and
// never show a stale one. References between them are relative, and stay true there.
//
// A page asks for the name: URL("main.js") is "/assets/1f0c…/dist/main.js".
//
// What is written is in the folder static; what pages load is in the folder dist.
// The command bundle makes one of the other (esbuild, as a Go module):
//
//	go generate ./assets
//
// Both are committed, so that nobody needs to build anything to run the program. A
// test proves that dist is fresh. Maps lead a browser's debugger to the sources,
// which are served, too.
//
// The scripts are ES modules. At the top of the folder static stand what pages load:
// main.js (the workbench and the embedded board), gallery.js (all other pages),
// help.js (those with something to copy), script.js (the page of a lecture's script),
// room.js (who looks for a room), presenter.js (the presenter's own window),
// theme.js, embed.js (which pages of other sites load, for the element
// <playground-board>) and site.css, which puts the style sheets together, but for
// pages.css, for pages without a board, and script.css and room.css, which only lectures need. What is imported dynamically, as windows that
// few readers open, is a file of its own in dist. The rest is in folders, with each
// style sheet beside the scripts that it belongs to:
//
//	page    what all parts of a page share: the App with its messages and events,
//	        texts, settings, tooltips, geometry, keys, the clipboard
//	run     the run as the server sends it: connection, frames, transport, timeline;
//	        also the script of a replay, which is a page of its own
//	inputs  the recipe: parameters, data set, seed, undo and redo
//	board   the board and its points: tools, selection, zoom, table, CSV files
//	read    reading pictures: linked views, tooltips, values in charts, side views
//	ask     questions about the run, which are answered on the board or in the story, by
//	        one reader or by a whole room
//	share   links, embedding, export, the printed handout
//	ways    from demo to demo: search, the ticks of a course, where one was
//	script  a lecture's script: its boards in order, and the way from board to board
//	room    rooms in which others follow: their keys and codes, the presenter's bar and
//	        window, and the ears of those who went on alone
//
// Folders import in one direction. Every folder may import from page, and page
// from none. The folders board, read and ask may also import from run, and share from room. The modules at
// the top put the parts together and may import from everywhere. Modules of
// different folders that need each other otherwise meet in main.js, or talk by
// the events of the App. No modules import each other in a circle. Type imports
// in comments are free. A test checks all this.
//
// The scripts are JavaScript with types in comments, which the compiler of TypeScript
// checks by tsconfig.json. The types of the messages, page/types.js, are written from
// package wire, and page/events.js says what the events of the App carry. What can be
// imported without a page has tests beside it, _places.test.js for places.js, for
//
//	node --test $(find assets/static -name '*.test.js')
//
// Files whose names begin with _ are no part of the program. The continuous integration
// runs both.
//
// Latin Modern Math, which MathML needs, comes from the Go module of that name. No
// font is kept in the repository: the program cuts what its formulas need from it
// when it starts, see package subset.
package assets
