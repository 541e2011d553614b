package lloyd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// k-means of the lecture notes (002, N19): the centres and the objective on six points,
// and the start on four from which it does not get to the best.
func TestLloyd(t *testing.T) {
	x := []Vec{{1}, {2}, {3}, {10}, {11}, {12}}
	centres := []Vec{{1}, {2}}
	for i, want := range []float64{246, 41.68, 4, 4} {
		if got := Inertia(x, centres); math.Abs(got-want) > 1e-9 {
			t.Errorf("after %d the objective is %v, want %v", i, got, want)
		}
		centres = Step(x, centres)
		if i == 0 && (centres[0] != (Vec{1}) || math.Abs(centres[1][0]-7.6) > 1e-12) {
			t.Errorf("the first centres are %v", centres)
		}
	}
	if centres[0][0] != 2 || centres[1][0] != 11 {
		t.Errorf("the last centres are %v", centres)
	}
	stuck := Step([]Vec{{0, 0}, {0, 1}, {4, 0}, {4, 1}}, []Vec{{2, 0}, {2, 1}})
	if stuck[0] != (Vec{2, 0}) || stuck[1] != (Vec{2, 1}) {
		t.Errorf("the local optimum is left for %v", stuck)
	}
	if kept := Step([]Vec{{0, 0}, {1, 0}}, []Vec{{0, 0}, {9, 9}}); kept[1] != (Vec{9, 9}) {
		t.Errorf("a centre without points goes to %v", kept[1])
	}
}

// k-means++ draws the second mean with a probability that grows with the squared
// distance: of (0,0), (0,0), (1,0) and (2,0), after a first mean at 0, the shares
// are 1/5 and 4/5.
func TestPlusPlusFollowsSquaredDistances(t *testing.T) {
	x := []Vec{{0, 0}, {0, 0}, {1, 0}, {2, 0}}
	hits := map[int]int{}
	total := 0
	r := rand.New(rand.NewPCG(7, 1))
	for range 20_000 {
		rows := PlusPlus(x, 2, r)
		if x[rows[0]] == (Vec{}) {
			hits[rows[1]]++
			total++
		}
	}
	// Five standard deviations of a share of about 10 000 draws are 0.02.
	if got := float64(hits[3]) / float64(total); math.Abs(got-0.8) > 0.02 || hits[0]+hits[1] > 0 {
		t.Errorf("second means %v", hits)
	}
	for _, rows := range [][]int{PlusPlus(x, 4, r), PlusPlus([]Vec{{1, 1}, {1, 1}, {1, 1}}, 3, r)} {
		slices.Sort(rows)
		if len(slices.Compact(rows)) < 3 {
			t.Errorf("a row was chosen twice: %v", rows)
		}
	}
}
