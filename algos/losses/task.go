package losses

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/say"
)

// A task is what stays the same during a turn.
type task struct {
	Options
	algos.Problem
	y      []float64
	chosen int // index of the loss to look at
	reach  float64
	sweep  func() *sweep
	dots   func() algos.Points
}

// totals are the sums of the six losses over the points.
type totals [count]float64

func newTask(p algos.Problem, o Options) *task {
	t := &task{Options: o, Problem: p, y: make([]float64, len(p.Points))}
	for i, q := range p.Points {
		t.y[i] = q.Sign()
		t.reach = max(t.reach, math.Hypot(q.X[0], q.X[1]))
	}
	t.reach = o.Norm*t.reach + math.Abs(o.Theta0)
	t.chosen = slices.IndexFunc(all, func(l loss) bool { return l.id == o.Loss })
	t.sweep = sync.OnceValue(t.turn)
	t.dots = sync.OnceValue(t.points)
	return t
}

// farthest is the largest margin that is computed with.
const farthest = 1e120

func (t *task) refuse() string {
	switch {
	case len(t.Points) == 0:
		return "There are no points yet: put some of both classes on the board."
	case !(t.reach <= farthest):
		return fmt.Sprintf("The margins reach ±%s: their squares are more than can be computed with. Take a shorter θ, or points nearer to the origin.", say.Num(t.reach))
	}
	return ""
}

// theta is the vector of that angle, exact at multiples of 90°.
func (t *task) theta(degrees float64) [2]float64 {
	var s, c float64
	switch turn := math.Mod(degrees, 360); turn {
	case 0:
		c = 1
	case 90:
		s = 1
	case 180:
		c = -1
	case 270:
		s = -1
	default:
		s, c = math.Sincos(turn * math.Pi / 180)
	}
	return [2]float64{t.Norm * c, t.Norm * s}
}

// margin is zᵢ = yᵢ(⟨θ, xᵢ⟩ + θ₀).
func (t *task) margin(i int, theta [2]float64) float64 {
	x := t.Points[i].X
	return t.y[i] * (theta[0]*x[0] + theta[1]*x[1] + t.Theta0)
}

func (t *task) margins(degrees float64) []float64 {
	theta := t.theta(degrees)
	z := make([]float64, len(t.y))
	for i := range z {
		z[i] = t.margin(i, theta)
	}
	return z
}

// total is the sum of one loss at an angle.
func (t *task) total(l int, degrees float64) float64 {
	theta, sum := t.theta(degrees), 0.0
	for i := range t.y {
		sum += all[l].at(t.margin(i, theta))
	}
	return sum
}

// totals are the sums of all losses at an angle, with one exponential a point.
func (t *task) totals(degrees float64) totals {
	var sum totals
	theta := t.theta(degrees)
	for i := range t.y {
		z := t.margin(i, theta)
		e := math.Exp(-z)
		sum[atZeroOne] += zeroOne(z)
		sum[atHinge] += hinge(z)
		if z < 0 { // ln(1 + e) = −z + ln(1 + 1/e), also where e overflows
			sum[atLogistic] += -z + math.Log1p(1/e)
		} else {
			sum[atLogistic] += math.Log1p(e)
		}
		sum[atExponential] += e
		sum[atSquare] += square(z)
	}
	sum[atLogistic2] = sum[atLogistic] / math.Ln2
	return sum
}

// at is the angle of step k.
func (t *task) at(k int) float64 {
	return math.Mod(t.Angle+360*float64(k)/float64(t.Angles), 360)
}

// A sweep is the whole turn at once: the curves of the losses, and where each of
// them is least.
type sweep struct {
	nodes []totals // at 0°, 1°, 2°, …
	least [count]least
}

// A least is the best angle of a loss: the middle of the angles that are as good,
// where there are many.
type least struct {
	angle, total float64
	from, to     float64 // where it is least; from = to for a single angle
}

// fine is how many nodes a sweep has.
const fine = 360

func (t *task) turn() *sweep {
	s := &sweep{nodes: make([]totals, fine)}
	for k := range s.nodes {
		s.nodes[k] = t.totals(360 * float64(k) / fine)
	}
	visited := make([]totals, t.Angles)
	for k := range visited {
		visited[k] = t.totals(t.at(k))
	}
	s.least[atZeroOne] = t.fewest(visited)
	for _, l := range [...]int{atHinge, atLogistic, atExponential, atSquare} {
		s.least[l] = t.lowest(l, s.nodes, visited)
	}
	s.least[atLogistic2] = s.least[atLogistic] // the same curve, scaled
	s.least[atLogistic2].total /= math.Ln2
	return s
}

