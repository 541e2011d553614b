package adaboost

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A puzzle is a small weighted set with many equal coordinates. Weights are whole
// multiples of 1/total, so that errors are equal or far apart.
type puzzle struct {
	x     [][2]float64
	y     []float64
	w     []float64
	total float64
}

func drawPuzzle(t *rapid.T) puzzle {
	n := rapid.IntRange(2, 9).Draw(t, "n")
	var p puzzle
	for range n {
		p.x = append(p.x, [2]float64{float64(rapid.IntRange(-2, 2).Draw(t, "x1")), float64(rapid.IntRange(-2, 2).Draw(t, "x2"))})
		p.y = append(p.y, float64(2*rapid.IntRange(0, 1).Draw(t, "y")-1))
		p.w = append(p.w, float64(rapid.IntRange(1, 5).Draw(t, "w")))
		p.total += p.w[len(p.w)-1]
	}
	for i := range p.w {
		p.w[i] /= p.total
	}
	return p
}

func (p puzzle) all() []int {
	rows := make([]int, len(p.x))
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// err is the weighted error of h on some rows.
func (p puzzle) err(h *tree, rows []int) float64 {
	e := 0.0
	for _, i := range rows {
		if h.at(p.x[i]) != p.y[i] {
			e += p.w[i]
		}
	}
	return e
}

// stumps lists every stump that divides the rows, in the order in which ties are
// broken.
func (p puzzle) stumps(rows []int) []*tree {
	var all []*tree
	for j := range 2 {
		var values []float64
		for _, i := range rows {
			values = append(values, p.x[i][j])
		}
		slices.Sort(values)
		values = slices.Compact(values)
		for k := 1; k < len(values); k++ {
			for _, polarity := range []float64{1, -1} {
				all = append(all, newStump(j, (values[k-1]+values[k])/2, polarity))
			}
		}
	}
	return all
}

// first returns the first of the candidates whose error on the rows is least.
func (p puzzle) first(candidates []*tree, rows []int) (*tree, float64) {
	var best *tree
	least := math.Inf(1)
	for _, h := range candidates {
		if e := p.err(h, rows); e < least-1e-9 {
			best, least = h, e
		}
	}
	return best, least
}

func same(a, b *tree) bool {
	if a.feature != b.feature {
		return false
	}
	if a.feature == leaf {
		return a.value == b.value
	}
	return a.threshold == b.threshold && same(a.below, b.below) && same(a.above, b.above)
}

// The best stump by sorting is the first best one of all.
func TestBestStumpByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		s := newSearch(p.x, p.y, stump)
		candidates := p.stumps(p.all())
		if s.splittable() != (len(candidates) > 0) {
			t.Fatalf("splittable: %v, with %d candidates", s.splittable(), len(candidates))
		}
		if !s.splittable() {
			t.Skip()
		}
		want, _ := p.first(candidates, p.all())
		if got := s.best(p.w); !same(got, want) {
			t.Fatalf("+1 %s, want %s", got.rule(), want.rule())
		}
		for k, e := range s.curve(s.curve(nil, 0, p.w), 1, p.w) { // every other candidate has polarity +1
			if want := p.err(candidates[2*k], p.all()); math.Abs(e-want) > 1e-14 {
				t.Fatalf("%s: ε = %v, want %v", candidates[2*k].rule(), e, want)
			}
		}
	})
}

// The best tree is the best of all trees of depth two: for every root, the best
// constant or stump on each side.
func TestBestTreeByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		s := newSearch(p.x, p.y, depth2)
		if !s.splittable() {
			t.Skip()
		}
		var want *tree
		least := math.Inf(1)
		var errors []float64
		for k, root := range p.stumps(p.all()) {
			if k%2 == 1 {
				continue // the same root with the other sign
			}
			var sides [2][]int
			for _, i := range p.all() {
				side := class(p.x[i][root.feature] - root.threshold)
				sides[side] = append(sides[side], i)
			}
			side := func(rows []int) (*tree, float64) {
				return p.first(append([]*tree{constant(1), constant(-1)}, p.stumps(rows)...), rows)
			}
			below, errBelow := side(sides[0])
			above, errAbove := side(sides[1])
			h, e := &tree{feature: root.feature, threshold: root.threshold, below: below, above: above}, errBelow+errAbove
			errors = append(errors, e)
			if e < least-1e-9 {
				want, least = h, e
			}
		}
		curve := s.curve(s.curve(nil, 0, p.w), 1, p.w)
		if len(curve) != len(errors) {
			t.Fatalf("%d roots, want %d", len(curve), len(errors))
		}
		for k, e := range curve {
			if math.Abs(e-errors[k]) > 1e-14 {
				t.Fatalf("root %d: ε = %v, want %v", k, e, errors[k])
			}
		}
		got := s.best(p.w)
		if !same(got, want) {
			t.Fatalf("+1 %s, want %s", got.rule(), want.rule())
		}
		if e := p.err(got, p.all()); math.Abs(e-least) > 1e-14 {
			t.Fatalf("ε = %v, want %v", e, least)
		}
	})
}

// Between neighbouring floating-point numbers there is no middle, but still a
// threshold.
func TestMidway(t *testing.T) {
	for _, lo := range []float64{0, 1, -1, 1e9, -1e9, 0.1, -5e-324, 5e-324} {
		for _, hi := range []float64{math.Nextafter(lo, math.Inf(1)), lo + 1, lo + 1e9} {
			if m := midway(lo, hi); !(m >= lo && m < hi) {
				t.Errorf("midway(%v, %v) = %v", lo, hi, m)
			}
		}
	}
	x := [][2]float64{{1, 0}, {math.Nextafter(1, 2), 0}}
	s := newSearch(x, []float64{-1, 1}, stump)
	if h := s.best([]float64{0.5, 0.5}); h.at(x[0]) != -1 || h.at(x[1]) != 1 {
		t.Errorf("+1 %s does not divide neighbours", h.rule())
	}
}

// The prefix sums of a row of slots against the sums themselves.
func TestPrefixes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "slots")
		p, slots := newPrefixes(n), make([]float64, n)
		for range rapid.IntRange(0, 20).Draw(t, "changes") {
			k, v := rapid.IntRange(0, n-1).Draw(t, "slot"), float64(rapid.IntRange(-9, 9).Draw(t, "v"))
			slots[k] += v
			p.add(k, v)
			total, prefix, want := 0.0, 0.0, 0.0
			for _, s := range slots {
				total += s
			}
			want = math.Abs(total)
			for _, s := range slots {
				prefix += s
				want = max(want, math.Abs(total-2*prefix))
			}
			if got := p.edge(); got != want {
				t.Fatalf("%v: %v, want %v", slots, got, want)
			}
		}
	})
}
