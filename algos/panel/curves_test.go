package panel_test

import (
	"fmt"
	"math"
	"testing"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/param"
)

// marksOf are the marks of one type.
func marksOf[T mark.Mark](p mark.Panel) (all []T) {
	for _, m := range p.Marks {
		if m, ok := m.(T); ok {
			all = append(all, m)
		}
	}
	return all
}

// Two quantities over a parameter, with the best one and a handle at its present value.
func ExampleCurves() {
	bias := func(h float64) float64 { return h * h }
	variance := func(h float64) float64 { return 0.25 / h }
	p := panel.Curves{
		ID: "risk", Title: "Bias and variance", X: mark.Axis{Name: "h", Min: 0.1, Max: 2}, Y: panel.FromZero("error", 0.05, bias(2)),
		Of: []panel.Quantity{
			{Of: bias, Style: mark.RoleClass0.Wide(2), Legend: "bias²"},
			{Of: variance, Style: mark.RoleClass1.Wide(2), Legend: "variance"},
		},
		Now: new(1.0), Best: &mark.XY{X: 0.5, Y: 0.75}, BestLegend: "least sum", Handle: mark.Handle{Param: "h", Tip: "drag h"},
	}.Panel()
	for _, m := range p.Marks {
		switch m := m.(type) {
		case mark.PolyLine:
			fmt.Println("curve:", m.Legend)
		case mark.Points:
			fmt.Println("dot:", m.Legend, m.At)
		case mark.Handle:
			fmt.Println("handle:", m.Param, m.At)
		}
	}
	// Output:
	// curve: bias²
	// curve: variance
	// dot: least sum [{0.5 0.75}]
	// handle: h {1 1}
}

// A handle stays within the axes, follows the first function, and is the author's where
// it has a place.
func TestTheHandleOfCurves(t *testing.T) {
	c := panel.Curves{
		X: mark.Axis{Min: 1, Max: 3}, Y: mark.Axis{Max: 4}, Of: []panel.Quantity{{Of: func(x float64) float64 { return x * x }}},
		Handle: mark.Handle{Param: "x"},
	}
	for now, want := range map[float64]mark.XY{2: {X: 2, Y: 4}, 0: {X: 1, Y: 1}, 9: {X: 3, Y: 4}} {
		c.Now = &now
		if h := marksOf[mark.Handle](c.Panel())[0]; h.At != want || h.Along != mark.Horizontal {
			t.Errorf("at %g the handle is at %v, along %d", now, h.At, h.Along)
		}
	}
	if rules := marksOf[mark.Rule](c.Panel()); len(rules) > 0 {
		t.Errorf("beside a handle stands %+v", rules)
	}
	c.Handle.At = mark.XY{X: 2, Y: 1}
	if h := marksOf[mark.Handle](c.Panel())[0]; h.At != c.Handle.At {
		t.Errorf("the handle moved to %v", h.At)
	}
	c.Of[0], c.Handle.At, c.Now = panel.Quantity{At: panel.Course([]float64{1, 2})}, mark.XY{}, new(2.0)
	if h := marksOf[mark.Handle](c.Panel())[0]; h.At.X != 2 || !(h.At.Y > 0 && h.At.Y < 1) {
		t.Errorf("beside a course the handle is at %v", h.At)
	}
	s := param.Schema{{Name: "x", Kind: param.Float}}
	without := c
	if without.Handle.Param = ""; marksOf[mark.Rule](without.Panel())[0] != panel.Now(2) {
		t.Error("without a handle no rule stands at the present value")
	}
	if err := marksOf[mark.Handle](c.Panel())[0].Check(s); err != nil {
		t.Error(err)
	}
}

// Functions over a logarithmic axis are sampled evenly there, from end to end, and end
// with it; places stay as they are, dots without dashes on them.
func TestQuantities(t *testing.T) {
	p := panel.Curves{
		X: mark.Axis{Log: true, Min: 1e-3, Max: 1e3}, Of: []panel.Quantity{
			{Of: func(x float64) float64 { return 1 / (1 + x) }, Nodes: 60},
			{
				At: panel.Over([]float64{1, 2, 3}, []float64{4, 5}), Style: mark.RoleInk.Wide(2).Dashed(), Dots: true,
				With: []mark.Mark{panel.Level(5, mark.RoleGood.Plain(), "most")},
			},
		},
		Over: []mark.Mark{nil},
	}.Panel()
	if most, ok := p.Marks[len(p.Marks)-1].(mark.Rule); !ok || most.Legend != "most" {
		t.Errorf("what belongs to the second curve is not in front of it: %+v", p.Marks)
	}
	lines := marksOf[mark.PolyLine](p)
	at := lines[0].At
	if n := len(at); n < 61 || at[0].X != 1e-3 || at[n-1].X != 1e3 {
		t.Fatalf("%d places from %v to %v", n, at[0], at[n-1])
	}
	left := 0
	for i, q := range at {
		if i > 0 && !(q.X > at[i-1].X) {
			t.Errorf("place %d is not to the right of the one before", i)
		}
		if q.X < 1 {
			left++
		}
	}
	if share := float64(left) / float64(len(at)); math.Abs(share-0.5) > 0.1 {
		t.Errorf("%.2f of the places lie on the left half", share)
	}
	if len(lines[1].At) != 2 || !lines[1].Style.Dash {
		t.Errorf("the second curve is %+v", lines[1])
	}
	if dots := marksOf[mark.Points](p)[0]; len(dots.At) != 2 || dots.Style.Dash {
		t.Errorf("its dots are %+v", dots)
	}
	if p := (panel.Curves{Of: []panel.Quantity{{Of: math.Sin}}}).Panel(); len(marksOf[mark.PolyLine](p)[0].At) != 0 {
		t.Error("a function was sampled without limits")
	}
	flat := panel.Curves{X: mark.Axis{Max: 1}, Of: []panel.Quantity{{Of: func(float64) float64 { return 7 }, Nodes: 10}}}.Panel()
	if n := len(marksOf[mark.PolyLine](flat)[0].At); n != 11 {
		t.Errorf("a constant has %d places", n)
	}
}

