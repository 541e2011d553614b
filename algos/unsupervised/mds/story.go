package mds

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// vars are what sentences and captions name.
func (v view) vars() say.Vars {
	i, j := v.far[0], v.far[1]
	at := i*v.m + j
	return say.Vars{
		"m": v.m, "a": v.name(i), "b": v.name(j), "d": v.d[at], "d2": v.matrices[squared][at], "ri": v.means[i], "rj": v.means[j], "g": v.grand,
		"bij": v.b()[at], "bii": v.b()[i*v.m+i], "bjj": v.b()[j*v.m+j], "j": v.found, "positive": v.positive, "negative": v.negative,
		"dims": v.Dims, "axes": v.axes(), "first": v.values[0], "last": v.values[v.m-1], "stress": v.missed(), "turn": v.Turn * 180 / math.Pi,
	}
}

// missed is the stress in per cent; what is left of rounding counts as 0.
func (s *state) missed() float64 {
	const rounding = 1e-7
	if x := s.stress(); x > rounding {
		return 100 * x
	}
	return 0
}

// detourVars name a triangle that cannot be.
func (v view) detourVars() say.Vars {
	t := v.detour
	return say.Vars{
		"from": v.name(t.from), "to": v.name(t.to), "over": v.name(t.over), "way": v.d[t.from*v.m+t.to],
		"one": v.d[t.from*v.m+t.over], "two": v.d[t.over*v.m+t.to], "sum": v.d[t.from*v.m+t.over] + v.d[t.over*v.m+t.to],
	}
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.found > 0:
		v.sayAxis(&s)
	case v.stage == distances:
		v.sayDistances(&s)
	case v.stage == squared:
		s.Vars["fd"] = say.Factor(s.Vars["d"].(float64))
		s.Text("Every distance is squared: the square of a distance is a sum of products of coordinates, the distance itself is a root. From <a> to <b>:")
		s.TeX(`D_{ij}^2 = \|z_i\|^2 + \|z_j\|^2 - 2\langle z_i, z_j\rangle = <fd>^2 = <d2>`)
	case v.stage == byRow:
		s.Text("Of every row its mean is subtracted. A mean of $D_{ij}^2$ over $j$ has $\\|z_i\\|^2$ and something that is the same in all rows: " +
			"what belongs to <a> alone is gone from its row.")
		s.TeX(`\tfrac1m\sum_j D_{ij}^2 = \|z_i\|^2 + \tfrac1m\operatorname{tr}B`)
	case v.stage == byColumn:
		s.Text("The same down the columns: now every row and every column sums to 0. What is left are the inner products times −2.")
	default:
		v.sayInner(&s)
	}
	return s.Lines
}

func (v view) sayDistances(s *algos.Story) {
	if v.table {
		s.Text("<m place>, of which nothing is known but how far they are from each other. <a> and <b> are farthest apart, <d>.")
	} else {
		s.Text("<m point>, from which only their distances are taken. <a> and <b> are farthest apart, <d>. Drag a point, and watch its row and its column.")
	}
	v.sayDetour(s)
}

// sayDetour names a distance that the triangle inequality forbids.
func (v view) sayDetour(s *algos.Story) {
	if v.detour == nil {
		return
	}
	one := algos.Story{Vars: v.detourVars()}
	one.Text("From <from> to <to> it is <way>, and over <over> it is only <one> + <two> = <sum>: no map has such a triangle.")
	s.Add(one.Lines...)
}

func (v view) sayInner(s *algos.Story) {
	s.Text("Times −½: $B$ holds the inner products of the places about their centre, which is taken as the origin. On the diagonal are the " +
		"squared distances from there. For <a> and <b>:")
	s.Vars["fi"], s.Vars["fj"] = say.Term(-v.means[v.far[0]]), say.Term(-v.means[v.far[1]])
	s.Vars["fg"] = say.Term(v.grand)
	s.TeX(`b_{ij} = -\tfrac12\bigl(D_{ij}^2 - \bar D_{i\cdot}^2 - \bar D_{\cdot j}^2 + \bar D_{\cdot\cdot}^2\bigr) = -0.5\cdot(<d2> <fi> <fj> <fg>) = \hl{<bij>}`)
	s.Text("And back again the distance comes from the inner products:")
	s.Vars["mb"] = say.Factor(v.b()[v.far[0]*v.m+v.far[1]])
	s.TeX(`D_{ij}^2 = b_{ii} + b_{jj} - 2b_{ij} = <bii> + <bjj> - 2\cdot <mb> = <d2>`)
	v.saySigns(s)
}

// saySigns tells what the eigenvalues say before any is used.
func (v view) saySigns(s *algos.Story) {
	switch {
	case v.negative > 0:
		s.Text("$B$ has <negative eigenvalue> below 0, down to <last>. Inner products have none: there are no places, in a plane or in any space, " +
			"with these distances.")
		v.sayDetour(s)
	case v.positive > 2:
		s.Text("$B$ has <positive eigenvalue> above 0: the places lie in <positive dimension>.")
	}
}

func (v view) sayAxis(s *algos.Story) {
	k := v.found - 1
	s.Vars["lambda"], s.Vars["root"] = v.values[k], math.Sqrt(v.values[k])
	s.Text("Axis <j>: the eigenvector of the eigenvalue <lambda>, times its root, gives every place a coordinate.")
	s.TeX(`z_{i<j>} = \sqrt{\lambda_{<j>}}\, v_{i<j>}, \qquad \sqrt{\lambda_{<j>}} = \sqrt{<lambda>} = <root>`)
	s.Text("The map misses <stress> % of the distances (root of the squares).")
	if v.found == v.axes() {
		v.sayTurn(s)
	}
}

// sayTurn compares the map with the true places.
func (v view) sayTurn(s *algos.Story) {
	if v.truth == nil {
		s.Text("The map may be turned and turned over as one likes: no distance changes.")
		return
	}
	one, a := v.state.best(false)
	two, b := v.state.best(true)
	s.Vars["misfit"] = v.misfit(v.Turn, v.Flip)
	s.Vars["best"], s.Vars["angle"] = a, one*180/math.Pi
	if b < a {
		s.Vars["best"], s.Vars["angle"] = b, two*180/math.Pi
	}
	s.Text("Distances do not know where north is, nor left from right. Turned by <turn>° as it is, the map is <misfit=metric.misfit> off the true places (root mean square).")
	if b < a && (b < (1-1e-9)*a) {
		s.More("Turned over and by <angle>° it would be <best>, and no turn is better (Procrustes).")
	} else {
		s.More("By <angle>° it would be <best>, and no turn is better (Procrustes).")
	}
	if v.known {
		s.Vars["stretch"] = v.stretch
		s.Text("The true places are those on the globe, times <stretch>, for roads are longer than flights.")
	}
}

// ended says how the run ends.
func (s *state) ended() algos.Status {
	w := say.Vars{
		"m": s.m, "axes": s.found, "positive": s.positive, "negative": s.negative, "last": s.values[s.m-1], "stress": s.missed(), "more": s.positive - s.found,
	}
	text := w.Text("The map is drawn, and all distances are kept.")
	switch {
	case s.negative > 0:
		text = w.Text("The map is drawn in <axes dimension>, and misses <stress> % of the distances. No map can be exact: the eigenvalue <last> is below 0.")
	case s.positive > s.found:
		text = w.Text("The map is drawn in <axes dimension>, and misses <stress> % of the distances. <more more dimension> would keep them all.")
	case s.positive < min(2, s.Dims):
		text = w.Text("All places lie on a line: one axis keeps all distances.")
	}
	return algos.Status{State: algos.Converged, Reason: text}
}
