package decisiontree

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// The tree beside is the one of the points with that one otherwise, and what is said of both is what counting finds: rows by sending
// them down, the share of the board by a fine grid.
func TestOtherTree(t *testing.T) {
	set := algotest.Load(t, unstable)
	change := func(edit func(s *dataset.Set)) dataset.Source {
		s := set.Clone()
		edit(&s)
		return dataset.Explicit(s)
	}
	for _, c := range []struct {
		what  []string
		other dataset.Source
		row   int
	}{
		{[]string{"what_if", moved, "perturb_index", "3", "place", "-1.17,0.43"}, change(func(s *dataset.Set) { s.Points[2].X = [2]float64{-1.17, 0.43} }), 2},
		{[]string{"what_if", relabelled, "perturb_index", "29"}, change(func(s *dataset.Set) { s.Points[28].Y = 1 - s.Points[28].Y }), 28},
		{[]string{"what_if", gone, "perturb_index", "12"}, change(func(s *dataset.Set) { s.Points = append(s.Points[:11:11], s.Points[12:]...) }), 11},
	} {
		for _, prune := range [][]string{nil, {"prune", byAlpha, "ccp_alpha", "1.5"}} {
			v := algotest.Last(t, Demo, unstable, algotest.Values(append(append([]string{"max_depth", "3"}, prune...), c.what...)...)).View.(view)
			w := algotest.Last(t, Demo, c.other, algotest.Values(append([]string{"max_depth", "3"}, prune...)...)).View.(view)
			says := func(v view, x [2]float64) int {
				return v.nodes[v.leaf(func(j int) float64 { return x[j] }, v.splits, v.folds)].label
			}
			got, rows, apart := v.contrast(), 0, 0
			for i, p := range set.Points {
				if i != c.row && says(v, p.X) != says(w, p.X) {
					rows++
				}
			}
			const side = 400
			b := v.Window
			for k := range side * side {
				x := [2]float64{b.X0 + (float64(k%side)+0.5)/side*(b.X1-b.X0), b.Y0 + (float64(k/side)+0.5)/side*(b.Y1-b.Y0)}
				if says(v, x) != says(w, x) {
					apart++
				}
			}
			if got.rows != rows {
				t.Errorf("%v %v: %d rows, want %d", c.what, prune, got.rows, rows)
			}
			// a cell on a border may be counted whole: each of at most 12 borders crosses 400 of 160 000
			if want := float64(apart) / side / side; math.Abs(got.share-want) > 12*400./side/side {
				t.Errorf("%v %v: share %g, want %g", c.what, prune, got.share, want)
			}
		}
	}
	v := algotest.Last(t, Demo, unstable, algotest.Values("max_depth", "3", "what_if", relabelled, "perturb_index", "29")).View.(view)
	if c := v.contrast(); c.rows != 10 { // what the goal counts when a reader does it
		t.Errorf("%d rows", c.rows)
	}
}

// A point that stays where it is changes nothing, and there is always an answer: rows beyond the last, one point, one class.
func TestSameTree(t *testing.T) {
	set := algotest.Load(t, unstable)
	x := set.Points[4].X
	at := dataset.Explicit(set)
	for _, s := range algotest.Steps(t, Demo, at, algotest.Values("what_if", moved, "perturb_index", "5", "place", param.Format(x[0])+","+param.Format(x[1]))) {
		v := s.View.(view)
		if c := v.contrast(); c.share != 0 || c.rows != 0 || c.kept != c.asked || c.asked != c.then {
			t.Errorf("%s: %+v", s.Phase, c)
		}
	}
	for _, data := range []dataset.Source{
		dataset.Classed([3]float64{0, 0, 0}), dataset.Classed([3]float64{0, 0, 1}, [3]float64{1, 1, 1}), dataset.Classed([3]float64{0, 0, 0}, [3]float64{0, 0, 1}),
	} {
		for _, what := range []string{moved, relabelled, gone} {
			algotest.Promises(t, algotest.Last(t, Demo, data, algotest.Values("what_if", what, "perturb_index", "99")))
		}
	}
}
