package catalogtest

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"playground/algos/dataset"
)

// A state says which widths the data suggest and that the width is far from them; one of them is set as any
// number is, and a point that moves changes what is suggested, not what is set.
func TestSuggestedWidths(t *testing.T) {
	t.Parallel()
	set := dataset.Set{Dim: 2, Target: dataset.Classes}
	for i := range 12 {
		set.Points = append(set.Points, dataset.Point{X: [2]float64{150 + 3*float64(i), 50 + float64(i*7%40)}, Y: float64(i % 2)})
	}
	c := converse(t)
	c.say(`{"type":"open","demo":"svm","query":"step=end&data=%s"}`, url.QueryEscape(dataset.Explicit(set).String()))
	state := func(what, gamma string) heard {
		t.Helper()
		return c.wait(what, func(m heard) bool {
			return m.Type == "state" && (gamma == "" || m.State.Params["gamma"] == gamma) && m.State.Advice["gamma"].Values["scale"] != ""
		})
	}
	first := state("the first state", "1.2").State.Advice["gamma"]
	if !strings.HasPrefix(first.Far, "γ = 1.2 is ") || first.Slider[1] > 0.1 || len(first.Values) != 2 {
		t.Errorf("of γ = 1.2 it is said: %+v", first)
	}
	scale := first.Values["scale"]
	if x, err := strconv.ParseFloat(scale, 64); err != nil || x < 1e-5 || x > 1e-3 {
		t.Errorf("scale is %s", scale)
	}
	c.say(`{"type":"set","name":"gamma","value":%q}`, scale)
	st := state("the scale", scale).State
	q, err := url.ParseQuery(st.Query)
	if a := st.Advice["gamma"]; err != nil || q.Get("gamma") != scale || a.Far != "" || st.CanUndo == "" {
		t.Errorf("the link has γ = %s (%v), it is said %q, undo offers %q", q.Get("gamma"), err, a.Far, st.CanUndo)
	}
	c.say(`{"type":"points","op":"move","index":0,"x":100,"y":50}`)
	if moved := state("the point that moved", scale).State.Advice["gamma"].Values["scale"]; moved == scale {
		t.Errorf("with another point scale is still %s", moved)
	}
	c.say(`{"type":"undo"}`)
	state("the point back", scale)
	c.say(`{"type":"undo"}`)
	if a := state("the width before", "1.2").State.Advice["gamma"]; a.Far != first.Far || a.Values["scale"] != scale {
		t.Errorf("after two undos %+v, at first %+v", a, first)
	}
	// A word is read as its number, too.
	c.say(`{"type":"set","name":"gamma","value":"median"}`)
	state("the median", first.Values["median"])
	// Where the kernel has no use for the median of distances, there is none.
	c.say(`{"type":"set","params":{"kernel":"poly"}}`)
	c.wait("the other kernel", func(m heard) bool {
		return m.Type == "state" && m.State.Params["kernel"] == "poly" && len(m.State.Advice["gamma"].Values) == 1
	})
}
