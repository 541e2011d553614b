package svd

import (
	"iter"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// The stages of the solution x = VS⁺Uᵀb.
const (
	ellipse  = iota // the circle and where A takes it
	turned          // Uᵀb
	scaled          // S⁺Uᵀb
	solved          // VS⁺Uᵀb
	compared        // beside another solution
)

// A system is Ax = b with two unknowns.
type system struct {
	options
	*table
	f    factors
	b    []float64
	kept int       // singular values above the cut-off
	rank int       // those that are more than rounding
	c    []float64 // uᵢᵀb
	y    []float64 // cᵢ/sᵢ of those kept, 0 of the others
	x    []float64 // A⁺b
	plus []float64 // A⁺, row by row
}

// An inverseView is a stage of the solution.
type inverseView struct {
	*system
	stage  int
	status algos.Status
}

func runInverse(o options) (iter.Seq[algos.Step], error) {
	s, err := newSystem(o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		for stage := ellipse; stage <= compared && yield(s.step(stage)); stage++ {
		}
	}, nil
}

func newSystem(o options) (*system, error) {
	t, err := parseTable("matrix", o.Matrix, 3)
	switch {
	case err != nil:
		return nil, err
	case t.known != nil:
		return nil, algos.Refuse("matrix: a system of equations has no missing entries")
	case t.n != 2 || t.m < 2:
		return nil, algos.Refuse("matrix: enter two or three rows of two entries, one row per equation")
	}
	f, ok := decompose(t.cells, t.m, t.n)
	if !ok {
		return nil, noFactors
	}
	if most := t.size(); most > 1e6 || most > 0 && most < 1e-6 {
		return nil, algos.Refuse("matrix: its largest absolute entry must be between 10⁻⁶ and 10⁶, so that the ellipse can be drawn")
	}
	s := &system{options: o, table: t, f: f, b: []float64{o.B[0], o.B[1], o.B3}[:t.m], rank: f.rank(), x: make([]float64, 2), plus: make([]float64, 2*t.m)}
	for k, v := range f.s {
		s.c = append(s.c, dot(f.u[k], s.b))
		s.y = append(s.y, 0)
		if k >= s.rank || !(v > o.Rcond*f.s[0]) {
			continue
		}
		s.kept++
		s.y[k] = s.c[k] / v
		for i := range 2 {
			s.x[i] += s.y[k] * f.v[k][i]
			for j := range t.m {
				s.plus[i*t.m+j] += f.v[k][i] * f.u[k][j] / v
			}
		}
	}
	return s, nil
}

// times is A times x.
func (s *system) times(x []float64) []float64 {
	out := make([]float64, s.m)
	for i := range out {
		out[i] = s.at(i, 0)*x[0] + s.at(i, 1)*x[1]
	}
	return out
}

// residual is ‖Ax − b‖².
func (s *system) residual(x []float64) float64 { return squares(minus(s.times(x), s.b)) }

// free is the direction in which the solutions lie, v of the first value that counts as 0; nil if none does.
func (s *system) free() []float64 {
	if s.kept == 2 {
		return nil
	}
	return s.f.v[s.kept]
}

// other is another x with the same Ax, t along the free direction.
func (s *system) other() []float64 {
	v := s.free()
	if v == nil {
		return s.x
	}
	return []float64{s.x[0] + s.NullStep*v[0], s.x[1] + s.NullStep*v[1]}
}

// meets reports whether Ax⁺ is b but for rounding.
func (s *system) meets() bool {
	return s.residual(s.x) <= 1e-24*(squares(s.b)+squares(s.cells)*squares(s.x))
}

// cut reports whether the cut-off drops a value that is more than rounding.
func (s *system) cut() bool { return s.kept < s.rank }

func (s *system) step(stage int) algos.Step {
	v := inverseView{system: s, stage: stage}
	v.status = algos.Status{State: algos.Running}
	size := algos.Normal
	if stage == compared {
		v.status = algos.Status{State: algos.Converged, Reason: v.reason()}
	}
	if stage == ellipse || stage == compared {
		size = algos.Pass
	}
	m := metrics{"spectral": s.f.value(0)}
	if stage >= solved {
		m["norm"], m["residual"] = norm(s.x), s.residual(s.x)
	}
	next := []say.Phrase{"multiply b by Uᵀ", "divide by s", "multiply by V", "compare with another solution", ""}[stage]
	return algos.Step{
		Phase: []say.Phrase{"circle and ellipse", "b in the basis of u₁, u₂", "divided by s", "multiplied by V: A⁺b", "comparison with another solution"}[stage],
		Next:  algos.Next{Step: next}, Size: size, Metrics: m.row(), Status: v.status, View: v,
	}
}

func (v inverseView) reason() say.Phrase {
	switch {
	case v.cut():
		return "Truncation (rcond) trades a larger residual for a smaller norm of x."
	case v.rank < 2:
		return "Of all least-squares solutions, A⁺b has the minimum norm."
	}
	return "A has full column rank: A⁺b is the unique least-squares solution."
}

func (v inverseView) vars() say.Vars {
	s := say.Vars{
		"s1": v.f.s[0], "s2": v.f.s[1], "kept": v.kept, "c1": v.c[0], "c2": v.c[1], "y1": v.y[0], "y2": v.y[1],
		"x1": v.x[0], "x2": v.x[1], "b": v.b, "x": v.x, "length": norm(v.x), "miss": v.residual(v.x), "cutoff": v.Rcond, "rank": v.rank,
		"other": v.other(), "otherlength": norm(v.other()), "othermiss": v.residual(v.other()), "t": v.NullStep,
		"u1": v.f.u[0], "u2": v.f.u[1], "v1": v.f.v[0], "v2": v.f.v[1],
	}
	return s
}

// Say implements [algos.View].
func (v inverseView) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.stage {
	case ellipse:
		s.Text("A maps the unit circle to an ellipse: $v_1$ to $s_1u_1$, $v_2$ to $s_2u_2$. The lengths of the half-axes are the singular values, " +
			"<s1> and <s2>.")
		switch {
		case v.rank == 0:
			s.Text("A is 0: the circle is mapped to a single point.")
		case v.rank == 1:
			s.Text("The second is 0: the ellipse is degenerate, A is singular, and Ax = b has no solution for most b.")
		}
	case turned:
		s.Text("In the basis of the left singular vectors b has the coordinates $u_i^\\top b$.")
		s.TeX(`u_1^\top b=<c1>,\quad u_2^\top b=<c2>`)
	case scaled:
		s.Text("Each coordinate is divided by its singular value. Where that is treated as 0, the coordinate is set to 0: A does not reach this direction.")
		v.sayScaled(&s)
	case solved:
		s.Text("These are the coordinates of x in the basis of the right singular vectors $v_i$.")
		s.TeX(`x^+=\sum_{s_i>0}\frac{u_i^\top b}{s_i}v_i=\hl{<x>}`)
		switch {
		case v.meets():
			s.Text("$Ax^+=b$ up to rounding: b is in the column space of A.")
		case v.cut():
			s.Text("The squared residual $\\|Ax^+-b\\|^2$ is <miss>: truncation of the small singular value contributes to it.")
		default:
			s.Text("The squared residual $\\|Ax^+-b\\|^2$ is <miss>, the minimum.")
		}
	case compared:
		s.Text("The norm of $x^+$ is <length>.")
		if v.free() == nil {
			s.Text("Both singular values are kept, so the least-squares solution is unique.")
			break
		}
		if v.meets() && !v.cut() {
			s.Text("Another solution, $x^+$ plus <t> along the null space, has norm <otherlength>.")
		} else {
			s.Text("Another x, $x^+$ plus <t> along the free direction, has norm <otherlength>. Its squared residual is <othermiss>; that of $x^+$ is " +
				"<miss>.")
		}
		if v.cut() {
			s.Text("The free direction belongs to a small singular value that was treated as 0: the residual changes a little along it.")
		}
	}
	return s.Lines
}

