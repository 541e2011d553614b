// Package web serves the playground over HTTP: the gallery, a demo's workbench
// with its first frame drawn on the server, the same frame as a plain image,
// the run and its points as CSV, the run as one file that replays offline, its
// recipe and its link as a QR code, the source at the loop, a frame to embed
// elsewhere, and the websocket over which a page steps through a run.
//
// It wires: recipes come from URLs (package algos), runs are recorded by
// web/record, drawn by web/frame, shown by package views, and stepped by
// web/session over web/socket. Nothing here knows a method.
package web
