// Package browsertest drives the pages in Chromium as a visitor would: it puts
// and drags points, steps, scrubs, changes parameters, reloads links, uses the
// keyboard alone and a phone's screen, and allows no console error, no violation
// of the content policy and no request to anyone else.
//
// Gestures are tried on two demos, a simple and a deep one. Whole pages are looked
// at for the demos that algotest.Representatives picks: one of each kind of input
// and the richest; what each demo brings of its own (titles, sentences, how high its
// pages are) for those and a few more, others in each test (algotest.Sample). With PLAYGROUND_FULL=1 in the environment all demos are looked
// at: do so after a change of the page that a new kind of demo could break.
//
// What every visitor does, and how the pages look, is tried in Firefox and WebKit,
// too (see package engine).
//
// The tests start browsers only where they are asked for: BROWSERTEST=on go test
// ./web/browsertest. Then those are skipped whose browser is not installed, unless
// CI=true.
package browsertest
