package committee

import (
	"math"
	"math/rand/v2"
	"testing"

	"playground/algos/algotest"
	"playground/algos/cart"
	"playground/algos/dataset"
	"playground/algos/grid"
)

// Every sentence of the translation is said somewhere.
func TestWords(t *testing.T) { algotest.Words(t, Words) }

// The picture of the votes is what every tree says at every node, also on and beside thresholds.
func TestRaster(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	points, y := make([][2]float64, 50), make([]int, 50)
	for i := range points {
		points[i], y[i] = [2]float64{float64(r.IntN(9)), float64(r.IntN(9))}, r.IntN(3)
	}
	s, times := cart.Sort(cart.Columns(points, 2)), make([]int, 50)
	for _, vote := range []string{Majority, Mean} {
		o := Options{Voting: vote, MaxDepth: 4}
		g := grid.Grid{Window: grid.Window{X0: -1, X1: 9, Y0: -2, Y1: 8}, NX: 21, NY: 41}
		raster := newRaster(o, g, 3)
		var trees []*cart.Tree
		for range 7 {
			Draw(r, times)
			tree, _, err := o.Grow(t.Context(), s, cart.Criterion{Labels: y}, times, r)
			if err != nil {
				t.Fatal(err)
			}
			trees = append(trees, tree)
			raster.add(tree)
		}
		for k := range 3 {
			sum := raster.sum(k)
			for at, got := range sum {
				says := make([]float64, 3)
				for _, tree := range trees {
					o.says(says, &tree.Nodes[tree.Leaf(g.X(at%g.NX), g.Y(at/g.NX))])
				}
				if math.Abs(got-says[k]) > 1e-12 {
					t.Fatalf("%s, class %d: %g, want %g", vote, k, got, says[k])
				}
			}
		}
	}
}

// Columns are drawn without replacement, each as often as the others: of 6000 draws of 2 of 6 each comes 2000 times, with
// a standard deviation of 37.
func TestPick(t *testing.T) {
	r, count := rand.New(rand.NewPCG(3, 4)), make([]int, 6)
	for range 6000 {
		two := Pick(r, 2, 6)
		if len(two) != 2 || two[0] == two[1] {
			t.Fatal(two)
		}
		count[two[0]]++
		count[two[1]]++
	}
	for j, c := range count {
		if math.Abs(float64(c)-2000) > 5*37 {
			t.Errorf("column %d came %d times", j, c)
		}
	}
}

// Noise is a function of the place, evenly spread and without a trend.
func TestNoise(t *testing.T) {
	sum, with := 0.0, 0.0
	const n = 10_000
	for i := range n {
		x := float64(i)/n - 0.5
		z := noise([2]float64{x, 2}, 1)
		if z < 0 || z >= 1 || z != noise([2]float64{x, 2}, 1) {
			t.Fatal(z)
		}
		sum += z
		with += x * z
	}
	if mean := sum / n; math.Abs(mean-0.5) > 5*0.289/100 {
		t.Errorf("mean %g", mean)
	}
	if math.Abs(with/n) > 5*0.289*0.289/100 {
		t.Errorf("trend %g", with/n)
	}
}

// The probability that a sample is not drawn, by its closed form.
func TestPower(t *testing.T) {
	for _, n := range []int{1, 2, 5, 10, 50, 1000, dataset.MaxPoints} {
		algotest.Near(t, "(1 − 1/n)ⁿ", power(1-1/float64(n), n), math.Pow(1-1/float64(n), float64(n)), 1e-13)
	}
}
