// Package assets serves the files that pages load: styles, scripts, icons and
// the maths font. They are part of the program, and each is served under a name
// that contains a digest of what it is made of, so that browsers may keep it for
// ever and never keep a stale one.
//
// A page asks for the name: URL("app.css") is "/assets/app.1f0c….css". Within the
// files no digests are written. References between them are found and rewritten
// when the program starts: url(…) and @import in CSS; import and export … from, import()
// and new URL(…, import.meta.url) in JavaScript. They are relative ("./board.js"
// in a script), and one that leads nowhere is an error. A file's digest covers all
// files that it reaches, so that modules may refer to each other in circles.
//
// Latin Modern Math, which MathML needs, comes from the Go module of that name
// as latin-modern-math.otf; no font is kept in the repository.
package assets
