package gpregression

import (
	"math"
	"testing"

	"playground/algos/dataset"
	"playground/algos/mark"
)

// boardLines are the curves of the board: the mean last.
func boardLines(v view) (bands []mark.Band, lines []mark.PolyLine) {
	for _, m := range v.board().Marks {
		switch m := m.(type) {
		case mark.Band:
			bands = append(bands, m)
		case mark.PolyLine:
			lines = append(lines, m)
		}
	}
	return bands, lines
}

// However short the kernel is, between two neighbouring places of the drawn mean the
// true mean is nowhere off the chord by a hundredth of the board.
func TestCurvesAreSmoothAtAnyLength(t *testing.T) {
	set := load(t, dataset.Generate("sine", 25, 0.2, 1))
	for _, kernel := range []string{
		"1*rbf(1)", "1*rbf(0.1)", "1*rbf(0.04)", "0.845*rbf(0.867)+0.0902*periodic(0.1,3.09)", "1*matern32(0.06)", "1*rq(0.05,1)", "1*periodic(3,0.3)",
	} {
		v := lastStep(t, set, vals(kernel, "1e-6")).View.(view)
		bands, lines := boardLines(v)
		mean := lines[len(lines)-1].At
		worst, height := 0.0, v.height[1]-v.height[0]
		for i := 1; i < len(mean); i++ {
			a, b := mean[i-1], mean[i]
			for _, share := range []float64{0.25, 0.5, 0.75} {
				x := a.X + share*(b.X-a.X)
				worst = max(worst, math.Abs(v.post.At([2]float64{x}).Mean-(a.Y+share*(b.Y-a.Y))))
			}
		}
		if worst > 0.01*height {
			t.Errorf("%s: the drawn mean of %d places is off by %.3g of the board's height", kernel, len(mean), worst/height)
		}
		for _, b := range bands {
			if most := nodesOf(finestCurve) + maxExtra; len(b.X) > most || len(mean) > most {
				t.Errorf("%s: %d places of a band and %d of the mean, at most %d", kernel, len(b.X), len(mean), most)
			}
		}
	}
}

// A draw keeps its values where a shorter kernel adds places between them, so that it
// does not jump when a slider passes there.
func TestDrawsDoNotJumpWhereTheGridIsRefined(t *testing.T) {
	set := load(t, dataset.Generate("sine", 8, 0.2, 4))
	v := lastStep(t, set, vals("1*rbf(0.2)", "0.05")).View.(view)
	fine := v.curves()
	if fine.level == 0 {
		t.Fatal("the grid is not refined")
	}
	coarse := v.post.Draws(v.nodes, [][]float64{v.normals[0][:v.nodes]})[0]
	for j, y := range fine.sample()[0][:v.nodes] {
		if d := math.Abs(y - coarse[j]); d > 1e-6 {
			t.Fatalf("at place %d the draw jumps by %v", j, d)
		}
	}
}

// More places say what the process says there.
func TestRefined(t *testing.T) {
	set := load(t, dataset.Generate("sine", 12, 0.2, 4))
	v := lastStep(t, set, vals("1*rbf(0.05)", "0.05")).View.(view)
	c := v.curves()
	if len(c.post.Probes) <= len(v.post.Probes) || len(c.post.Mean) != len(c.post.Probes) {
		t.Fatalf("%d places of %d", len(c.post.Probes), len(v.post.Probes))
	}
	for j, x := range c.post.Probes {
		f := v.post.At(x)
		near(t, "the mean", c.post.Mean[j], f.Mean, 1e-9)
		near(t, "the variance", c.post.Var[j], f.Var, 1e-9)
	}
}
