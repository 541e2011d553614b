package record_test

import (
	"context"
	"errors"
	"math"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"playground/algos"
	_ "playground/algos/algotest/seeded"
	"playground/algos/param"
	"playground/algos/say"
	"playground/web/record"
	"playground/web/testdemos/randomwalk"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var ctx = context.Background()

func recipe(t testing.TB, d algos.Demo, query string) algos.Recipe {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.ParseRecipe(q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func start(t testing.TB, query string, l record.Limits) *record.Recorder {
	t.Helper()
	d := randomwalk.Demo()
	rec, err := record.New(t.Context(), d, recipe(t, d, query), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rec.Close)
	return rec
}

func finish(t testing.TB, rec *record.Recorder) {
	t.Helper()
	if err := rec.ExtendTo(ctx, algos.Last); err != nil {
		t.Fatal(err)
	}
	if !rec.Complete() {
		t.Fatal("the recording is not complete")
	}
}

// facts are what two equal steps have in common; the metrics may be NaN.
func facts(s algos.Step) any {
	return struct {
		Phase   string
		Next    algos.Next
		Size    algos.Size
		Events  []algos.Event
		Metrics []float64
		Status  algos.Status
		Say     []algos.Line
		Checks  []algos.Check
		Model   []algos.Value
	}{s.Phase.String(), s.Next, s.Size, s.Events, s.Metrics, s.Status, s.Say(), s.Checks(), s.Model().Values}
}

var exactly = cmp.Options{cmpopts.EquateNaNs()}

func TestRecordsTheLightPart(t *testing.T) {
	rec := start(t, "steps=30", record.Limits{})
	if rec.Len() != 1 || rec.Complete() {
		t.Fatalf("a new recording has %d steps, complete %v; want step 0 alone", rec.Len(), rec.Complete())
	}
	finish(t, rec)
	if rec.Len() != 31 {
		t.Fatalf("%d steps, want 31", rec.Len())
	}
	if got := rec.Status(); got.State != algos.Converged || got.Reason != "walked far enough" {
		t.Errorf("status %+v", got)
	}
	if diff := cmp.Diff([]string{"x", "max", "log"}, rec.Metrics()); diff != "" {
		t.Error(diff)
	}
	if rec.Series("nothing") != nil {
		t.Error("a series of an unknown metric")
	}
	for _, name := range rec.Metrics() {
		series := rec.Series(name)
		if len(series) != rec.Len() {
			t.Fatalf("series %s has %d values", name, len(series))
		}
		for n, got := range series {
			s, err := rec.Step(ctx, n)
			if err != nil {
				t.Fatal(err)
			}
			if want := s.Metric(name); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s at step %d: %v, want %v", name, n, got, want)
			}
		}
	}
	half := 0
	for i, e := range rec.Events() {
		if i > 0 && e.Step < rec.Events()[i-1].Step {
			t.Error("events are out of order")
		}
		if e.Kind == "half" {
			half = e.Step
		}
	}
	if half != 15 {
		t.Errorf("half the steps were done at step %d, want 15", half)
	}
}

func TestAnOldSeriesDoesNotChange(t *testing.T) {
	rec := start(t, "steps=300", record.Limits{})
	old := rec.Series("x")
	finish(t, rec)
	if len(old) != 1 || old[0] != rec.Series("x")[0] {
		t.Error("recording changed a series that was handed out")
	}
}

func TestNavigation(t *testing.T) {
	rec := start(t, "steps=35", record.Limits{})
	if _, ok := rec.Forward(0, algos.Micro); ok {
		t.Error("a step that is not recorded was found")
	}
	finish(t, rec)
	for _, c := range []struct {
		from          int
		size          algos.Size
		forward, back int
	}{
		{0, algos.Micro, 1, 0},
		{0, algos.Normal, 2, 0},
		{0, algos.Pass, 10, 0},
		{7, algos.Micro, 8, 6},
		{7, algos.Normal, 8, 6},
		{10, algos.Pass, 20, 0},
		{11, algos.Pass, 20, 10},
		{31, algos.Pass, 35, 30}, // the end stops every size
		{35, algos.Micro, 35, 34},
		{35, algos.Pass, 35, 30},
	} {
		if got, ok := rec.Forward(c.from, c.size); !ok || got != c.forward {
			t.Errorf("forward from %d by %v: %d %v, want %d", c.from, c.size, got, ok, c.forward)
		}
		if got := rec.Back(c.from, c.size); got != c.back {
			t.Errorf("back from %d by %v: %d, want %d", c.from, c.size, got, c.back)
		}
	}
	for _, c := range []struct {
		at   int
		size algos.Size
		want int
	}{
		{0, algos.Pass, 0},
		{7, algos.Micro, 7},
		{1, algos.Normal, 1}, // in the middle of the first
		{2, algos.Normal, 1},
		{7, algos.Normal, 4},
		{8, algos.Normal, 4},
		{10, algos.Pass, 1},
		{11, algos.Pass, 2},
		{35, algos.Pass, 4}, // the end stops every size
	} {
		if got := rec.Count(c.at, c.size); got != c.want {
			t.Errorf("step %d is in step %d of the size %v, want %d", c.at, got, c.size, c.want)
		}
	}
	// As many steps back as forwards lead to where one was, and the count follows.
	for _, size := range []algos.Size{algos.Micro, algos.Normal, algos.Pass} {
		at := []int{0}
		for at[len(at)-1] < rec.Len()-1 {
			next, _ := rec.Forward(at[len(at)-1], size)
			if at = append(at, next); rec.Count(next, size) != len(at)-1 {
				t.Errorf("after %d steps of the size %v the count is %d", len(at)-1, size, rec.Count(next, size))
			}
		}
		for i := len(at) - 1; i > 0; i-- {
			if got := rec.Back(at[i], size); got != at[i-1] {
				t.Errorf("back from %d by %v: %d, want %d", at[i], size, got, at[i-1])
			}
		}
	}
	if n, ok := rec.NextEvent(0, "half"); !ok || n != 17 {
		t.Errorf("next half: %d %v", n, ok)
	}
	if n, ok := rec.PrevEvent(35, "half"); !ok || n != 17 {
		t.Errorf("previous half: %d %v", n, ok)
	}
	if _, ok := rec.NextEvent(17, "half"); ok {
		t.Error("an event after itself")
	}
	if _, ok := rec.PrevEvent(17, "half"); ok {
		t.Error("an event before itself")
	}
	if _, ok := rec.NextEvent(0, "nothing"); ok {
		t.Error("an unknown event was found")
	}
	if a, ok := rec.NextEvent(0, ""); ok {
		if b, _ := rec.PrevEvent(a+1, ""); b != a {
			t.Errorf("next event %d, and back %d", a, b)
		}
	}
}

func TestCapOfSteps(t *testing.T) {
	rec := start(t, "endless=true", record.Limits{Steps: 25})
	finish(t, rec)
	want := algos.Status{State: algos.Exhausted, Reason: say.Vars{"n": 25}.Text("recorded the first <n> steps")}
	if rec.Len() != 26 || rec.Status() != want {
		t.Errorf("%d steps, status %+v", rec.Len(), rec.Status())
	}
}

// TestReplayEqualsKept goes through a run in every order with budgets from
// nothing to everything.
func TestReplayEqualsKept(t *testing.T) {
	all := start(t, "steps=200&bytes=100", record.Limits{})
	finish(t, all)
	rapid.Check(t, func(rt *rapid.T) {
		d := randomwalk.Demo()
		limits := record.Limits{Bytes: rapid.IntRange(1, 40_000).Draw(rt, "bytes")}
		rec, err := record.New(t.Context(), d, recipe(t, d, "steps=200&bytes=100"), limits)
		if err != nil {
			rt.Fatal(err)
		}
		defer rec.Close()
		for range rapid.IntRange(1, 12).Draw(rt, "visits") {
			n := rapid.IntRange(0, 200).Draw(rt, "step")
			if err := rec.ExtendTo(ctx, n); err != nil {
				rt.Fatal(err)
			}
			got, err := rec.Step(ctx, n)
			if err != nil {
				rt.Fatal(err)
			}
			want, err := all.Step(ctx, n)
			if err != nil {
				rt.Fatal(err)
			}
			if diff := cmp.Diff(facts(want), facts(got), exactly); diff != "" {
				rt.Fatalf("step %d: %s", n, diff)
			}
			if limits.Bytes >= 4000 && rec.Bytes() > limits.Bytes {
				rt.Fatalf("%d bytes are kept, more than %d", rec.Bytes(), limits.Bytes)
			}
		}
	})
}

// TestGoingBackReplaysSeldom walks back through a run whose steps are not kept,
// and counts how often the replay starts over.
func TestGoingBackReplaysSeldom(t *testing.T) {
	all := start(t, "steps=400&bytes=100", record.Limits{})
	finish(t, all)
	rec := start(t, "steps=400&bytes=100", record.Limits{Bytes: all.Bytes() / all.Len() * 4 * 50})
	finish(t, rec)
	replayed := 0
	for n := rec.Len() - 1; n >= 0; n-- {
		if rec.Kept(n) {
			continue
		}
		replayed++
		if _, err := rec.Step(ctx, n); err != nil {
			t.Fatal(err)
		}
	}
	// 100 first and 50 last steps are kept, and each replay fetches 50 more.
	if replayed != 6 { // ⌈(401 − 150) / 50⌉
		t.Errorf("the walk back replayed the run %d times, want 6", replayed)
	}
}

func TestPrepareWorksInSlices(t *testing.T) {
	rec := start(t, "steps=400&bytes=100", record.Limits{Bytes: 1})
	finish(t, rec)
	slices := 0
	for !rec.Kept(200) {
		steps := 0
		if err := rec.Prepare(ctx, 200, func() bool { steps++; return steps < 10 }); err != nil {
			t.Fatal(err)
		}
		if steps > 10 {
			t.Fatalf("a slice of %d steps", steps)
		}
		slices++
	}
	if slices != 21 {
		t.Errorf("%d slices of 10 steps to step 200, want 21", slices)
	}
}

func TestErrors(t *testing.T) {
	rec := start(t, "", record.Limits{})
	if _, err := rec.Step(ctx, 1); !errors.Is(err, record.ErrRange) {
		t.Errorf("a step that is not recorded: %v", err)
	}
	if _, err := rec.Step(ctx, -1); !errors.Is(err, record.ErrRange) {
		t.Errorf("step −1: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if err := rec.ExtendTo(stopped, algos.Last); !errors.Is(err, context.Canceled) || rec.Len() != 1 {
		t.Errorf("a cancelled recording went on to %d steps: %v", rec.Len(), err)
	}
	d := randomwalk.Demo()
	r := recipe(t, d, "")
	r.Params = param.Values{"steps": "many"}
	var bad *param.Error
	if _, err := record.New(t.Context(), d, r, record.Limits{}); !errors.As(err, &bad) || bad.Field != "steps" {
		t.Errorf("a bad recipe: %v", err)
	}
	defer func() {
		if p := recover(); p == nil || !strings.Contains(p.(string), "fell off") {
			t.Errorf("a broken demo did not panic where it was pulled: %v", p)
		}
	}()
	broken := start(t, "panic=5", record.Limits{})
	_ = broken.ExtendTo(ctx, algos.Last)
}

func BenchmarkRecord10000(b *testing.B) {
	d := randomwalk.Demo()
	r := recipe(b, d, "steps=10000")
	b.ReportAllocs()
	for b.Loop() {
		rec, err := record.New(b.Context(), d, r, record.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		if err := rec.ExtendTo(ctx, algos.Last); err != nil {
			b.Fatal(err)
		}
		rec.Close()
	}
}

// A run is interrupted in the middle of a step, from another goroutine.
func TestInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rec := start(t, "nap=1000000", record.Limits{})
		closed := false
		rec.OnClose(func() { closed = true })
		time.AfterFunc(2300*time.Millisecond, rec.Interrupt)
		began := time.Now()
		if err := rec.ExtendTo(ctx, algos.Last); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		if took := time.Since(began); took != 2300*time.Millisecond || rec.Len() != 3 || !rec.Interrupted() {
			t.Errorf("after %v it has %d steps, interrupted %v", took, rec.Len(), rec.Interrupted())
		}
		rec.Close()
		if !closed {
			t.Error("Close has not said so")
		}
	})
}
