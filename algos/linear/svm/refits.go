package svm

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

var claimLOOCV = algos.Guarantee{Name: "loocv", Claim: `leave-one-out error $\le N/n$ with $N$ support vectors`}

// maxLOOCV bounds the work of the n refits, in updates of one error.
const maxLOOCV = 60_000_000

// refits are n fits, each without one point: how many of these are misclassified, and
// whether all fits were done within the work allowed.
type refits struct {
	errors int
	done   bool
}

// refits are those of a state, when they are first asked for.
func (s *state) refits() func() refits {
	return algos.Slow(s.ctx, func(context.Context) refits {
		errors, done := s.leaveOneOut()
		return refits{errors, done}
	})
}

// checkLOOCV refits the classifier n times, each time without one point, and
// counts how often that point is then misclassified. A point that is no support
// vector changes nothing when it is left out, hence at most N errors.
func (s *state) checkLOOCV() algos.Check {
	n, sv := len(s.y), s.Support()
	switch why := s.Blurred(); {
	case why != "":
		return claimLOOCV.Not(why)
	case s.Status.State != algos.Converged:
		return claimLOOCV.Not("a statement about the optimum; not converged yet")
	case s.Free == 0:
		return claimLOOCV.Not("with no unbounded support vector θ₀ is not unique, and may change when another point is removed")
	case n*n*(sv+4) > maxLOOCV:
		return claimLOOCV.Not(say.Vars{"n": n, "sv": sv}.Text("<n refit> with <sv support vector> are too expensive to compute here"))
	}
	return claimLOOCV.Slow(s.refitted)
}

func (s *state) refitted() algos.Check {
	left := s.leftOut()
	if !left.done {
		return claimLOOCV.Not("a refit did not converge within the iteration limit")
	}
	n, sv := len(s.y), s.Support()
	v := say.Vars{"n": n, "sv": sv, "errors": left.errors}
	return claimLOOCV.AtMost(float64(left.errors)/float64(n), float64(sv)/float64(n), 0).Between("error", "N/n").Metered().
		Because(v.Text("leave-one-out: <errors> of <n> points are misclassified, with <sv support vector>"))
}

// leaveOneOut counts the misclassified left-out points. A score of zero counts as
// an error: it decides nothing. done is false where a refit took too long.
func (s *state) leaveOneOut() (errors int, done bool) {
	n := len(s.y)
	gram := smo.NewGram(s.Kernel, s.X)
	pull := s.pulls(gram)
	budget := maxLOOCV / n
	for r := range n {
		p := s.problem(gram)
		p.Start, p.Errors = s.without(r, gram, pull)
		p.Held = []int{r}
		fit, err := smo.Solve(s.ctx, p, s.Tol, budget)
		if err != nil || fit.End != smo.Optimal {
			return 0, false
		}
		budget -= fit.Iterations
		f := fit.Errors[r] + s.y[r] + fit.Offset // α_r = 0: the score of a point not seen
		if s.y[r]*f <= 0 {
			errors++
		}
	}
	return errors, true
}

// pulls are Σ yⱼαⱼKⱼₖ over each class, the first for y = −1.
func (s *state) pulls(gram *smo.Gram) (pull [2][]float64) {
	n := len(s.y)
	pull[0], pull[1] = make([]float64, n), make([]float64, n)
	for j, a := range s.alpha {
		if a == 0 {
			continue
		}
		class := pull[side(s.y[j])]
		for k, kjk := range gram.Row(j) {
			class[k] += s.y[j] * a * kjk
		}
	}
	return pull
}

// side is 0 for the label −1 and 1 for +1.
func side(y float64) int {
	if y > 0 {
		return 1
	}
	return 0
}

// without returns a feasible start for the problem without row r, and its errors:
// α_r becomes zero, and the other class gives up as much, in proportion.
func (s *state) without(r int, gram *smo.Gram, pull [2][]float64) (start, errors []float64) {
	start, errors = slices.Clone(s.alpha), make([]float64, len(s.alpha))
	for k, y := range s.y {
		errors[k] = pull[0][k] + pull[1][k] - y
	}
	if start[r] == 0 {
		return start, errors
	}
	start[r] = 0
	other := 0.0
	for k, a := range s.alpha {
		if s.y[k] != s.y[r] {
			other += a
		}
	}
	keep := max(0, 1-s.alpha[r]/other)
	for k := range start {
		if s.y[k] != s.y[r] {
			start[k] *= keep
		}
	}
	row, others := gram.Row(r), pull[1-side(s.y[r])]
	for k := range errors {
		errors[k] -= s.y[r]*s.alpha[r]*row[k] + (1-keep)*others[k]
	}
	return start, errors
}