// sayScaled divides what is divided.
func (v inverseView) sayScaled(s *algos.Story) {
	if v.kept > 0 {
		s.Vars["d1"] = say.Factor(v.f.s[0])
		s.TeX(`\frac{u_1^\top b}{s_1}=\frac{<c1>}{<s1>}=<y1>`)
	}
	if v.kept > 1 {
		s.TeX(`\frac{u_2^\top b}{s_2}=\frac{<c2>}{<s2>}=<y2>`)
	}
	if v.cut() {
		s.Text("$s_2=<s2>$ is treated as 0: it is at most <cutoff> times the largest (rcond).")
	}
}

// Model implements [algos.View].
func (v inverseView) Model() algos.Model {
	return algos.Model{Values: []algos.Value{
		{Name: "singular_values", Value: append([]float64{}, v.f.s...)},
		{Name: "rank", Value: v.rank},
		{Name: "x", Value: append([]float64{}, v.x...)},
		{Name: "pseudo_inverse", Value: append([]float64{}, v.plus...)},
		{Name: "norm", Value: norm(v.x)},
		{Name: "residual", Value: v.residual(v.x)},
	}}
}

const (
	claimAPA      = `Penrose: $AA^+A=A$`
	claimPAP      = `Penrose: $A^+AA^+=A^+$`
	claimSymmetry = `Penrose: $AA^+$ and $A^+A$ are symmetric`
)

