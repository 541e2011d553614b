package svmprimal

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/margin"
	"playground/algos/say"
)

// A band is a direction u of length one and the widest band across it that holds
// no point.
type band struct {
	u      vector
	gamma  float64 // half its width
	theta  vector  // u/γ with its θ₀: yf ≥ 1, with equality where it touches
	touch  []int   // rows on its borders
	toward vector  // the direction in which turning widens it
	turned float64 // by the last turn, in radians
	locked bool    // u points towards the nearest place of the hull of what it touches
}

// sides are the vectors whose least inner product with u bounds the band: the
// two classes, each with its border, where θ₀ is free; else all yx together.
func (k *task) sides() [][]int {
	sides := make([][]int, 1, 2)
	if k.exact {
		sides = sides[:2]
	}
	for t, y := range k.y {
		i := 0
		if k.exact && y > 0 {
			i = 1
		}
		sides[i] = append(sides[i], t)
	}
	return sides
}

// z is yx, without the constant coordinate where θ₀ is free.
func (k *task) z(t int) vector {
	z := scaled(k.y[t], k.x[t])
	if k.exact {
		z[2] = 0
	}
	return z
}

// end is the least inner product of u with the vectors of a side.
func (k *task) end(u vector, rows []int) float64 {
	least := math.Inf(1)
	for _, t := range rows {
		least = min(least, dot(u, k.z(t)))
	}
	return least
}

// touching is how near, as a share of the largest point, counts as touching.
const touching = 1e-11

// touched are the rows of a side that bound the band across u.
func (k *task) touched(u vector, rows []int) (touch []int) {
	least := k.end(u, rows)
	for _, t := range rows {
		if dot(u, k.z(t)) <= least+touching*k.big {
			touch = append(touch, t)
		}
	}
	return touch
}

// span measures the band across u.
func (k *task) span(u vector) *band {
	b, sides := &band{u: u}, k.sides()
	ends, active := make([]float64, len(sides)), make([][]int, len(sides))
	for i, rows := range sides {
		ends[i], active[i] = k.end(u, rows), k.touched(u, rows)
		b.gamma += ends[i] / float64(len(sides))
		b.touch = append(b.touch, active[i]...)
	}
	b.theta = scaled(1/b.gamma, u)
	if k.exact {
		b.theta[2] = (ends[0] - ends[1]) / 2 / b.gamma
	}
	near := margin.Largest(k.pairs(active))
	b.toward, b.locked = near.Theta, near.Gamma-b.gamma <= 1e-13*near.Gamma
	return b
}

// pairs are the vectors of which u should see the nearest: those that touch, or
// the means of one from each side.
func (k *task) pairs(active [][]int) []margin.Vector {
	const most = 400 // many points in one place tell nothing new
	var all []margin.Vector
	for _, t := range active[0] {
		if len(active) == 1 {
			all = append(all, k.z(t))
			continue
		}
		for _, r := range active[1] {
			all = append(all, scaled(0.5, add(k.z(t), 1, k.z(r))))
		}
		if len(all) > most {
			break
		}
	}
	return all
}

func unit(a vector) vector { return scaled(1/norm(a), a) }

// turned is u, turned by an angle towards v across it.
func turned(u, v vector, angle float64) vector {
	return add(scaled(math.Cos(angle), u), math.Sin(angle), v)
}

// turn rotates u towards b.toward until another point touches, or it is there.
func (k *task) turn(b *band) *band {
	along := dot(b.u, b.toward)
	v := add(b.toward, -along, b.u)
	angle, end := math.Atan2(norm(v), along), b.toward
	v = unit(v)
	for _, rows := range k.sides() {
		rest, slope := vector{}, math.Inf(1) // the touching vector that stays on the border
		for _, t := range k.touched(b.u, rows) {
			if z := k.z(t); dot(v, z) < slope {
				rest, slope = z, dot(v, z)
			}
		}
		for _, t := range rows {
			d := add(k.z(t), -1, rest)
			if dot(b.u, d) <= touching*k.big || dot(v, d) >= 0 {
				continue
			}
			if at := math.Atan2(dot(b.u, d), -dot(v, d)); at < angle {
				angle, end = at, turned(b.u, v, at)
			}
		}
	}
	next := k.span(unit(end))
	next.turned = angle
	return next
}

// poorest is the share of the largest half-width with which a band starts.
const poorest = 0.1

// first is a line without mistakes, one of the worst: the best direction turned
// away, to one side or to the other, until hardly anything of its band is left.
func (k *task) first(side float64) vector {
	u := k.goal
	if k.Form != "constant" {
		u[2] = 0
	}
	u = unit(u)
	v := vector{-u[1], u[0], 0}
	if k.Form == "constant" { // some direction across u
		v = vector{1, 1, 1}
		if v = add(v, -dot(u, v), u); dot(v, v) < 0.5 {
			v = vector{1, -1, 0}
			v = add(v, -dot(u, v), u)
		}
	}
	v = scaled(side, unit(v))
	enough, near, far := poorest*k.span(u).gamma, 0.0, math.Pi/2
	for range 50 {
		if mid := (near + far) / 2; k.span(turned(u, v, mid)).gamma >= enough {
			near = mid
		} else {
			far = mid
		}
	}
	return turned(u, v, near)
}

// widen is the notes' picture: find some classifier without mistakes, then
// increase its margin until it locks in place.
func (k *task) widen(yield func(algos.Step) bool) {
	v := view{task: k, row: -1, least: math.Inf(1), lower: math.NaN(), band: k.span(k.first(1)), status: algos.Status{State: algos.Running}}
	other := k.span(k.first(-1))
	v.follow(other)
	if !yield(v.step()) {
		return
	}
	most := 4*len(k.x) + 100 // turns, which rounding cannot make endless
	for turns := 0; !v.band.locked && turns < most; turns++ {
		v.phase, v.news = looking, nil
		if !yield(v.step()) {
			return
		}
		v.phase, v.before, v.eta = moving, v.now.theta, v.band.gamma
		v.band = k.turn(v.band)
		if !other.locked {
			other = k.turn(other)
		}
		v.follow(other)
		v.news = []algos.Event{{Kind: "touch", Text: touches(v.band.touch)}}
		if !yield(v.step()) {
			return
		}
	}
	for turns := 0; !other.locked && turns < most; turns++ {
		other = k.turn(other)
		v.twin = k.within(other, v.twin)
	}
	v.phase = locking
	w := say.Vars{"rows": plain(v.band.touch), "reach": v.reach()}
	v.news = []algos.Event{{Kind: "lock", Text: w.Text("the band locks on <rows>")}}
	v.status = algos.Status{
		State:  algos.Converged,
		Reason: w.Text("The band is locked: turning it either way would make it narrower. It reaches <reach>, and touches <rows>."),
	}
	yield(v.step())
}

// follow takes θ from both bands.
func (v *view) follow(other *band) {
	v.now, v.twin = v.within(v.band, v.now), v.within(other, v.twin)
	v.t++
	v.least, v.leastAt, v.average = min(v.least, v.now.objective), v.now.theta, v.now.theta
}

// within is the walker of a band: θ = u/γ, for which every yf ≥ 1.
func (k *task) within(b *band, was walker) walker {
	l := look{theta: b.theta, lo: b.theta[2], hi: b.theta[2], objective: k.norm2(b.theta) / 2}
	return walker{look: l, trail: append(was.trail, b.theta)}
}
