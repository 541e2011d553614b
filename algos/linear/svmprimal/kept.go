package svmprimal

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// A kept is a solution that stays as it is while C changes: its cost is a straight line
// in C.
type kept struct {
	theta vector     // in the coordinates of the data
	half  float64    // the penalty, ½‖θ‖²
	slack float64    // Σξ
	name  say.Phrase // "1", or "yours"
}

func (s kept) cost(c float64) float64 { return s.half + c*s.slack }

// The most solutions that are kept, and the largest number that one may have.
const (
	mostKept    = 4
	largestKept = 1e6
)

// parseKept reads solutions θ₁, θ₂, θ₀ with semicolons between them.
func parseKept(text string) ([]vector, error) {
	var all []vector
	for part := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		numbers := strings.Split(part, ",")
		if len(numbers) != 3 {
			return nil, errors.New("a solution is three numbers with commas, θ₁,θ₂,θ₀, and a semicolon stands between two solutions")
		}
		var theta vector
		for i, n := range numbers {
			x, err := strconv.ParseFloat(strings.TrimSpace(n), 64)
			if err != nil || !(math.Abs(x) <= largestKept) {
				return nil, errors.New("the numbers of a solution are from -1000000 to 1000000")
			}
			theta[i] = x
		}
		if all = append(all, theta); len(all) > mostKept {
			return nil, errors.New("at most four solutions are compared")
		}
	}
	return all, nil
}

// keep returns the solutions whose costs are compared: those of the options, and the line by
// hand at the length that is best for it now.
func (k *task) keep() []kept {
	if k.Method == "widen" {
		return nil // C plays no part
	}
	var all []kept
	if k.Form != "origin" { // there θ₀ is 0
		thetas, _ := parseKept(k.Kept) // its form was checked when it was bound
		for i, theta := range thetas {
			all = append(all, k.priced(theta, say.Phrase(strconv.Itoa(i+1))))
		}
	}
	if k.hand != nil {
		theta := vector{k.hand.u[0], k.hand.u[1], k.hand.theta0()}
		all = append(all, k.priced(scaled(k.length1(theta), theta), "yours"))
	}
	return all
}

// priced works out what a solution costs.
func (k *task) priced(theta vector, name say.Phrase) kept {
	s := kept{theta: theta, half: k.norm2(theta) / 2, name: name}
	for t, p := range k.Points {
		s.slack += max(0, 1-k.y[t]*(theta[0]*p.X[0]+theta[1]*p.X[1]+theta[2]))
	}
	return s
}