var (
	claimNormal   = algos.Guarantee{Name: "normal", Claim: `normal equations: the residual is orthogonal to the columns of A, $A^\top(Ax^+-b)=0$`}
	claimResidual = algos.Guarantee{Name: "residual", Claim: `$\|Ax^+-b\|^2=\|b\|^2-\sum(u_i^\top b)^2$ over the kept singular vectors`}
	claimShortest = algos.Guarantee{Name: "shortest", Claim: `$x^+$ is the minimum-norm solution`}
	claimBasic    = algos.Guarantee{Name: "basic", Claim: `norm of the solution by elimination (free unknown 0) ≥ norm of $x^+$`}
	claimNearest  = algos.Guarantee{Name: "nearest", Claim: `none of 24 points around $x^+$ has a smaller residual`}
)

// product multiplies an a×b by a b×c matrix.
func product(x, y []float64, a, b, c int) []float64 {
	out := make([]float64, a*c)
	for i := range a {
		for k := range b {
			for j := range c {
				out[i*c+j] += x[i*b+k] * y[k*c+j]
			}
		}
	}
	return out
}

func apart(x, y []float64) float64 {
	most := 0.0
	for i := range x {
		most = max(most, math.Abs(x[i]-y[i]))
	}
	return most
}

func transposed(x []float64, m, n int) []float64 {
	out := make([]float64, len(x))
	for i := range m {
		for j := range n {
			out[j*m+i] = x[i*n+j]
		}
	}
	return out
}

// nearlyZero checks that the entry that is farthest from what it should be is not off.
func nearlyZero(name string, claim say.Phrase, off, rounding, size float64) algos.Check {
	return doubted(algos.Equal(name, claim, off, 0, rounding).Of(size).Between("largest deviation", ""))
}

// Checks implements [algos.View].
func (v inverseView) Checks() []algos.Check {
	m := v.m
	ap, pa := product(v.cells, v.plus, m, 2, m), product(v.plus, v.cells, 2, m, 2)
	size := norm(v.cells)
	inverted := norm(v.plus)
	// A product of two has the rounding of both; A⁺ is off by its condition times that.
	ulps := 64 * num.Ulp * (1 + size*inverted)
	symmetric := max(apart(ap, transposed(ap, m, m)), apart(pa, transposed(pa, 2, 2)))
	cut := say.Phrase("")
	if v.cut() {
		cut = "a singular value is truncated (rcond): this is the pseudo-inverse of another matrix"
	}
	checks := []algos.Check{
		v.f.checkOrthonormal(),
		nearlyZero("penrose-a", claimAPA, apart(product(ap, v.cells, m, m, 2), v.cells), ulps*size*(1+size*inverted), size).Unless(cut),
		nearlyZero("penrose-plus", claimPAP, apart(product(pa, v.plus, 2, 2, m), v.plus), ulps*inverted*(1+size*inverted), inverted),
		nearlyZero("penrose-symmetric", claimSymmetry, symmetric, ulps, 1),
	}
	if v.stage < solved {
		return checks
	}
	miss, long := minus(v.times(v.x), v.b), norm(v.b)
	gradient := max(math.Abs(dot(mat2(v.cells, 0), miss)), math.Abs(dot(mat2(v.cells, 1), miss)))
	reach := long*long - squares(v.c[:v.kept])
	checks = append(checks,
		doubted(claimNormal.Equal(gradient, 0, ulps*size*long*(1+size*inverted)).Of(size*long).Between("largest entry", "")).Unless(cut),
		doubted(claimResidual.Equal(v.residual(v.x), reach, ulps*long*long*(1+size*inverted)).Of(long*long).Between("‖Ax⁺ − b‖²", "‖b‖² − Σ")))
	if v.stage < compared {
		return checks
	}
	return append(append(checks, v.checkShortest(ulps)...), v.checkNearest(cut))
}

