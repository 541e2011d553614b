// Package web serves the playground over HTTP. It serves the gallery and each
// demo's workbench, with the first frame drawn on the server. It serves that
// frame as an image, the run and its points as CSV, the run as one file that
// replays offline, the recipe as a file and its link as a QR code, the source of
// the demo at its loop, and a board for other sites to embed. A page steps
// through a run over a websocket.
//
// A server with a key gives receipts of runs that reach a goal, at /d/{demo}/receipt.json:
// it replays the run of a recipe and judges it, and believes nothing that the page says.
// Any server replays receipts at /receipt, and for programs at /receipt.json; see package
// web/receipt for what they hold.
//
// Programs find at /oembed how a page is embedded. An embedded board and the page
// around it talk by messages. This is a public contract, so what is here stays. The
// board tells that page, whatever its origin,
//
//	{type: "playground:height", height}            its height in CSS pixels: the
//	                                               greatest since its width changed
//	{type: "playground:state", step, last, status} the step that is shown, null before
//	                                               there is one; the last step, null
//	                                               until the run is recorded; and
//	                                               waiting, paused, playing or ended
//
// and obeys it, and no other window:
//
//	{type: "playground:step", by}    −1000 to 1000 steps on; 1 if by is absent
//	{type: "playground:seek", step}  a step of the smallest size, as in addresses
//	{type: "playground:play"}
//	{type: "playground:pause"}
//
// Every command that means something is answered by a state at once, and by others
// when what is shown changes. What means nothing is not answered. Nor are more than 20
// commands a second, beyond the first 50. A board that is not there yet, because it
// connects or was never in sight, keeps 50 of them for later; browsers draw nothing out
// of sight. With start and end in its address the board stays between these. With fit=1
// nothing in it is as high as its frame, so that the frame can follow its height. The
// script /embed.js does so: it defines the element <playground-board>.
//
// A comparison is two such boards, which the page around moves. With half=1 in its address
// a board can be edited and set, and hears of that page alone, if it is of the same origin,
// where to go, and tells it what is shown and what was edited. These messages are no public
// contract. Both halves have the data of the first: see parsePair. What the server says of
// both comes from recordings that stay on a shelf between two questions.
//
// The package connects others. Recipes come from URLs (package algos). Runs are
// recorded by web/record, drawn by web/frame and shown by package views.
// Visitors step through them with web/session over web/socket, and follow each
// other with web/hall, also on other servers, which web/relay reaches. Nothing here knows a
// method.
package web