// hulls is the certificate that no hard margin exists. For every α ≥ 0 with
// Σαy = 0 and Σα = 2 the vector w = Σαyφ(x) joins a point of the convex hull of
// one class with one of the other, so ‖w‖ is at least the hulls' distance, which is
// twice the largest margin: margin ≤ ‖w‖/Σα.
type hulls struct {
	alpha []float64 // the two points as mixtures, Σα = 2
	bound float64   // ‖w‖/Σα: no margin is larger
	pair  smo.Pair  // the pair that can move without bound, where that was the proof
	ever  bool
}

// meet is how small the bound on the margin must be, as a share of the data's
// radius, before the hulls count as meeting. ‖w‖² is a difference of sums of the
// size of radius²; below the root of their rounding error nothing can be told
// apart.
const meet = 1e-7

// hullsMeet looks for the certificate: after every pair in α itself, and after
// 4n, 8n, 16n, … pairs by moving the two hull points towards each other.
func (t *task) hullsMeet(s *state, move smo.Move) *hulls {
	if move.Stop == smo.Unbounded {
		h := &hulls{alpha: make([]float64, len(t.y)), pair: move.Pair, ever: true}
		h.alpha[move.I], h.alpha[move.J] = 1, 1
		h.bound = math.Sqrt(max(0, move.Eta)) / 2
		return h
	}
	if s.Status.Final() && s.Status.State != algos.Exhausted || s.sum == 0 {
		return nil
	}
	if bound := math.Sqrt(max(0, s.norm2)) / s.sum; bound <= meet*t.radius {
		return &hulls{alpha: scaled(s.alpha, 2/s.sum), bound: bound}
	}
	if s.Pairs < t.hullsAt {
		return nil
	}
	t.hullsAt *= 2
	h := t.approach(s)
	if h.bound <= meet*t.radius {
		return h
	}
	return nil
}

func scaled(v []float64, factor float64) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = factor * x
	}
	return out
}

// approach moves the two hull points of α towards each other, two weights of one
// class at a time, until they meet or cannot come closer (the algorithm of
// Mitchell, Demyanov and Malozemov).
func (t *task) approach(s *state) *hulls {
	n := len(t.y)
	h := &hulls{alpha: scaled(s.alpha, 2/s.sum)}
	f := make([]float64, n) // ⟨w, φ(xₖ)⟩
	for k := range f {
		f[k] = (s.e[k] + t.y[k]) * 2 / s.sum
	}
	diag := t.gram.Diagonal()
	for range 50*n + 2000 {
		to, from, gap := t.within(h.alpha, f)
		norm2 := 0.0
		for k, a := range h.alpha {
			norm2 += a * t.y[k] * f[k]
		}
		h.bound = math.Sqrt(max(0, norm2)) / 2
		if h.bound <= meet*t.radius || gap <= 1e-9*norm2 {
			return h
		}
		kt, kf := t.gram.Row(to), t.gram.Row(from)
		eta := diag[to] + diag[from] - 2*kt[from]
		move := h.alpha[from]
		if eta > 0 {
			move = min(move, gap/eta)
		}
		h.alpha[to] += move
		h.alpha[from] -= move
		for k := range f {
			f[k] += t.y[to] * move * (kt[k] - kf[k])
		}
	}
	return h
}

// within finds the class and the pair in it whose exchange of weight shortens w
// most steeply: to has the smallest y·f, from the largest among those with
// weight.
func (t *task) within(a, f []float64) (to, from int, gap float64) {
	for _, class := range [2]float64{1, -1} {
		low, high := -1, -1
		for k, y := range t.y {
			if y != class {
				continue
			}
			if low < 0 || y*f[k] < y*f[low] {
				low = k
			}
			if a[k] > 0 && (high < 0 || y*f[k] > y*f[high]) {
				high = k
			}
		}
		if g := class * (f[high] - f[low]); g > gap {
			to, from, gap = low, high, g
		}
	}
	return to, from, gap
}

