package session

import (
	"time"

	"playground/algos"
	"playground/lang"
	"playground/web/wire"
)

// A command is one message of the client, as the session follows it. There is one
// type for each message, and for each operation of a points message.
type command interface {
	// needs says what has to be there before the command is acted upon.
	needs() need
	// live reports whether the command is a move of a gesture under way.
	live() bool
	// merge returns one command that does the same as old, which waits, and this
	// one after it. It reports false if there is none.
	merge(old command) (command, bool)
	// overtakes reports whether the command may be acted upon before old, which
	// came earlier: the result is the same.
	overtakes(old command) bool
	// act does what the command says. An error leaves everything as it was.
	act(s *session, now time.Time) error
}

// A need is what a command needs. Each need includes those before it.
type need int

const (
	needNothing need = iota
	needAwake        // the recordings are not parked
	needRecipe       // a recipe is open
	needRun          // the run has started as the recipe stands now
	needStep         // the step at the cursor is not being replayed
)

// An edit is a command that changes the document.
type edit interface {
	command
	// recipe returns the document's recipe after the edit.
	recipe(d *document) (algos.Recipe, error)
	// window says what the edit does to the board's window.
	window() windowRule
	// gesture names what the edit changes. Live edits in a row with the same name
	// are one gesture. The argument is the gesture under way.
	gesture(current string) string
	// replaces reports whether other data take the place of all that were there, so that
	// there is nothing to compare.
	replaces() bool
	// label says in a few words what the edit does.
	label(l lang.Lang, d algos.Demo) string
}

// newCommand returns the command of a message that was decoded.
func newCommand(m wire.Client) command {
	e := editing{m.Live}
	switch m.Type {
	case "open":
		return openRecipe{demo: m.Demo, query: m.Query, begin: m.Begin, resume: m.Resume, edits: m.Edits, claim: claimOf(m), view: m.View, poll: pollBefore(m)}
	case "view":
		return setView{view: *m.View}
	case "points":
		return newPointsCommand(m, e)
	case "data":
		return newDataCommand(m, e)
	case "set":
		if m.Params != nil {
			return setParams{editing: e, params: m.Params}
		}
		return setParam{editing: e, name: m.Name, value: *m.Value}
	case "seed":
		return setSeed{editing: e, seed: *m.Seed}
	case "window":
		return setWindow{editing: e, to: m.Window}
	case "undo":
		return undoEdit{}
	case "redo":
		return undoEdit{redo: true}
	case "restore":
		return restoreEdits{done: m.Done, undone: m.Undone}
	case "forget":
		return forgetGhost{}
	case "look":
		return inspect{ref: m.Ref}
	case "ask":
		return ask{question: m.Question}
	case "answer":
		return answer{message: m}
	case "tour":
		return visitStop{stop: *m.Stop}
	case "present":
		return present{on: *m.On, claim: claimOf(m)}
	case "poll":
		return pollCommand{do: m.Do}
	case "gather":
		return gather{}
	case "play":
		return playRun{rate: m.Rate, size: sizes[m.Size], until: m.Until, loop: m.Loop}
	case "pause":
		return pauseRun{}
	case "step":
		return stepRun{by: m.By, size: sizes[m.Size]}
	case "seek":
		return seekRun{step: m.Step, to: m.To, event: m.Event}
	}
	return misplaced{}
}

// sizes are the step sizes as messages call them.
var sizes = map[string]algos.Size{"small": algos.Micro, "step": algos.Normal, "pass": algos.Pass}

// queueLen bounds the commands that wait. Those of one gesture merge, so only a
// client that sends without listening reaches the bound.
const queueLen = 256

// enqueue adds a command to those that wait, or merges it with one of them. So
// however fast a parameter or a point is dragged, one command waits for it, the
// last. It reports false if there is no room.
func enqueue(queue []command, c command) ([]command, bool) {
	if o, ok := c.(openRecipe); ok {
		return enqueueOpen(queue, o), true
	}
	for i := len(queue) - 1; i >= 0; i-- {
		if merged, ok := c.merge(queue[i]); ok {
			queue[i] = merged
			return queue, true
		}
		if !c.overtakes(queue[i]) {
			break
		}
	}
	if len(queue) >= queueLen {
		return queue, false
	}
	return append(queue, c), true
}

// enqueueOpen puts an open into the queue. Nothing before it matters any more, but what
// the client has brought from the connection before. Should the open be refused, then
// what it has replaced still matters: also what it had replaced when it was put into a
// queue before.
func enqueueOpen(queue []command, c openRecipe) []command {
	var kept, instead []command
	for _, old := range queue {
		switch old := old.(type) {
		case openRecipe:
			instead = append(instead, old.instead...)
			old.instead = nil
			instead = append(instead, old)
			c = c.after(old)
		case restoreEdits, visitStop:
			kept = append(kept, old)
		default:
			instead = append(instead, old)
		}
	}
	instead = append(instead, c.instead...)
	c.instead = instead[max(0, len(instead)-queueLen):]
	return append(kept, c)
}

// basic has the methods of a command that needs a run, merges with nothing and
// keeps its place in the order.
type basic struct{}

func (basic) needs() need                   { return needRun }
func (basic) live() bool                    { return false }
func (basic) merge(command) (command, bool) { return nil, false }
func (basic) overtakes(command) bool        { return false }

// editing has the methods that most edits share. A gesture under way marks its
// edits as live.
type editing struct{ isLive bool }

func (editing) needs() need                   { return needRecipe }
func (e editing) live() bool                  { return e.isLive }
func (editing) replaces() bool                { return false }
func (editing) merge(command) (command, bool) { return nil, false }
func (editing) overtakes(old command) bool    { return independent(old) }

func isOpen(c command) bool {
	_, ok := c.(openRecipe)
	return ok
}

// independent reports whether old neither replaces the document nor takes an edit
// back.
func independent(old command) bool {
	_, history := old.(undoEdit)
	return !history && !isOpen(old)
}

// misplaced is a message of the protocol that has no place on this connection.
type misplaced struct{ basic }

func (misplaced) needs() need { return needAwake }

func (misplaced) act(*session, time.Time) error {
	return wire.Refuse(wire.BadMessage, "type", "a connection that follows has the address /ws?follow")
}