// mat2 is a column of a matrix of two.
func mat2(cells []float64, j int) []float64 {
	var column []float64
	for i := j; i < len(cells); i += 2 {
		column = append(column, cells[i])
	}
	return column
}

// basic solves the normal equations AᵀAx = Aᵀb by elimination, where A has rank 1: the
// unknown of the longer column alone, and 0 for the other.
func (s *system) basic() []float64 {
	x := make([]float64, 2)
	a, b := mat2(s.cells, 0), mat2(s.cells, 1)
	j, column := 0, a
	if squares(b) > squares(a) {
		j, column = 1, b
	}
	if q := squares(column); q > 0 {
		x[j] = dot(column, s.b) / q
	}
	return x
}

func (v inverseView) checkShortest(ulps float64) []algos.Check {
	if v.free() == nil {
		return []algos.Check{claimShortest.Not("the solution is unique: both singular values are kept")}
	}
	length, other := norm(v.x), v.other()
	checks := []algos.Check{
		claimShortest.AtLeast(norm(other), length, 8*num.Ulp*norm(other)).Between("other solution", "x⁺"),
	}
	if v.rank == 1 {
		// uᵀb is off by some ulps of b, however small it is, and is divided by s.
		checks = append(checks, doubted(claimBasic.AtLeast(norm(v.basic()), length, ulps*norm(v.b)*norm(v.plus)).Between("elimination", "x⁺")))
	}
	return checks
}

// checkNearest looks at places around x⁺ for one that comes nearer to b.
func (v inverseView) checkNearest(cut say.Phrase) algos.Check {
	reach, best := 0.1*(1+norm(v.x)), math.Inf(1)
	for _, d := range circle(24)[:24] {
		best = min(best, v.residual([]float64{v.x[0] + reach*d.X, v.x[1] + reach*d.Y}))
	}
	// Squares of differences of numbers of this size, each off by some ulps.
	size := norm(v.cells)*(norm(v.x)+reach) + norm(v.b)
	return doubted(claimNearest.AtLeast(best, v.residual(v.x), 64*num.Ulp*size*size).Of(size*size).Between("smallest of the 24", "x⁺")).Unless(cut)
}

// Panels implements [algos.View].
func (v inverseView) Panels() []mark.Panel {
	panels := []mark.Panel{v.unknowns()}
	if v.m == 2 {
		panels = append(panels, v.reached())
	} else {
		panels = append(panels, v.space())
	}
	return append(panels, v.f.spectrum(v.kept))
}

// circle is n+1 places around the unit circle.
func circle(n int) []mark.XY {
	at := make([]mark.XY, 0, n+1)
	for i := range n + 1 {
		t := 2 * math.Pi * float64(i) / float64(n)
		at = append(at, mark.XY{X: math.Cos(t), Y: math.Sin(t)})
	}
	return at
}

const corners = 72

// The axes of both pictures have the colours of two classes.
var axes = []mark.Role{mark.RoleClass0, mark.RoleClass1}

// window is how far a picture goes: round, so that it seldom changes while b is dragged.
func window(lengths ...float64) float64 {
	most := 1.0
	for _, l := range lengths {
		most = max(most, l)
	}
	return panel.RoundUp(1.15 * most)
}

