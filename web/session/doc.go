// Package session is one visitor's playground behind a connection. It owns a run
// and a cursor in it, follows the messages of protocol playground.v1 (package
// wire), and sends what the visitor is to see.
//
// # One owner
//
// The goroutine of [Run] owns everything. Two others serve it. A reader puts
// messages into a bounded inbox, in which the moves of a gesture merge. A writer
// sends one message at a time. A message is made only when the writer is free,
// and a frame only when fewer than two are unacknowledged. So nothing queues, and
// a slow client gets fewer and newer frames. Between messages the session records
// the run ahead in small slices, which share the processors fairly with other
// sessions. A session that hears nothing for a while is parked: it lets its
// recordings go, see park.go.
//
// # Parts
//
// A command is a message as the session follows it (command.go and command_*.go).
// The document is what edits change: the recipe, the points, the window of the
// board, and the history of edits. The transport is where the cursor stands and
// where it goes. Neither of these two knows of messages, goroutines or the
// clock. Package hall lets others follow a session. Everything else is the
// session itself: it decides what to do next and what to send.
//
// # To teach a new message
//
// Package wire decodes it: add its fields to wire.Client, its check to the table
// of checks, and a line to the package doc. Then write one type here that is a
// command, and name it in newCommand. The methods of the type say all that there
// is to know: what has to be there before the message is acted upon, which
// waiting messages it merges with or may overtake, and what it does. If the
// message changes the document, the type is an edit as well. Its methods then say
// how the recipe changes, what becomes of the board's window, which gesture the
// message belongs to, and what the edit is called in the history.
package session
