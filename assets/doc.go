// Package assets serves the files that pages load: styles, scripts, icons and
// the maths font. They are part of the program. Each is served under a name that
// contains a digest of its content, so that browsers may keep it for ever and
// never show a stale one.
//
// A page asks for the name: URL("app.css") is "/assets/app.1f0c….css". The files
// themselves contain no digests. The program finds the references between them
// and rewrites them when it starts: url(…) and @import in CSS; import and
// export … from, import() and new URL(…, import.meta.url) in JavaScript.
// References are relative ("./board.js" in a script), and one that leads nowhere
// is an error. The digest of a file covers all files that it reaches.
//
// The scripts are ES modules without a build step. At the top of the folder
// static stand what pages load by name: main.js (the workbench and the embedded
// board), gallery.js (all other pages), theme.js and app.css. The rest is in
// folders, with each style sheet beside the scripts that it belongs to:
//
//	page    what all parts of a page share: the App with its messages and events,
//	        texts, settings, tooltips, geometry, keys, the clipboard
//	run     the run as the server sends it: connection, frames, transport, timeline;
//	        also the script of a replay, which is a page of its own
//	inputs  the recipe: parameters, data set, seed, undo and redo
//	board   the board and its points: tools, selection, zoom, table, CSV files
//	read    reading pictures: linked views, tooltips, values in charts, side views
//	share   links, embedding, export, the printed handout
//
// Folders import in one direction. Every folder may import from page, and page
// from none. The folders board and read may also import from run. The modules at
// the top put the parts together and may import from everywhere. Modules of
// different folders that need each other otherwise meet in main.js, or talk by
// the events of the App. No modules import each other in a circle. Type imports
// in comments are free. A test checks all this.
//
// Latin Modern Math, which MathML needs, comes from the Go module of that name
// as latin-modern-math.otf; no font is kept in the repository.
package assets