// unknowns is the plane of x: the circle, its axes v, and the solution as far as it has come.
func (v inverseView) unknowns() mark.Panel {
	reach := window(norm(v.x), min(norm(v.other()), 3*norm(v.x)+2))
	w := v.vars()
	p := mark.Panel{
		ID: "board", Title: "Input space (x)", Equal: true, X: mark.Axis{Name: "x₁", Min: -reach, Max: reach}, Y: mark.Axis{Name: "x₂", Min: -reach, Max: reach},
		Alt: w.Text("the unit circle with the directions v₁ = <v1> and v₂ = <v2>"),
	}
	p.Add(mark.PolyLine{At: circle(corners), Closed: true, Style: mark.RoleInk.Wide(1.5), Legend: "unit circle"})
	for k, d := range v.f.v {
		p.Add(mark.Arrows{
			From: []mark.XY{{}}, To: []mark.XY{{X: d[0], Y: d[1]}}, Labels: []say.Phrase{say.Phrase("v" + say.Sub(k+1))}, Style: axes[k].Wide(2.2),
		})
	}
	if v.stage == ellipse {
		return p
	}
	if v.stage >= scaled {
		from := mark.XY{}
		for k := range v.kept {
			to := mark.XY{X: from.X + v.y[k]*v.f.v[k][0], Y: from.Y + v.y[k]*v.f.v[k][1]}
			p.Add(mark.Segments{From: []mark.XY{from}, To: []mark.XY{to}, Style: axes[k].Wide(3).Faded(0.6), Layer: mark.Over, Legend: part(k)})
			from = to
		}
	}
	if v.stage < solved {
		return p
	}
	if d := v.free(); d != nil && v.rank > 0 {
		legend := say.Phrase("all x with the same Ax")
		if v.cut() {
			legend = "truncated direction"
		}
		p.Add(mark.Ray{A: d[1], B: -d[0], C: d[0]*v.x[1] - d[1]*v.x[0], Style: mark.RoleSoft.Wide(1.8), Legend: legend})
	}
	if v.stage == compared && v.free() != nil {
		p.Add(panel.Dot(mark.XY{X: clip(v.other()[0], reach), Y: clip(v.other()[1], reach)}, 5, mark.RoleSoft.Plain(), "another solution"))
		p.Add(mark.PolyLine{At: around(norm(v.x)), Closed: true, Style: mark.RoleAccent.Dashed(), Legend: "vectors of norm ‖x⁺‖"})
	}
	p.Add(panel.Dot(mark.XY{X: v.x[0], Y: v.x[1]}, 6, mark.RoleAccent.Plain(), "x⁺ = A⁺b"))
	p.Note = w.Text("x⁺ = <x>")
	return p
}

func clip(x, reach float64) float64 { return min(max(x, -reach), reach) }

// around is a circle about the origin.
func around(radius float64) []mark.XY {
	at := circle(corners)
	for i := range at {
		at[i].X *= radius
		at[i].Y *= radius
	}
	return at
}

// halfAxis is what one of the ellipse is called.
func halfAxis(k int) say.Phrase { return say.Phrase("s" + say.Sub(k+1) + "u" + say.Sub(k+1)) }

// part is what the part of x along an axis is called.
func part(k int) say.Phrase {
	return []say.Phrase{"(u₁ᵀb/s₁) v₁", "(u₂ᵀb/s₂) v₂"}[k]
}

// reached is the plane of Ax: the ellipse, its half axes, and b, which readers drag.
func (v inverseView) reached() mark.Panel {
	reach := window(v.f.s[0], norm(v.b), norm(v.times(v.x)))
	w := v.vars()
	p := mark.Panel{
		ID: "image", Title: "Output space (Ax)", Note: w.Text("s = <s1>, <s2>"), Equal: true, Height: 0.8,
		Alt: w.Text("the ellipse with half-axes <s1> along u₁ = <u1> and <s2> along u₂ = <u2>, and b = <b>"),
		X:   mark.Axis{Name: "b₁", Min: -reach, Max: reach}, Y: mark.Axis{Name: "b₂", Min: -reach, Max: reach},
	}
	var at []mark.XY
	for _, c := range circle(corners) {
		y := v.times([]float64{c.X, c.Y})
		at = append(at, mark.XY{X: y[0], Y: y[1]})
	}
	p.Add(mark.PolyLine{At: at, Closed: true, Style: mark.RoleInk.Wide(1.5), Legend: "image of the circle"})
	for k, d := range v.f.u {
		if k < v.rank {
			to := mark.XY{X: v.f.s[k] * d[0], Y: v.f.s[k] * d[1]}
			p.Add(mark.Arrows{From: []mark.XY{{}}, To: []mark.XY{to}, Labels: []say.Phrase{halfAxis(k)}, Style: axes[k].Wide(2.2)})
		}
		if v.stage >= turned {
			foot := mark.XY{X: v.c[k] * d[0], Y: v.c[k] * d[1]}
			p.Add(mark.Segments{
				From: []mark.XY{{}, foot}, To: []mark.XY{foot, {X: v.b[0], Y: v.b[1]}}, Style: axes[k].Dashed(), Layer: mark.Over,
				Legend: []say.Phrase{"b along u₁", "b along u₂"}[k],
			})
		}
	}
	if v.stage >= solved {
		y := v.times(v.x)
		foot, b := mark.XY{X: y[0], Y: y[1]}, mark.XY{X: v.b[0], Y: v.b[1]}
		if !v.meets() {
			p.Add(mark.Segments{From: []mark.XY{foot}, To: []mark.XY{b}, Style: mark.RoleBad.Wide(2), Layer: mark.Over, Legend: "residual"})
		}
		p.Add(panel.Dot(foot, 5, mark.RoleAccent.Plain(), "Ax⁺"))
	}
	p.Add(mark.Handle{
		Param: "b", Along: mark.Plane, At: mark.XY{X: v.b[0], Y: v.b[1]}, Label: "b", Tip: "drag b", Legend: "b", Size: 7,
		Style: mark.RoleGood.Plain(), Layer: mark.Over,
	})
	return p
}