// Axes that follow values ignore what is not finite, and are never empty.
func TestFittedAxes(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		got    mark.Axis
		lo, hi float64
	}{
		{panel.FromZero("y", 0.5, 1, 2, inf, math.NaN()), 0, 3},
		{panel.FromZero("y", 0.5, -1), 0, 1.5},
		{panel.Spanning("y", 0.25, -1, 3, -inf, inf, math.NaN()), -2, 4},
		{panel.Spanning("y", 0.25, 5), 3.5, 6.5},
		{panel.Spanning("y", 0.25), -1.5, 1.5},
	} {
		if c.got.Min != c.lo || c.got.Max != c.hi || c.got.Name != "y" {
			t.Errorf("%+v, not from %g to %g", c.got, c.lo, c.hi)
		}
	}
}

// Items become places in their order.
func ExampleTraced() {
	type fit struct {
		degree int
		rss    float64
	}
	at := panel.Traced([]fit{{1, 0.5}, {2, 0.25}}, func(f fit) (x, y float64) { return float64(f.degree), f.rss })
	fmt.Println(at, panel.Course([]float64{3, 2}))
	// Output: [{1 0.5} {2 0.25}] [{0 3} {1 2}]
}

// Errors against a whole number, with the least of those left out.
func ExampleErrors() {
	e := panel.Errors{
		ID: "errors", Title: "Error by k", X: mark.Axis{Name: "k", Integer: true}, Y: mark.Axis{Name: "wrong"},
		At: []float64{1, 3, 5}, Training: []float64{0, 0.1, 0.2}, LeftOut: []float64{0.3, 0.15, 0.25}, Now: new(5.0),
	}
	p := e.Panel()
	for _, line := range marksOf[mark.PolyLine](p) {
		fmt.Printf("%q %v\n", line.Legend, line.At)
	}
	at, _ := e.Best()
	fmt.Printf("best: k = %g, axis to %.3g\n", e.At[at], p.Y.Max)
	// Output:
	// "training error" [{1 0} {3 0.1} {5 0.2}]
	// "cross-validation" [{1 0.3} {3 0.15} {5 0.25}]
	// "" []
	// best: k = 3, axis to 0.315
}

// Rows held out decide which value is best, an error beyond all measure does not fix the
// axis, and what is not finite is not drawn; there are as many curves with them as without.
func TestErrors(t *testing.T) {
	inf := math.Inf(1)
	e := panel.Errors{
		X: mark.Axis{Log: true}, At: []float64{0.1, 1, 10}, Training: []float64{1, 2, 3}, LeftOut: []float64{inf, 1e9, 4}, HeldOut: []float64{5, 3, math.NaN()},
		Handle: mark.Handle{Param: "lambda"}, Now: new(1.0),
	}
	if at, ok := e.Best(); !ok || at != 1 {
		t.Errorf("the best is %d, %t", at, ok)
	}
	p := e.Panel()
	if p.X.Min != 0.1 || p.X.Max != 10 || math.Abs(p.Y.Max-1.05*12) > 1e-9 {
		t.Errorf("axes %+v and %+v", p.X, p.Y)
	}
	lines := marksOf[mark.PolyLine](p)
	if len(lines) != 3 || len(lines[1].At) != 2 || len(lines[2].At) != 2 {
		t.Errorf("curves %+v", lines)
	}
	if best := marksOf[mark.Points](p)[0]; best.At[0] != (mark.XY{X: 1, Y: 3}) {
		t.Errorf("the best stands at %v", best.At[0])
	}
	e.HeldOut = nil
	if n := len(e.Panel().Marks); n != len(p.Marks) {
		t.Errorf("%d marks without rows held out, %d with them", n, len(p.Marks))
	}
	if at, _ := e.Best(); at != 2 {
		t.Errorf("without rows held out the best is %d", at)
	}
	if _, ok := (panel.Errors{At: []float64{1}, LeftOut: []float64{inf}}).Best(); ok {
		t.Error("an infinite error is the best")
	}
	if p := (panel.Errors{}).Panel(); p.Y.Max != 1.05 {
		t.Errorf("without errors the axis ends at %g", p.Y.Max)
	}
}
