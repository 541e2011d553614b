package session

import (
	"context"
	"testing"
	"time"

	"playground/algos"
	"playground/web/record"
	"playground/web/testdemos/randomwalk"
)

// recorded returns the recording of a walk, up to a step and no further. Every
// second step of a walk is a whole one and every tenth a pass.
func recorded(t *testing.T, query map[string][]string, steps int) *record.Recorder {
	t.Helper()
	d := randomwalk.Demo()
	r, err := d.ParseRecipe(query)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(t.Context(), d, r, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rec.Close)
	extend(t, rec, steps)
	return rec
}

func extend(t *testing.T, rec *record.Recorder, n int) {
	t.Helper()
	if err := rec.ExtendTo(context.Background(), n); err != nil {
		t.Fatal(err)
	}
}

// walkQuery is a walk of so many steps.
func walkQuery(steps string) map[string][]string { return map[string][]string{"steps": {steps}} }

var transportStart = time.Unix(1e9, 0)

func TestTransportStepsAndSeeks(t *testing.T) {
	rec := recorded(t, walkQuery("40"), algos.Last)
	tr := newTransport(0, false)
	now := transportStart
	for _, c := range []struct {
		name string
		do   func() effect
		want int
	}{
		{"a step", func() effect { return tr.step(rec, 1, algos.Normal) }, 2},
		{"a small step", func() effect { return tr.step(rec, 1, algos.Micro) }, 3},
		{"two passes", func() effect { return tr.step(rec, 2, algos.Pass) }, 20},
		{"a step back", func() effect { return tr.step(rec, -1, algos.Normal) }, 18},
		{"a seek", func() effect { tr.seek(7, now); return effect{} }, 7},
		{"a seek beyond the end", func() effect { tr.seek(99, now); return effect{} }, 40},
		{"the start", func() effect { tr.seek(0, now); return effect{} }, 0},
		{"the end", func() effect { tr.seek(algos.Last, now); return effect{} }, 40},
		{"the event before", func() effect { return tr.seekPrev(rec, "half") }, 20},
		{"no event before", func() effect { return tr.seekPrev(rec, "half") }, 20},
		{"no event after", func() effect { tr.seekNext("half"); return effect{} }, 20},
	} {
		from := tr.cursor
		due := c.do().and(tr.resolve(rec, now))
		if tr.cursor != c.want || tr.goal.kind != nowhere {
			t.Errorf("after %s the cursor is at %d with the goal %+v, want %d and none", c.name, tr.cursor, tr.goal, c.want)
		}
		if moved := from != tr.cursor; moved && !due.picture || due.stateLater != moved || due.state {
			t.Errorf("after %s from %d to %d this is due: %+v", c.name, from, tr.cursor, due)
		}
	}
}

// What is not recorded yet is waited for; on the way to a place the newest step is
// shown every now and then.
func TestTransportWaitsForTheRecording(t *testing.T) {
	rec := recorded(t, walkQuery("400"), 5)
	tr := newTransport(0, false)
	now := transportStart
	tr.step(rec, 3, algos.Pass)
	tr.step(rec, 1, algos.Pass) // they add up
	if tr.resolve(rec, now); tr.cursor != 0 || tr.goal.n != 4 {
		t.Fatalf("with 5 steps recorded the cursor is at %d, goal %+v", tr.cursor, tr.goal)
	}
	extend(t, rec, 25)
	if tr.resolve(rec, now); tr.cursor != 20 || tr.goal.n != 2 {
		t.Fatalf("with 25 steps recorded the cursor is at %d, goal %+v", tr.cursor, tr.goal)
	}
	tr.pause()
	if tr.goal.kind != nowhere || tr.cursor != 20 {
		t.Fatalf("after a pause the cursor is at %d, goal %+v", tr.cursor, tr.goal)
	}
	tr.seek(300, now)
	for _, c := range []struct {
		after    time.Duration
		recorded int
		want     int
	}{
		{settleTime - 1, 100, 20},
		{settleTime, 100, 100},
		{settleTime + growTime - 1, 150, 100},
		{settleTime + growTime, 200, 200},
		{settleTime + growTime + 1, 310, 300},
	} {
		extend(t, rec, c.recorded)
		due := tr.resolve(rec, now.Add(c.after))
		if tr.cursor != c.want || tr.place != 300 || due.picture && due.state {
			t.Errorf("after %v with %d steps the cursor is at %d, want %d; place %d, due %+v", c.after, c.recorded, tr.cursor, c.want, tr.place, due)
		}
	}
}

