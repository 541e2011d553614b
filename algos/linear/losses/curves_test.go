package losses

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// However long θ is, the totals over a turn and the losses over the margin have no
// corners but their own.
func TestCurvesAreSmoothAtAnyLength(t *testing.T) {
	for _, norm := range []string{"0.001", "1", "10", "100"} {
		v := algotest.Last(t, Demo, dataset.Generate("overlap", 40, 0.2, 1), param.Pairs("norm", norm)).View.(view)
		for _, p := range []mark.Panel{v.turnPanel(), v.curves(v.margins(v.angle))} {
			lines := 0
			for _, m := range p.Marks {
				line, ok := m.(mark.PolyLine)
				if !ok || line.Name == all[atZeroOne].name {
					continue
				}
				lines++
				if worst := missed(t, v, p, line); worst > 0.01 {
					t.Errorf("‖θ‖ = %s, %s, %s: %d places are off by %.3g of the height", norm, p.ID, line.Name, len(line.At), worst)
				}
			}
			if lines < 4 {
				t.Errorf("‖θ‖ = %s, %s: %d curves", norm, p.ID, lines)
			}
		}
	}
}

// missed is by how much the chords within a picture miss their loss.
func missed(t *testing.T, v view, p mark.Panel, line mark.PolyLine) float64 {
	t.Helper()
	for l, fn := range all {
		if fn.name != line.Name {
			continue
		}
		f := fn.at
		if p.ID == "turn" {
			f = func(angle float64) float64 { return v.total(l, around(angle)) }
		}
		worst := 0.0
		for i := 1; i < len(line.At); i++ {
			a, b := line.At[i-1], line.At[i]
			for _, share := range []float64{0.25, 0.5, 0.75} {
				x := a.X + share*(b.X-a.X)
				y := f(x)
				if b.X-a.X > (p.X.Max-p.X.Min)/1000 && y <= p.Y.Max && a.Y <= p.Y.Max && b.Y <= p.Y.Max {
					worst = max(worst, math.Abs(y-(a.Y+share*(b.Y-a.Y)))/(p.Y.Max-p.Y.Min))
				}
			}
		}
		return worst
	}
	t.Fatalf("no loss is called %s", line.Name)
	return 0
}
