package session_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"playground/algos"
	"playground/web/testdemos/line"
	"playground/web/testdemos/randomwalk"
)

// withGoals opens a demo with two goals: one that counts its steps, and one that looks at
// what the edit before has turned.
func withGoals(t *testing.T, d algos.Demo, test func(t *testing.T, c *client)) {
	t.Helper()
	d.Goals = []algos.Goal{
		{ID: "steps", Asks: 50, Reached: func(a algos.Attempt) (algos.Score, bool) {
			return algos.Counted(a.Steps, "<n step>"), a.Complete && a.Events["half"] == 1
		}},
		{ID: "turned", Asks: 1, OwnPoints: true, Compares: true, Reached: func(a algos.Attempt) (algos.Score, bool) {
			n := a.Turned()
			if n < 0 {
				return algos.Score{}, false
			}
			return algos.Counted(n, "<n point> turned"), true
		}},
	}
	cfg := config()
	cfg.Demo = func(string) (algos.Demo, bool) { return d, true }
	synctest.Test(t, func(t *testing.T) {
		c := connect(t, cfg)
		c.say(`{"type":"open","demo":%q,"query":""}`, d.ID)
		test(t, c)
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	})
}

// judged are the goals messages, as they were sent.
func judged(all []message) string {
	var out []string
	for _, m := range of(all, "goals") {
		_, list, _ := strings.Cut(m.raw, `"goals":[`)
		out = append(out, strings.TrimSuffix(list, "]}"))
	}
	return strings.Join(out, "\n")
}

// A preset as it is reaches nothing. A run of the reader's own is looked at once, after
// its picture.
func TestGoalsOfOnesOwnRuns(t *testing.T) {
	withGoals(t, randomwalk.Demo(), func(t *testing.T, c *client) {
		if got := judged(c.after(time.Second)); got != "" {
			t.Errorf("a preset is told %s", got)
		}
		c.say(`{"type":"seed","seed":8}`)
		if got := judged(c.after(time.Second)); got != "" {
			t.Errorf("another seed is told %s", got)
		}
		c.say(`{"type":"set","name":"steps","value":"60"}`)
		all := c.after(time.Second)
		if got, want := judged(all), `{"id":"steps","number":60,"text":"60 steps","reached":true}`; got != want {
			t.Errorf("it says %s, want %s", got, want)
		}
		if last := all[len(all)-1].Type; last != "goals" {
			t.Errorf("the last message is %s", last)
		}
		c.say(`{"type":"step","by":1,"size":"step"}`)
		if got := judged(c.after(time.Second)); got != "" {
			t.Errorf("the same run is told again %s", got)
		}
		c.say(`{"type":"set","name":"steps","value":"45"}`)
		if got, want := judged(c.after(time.Second)), `{"id":"steps","number":45,"text":"45 steps","reached":false}`; got != want {
			t.Errorf("it says %s, want %s", got, want)
		}
		c.say(`{"type":"set","name":"endless","value":"true"}`)
		if got, want := judged(c.after(time.Minute)), `{"id":"steps","number":6000,"text":"6000 steps","reached":false}`; got != want {
			t.Errorf("a run without an end of its own is told %s, want %s", got, want)
		}
	})
}

// While a hand moves nothing is said, and once it rests the run is compared with the one
// from before the gesture.
func TestGoalsWaitForTheHand(t *testing.T) {
	d := line.Demo()
	withGoals(t, d, func(t *testing.T, c *client) {
		c.settle()
		c.say(`{"type":"points","op":"add","points":[[0,0,1]]}`)
		if got := judged(c.after(time.Second)); !strings.Contains(got, `turned"`) {
			t.Errorf("an added point is told %s", got)
		}
		for x := range 3 {
			c.say(`{"type":"points","op":"move","index":20,"x":%g,"y":-30,"live":true}`, float64(20+x))
			if got := judged(c.after(50 * time.Millisecond)); got != "" {
				t.Errorf("a moving hand is told %s", got)
			}
		}
		rests := judged(c.after(time.Second))
		if !strings.Contains(rests, `turned"`) {
			t.Errorf("a hand that rests is told %s", rests)
		}
		// It was compared with the run from before the gesture, in which the added point is in its place.
		_, before, _ := strings.Cut(rests, `"before":"`)
		before, _, _ = strings.Cut(before, `"`)
		r, err := d.Link(strings.ReplaceAll(before, `\u0026`, "&"))
		if err != nil {
			t.Fatal(err)
		}
		if p, err := r.Problem(); err != nil || len(p.Points) != 21 || p.Points[20].X != [2]float64{0, 0} || strings.Contains(before, "step=") {
			t.Errorf("it was compared with %s, %v", before, err)
		}
		c.say(`{"type":"points","op":"move","index":20,"x":22,"y":-30}`)
		if got := judged(c.after(time.Second)); got != rests {
			t.Errorf("a hand that lets go is told %s, and was told %s when it rested", got, rests)
		}
		c.say(`{"type":"set","name":"passes","value":"7"}`)
		if got := judged(c.after(time.Second)); strings.Contains(got, "turned") {
			t.Errorf("other parameters are compared: %s", got)
		}
		c.say(`{"type":"points","op":"load","data":"blobs~9~0.5~3"}`)
		if got := judged(c.after(time.Second)); got == "" || strings.Contains(got, "turned") {
			t.Errorf("other data are compared: %s", got)
		}
	})
}

// Data of a file are told as such until something is done to the run: a goal that they
// happen to come to is nothing that the reader has done.
func TestGoalsOfLoadedData(t *testing.T) {
	withGoals(t, line.Demo(), func(t *testing.T, c *client) {
		c.settle()
		file := `{"type":"points","op":"load","csv":"x1,x2,y\n1,2,1\n2,5,-1\n3,7,1\n"}`
		undo, add, seed := `{"type":"undo"}`, `{"type":"points","op":"add","points":[[0,0,1]]}`, `{"type":"seed","seed":8}`
		for i, does := range []struct {
			say    string
			loaded bool
		}{{file, true}, {add, false}, {file, true}, {seed, false}, {undo, false}, {`{"type":"points","op":"load","data":"blobs~9~0.5~3"}`, false}} {
			c.say("%s", does.say)
			all := of(c.after(time.Minute), "goals")
			if len(all) == 0 || strings.Contains(all[len(all)-1].raw, `"loaded":true`) != does.loaded {
				t.Errorf("edit %d, %s, is told %v, and loaded should be %t", i, does.say, all, does.loaded)
			}
		}
	})
}

// A demo without goals says nothing of any.
func TestNoGoals(t *testing.T) {
	bubble(t, config(), `{"type":"open","demo":"walk","query":"steps=60"}`, func(t *testing.T, c *client, got []message) {
		if said := judged(append(got, c.after(time.Second)...)); said != "" {
			t.Errorf("it says %s", said)
		}
	})
}