// length1 is the length ℓ at which ½‖ℓθ‖² + C Σ max(0, 1 − ℓr_t) is least: a parabola
// between two neighbours of the lengths 1/r_t at which a row leaves the band.
func (k *task) length1(theta vector) float64 {
	square, pull := k.norm2(theta), 0.0
	leaving := slices.Clone(k.hand.r)
	for _, r := range leaving {
		pull += r // at ℓ = 0 all rows are inside
	}
	slices.SortFunc(leaving, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	for _, r := range leaving {
		if !(r > 0) || k.C*pull*r <= square { // it stays inside
			break
		}
		if pull -= r; k.C*pull*r <= square {
			return 1 / r // one step further it would pull again
		}
	}
	return max(0, k.C*pull/square)
}

// A crossing is a C at which two kept solutions cost the same.
type crossing struct {
	a, b int
	c    float64
}

func crossings(all []kept) (found []crossing) {
	for b := range all {
		for a := range b {
			c := (all[b].half - all[a].half) / (all[a].slack - all[b].slack)
			if c > 0 && c <= 1e9 {
				found = append(found, crossing{a, b, c})
			}
		}
	}
	return found
}

// sampled is how many prices the least cost is worked out for.
const sampled = 48

// A prices is the least cost for many prices C: of no solution the cost is below it.
type prices struct {
	c, least []float64 // NaN where the solver has not reached it
	unsure   []float64 // how far the least cost may be off
}

// dearest is the largest C of the picture: beyond the crossings, and the run's own where
// that is near.
func (k *task) dearest() float64 {
	far := 0.0
	for _, x := range crossings(k.kept) {
		far = max(far, x.c)
	}
	switch {
	case far == 0:
		return 2 * k.C
	case k.C <= 6*far:
		return 1.1 * max(2*far, k.C)
	}
	return 2.2 * far
}

// sweep solves the problem for prices up to the dearest one, and where kept solutions
// cross.
func (k *task) sweep(ctx context.Context) prices {
	var p prices
	top := k.dearest()
	for i := 1; i <= sampled; i++ {
		p.c = append(p.c, top*float64(i)/sampled)
	}
	for _, x := range crossings(k.kept) {
		p.c = append(p.c, x.c)
	}
	slices.Sort(p.c)
	for _, c := range p.c {
		o, err := dual(ctx, k.Problem, k.Form, c)
		if err != nil {
			return prices{} // of a context that has ended: nobody looks at this any more
		}
		least := o.primal
		if !o.reached() {
			least = math.NaN()
		}
		p.least, p.unsure = append(p.least, least), append(p.unsure, o.unsure())
	}
	return p
}

// checkEnvelope looks for the kept solution and the price at which it comes closest to the
// least cost.
func (v view) checkEnvelope() algos.Check {
	cost, least, unsure := math.NaN(), math.NaN(), 0.0
	w, share := say.Vars{}, math.Inf(1)
	p := v.prices()
	for _, s := range v.kept {
		for i, c := range p.c {
			if over := s.cost(c) / p.least[i]; over < share {
				share, cost, least, unsure = over, s.cost(c), p.least[i], p.unsure[i]
				w = say.Vars{"name": s.name, "C": c}
			}
		}
	}
	if math.IsInf(share, 1) {
		return claimEnvelope.Not("the solver has not reached the least cost for any price")
	}
	rounding := unsure + 16*ulp*float64(len(v.x))*(1+v.big*largestOf(v.kept))
	return claimEnvelope.AtLeast(cost, least, rounding).Between("its cost", "the least").
		Because(w.Text("closest is the solution <name> at C = <C>"))
}

// largestOf is the largest length of kept solutions.
func largestOf(all []kept) (size float64) {
	for _, s := range all {
		size = max(size, norm(s.theta))
	}
	return size
}

// keptStyles tell the kept solutions apart; the line by hand has the last one.
func keptStyle(i int) mark.Style { return (mark.RoleClass2 + mark.Role(i)).Wide(2) }

// costs draws the cost of every kept solution against the price of a slack, and below
// them the least cost.
func (v view) costs() mark.Panel {
	top, high := v.dearest(), 0.0
	for _, s := range v.kept {
		high = max(high, min(s.cost(top), 3*v.best.primal+s.half))
	}
	q := v.prices()
	var least []mark.XY
	for i, c := range q.c {
		if !math.IsNaN(q.least[i]) {
			least = append(least, mark.XY{X: c, Y: q.least[i]})
			high = max(high, 1.3*q.least[i])
		}
	}
	w := say.Vars{"n": len(v.kept)}
	p := mark.Panel{
		ID: "costs", Title: titleCosts, Note: "straight lines; the optimum bends below them", Height: 0.6,
		Alt: w.Text("the costs of <n solution> as straight lines in C, and the least cost below them"),
		X:   mark.Axis{Name: "C", Max: top}, Y: mark.Axis{Name: "½‖θ‖² + C Σξ", Max: high},
	}
	for i, s := range v.kept {
		words := say.Vars{"name": s.name, "half": s.half, "slack": s.slack}.Text("<name>: ½‖θ‖² = <half>, Σξ = <slack>")
		p.Add(mark.PolyLine{At: []mark.XY{{X: 0, Y: s.half}, {X: top, Y: s.cost(top)}}, Style: keptStyle(i), Legend: words, Name: s.name})
	}
	if len(least) > 1 {
		p.Add(mark.PolyLine{At: append([]mark.XY{{}}, least...), Style: mark.RoleInk.Wide(2.6), Legend: "the least cost", Name: "least"})
	}
	dots := mark.Points{Hollow: true, Style: mark.RoleInk.Plain(), Layer: mark.Over, Legend: "two cost the same"}
	for _, x := range crossings(v.kept) {
		if y := v.kept[x.a].cost(x.c); x.c <= top && y <= high {
			dots.At = append(dots.At, mark.XY{X: x.c, Y: y})
			dots.Labels = append(dots.Labels, say.Vars{"C": x.c}.Text("C = <C>"))
		}
	}
	if len(dots.At) > 0 {
		p.Add(dots)
	}
	if v.C <= top {
		p.Add(mark.Rule{Vertical: true, At: v.C, Label: "C now", Style: mark.RoleAccent.Dashed()})
	}
	return p
}

// solutions draws the lines of the kept solutions on the points.
func (v view) solutions() mark.Panel {
	p, w := v.Problem.Board(), say.Vars{"n": len(v.kept)}
	p.ID, p.Title, p.Note, p.Height = "kept", "Solutions to compare", "dashed: yf = 1", 1
	p.Alt = w.Text("the lines of <n solution> beside the points")
	for i, s := range v.kept {
		if s.theta[0] == 0 && s.theta[1] == 0 { // no line: one label everywhere
			continue
		}
		words := say.Vars{"name": s.name, "theta": []float64{s.theta[0], s.theta[1]}, "theta0": s.theta[2]}.Text("<name>: θ = <theta>, θ₀ = <theta0>")
		p.Add(mark.Ray{A: s.theta[0], B: s.theta[1], C: s.theta[2], Style: keptStyle(i), Legend: words})
		for _, border := range []float64{-1, 1} {
			p.Add(mark.Ray{A: s.theta[0], B: s.theta[1], C: s.theta[2] + border, Style: keptStyle(i).Role.Wide(1).Dashed().Faded(0.7)})
		}
	}
	if o := v.best.theta; o[0] != 0 || o[1] != 0 {
		p.Add(mark.Ray{A: o[0], B: o[1], C: o[2], Style: mark.RoleInk.Wide(2.4), Legend: "the optimum at this C"})
	}
	p.Add(mark.DataPoints(v.Set))
	return p
}