func TestTransportPlays(t *testing.T) {
	rec := recorded(t, walkQuery("40"), algos.Last)
	tr := newTransport(0, false)
	now := transportStart
	if due := tr.start(rec, play{rate: 10, size: algos.Micro}, now); !due.state {
		t.Error("a state is not due when playing begins")
	}
	at := func(d time.Duration) int {
		tr.tick(now.Add(d))
		if due := tr.resolve(rec, now.Add(d)); tr.play.on && (due.state || due.stateLater) {
			t.Errorf("after %v a state is due while it plays", d)
		}
		return tr.cursor
	}
	for _, c := range []struct {
		ms, want int
	}{{50, 0}, {100, 1}, {150, 1}, {450, 4}, {1000, 10}} {
		if n := at(time.Duration(c.ms) * time.Millisecond); n != c.want {
			t.Errorf("after %d ms it shows step %d, want %d", c.ms, n, c.want)
		}
	}
	// A change of speed takes effect with the next step at the latest.
	tr.start(rec, play{rate: 100, size: algos.Micro}, now.Add(time.Second))
	if n := at(1010 * time.Millisecond); n != 11 {
		t.Errorf("10 ms after the change it shows step %d, want 11", n)
	}
	if n := at(time.Minute); n != 40 || tr.play.on {
		t.Errorf("at the end it shows step %d, and plays: %v", n, tr.play.on)
	}
	// From the end it starts over.
	if due := tr.start(rec, play{rate: 10, size: algos.Micro}, now.Add(time.Minute)); tr.cursor != 0 || !due.picture {
		t.Errorf("started at the end it shows step %d, due %+v", tr.cursor, due)
	}
	// A step by hand ends playing.
	if due := tr.step(rec, 1, algos.Micro); tr.play.on || !due.state {
		t.Error("it plays on after a step by hand")
	}
}

func TestTransportStopsAndLoops(t *testing.T) {
	rec := recorded(t, walkQuery("40"), algos.Last)
	now := transportStart
	tr := newTransport(0, false)
	tr.start(rec, play{rate: 1, size: algos.Pass, until: "half"}, now)
	for range 4 {
		now = now.Add(time.Second)
		tr.tick(now)
		tr.resolve(rec, now)
	}
	if tr.cursor != 20 || tr.play.on {
		t.Errorf("it stopped at step %d and plays: %v, want 20 and false", tr.cursor, tr.play.on)
	}
	tr.start(rec, play{rate: 1, size: algos.Micro, loop: &[2]int{3, 5}}, now)
	shown := []int{tr.cursor}
	for range 5 {
		now = now.Add(time.Second)
		tr.tick(now)
		tr.resolve(rec, now)
		shown = append(shown, tr.cursor)
	}
	for i, want := range []int{3, 4, 5, 3, 4, 5} {
		if shown[i] != want {
			t.Fatalf("the loop from 3 to 5 shows %v", shown)
		}
	}
}

// The place is kept when the run starts over; a cursor at the end stays there.
func TestTransportRestarts(t *testing.T) {
	long, short := recorded(t, walkQuery("40"), algos.Last), recorded(t, walkQuery("8"), algos.Last)
	now := transportStart
	for _, c := range []struct {
		from, inShort, back int
	}{
		{0, 0, 0},
		{5, 5, 5},
		{30, 8, 30}, // not forgotten, though the short run does not have it
		{40, 8, 40}, // the end
	} {
		tr := newTransport(c.from, false)
		tr.restart(nil, now)
		tr.resolve(long, now)
		tr.restart(long, now)
		tr.resolve(short, now)
		if tr.cursor != c.inShort {
			t.Errorf("from step %d the short run shows %d, want %d", c.from, tr.cursor, c.inShort)
		}
		tr.restart(short, now)
		tr.resolve(long, now)
		if tr.cursor != c.back {
			t.Errorf("from step %d and back the long run shows %d, want %d", c.from, tr.cursor, c.back)
		}
	}
}

// Steps back take back those forwards that are still waited for.
func TestTransportTakesBackWhatItWaitsFor(t *testing.T) {
	rec := recorded(t, walkQuery("40"), 10)
	tr := newTransport(0, false)
	tr.seek(10, transportStart)
	tr.resolve(rec, transportStart)
	for range 3 {
		tr.step(rec, 1, algos.Normal)
	}
	tr.step(rec, -1, algos.Normal)
	tr.step(rec, -2, algos.Normal)
	tr.resolve(rec, transportStart)
	if tr.cursor != 10 || tr.goal.kind != nowhere {
		t.Errorf("three steps forwards and three back lead from step 10 to %d, with the goal %+v", tr.cursor, tr.goal)
	}
	extend(t, rec, algos.Last)
	tr.resolve(rec, transportStart)
	if tr.cursor != 10 {
		t.Errorf("then to step %d", tr.cursor)
	}
}