// reason says what the certificate means.
func (h *hulls) reason(s *state) say.Phrase {
	v := say.Vars{"distance": 2 * h.bound}
	if h.ever {
		i, j := h.pair.I, h.pair.J
		v = say.Vars{"i": alpha(i), "j": alpha(j), "eta": h.pair.Eta, "one": say.Row(i).Name(), "other": say.Row(j).Name()}
	}
	switch {
	case h.ever && h.pair.Eta < 0:
		return v.Text("Along <i>, <j> the dual is convex (η = <eta>) and unbounded without a box constraint. This kernel is not positive " +
			"semi-definite, so it has no hard margin.")
	case h.ever:
		return v.Text("<one> and <other> are the same point with opposite labels: no hyperplane separates them, and <i>, <j> grow without bound.")
	case s.Linear:
		return v.Text("No line separates these points: the convex hulls of the classes are within <distance> of each other. No margin exceeds half of " +
			"that, and the dual is unbounded.")
	}
	return v.Text("This kernel's feature space does not separate the points: the convex hulls of the classes are within <distance> of each other. No " +
		"margin exceeds half of that, and the dual is unbounded.")
}

// An asked offset is what one of the pair would make of θ₀: with it the point has
// yf = 1.
type asked struct {
	old  float64    // θ₀ before the move
	move float64    // y Δα of the first; minus that of the second
	k    [3]float64 // k₁₁, k₁₂, k₂₂
	b    [2]float64
	free [2]bool // whether 0 < α < C after the move
}

// asked works the two offsets out from the errors before the move, in the coordinates
// of the data; one is the place in the pair of the variable that comes first.
func (s *state) asked(w *pairs.Work, one int) asked {
	rows, other := [2]int{w.I, w.J}, 1-one
	a, b := s.Points[rows[one]].X, s.Points[rows[other]].X
	o := asked{
		old: w.Bias, move: s.y[rows[one]] * (w.To[one] - w.From[one]),
		k: [3]float64{s.Kernel.At(a, a), s.Kernel.At(a, b), s.Kernel.At(b, b)},
	}
	if s.Linear { // θ₀ = bias − ⟨w, shift⟩, with the w of before
		weights := s.expansion().Weights()
		for c := range weights {
			o.old -= (weights[c] - o.move*(a[c]-b[c])) * s.Shift[c]
		}
	}
	o.b = [2]float64{o.old - w.E[one] - o.move*(o.k[0]-o.k[1]), o.old - w.E[other] - o.move*(o.k[1]-o.k[2])}
	for i, place := range [2]int{one, other} {
		o.free[i] = w.To[place] > 0 && w.To[place] < s.c
	}
	return o
}

// sayBox writes out how far the box lets the variable go that the story is about.
func (v view) sayBox(w *pairs.Work, one int) algos.Line {
	vars := v.spoken(w, one)
	vars["follow"], vars["C"], vars["low"], vars["high"] = w.From[1-one], v.c, w.Low[one], w.High[one]
	same := v.y[w.I] == v.y[w.J]
	switch {
	case v.Hard && same:
		return algos.Line{TeX: vars.TeX(`L = 0, \quad H = \alpha_{<a>} + \alpha_{<b>} = <from> + <follow> = <high>`)}
	case v.Hard:
		return algos.Line{TeX: vars.TeX(`L = \max(0,\, \alpha_{<a>} - \alpha_{<b>}) = \max(0,\, <from> - <follow>) = <low>, \quad H = \infty`)}
	case same:
		return algos.Line{TeX: vars.TeX(`\begin{aligned} L &= \max(0,\, \alpha_{<a>} + \alpha_{<b>} - C) = \max(0,\, <from> + <follow> - <C>) = <low> \\ ` +
			`H &= \min(C,\, \alpha_{<a>} + \alpha_{<b>}) = \min(<C>,\, <from> + <follow>) = <high> \end{aligned}`)}
	}
	return algos.Line{TeX: vars.TeX(`\begin{aligned} L &= \max(0,\, \alpha_{<a>} - \alpha_{<b>}) = \max(0,\, <from> - <follow>) = <low> \\ ` +
		`H &= \min(C,\, C + \alpha_{<a>} - \alpha_{<b>}) = \min(<C>,\, <C> + <from> - <follow>) = <high> \end{aligned}`)}
}

