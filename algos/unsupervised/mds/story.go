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
		"dims": v.NComponents, "axes": v.axes(), "first": v.values[0], "last": v.values[v.m-1], "stress": v.missed(), "turn": v.Rotation * 180 / math.Pi,
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
		s.Text("Distances are squared: a squared distance is linear in inner products. For <a> and <b>:")
		s.TeX(`D_{ij}^2 = \|z_i\|^2 + \|z_j\|^2 - 2\langle z_i, z_j\rangle = <fd>^2 = <d2>`)
	case v.stage == byRow:
		s.Text("Row centring: the mean of each row is subtracted. It contains $\\|z_i\\|^2$, so this term is eliminated from row <a>.")
		s.TeX(`\tfrac1m\sum_j D_{ij}^2 = \|z_i\|^2 + \tfrac1m\operatorname{tr}B`)
	case v.stage == byColumn:
		s.Text("Double centring: columns are centred, too. Rows and columns now sum to 0, and the entries are the inner products times −2.")
	default:
		v.sayInner(&s)
	}
	return s.Lines
}

func (v view) sayDistances(s *algos.Story) {
	if v.table {
		s.Text("Input: the pairwise distances of <m object>. The largest, between <a> and <b>, is <d>.")
	} else {
		s.Text("Input: the pairwise distances of <m point>. The largest, between <a> and <b>, is <d>. Drag a point: its row and its column change.")
	}
	v.sayDetour(s)
}

// sayDetour names a distance that the triangle inequality forbids.
func (v view) sayDetour(s *algos.Story) {
	if v.detour == nil {
		return
	}
	one := algos.Story{Vars: v.detourVars()}
	one.Text("d(<from>, <to>) = <way>, but via <over> it is only <one> + <two> = <sum>: the triangle inequality is violated.")
	s.Add(one.Lines...)
}

func (v view) sayInner(s *algos.Story) {
	s.Text("Times −½: the Gram matrix $B$ has the inner products of the centred points. Its diagonal has the squared distances to the centre. For <a> " +
		"and <b>:")
	s.Vars["fi"], s.Vars["fj"] = say.Term(-v.means[v.far[0]]), say.Term(-v.means[v.far[1]])
	s.Vars["fg"] = say.Term(v.grand)
	s.TeX(`b_{ij} = -\tfrac12\bigl(D_{ij}^2 - \bar D_{i\cdot}^2 - \bar D_{\cdot j}^2 + \bar D_{\cdot\cdot}^2\bigr) = -0.5\cdot(<d2> <fi> <fj> <fg>) = ` +
		`\hl{<bij>}`)
	s.Text("Conversely, the inner products determine the distance:")
	s.Vars["mb"] = say.Factor(v.b()[v.far[0]*v.m+v.far[1]])
	s.TeX(`D_{ij}^2 = b_{ii} + b_{jj} - 2b_{ij} = <bii> + <bjj> - 2\cdot <mb> = <d2>`)
	v.saySigns(s)
}

// saySigns tells what the eigenvalues say before any is used.
func (v view) saySigns(s *algos.Story) {
	switch {
	case v.negative > 0:
		s.Text("$B$ has <negative eigenvalue> below 0, down to <last>, so it is not positive semi-definite: the distances are not Euclidean in any " +
			"dimension.")
		v.sayDetour(s)
	case v.positive > 2:
		s.Text("$B$ has <positive eigenvalue> above 0: an exact embedding has <positive dimension>.")
	}
}

func (v view) sayAxis(s *algos.Story) {
	k := v.found - 1
	s.Vars["lambda"], s.Vars["root"] = v.values[k], math.Sqrt(v.values[k])
	s.Text("Coordinate <j> is computed: the eigenvector of the eigenvalue <lambda>, times the square root.")
	s.TeX(`z_{i<j>} = \sqrt{\lambda_{<j>}}\, v_{i<j>}, \qquad \sqrt{\lambda_{<j>}} = \sqrt{<lambda>} = <root>`)
	s.Text("Stress: <stress> % of the norm of the distances.")
	if v.found == v.axes() {
		v.sayTurn(s)
	}
}

// sayTurn compares the map with the true places.
func (v view) sayTurn(s *algos.Story) {
	if v.truth == nil {
		s.Text("Rotations and reflections of the map change no distance.")
		return
	}
	one, a := v.state.best(false)
	two, b := v.state.best(true)
	s.Vars["misfit"] = v.misfit(v.Rotation, v.Reflect)
	s.Vars["best"], s.Vars["angle"] = a, one*180/math.Pi
	if b < a {
		s.Vars["best"], s.Vars["angle"] = b, two*180/math.Pi
	}
	s.Text("Distances determine the map only up to rotation and reflection. At the rotation <turn>° its RMS error to the true positions is " +
		"<misfit=metric.misfit>.")
	if b < a && (b < (1-1e-9)*a) {
		s.More("With reflection, the optimal rotation (Procrustes) is <angle>°, with RMS error <best>.")
	} else {
		s.More("The optimal rotation (Procrustes) is <angle>°, with RMS error <best>.")
	}
	if v.known {
		s.Vars["stretch"] = v.stretch
		s.Text("The true positions are scaled by <stretch>, because roads are longer than straight lines.")
	}
}

// ended says how the run ends.
func (s *state) ended() algos.Status {
	w := say.Vars{
		"m": s.m, "axes": s.found, "positive": s.positive, "negative": s.negative, "last": s.values[s.m-1], "stress": s.missed(), "more": s.positive - s.found,
	}
	text := w.Text("The embedding is exact: all distances are preserved.")
	switch {
	case s.negative > 0:
		text = w.Text("Embedding in <axes dimension> with stress <stress> %. No embedding is exact: the eigenvalue <last> is below 0.")
	case s.positive > s.found:
		text = w.Text("Embedding in <axes dimension> with stress <stress> %. <more more dimension> would make it exact.")
	case s.positive < min(2, s.NComponents):
		text = w.Text("B has rank 1: one dimension preserves all distances.")
	}
	return algos.Status{State: algos.Converged, Reason: text}
}
