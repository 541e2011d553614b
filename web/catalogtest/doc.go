// Package catalogtest tests the server on all demos of the catalogue. Every test of the
// web, of the languages and of the program that looks at each demo, or needs one that
// readers know, is here; all other tests of the web use the demos of web/testdemos. So a
// sentence that changes in one demo tests the demo, this package and the pages in browsers,
// and not the server.
//
// What is tested here runs without the race detector: goroutines have their tests beside
// them.
package catalogtest
