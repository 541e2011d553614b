package session

import (
	"fmt"
	"testing"
	"time"

	"playground/web/hall"
	"playground/web/peer"
	"playground/web/wire"
)

// waiting returns the queue after some messages.
func waiting(t *testing.T, messages ...string) []command {
	t.Helper()
	var queue []command
	for _, text := range messages {
		m, err := wire.Decode([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var ok bool
		if queue, ok = enqueue(queue, newCommand(m)); !ok {
			t.Fatalf("no room for %s", text)
		}
	}
	return queue
}

const (
	drag0    = `{"type":"points","op":"move","index":0,"x":1,"y":1,"live":true}`
	drag1    = `{"type":"points","op":"move","index":1,"x":1,"y":1,"live":true}`
	dropped0 = `{"type":"points","op":"move","index":0,"x":2,"y":2}`
	add      = `{"type":"points","op":"add","points":[[0,0,0]]}`
	setC     = `{"type":"set","name":"C","value":"1"}`
	setC2    = `{"type":"set","name":"C","value":"2"}`
	setD     = `{"type":"set","name":"D","value":"1"}`
	seed     = `{"type":"seed","seed":1}`
	window   = `{"type":"window","window":[0,1,0,1]}`
	forth    = `{"type":"step","by":2}`
	back     = `{"type":"step","by":-1}`
	to3      = `{"type":"seek","step":3}`
	toEndMsg = `{"type":"seek","to":"end"}`
	undo     = `{"type":"undo"}`
	openMsg  = `{"type":"open","demo":"walk"}`
	look     = `{"type":"look","ref":"x1"}`
)

// TestCommandsMerge: the last one of a gesture waits, at the place of the first.
func TestCommandsMerge(t *testing.T) {
	for _, c := range []struct {
		messages []string
		want     string // the types of what waits
	}{
		{[]string{drag0, drag0, dropped0}, "movePoint"},
		{[]string{drag0, drag1, drag0, drag1}, "movePoint movePoint"},
		{[]string{drag0, add, drag0}, "movePoint addPoints movePoint"},
		{[]string{setC, setD, setC2}, "setParam setParam"},
		{[]string{setC, forth, setC2}, "setParam stepRun"},
		{[]string{setC, undo, setC2}, "setParam undoEdit setParam"},
		{[]string{seed, add, seed}, "setSeed addPoints"},
		{[]string{window, seed, window}, "setWindow setSeed"},
		{[]string{window, add, window}, "setWindow addPoints setWindow"},
		{[]string{look, undo, look}, "inspect undoEdit"},
		{[]string{look, openMsg, look}, "openRecipe inspect"},
		{[]string{forth, forth}, "stepRun"},
		{[]string{forth, back}, "stepRun stepRun"},
		{[]string{forth, seed, forth}, "stepRun setSeed stepRun"},
		{[]string{to3, to3}, "seekRun"},
		{[]string{to3, toEndMsg}, "seekRun seekRun"},
		{[]string{add, add}, "addPoints addPoints"},
		{[]string{setC, add, forth, openMsg}, "openRecipe"},
	} {
		got := ""
		for i, w := range waiting(t, c.messages...) {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("%T", w)[len("session."):]
		}
		if got != c.want {
			t.Errorf("of %v there wait %s, want %s", c.messages, got, c.want)
		}
	}
	if m := waiting(t, drag0, dropped0)[0].(movePoint); m.live() || m.x != 2 {
		t.Errorf("the last move of a drag is %+v", m)
	}
	if s := waiting(t, forth, forth)[0].(stepRun); s.by != 4 {
		t.Errorf("two steps and two steps are %d", s.by)
	}
	if n := len(waiting(t, `{"type":"step","by":10000}`, forth)); n != 2 {
		t.Errorf("%d steps wait beyond the bound of one, want 2", n)
	}
}

func TestQueueIsBounded(t *testing.T) {
	var queue []command
	for range queueLen {
		queue, _ = enqueue(queue, addPoints{})
	}
	if _, ok := enqueue(queue, addPoints{}); ok || len(queue) != queueLen {
		t.Errorf("%d commands wait and there is still room", len(queue))
	}
	if queue, ok := enqueue(queue, openRecipe{}); !ok || len(queue) != 1 {
		t.Errorf("an open leaves %d commands", len(queue))
	}
}

// What opens replace is kept for the case that they are refused, within bounds.
func TestAnOpenRemembersWhatItReplaced(t *testing.T) {
	var queue []command
	for range 3 {
		for range queueLen {
			queue, _ = enqueue(queue, addPoints{})
		}
		queue, _ = enqueue(queue, openRecipe{})
	}
	if o := queue[0].(openRecipe); len(queue) != 1 || len(o.instead) != queueLen {
		t.Fatalf("%d commands wait, and %d in their place", len(queue), len(o.instead))
	}
	for _, c := range queue[0].(openRecipe).instead {
		if o, ok := c.(openRecipe); ok && o.instead != nil {
			t.Error("an open that was replaced holds others")
		}
	}
}

// TestAnOpenRemembersThroughAReturn refuses an open after another has taken its place in
// the queue: what that one had replaced is not lost when the queue is put together again.
func TestAnOpenRemembersThroughAReturn(t *testing.T) {
	in := peer.NewInbox(time.Now(), peer.Credits, enqueue)
	for _, c := range waiting(t, setC, openMsg) {
		in.Put(c, time.Now())
	}
	in.Return([]command{addPoints{}})
	c, ok := in.First()
	if o, is := c.(openRecipe); !ok || !is || len(o.instead) != 2 {
		t.Fatalf("%+v waits, want an open instead of two commands", c)
	}
}

// An open takes the place of all that waits, but not of what the client has brought from
// the connection before.
func TestAnOpenKeepsWhatWasBrought(t *testing.T) {
	var queue []command
	for _, c := range []command{
		openRecipe{query: "a", resume: "KEY", claim: hall.Claim{Secret: "SECRET"}, edits: &wire.EditList{Done: []uint64{1}}},
		restoreEdits{done: []wire.Edit{{ID: 1}}},
		addPoints{},
		visitStop{stop: 1},
		visitStop{stop: 2},
		openRecipe{query: "b"},
	} {
		queue, _ = enqueue(queue, c)
	}
	if len(queue) != 3 {
		t.Fatalf("%d commands wait, want the edits, the stop and one open", len(queue))
	}
	if s, ok := queue[1].(visitStop); !ok || s.stop != 2 {
		t.Errorf("then comes %+v", queue[1])
	}
	if _, ok := queue[0].(restoreEdits); !ok {
		t.Errorf("first comes %T", queue[0])
	}
	if o := queue[2].(openRecipe); o.query != "b" || o.resume != "KEY" || o.claim.Secret != "SECRET" || o.edits == nil {
		t.Errorf("the open is %+v", o)
	}
}
