// Package web serves the playground over HTTP. It serves the gallery and each
// demo's workbench, with the first frame drawn on the server. It serves that
// frame as an image, the run and its points as CSV, the run as one file that
// replays offline, the recipe as a file and its link as a QR code, the source of
// the demo at its loop, and a board for other sites to embed. A page steps
// through a run over a websocket.
//
// The package connects others. Recipes come from URLs (package algos). Runs are
// recorded by web/record, drawn by web/frame and shown by package views.
// Visitors step through them with web/session over web/socket, and follow each
// other with web/hall. Nothing here knows a method.
package web
