package losses

import (
	"cmp"
	"context"
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
)

// A sweep is the whole turn at once: the curves of the losses, and where each of
// them is least.
type sweep struct {
	nodes []totals // at 0°, 1°, 2°, …
	least [count]least
	top   float64          // of the losses that the picture must hold
	lines [count][]mark.XY // the smooth ones' totals, without corners, as far as the picture needs them
}

// A least is the best angle of a loss: the middle of the angles that are as good,
// where there are many.
type least struct {
	angle, total float64
	from, to     float64 // where it is least; from = to for a single angle
}

// fine is how many nodes a sweep has, and width how many degrees they are apart.
const (
	fine  = 360
	width = 360.0 / fine
)

// turn works the sweep out, or half of it where the context has ended.
func (t *task) turn(ctx context.Context) *sweep {
	s := &sweep{nodes: make([]totals, fine)}
	for k := range s.nodes {
		if ctx.Err() != nil {
			return s
		}
		s.nodes[k] = t.totals(width * float64(k))
	}
	visited := make([]totals, t.Angles)
	for k := range visited {
		if ctx.Err() != nil {
			return s
		}
		visited[k] = t.totals(t.at(k))
	}
	s.least[atZeroOne] = t.fewest(visited)
	for _, l := range [...]int{atHinge, atLogistic, atExponential, atSquare} {
		s.least[l] = t.lowest(l, s.nodes, visited)
	}
	s.least[atLogistic2] = s.least[atLogistic] // the same curve, scaled
	s.least[atLogistic2].total /= math.Ln2
	s.draw(ctx, t)
	return s
}

// draw samples the totals of what is smooth or has a bend at a margin of 1: as
// densely as a long θ needs it.
func (s *sweep) draw(ctx context.Context, t *task) {
	for _, node := range s.nodes {
		for _, l := range [...]int{atZeroOne, atHinge, atLogistic2} {
			if finite(node[l]) {
				s.top = max(s.top, node[l])
			}
		}
	}
	if s.top == 0 {
		s.top = 1
	}
	var angles []float64
	for k := 0; k <= fine; k += 2 {
		angles = append(angles, 360*float64(k)/fine)
	}
	for l := range s.lines {
		if l == atZeroOne || ctx.Err() != nil {
			continue
		}
		at := panel.Smooth(angles, s.top, func(angle float64) float64 {
			y := t.total(l, around(angle))
			if !finite(y) {
				return y
			}
			return min(y, 3*s.top) // far above the picture
		})
		s.lines[l] = slices.DeleteFunc(at, func(at mark.XY) bool { return !finite(at.Y) })
	}
}

// lowest finds the least total of a continuous loss: the valleys around the lowest
// nodes, by golden sections, and the angles of the turn. A whole run of nodes may
// be equally low, where a loss is 0.
func (t *task) lowest(l int, nodes, visited []totals) least {
	best := least{total: math.Inf(1)}
	for k := range nodes {
		if v := nodes[k][l]; v < best.total {
			best = single(width*float64(k), v)
		}
	}
	if run, ok := t.plateau(l, nodes, best.total); ok {
		return run
	}
	for _, k := range valleys(l, nodes) {
		if a, v := t.golden(l, width*float64(k-1), width*float64(k+1)); v < best.total {
			best = single(a, v)
		}
	}
	return t.luckier(l, visited, best)
}

// luckier is the best angle of the turn where its total is less.
func (t *task) luckier(l int, visited []totals, best least) least {
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
	from, to := width*float64(first), width*float64(first+length-1)
	middle := math.Mod((from+to)/2, 360)
	return least{angle: middle, total: t.total(l, middle), from: from, to: to}, true
}

// golden narrows an interval of angles down to the lowest place of a valley.
func (t *task) golden(l int, lo, hi float64) (angle, total float64) {
	const steps = 36 // then the interval is narrower than the rounding of the total shows
	angle, total = num.Golden(lo, hi, steps, func(a float64) float64 { return t.total(l, around(a)) })
	return around(angle), total
}

// around brings an angle into the turn from 0° to 360°.
func around(angle float64) float64 { return math.Mod(angle+360, 360) }

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
		phi, half := math.Atan2(p.X[1], p.X[0]), math.Acos(-t.Theta0/r)
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
	return t.luckier(atZeroOne, visited, best)
}
