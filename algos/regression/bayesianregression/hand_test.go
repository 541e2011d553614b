package bayesianregression

import (
	"math"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// held are the handles of the reader's line on a panel.
func held(p mark.Panel) (handles []mark.Handle) {
	for _, m := range p.Marks {
		if h, ok := m.(mark.Handle); ok && h.Param == "line" {
			handles = append(handles, h)
		}
	}
	return handles
}

// A line that is pulled on the board is a point that moves in the plane of the
// coefficients: the line goes through where it was pulled to, the other grip stays, and the
// point moves along the stripe of what stays.
func TestALineIsAPoint(t *testing.T) {
	for name, c := range map[string][]string{
		"line":     nil,
		"parabola": {"degree", "2"},
		"binomial": {"degree", "3", "basis", binomial},
		"origin":   {"degree", "2", "basis", origin},
	} {
		with := func(line string) view {
			return algotest.Last(t, Demo, curved, param.Pairs(append([]string{"line", line}, c...)...)).View.(view)
		}
		before := with("0.5,-0.75")
		grips := held(before.board())
		if len(grips) != 2 || len(held(before.coefficients())) != 1 {
			t.Fatalf("%s: %d grips on the board, %d in the plane", name, len(grips), len(held(before.coefficients())))
		}
		for i, g := range grips {
			to := g.At.Y + 0.8
			pulled := mark.XY{X: g.From.X + to*g.Per.X, Y: g.From.Y + to*g.Per.Y}
			after := with(param.Format(pulled.X) + "," + param.Format(pulled.Y))
			now, point := held(after.board()), held(after.coefficients())[0].At
			algotest.Near(t, name+": where it is pulled to", now[i].At.Y, to, 1e-12)
			algotest.Near(t, name+": the other grip", now[1-i].At.Y, grips[1-i].At.Y, 1e-12)
			algotest.Near(t, name+": the first coefficient", point.X, pulled.X, 0)
			algotest.Near(t, name+": the second coefficient", point.Y, pulled.Y, 0)
			stripe := after.stripes(grips[1-i].At.X, grips[1-i].At.Y, yours, "")[0].(mark.Ray)
			algotest.Near(t, name+": on the stripe of what stays", stripe.A*point.X+stripe.B*point.Y+stripe.C, 0, 1e-12)
		}
	}
}

// Through the origin, all lines meet x = 0, where none can be pulled: the grips are
// elsewhere, whatever the board shows.
func TestGripsHoldSomething(t *testing.T) {
	for _, width := range []float64{0.1, 1, 4, 100} {
		for share := 0.0; share <= 1; share += 0.05 {
			left := -share * width
			for _, basis := range []string{powers, binomial, origin} {
				v := algotest.Last(t, Demo, dataset.Pairs(left, 1, left+width, 2), param.Pairs("basis", basis, "degree", "2")).View.(view)
				grips := held(v.board())
				if len(grips) != 2 {
					t.Fatalf("%s from %g to %g: %d grips", basis, left, left+width, len(grips))
				}
				for _, g := range grips {
					// What one board's height up does, in units of the coefficients that would
					// do it most easily.
					phi := v.basis.at(g.At.X)
					easy := 1 / math.Hypot(phi[0], phi[1])
					if got := math.Hypot(g.Per.X, g.Per.Y); got > 60*easy*max(1, 1/width, width) {
						t.Errorf("%s from %g to %g: the grip at %g moves the line by %g, and %g would do", basis, left, left+width, g.At.X, got, easy)
					}
				}
			}
		}
	}
}

// One coefficient has no plane, and no line by hand.
func TestNoGripsForOneCoefficient(t *testing.T) {
	v := algotest.Last(t, Demo, note004, param.Pairs("basis", origin)).View.(view)
	if n := len(held(v.board())); n > 0 {
		t.Errorf("%d grips", n)
	}
}