// sayOffsets says which of the two offsets the textbook takes and why, and what is taken
// here; nothing where the move was lost, or all variables moved after it.
func (v view) sayOffsets(w *pairs.Work, one int) []algos.Line {
	if !simple(w) {
		return nil
	}
	o := v.asked(w, one)
	vars := v.spoken(w, one)
	vars["ba"], vars["bb"], vars["middle"], vars["count"] = o.b[0], o.b[1], (o.b[0]+o.b[1])/2, v.Free
	s := algos.Story{Vars: vars}
	switch {
	case o.free[0] && o.free[1]:
		s.Text("Both are unbounded now, with the same bias: $b_{<a>} = b_{<b>} = <ba>$.")
	case o.free[0] || o.free[1]:
		vars["kept"], vars["at"], vars["take"] = vars["one"], vars["a"], o.b[0]
		if o.free[1] {
			vars["kept"], vars["at"], vars["take"] = vars["other"], vars["b"], o.b[1]
		}
		s.Text("Only <kept> is unbounded now: Platt's SMO takes its bias, $b_{<at>} = <take>$.")
	default:
		s.Text("Both variables are at a bound: any bias between $b_{<a>} = <ba>$ and $b_{<b>} = <bb>$ satisfies the pair. Platt's SMO takes the mean, " +
			"<middle>.")
	}
	if v.Free > 0 {
		s.More("θ₀ is the mean over <count unbounded support vector>, <theta0=model.bias>.")
	} else {
		s.More("All support vectors are at a bound: the bias θ₀ is the middle of its feasible interval, <theta0=model.bias>.")
	}
	return s.Lines
}

// simple reports whether a move was made, and nothing else.
func simple(w *pairs.Work) bool { return !w.Stall && w.Stop != smo.Unbounded && w.Face.Free == 0 }

// numbers is the table of all that the move of a pair is computed from, and comes to:
// a column for each of the two.
func (v view) numbers(w *pairs.Work) mark.Panel {
	type row struct {
		name say.Phrase
		of   [2]float64
	}
	o := v.asked(w, 0)
	rows := []row{
		{"y", [2]float64{v.y[w.I], v.y[w.J]}},
		{"E", w.E},
		{say.Vars{"name": say.Row(w.I).Name()}.Text("k with <name>"), [2]float64{o.k[0], o.k[1]}},
		{say.Vars{"name": say.Row(w.J).Name()}.Text("k with <name>"), [2]float64{o.k[1], o.k[2]}},
		{"α before", w.From},
		{"L", w.Low},
		{"H", w.High},
		{"unclipped α", w.Free},
		{"α after", w.To},
	}
	vars := v.Names(w.Pair)
	vars["eta"], vars["old"] = w.Eta, o.old
	note := vars.Text("η = <eta>")
	if v.phase == pairs.Optimising && simple(w) {
		rows = append(rows, row{"b", o.b})
		note = vars.Text("η = <eta>, old θ₀ = <old>")
	}
	n := float64(len(rows))
	heads := mark.Texts{Anchor: mark.End, Style: mark.RoleSoft.Plain()}
	cells := mark.Texts{Anchor: mark.End, Style: mark.RoleInk.Plain()}
	for k, name := range [2]int{w.I, w.J} {
		panel.Write(&heads, 3.4+1.4*float64(k), n, say.Phrase(alpha(name)))
	}
	for i, r := range rows {
		y := n - 1 - float64(i)
		panel.Write(&heads, 2, y, r.name)
		for k, x := range r.of {
			panel.Write(&cells, 3.4+1.4*float64(k), y, say.Vars{"x": x}.Text("<x>"))
		}
	}
	return mark.Panel{
		ID: "numbers", Title: "Update of the working pair", Note: note, Height: 0.8,
		Alt: vars.Text("a table of labels, errors, kernel values, bounds, old and new values and biases of <i>, <j>"),
		X:   mark.Axis{Hidden: true, Max: 5}, Y: mark.Axis{Hidden: true, Min: -0.7, Max: n + 0.7}, Marks: []mark.Mark{heads, cells},
	}
}
