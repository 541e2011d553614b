package svmmulticlass

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// Points that a program may choke on: an answer, or a sentence that says why
// there is none, for every method.
func TestDegenerate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cloud := func(scale, at float64) dataset.Source {
		var all [][3]float64
		for i := range 15 {
			all = append(all, [3]float64{at + scale*r.NormFloat64(), at + scale*r.NormFloat64(), float64(i % 3)})
		}
		return dataset.Classed(all...)
	}
	gap := dataset.Classed([3]float64{0, 0, 2}, [3]float64{1, 0, 5}, [3]float64{0, 1, 7})
	for _, c := range []struct {
		name  string
		data  dataset.Source
		more  []string
		state algos.State // "" for any that is final
		words string
	}{
		{"no points", dataset.Classed(), nil, algos.Refused, "no points"},
		{"one point", dataset.Classed([3]float64{1, 2, 0}), nil, algos.Refused, "one class"},
		{"one class", dataset.Classed([3]float64{1, 2, 3}, [3]float64{0, 2, 3}), nil, algos.Refused, "one class"},
		{"missing classes", gap, nil, algos.Converged, ""},
		{"one place", dataset.Classed([3]float64{1, 2, 0}, [3]float64{1, 2, 1}, [3]float64{1, 2, 2}), nil, algos.Converged, ""},
		{"at the origin", dataset.Classed([3]float64{0, 0, 0}, [3]float64{0, 0, 1}, [3]float64{0, 0, 2}), []string{"bias", "false", "cost", "squared"}, algos.Converged, ""},
		{"on a line", dataset.Classed([3]float64{0, 0, 0}, [3]float64{1, 1, 1}, [3]float64{2, 2, 0}, [3]float64{3, 3, 2}), nil, algos.Converged, ""},
		{"tiny", cloud(1e-150, 0), nil, algos.Converged, ""},
		{"tiny, no constant", cloud(1e-150, 0), []string{"bias", "false"}, algos.Converged, ""},
		{"huge", cloud(1e9/8, 0), nil, "", ""},
		{"huge, dear", cloud(1e9/8, 0), []string{"C", "1e9"}, "", ""},
		{"far away", cloud(1, 1e6), nil, "", ""},
		{"cheap", cloud(1, 0), []string{"C", "1e-6"}, algos.Converged, ""},
		{"dear", cloud(1, 0), []string{"C", "1e9"}, "", ""},
		{"no descent", cloud(1, 0), []string{"max_epochs", "0"}, algos.Converged, ""},
		{"nothing at all", cloud(1, 0), []string{"max_epochs", "0", "dual_polish", "false"}, "", ""},
	} {
		for _, way := range [][2]string{{crammerSinger, hinge}, {crammerSinger, logLoss}, {oneVsOne, hinge}, {oneVsRest, hinge}} {
			t.Run(c.name+" "+way[0]+" "+way[1], func(t *testing.T) {
				last := algotest.Last(t, Demo, c.data, vals(append(slices.Clone(c.more), "method", way[0], "loss", way[1], "both", "true")...))
				algotest.Promises(t, last)
				if c.state != "" && last.Status.State != c.state || !last.Status.Final() || !strings.Contains(last.Status.Reason.String(), c.words) {
					t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
				}
				if last.Say() == nil || last.Metrics == nil {
					t.Error("nothing to say")
				}
				last.Panels()
			})
		}
	}
	// Labels are those of the file.
	for _, method := range []string{crammerSinger, oneVsOne, oneVsRest} {
		model := algotest.Last(t, Demo, gap, vals("method", method, "C", "100")).Model()
		set, _ := gap.Load()
		for _, p := range set.Points {
			if got := model.Predict(p.X)[0].Value.(int); got != p.Class() {
				t.Errorf("%s: label %d, want %d", method, got, p.Class())
			}
		}
	}
}