// space is Ax in three dimensions: the plane of the columns with the ellipse in it, and b beside.
func (v inverseView) space() mark.Panel {
	reach := window(v.f.s[0], norm(v.b), norm(v.times(v.x)))
	w := v.vars()
	axis := func(name say.Phrase) mark.Axis { return mark.Axis{Name: name, Min: -reach, Max: reach} }
	at := func(y []float64) panel.XYZ { return panel.XYZ{X: y[0], Y: y[1], Z: y[2]} }
	s := panel.Space{
		ID: "image", Title: "Output space (Ax), 3-D", Note: w.Text("s = <s1>, <s2>"), Height: 0.8,
		Alt: w.Text("the ellipse with half-axes <s1> along u₁ = <u1> and <s2> along u₂ = <u2>, and b = <b>"),
		X:   axis("b₁"), Y: axis("b₂"), Z: axis("b₃"), Equal: true, Param: "turn", View: v.Turn,
	}
	var ring []panel.XYZ
	for _, c := range circle(corners) {
		ring = append(ring, at(v.times([]float64{c.X, c.Y})))
	}
	if v.rank == 2 {
		u, w := v.f.u[0], v.f.u[1]
		normal := panel.XYZ{X: u[1]*w[2] - u[2]*w[1], Y: u[2]*w[0] - u[0]*w[2], Z: u[0]*w[1] - u[1]*w[0]}
		s.Things = append(s.Things, panel.Sheet{
			Normal: normal, Like: mark.PolyLine{Fill: true, Style: mark.RoleSoft.Plain().Faded(0.25), Legend: "all Ax: column space of A"},
		})
	}
	s.Things = append(s.Things, panel.Thread{At: ring, Like: mark.PolyLine{Style: mark.RoleInk.Wide(1.5), Legend: "image of the circle"}})
	for k, d := range v.f.u[:v.rank] {
		tip := panel.XYZ{X: v.f.s[k] * d[0], Y: v.f.s[k] * d[1], Z: v.f.s[k] * d[2]}
		s.Things = append(s.Things, panel.Sticks{
			From: []panel.XYZ{{}}, To: []panel.XYZ{tip}, Like: mark.Segments{Style: axes[k].Wide(2.5), Legend: halfAxis(k)},
		})
	}
	dots := panel.Dots{At: []panel.XYZ{at(v.b)}, Like: mark.Points{Style: mark.RoleGood.Plain(), Legend: "b"}}
	s.Things = append(s.Things, dots)
	if v.stage >= solved {
		y := at(v.times(v.x))
		missed := mark.Segments{Style: mark.RoleBad.Wide(2), Legend: "residual"}
		s.Things = append(s.Things, panel.Sticks{From: []panel.XYZ{y}, To: []panel.XYZ{at(v.b)}, Like: missed},
			panel.Dots{At: []panel.XYZ{y}, Like: mark.Points{Style: mark.RoleAccent.Plain(), Legend: "Ax⁺"}})
	}
	return s.Panel()
}
