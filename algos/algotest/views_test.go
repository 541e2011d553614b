package algotest

import (
	"context"
	"iter"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/param"
)

type lookedAt struct {
	eye   [2]float64
	fault string
}

func (v lookedAt) Say() []algos.Line {
	if v.fault == "says it" && v.eye[0] < 0 {
		return []algos.Line{{Text: "from the left"}}
	}
	return nil
}

func (v lookedAt) Checks() []algos.Check { return nil }
func (v lookedAt) Model() algos.Model    { return algos.Model{} }

func (v lookedAt) Panels() []mark.Panel {
	s := panel.Space{ID: "board", Param: "eye", View: v.eye, Things: []panel.Thing{panel.Thread{At: []panel.XYZ{{}, {X: 1, Y: 1, Z: 1}}}}}
	if v.fault == "stays" {
		s.View = [2]float64{}
	}
	p := s.Panel()
	if v.fault == "stays" {
		p.Looked = nil
	}
	return []mark.Panel{p}
}

// A parameter that leaves the run alone is seen to, and to turn something.
func TestViews(t *testing.T) {
	for fault, want := range map[string]string{"": "", "says it": "leaves the run alone", "stays": "turns no picture"} {
		d := algos.Define(algos.Demo{
			ID: "d", Input: input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}},
			Presets: []algos.Preset{{ID: "p", Data: dataset.Labelled([3]float64{0, 0, 1})}},
		}, func(o *[2]float64, s *param.Set) {
			s.Point(o, "eye", [2]float64{30, 20}, 180).View()
		}, func(_ context.Context, _ algos.Problem, o [2]float64) (iter.Seq[algos.Step], error) {
			return func(yield func(algos.Step) bool) {
				yield(algos.Step{Status: algos.Status{State: algos.Converged, Reason: "done"}, View: lookedAt{o, fault}})
			}, nil
		})
		r := &report{}
		views(t.Context(), d, r)
		if got := strings.Join(r.faults, "\n"); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", fault, got, want)
		}
	}
}
