// Package browsertest drives the pages in Chromium as a visitor would: it puts
// and drags points, steps, scrubs, changes parameters, reloads links, uses the
// keyboard alone and a phone's screen, and allows no console error, no violation
// of the content policy and no request to anyone else.
//
// The tests are skipped where no Chromium is installed, unless CI=true.
package browsertest
