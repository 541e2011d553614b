package discriminant

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
)

// The name of a mean is clear of the points and of the lines: of two clouds hardly a point is as near as a letter is wide.
func TestNamesOfMeansAreReadable(t *testing.T) {
	for name, data := range map[string]dataset.Source{"slanted": slanted(40, 3), "overlap": dataset.Generate("overlap", 80, 0.9, 5)} {
		v := algotest.Last(t, Demo, data, nil).View.(view)
		letter := 0.025 * (v.Window.X1 - v.Window.X0)
		for k := range v.groups {
			at, near := v.xy(v.beside(k)), 0
			for _, p := range v.Points {
				if math.Hypot(p.X[0]-at.X, p.X[1]-at.Y) < letter {
					near++
				}
			}
			if near > 1 {
				t.Errorf("%s: %d points lie on the name of mean %d", name, near, k)
			}
			if !v.Window.Contains(at.X, at.Y) {
				t.Errorf("%s: the name of mean %d is outside the board", name, k)
			}
		}
	}
}