// lowest finds the least total of a continuous loss: the valleys around the lowest
// nodes, by golden sections, and the angles of the turn. A whole run of nodes may
// be equally low, where a loss is 0.
func (t *task) lowest(l int, nodes, visited []totals) least {
	best := least{total: math.Inf(1)}
	for k := range nodes {
		if v := nodes[k][l]; v < best.total {
			best = single(360*float64(k)/fine, v)
		}
	}
	if run, ok := t.plateau(l, nodes, best.total); ok {
		return run
	}
	const width = 360.0 / fine
	for _, k := range valleys(l, nodes) {
		a, v := t.golden(l, width*float64(k-1), width*float64(k+1))
		if v < best.total {
			best = single(a, v)
		}
	}
	for k := range visited {
		if v := visited[k][l]; v < best.total {
			best = single(t.at(k), v)
		}
	}
	return best
}

// searched is how many valleys are searched for their lowest place.
const searched = 4

// valleys are the nodes that are no higher than their neighbours, the lowest few.
func valleys(l int, nodes []totals) []int {
	var all []int
	for k := range nodes {
		before, after := nodes[(k+fine-1)%fine][l], nodes[(k+1)%fine][l]
		if nodes[k][l] <= before && nodes[k][l] <= after {
			all = append(all, k)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(nodes[a][l], nodes[b][l]) })
	return all[:min(searched, len(all))]
}

func single(angle, total float64) least {
	return least{angle: angle, total: total, from: angle, to: angle}
}

// plateau is the longest run of at least three neighbouring nodes at the least
// total.
func (t *task) plateau(l int, nodes []totals, total float64) (least, bool) {
	first, length := 0, 0
	for start := range nodes {
		n := 0
		for n < fine && nodes[(start+n)%fine][l] == total {
			n++
		}
		if n > length {
			first, length = start, n
		}
		if n == fine {
			break
		}
	}
	if length < 3 {
		return least{}, false
	}
	const width = 360.0 / fine
	from, to := width*float64(first), width*float64(first+length-1)
	middle := math.Mod((from+to)/2, 360)
	return least{angle: middle, total: t.total(l, middle), from: from, to: to}, true
}

// golden narrows an interval of angles down to the lowest place of a valley.
func (t *task) golden(l int, lo, hi float64) (angle, total float64) {
	const ratio = 0.6180339887498949
	at := func(a float64) float64 { return t.total(l, around(a)) }
	a, b := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	va, vb := at(a), at(b)
	for range 36 { // narrower than the rounding of the total shows
		if va <= vb {
			hi, b, vb = b, a, va
			a = hi - ratio*(hi-lo)
			va = at(a)
		} else {
			lo, a, va = a, b, vb
			b = lo + ratio*(hi-lo)
			vb = at(b)
		}
	}
	if va <= vb {
		return around(a), va
	}
	return around(b), vb
}

// around brings an angle into the turn from 0° to 360°.
func around(degrees float64) float64 { return math.Mod(degrees+360, 360) }

// fewest finds the angles with the fewest mistakes exactly: between two
// neighbouring angles at which some margin is 0, nothing changes. The points that
// are right are right on open arcs, so the middles of the arcs are enough, but for
// arcs within rounding: there an angle of the turn may be luckier.
func (t *task) fewest(visited []totals) least {
	var edges []float64
	for _, p := range t.Points {
		r := t.Norm * math.Hypot(p.X[0], p.X[1])
		if r == 0 || math.Abs(t.Theta0) > r {
			continue // its sign never changes
		}
		phi := math.Atan2(p.X[1], p.X[0])
		half := math.Acos(-t.Theta0 / r)
		for _, a := range [...]float64{phi - half, phi + half} {
			edges = append(edges, math.Mod(a*180/math.Pi+720, 360))
		}
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	if len(edges) == 0 {
		return least{total: t.total(atZeroOne, 0), to: 360}
	}
	best := least{total: math.Inf(1)}
	for k, from := range edges {
		to := edges[(k+1)%len(edges)]
		if k == len(edges)-1 {
			to += 360
		}
		middle := math.Mod((from+to)/2, 360)
		v := t.total(atZeroOne, middle)
		if v < best.total || v == best.total && to-from > best.to-best.from {
			best = least{angle: middle, total: v, from: from, to: to}
		}
	}
	for k := range visited {
		if v := visited[k][atZeroOne]; v < best.total {
			best = single(t.at(k), v)
		}
	}
	return best
}

// ref is what row i is called in marks and formulas, name what people read.
func ref(i int) string  { return fmt.Sprintf("x%d", i) }
func name(i int) string { return "x" + say.Sub(i+1) }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
