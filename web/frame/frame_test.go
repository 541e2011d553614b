package frame_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
	"playground/viz"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/testdemos/handles"
	"playground/web/testdemos/line"
	"playground/web/testdemos/randomwalk"
	"playground/web/testdemos/table"
	"playground/web/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var ctx = context.Background()

// plain writes everything that it is given, so that two frames read the same
// only if their texts are the same.
type plain struct{}

func (plain) Book(algos.Demo) say.Book { return nil }

func (plain) Say(lines []algos.Line, _ say.Book) (html, speech string) {
	return fmt.Sprintf("%+v", lines), "speech"
}
func (plain) Checks(checks []algos.Check, _ say.Book) string { return fmt.Sprintf("%+v", checks) }
func (plain) Legend(items []viz.LegendItem) string {
	var s string
	for _, i := range items {
		s += i.Text + ";"
	}
	return s
}

func start(t testing.TB, d algos.Demo, r algos.Recipe, l record.Limits) *record.Recorder {
	t.Helper()
	rec, err := record.New(t.Context(), d, r, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rec.Close)
	if err := rec.ExtendTo(ctx, algos.Last); err != nil {
		t.Fatal(err)
	}
	return rec
}

func build(t testing.TB, d algos.Demo, rec *record.Recorder, n int, v wire.View) *wire.Frame {
	t.Helper()
	f, err := frame.Build(ctx, d, rec, n, v, plain{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// demos are on points, handles and a table.
var demos = []algos.Demo{randomwalk.Demo(), line.Demo(), handles.Demo(), table.Demo()}

func walked(t testing.TB, params param.Values, l record.Limits) (algos.Demo, *record.Recorder) {
	t.Helper()
	d := randomwalk.Demo()
	r, err := d.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	r.Params = params
	return d, start(t, d, r, l)
}

func TestBuild(t *testing.T) {
	d, rec := walked(t, nil, record.Limits{})
	f := build(t, d, rec, 20, frame.DefaultView)
	if f.Step != 20 || f.Total != 41 || f.Phase != "step 20" || f.Next != (wire.Next{Small: "go on", Step: "go on twice", Pass: "go on ten times"}) ||
		f.Status != (wire.Status{State: "running"}) || f.Speech != "speech" {
		t.Errorf("%+v", f)
	}
	events := f.Events
	if i := slices.IndexFunc(events, func(e wire.Event) bool { return e.Kind == "half" }); i < 0 || events[i].Step != 20 {
		t.Errorf("events %+v", events)
	}
	var ids []string
	for _, p := range f.Panels {
		ids = append(ids, p.ID)
		if got := slices.Sorted(maps.Keys(p.Layers)); !slices.Equal(got, []string{"axes", "data", "over", "under"}) {
			t.Errorf("panel %s has the layers %v", p.ID, got)
		}
		if p.Legend == nil || p.Title == "" || !(p.Area[2] > p.Area[0] && p.Area[3] > p.Area[1]) || !(p.Window[1] > p.Window[0]) {
			t.Errorf("panel %+v", p)
		}
	}
	if want := []string{frame.Board, "bars", "chart-x"}; !slices.Equal(ids, want) {
		t.Errorf("panels %v, want %v", ids, want)
	}
	last := build(t, d, rec, 40, frame.DefaultView)
	if last.Status != (wire.Status{State: "converged", Reason: "walked far enough"}) {
		t.Errorf("at the end: %+v", last.Status)
	}
}

// There are no charts if a demo refuses the points.
func TestRefusedPointsHaveNoCharts(t *testing.T) {
	d := randomwalk.Demo()
	r, err := d.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	r.Data = dataset.Explicit(dataset.Set{Dim: 2, Target: dataset.Classes})
	f := build(t, d, start(t, d, r, record.Limits{}), 0, frame.DefaultView)
	if f.Status.State != string(algos.Refused) || len(f.Panels) != 1 || f.Panels[0].ID != frame.Board {
		t.Errorf("%s with %d panels, want the board alone", f.Status.State, len(f.Panels))
	}
}

func TestNumbersThatAreNotFiniteAreNull(t *testing.T) {
	d, rec := walked(t, nil, record.Limits{})
	f := build(t, d, rec, 0, frame.DefaultView)
	if m := f.Metrics[2]; m.Name != "log" || m.Value != nil { // of −1
		t.Errorf("%+v", m)
	}
	holds, open := f.Checks[0], f.Checks[1]
	if holds.Holds == nil || !*holds.Holds || *holds.Left != *f.Metrics[0].Value || holds.Rel != "<=" {
		t.Errorf("%+v", holds)
	}
	if open.Holds != nil || open.Left != nil || open.Right != nil || open.Verdict != "not-applicable" || open.Why == "" {
		t.Errorf("%+v", open)
	}
	if _, err := wire.Encode(f); err != nil {
		t.Error(err)
	}
}

func TestCappedRecordingSaysSo(t *testing.T) {
	d, rec := walked(t, param.Values{"endless": "true"}, record.Limits{Steps: 12})
	if f := build(t, d, rec, 11, frame.DefaultView); f.Status.State != "running" {
		t.Errorf("before the cap: %+v", f.Status)
	}
	if f := build(t, d, rec, 12, frame.DefaultView); f.Status != (wire.Status{State: "exhausted", Reason: "recorded the first 12 steps"}) {
		t.Errorf("at the cap: %+v", f.Status)
	}
}

func TestOptions(t *testing.T) {
	v := wire.View{Board: [2]float64{500, 400}, Side: [2]float64{300, 150}, Projector: true}
	for _, c := range []struct {
		i      int
		height float64
		want   viz.Size
	}{
		{0, 0, viz.Size{W: 500, H: 400}},
		{0, 2, viz.Size{W: 500, H: 400}}, // the board is as large as the page has room
		{1, 0, viz.Size{W: 300, H: 150}},
		{1, 0.4, viz.Size{W: 300, H: 120}},
		{2, 1e9, viz.Size{W: 300, H: 900}},
		{2, 1e-9, viz.Size{W: 300, H: wire.MinSide}},
	} {
		if o := frame.Options(mark.Panel{Height: c.height}, c.i, v); o.Size != c.want || !o.Projector {
			t.Errorf("panel %d of height %v: %+v, want %v", c.i, c.height, o, c.want)
		}
	}
	d, rec := walked(t, nil, record.Limits{})
	v.BoardOnly = true
	if f := build(t, d, rec, 3, v); len(f.Panels) != 1 || f.Panels[0].ID != frame.Board {
		t.Errorf("%d panels, want the board alone", len(f.Panels))
	}
}

func TestCancelled(t *testing.T) {
	d, rec := walked(t, nil, record.Limits{})
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := frame.Build(gone, d, rec, 3, frame.DefaultView, plain{}); err == nil {
		t.Error("drawing went on after it was cancelled")
	}
}
