package frame_test

import (
	"strings"
	"testing"

	"playground/algos/mark"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/testdemos/handles"
	"playground/web/testdemos/layers"
)

// A frame says on which side views points are edited, and what can be dragged where.
func TestFrameSaysWhatHandsMayDo(t *testing.T) {
	d := handles.Demo()
	r, err := d.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	f := build(t, d, start(t, d, r, record.Limits{}), 1, frame.DefaultView)
	handles := map[string]string{
		"board": "plane", "cut": "horizontal", "level": "vertical", "angle": "around", "aim": "vector", "mirror": "", "turn": "orbit", "line": "lift",
	}
	if len(f.Panels) != len(handles) {
		t.Fatalf("%d panels", len(f.Panels))
	}
	for _, p := range f.Panels {
		// That the board edits points is known.
		if want := map[bool]string{true: mark.EditsData}[p.ID == "mirror"]; p.Edits != want {
			t.Errorf("%s edits %q, want %q", p.ID, p.Edits, want)
		}
		along := handles[p.ID]
		n := min(len(along), 1)
		if along == "lift" {
			n = 2 // ends of a line
		}
		if over := p.Layers["over"]; strings.Count(over, "data-drag=") != n || strings.Count(over, "data-along='"+along+"'") != n {
			t.Errorf("%s shows %s", p.ID, over)
		}
	}
}

// A frame says which layer of cells a panel edits; of the first one nothing.
func TestFrameSaysWhichLayerIsPainted(t *testing.T) {
	d := layers.Demo()
	r, err := d.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	f := build(t, d, start(t, d, r, record.Limits{}), 1, frame.DefaultView)
	want := map[string][2]string{"board": {"cells", ""}, "labels": {"cells", "labels"}, "now": {"", ""}, "chart-energy": {"", ""}}
	for _, p := range f.Panels {
		if got := [2]string{p.Edits, p.Grid}; got != want[p.ID] {
			t.Errorf("%s edits %q, want %q", p.ID, got, want[p.ID])
		}
	}
	if len(f.Panels) != len(want) {
		t.Errorf("%d panels", len(f.Panels))
	}
}

// The run before an edit is drawn on every panel that edits points.
func TestGhostOnEveryPanelWithPoints(t *testing.T) {
	d := handles.Demo()
	r, err := d.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	now := start(t, d, r, record.Limits{})
	r.Params = map[string]string{"at": "1,1"}
	before := start(t, d, r, record.Limits{})
	f, err := frame.BuildLive(ctx, d, now, before, 1, "", frame.DefaultView, plain{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range f.Panels {
		if got, want := strings.Contains(*p.Legend, "the run before"), p.ID == "board" || p.ID == "mirror"; got != want {
			t.Errorf("%s: the run before is drawn: %v", p.ID, got)
		}
	}
}
