package diffusionkernel

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// vars are what sentences name.
func (v view) vars() say.Vars {
	now, gain := v.sum.at(v.s, v.s), v.term.at(v.s, v.s)
	w := say.Vars{
		"k": v.k, "l": v.Time, "m": v.NSteps, "s": v.s + 1, "n": v.n, "now": now, "gain": gain, "before": now - gain, "bound": v.bound,
		"edges": len(v.Edges), "parts": v.parts, "j": v.squar, "halvings": v.halving, "small": v.scale(), "time": v.time(),
		"part": v.size(v.part[v.s]), "largest": v.term.most(), "share": v.Time / float64(v.NSteps), "next": v.k + 1, "norm": v.norm,
		"missing": v.missing(), "degree": v.degree, "peak": v.peak, "lost": v.lost,
	}
	if v.k > 0 && v.squar == 0 {
		w["flow"], w["add"] = say.Factor(gain/v.factor()), say.Term(gain)
		w["factor"] = v.factor()
	}
	return w
}

// factor is what B times the matrix before is multiplied by.
func (v view) factor() float64 {
	if v.Method == walk {
		return v.Time / float64(v.NSteps)
	}
	return v.scale() / float64(v.k)
}

// size is how many nodes a part has.
func (t *task) size(part int) int {
	n := 0
	for _, p := range t.part {
		if p == part {
			n++
		}
	}
	return n
}

func (v view) phase() say.Phrase {
	w := v.vars()
	switch {
	case v.k == 0:
		return "all heat at the source"
	case v.Method == walk:
		return w.Text("step <k=model.steps> of the random walk")
	case v.squar > 0:
		return w.Text("squaring <j>: time <time>")
	}
	return w.Text("term <k=model.steps>")
}

func (v view) button() algos.Next {
	w := v.vars()
	switch {
	case v.Method == walk:
		return algos.Next{Step: w.Text("step <next> of the random walk")}
	case v.Method == squares && v.summed():
		return algos.Next{Step: "square the kernel"}
	}
	return algos.Next{Step: w.Text("add term <next>")}
}

func (v view) events() []algos.Event {
	if v.Method == squares && v.squar == 1 {
		return []algos.Event{{Kind: "pass", Text: v.vars().Text("the series has converged: squaring starts")}}
	}
	return nil
}

func (v view) status() algos.Status {
	w := v.vars()
	switch {
	case v.state == algos.Running:
		return algos.Status{State: algos.Running}
	case v.norm == 0:
		return algos.Status{State: v.state, Reason: "The graph has no edges: nothing flows, and the kernel is the identity."}
	case v.rough && v.summed():
		return algos.Status{
			State:  v.state,
			Reason: w.Text("Cancellation: the terms reach <peak>, and the largest error of an entry is <missing=metric.error>. Use scaling and squaring."),
		}
	case v.rough:
		return algos.Status{
			State:  v.state,
			Reason: w.Text("Cancellation: the terms reach <peak>, and no digit of the sum would be correct. Use scaling and squaring."),
		}
	case v.state == algos.Diverged:
		return algos.Status{State: v.state, Reason: w.Text("The random walk diverges: <m> steps are too few for λ = <l>.")}
	case v.state == algos.Exhausted:
		return algos.Status{State: v.state, Reason: w.Text("The series has not converged after <k> terms: use scaling and squaring.")}
	case v.Method == walk:
		return algos.Status{State: v.state, Reason: w.Text("All <m> steps are done: the approximation error is at most <missing> per entry.")}
	case v.Method == squares:
		return algos.Status{State: v.state, Reason: w.Text("Converged: K(<s>, <s>) = <now>.")}
	}
	return algos.Status{State: v.state, Reason: w.Text("Converged: the truncation error is below <bound=metric.bound>, K(<s>, <s>) = <now=metric.source>.")}
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.k == 0:
		v.sayStart(&s)
	case v.Method == walk:
		v.sayWalk(&s)
	case v.squar > 0:
		v.saySquared(&s)
	default:
		v.sayPower(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	if v.Matrix == heat {
		s.Text("All heat is at node <s>. $B=W-D$ is the negative graph Laplacian: edge weights off the diagonal, minus the degree on it.")
	} else {
		s.Text("$B$ is the weighted adjacency matrix. Its power $B^k$ counts the walks of length $k$ from one node to another.")
	}
	switch v.Method {
	case walk:
		s.TeX(`K_\lambda\approx\left(I+\tfrac{\lambda}{m}B\right)^{m}`)
		s.Text("Each of the <m> steps has duration <share>.")
	case squares:
		s.TeX(`K_\lambda=\left(e^{\lambda B/2^{j}}\right)^{2^{j}}`)
		s.Text("For the short time <small> the series needs few terms, and none is large. Then <halvings squaring> double the time.")
	default:
		s.TeX(`K_\lambda=I+\lambda B+\frac{\lambda^2}{2}B^2+\frac{\lambda^3}{6}B^3+\ldots`)
		s.Text("Each step adds one Taylor term for all pairs of nodes. The formulas show the diagonal entry of the source.")
	}
	if v.parts > 1 {
		s.Text("The graph has <parts connected component>. Heat stays in the source's component of <part node>.")
	}
}

func (v view) sayPower(s *algos.Story) {
	if v.Method == squares {
		s.Text("Term <k=model.steps> of the series for the short time <small> is added: the previous term times $B$ and $<small>/<k>$.")
	} else {
		s.Text("Term <k=model.steps> of the series is added: the previous term times $B$ and $\\lambda/<k>=<l>/<k>$.")
	}
	s.TeX(`T_{<s>,<s>}=<factor>\cdot <flow>=<gain>`)
	s.TeX(`K_{<s>,<s>}\leftarrow <before><add>=\hl{<now>}`)
	v.sayWalks(s)
	switch {
	case !v.vague() || v.rough:
	case v.tells(v.lost):
		s.Text("The terms reach <peak>: the rounding error of an entry may be <lost>.")
	default:
		s.Text("The terms reach <peak>: rounding may take every digit of an entry.")
	}
	if v.tells(v.bound) {
		s.Text("Truncation error bound: <bound=metric.bound> per entry.")
	} else {
		s.Text("The truncation error bound is still larger than every entry of the kernel.")
	}
}

// sayWalks says how many walks a power has counted, where they can be counted.
func (v view) sayWalks(s *algos.Story) {
	if v.Matrix != adjacency || v.Method != series || v.k > 12 {
		return
	}
	for _, e := range v.Edges {
		if e.Weight != 1 {
			return
		}
	}
	count := v.walks(v.k)
	if count > 1e6 {
		return
	}
	s.Vars["walks"] = int(count)
	s.Text("<walks walk> of length <k=model.steps> from node <s> back to itself.")
}

// walks is how many walks of a length lead from the source to itself.
func (v view) walks(length int) float64 {
	at := make([]float64, v.n)
	at[v.s] = 1
	for range length {
		to := make([]float64, v.n)
		for _, e := range v.Edges {
			to[e.From] += at[e.To]
			to[e.To] += at[e.From]
		}
		at = to
	}
	return math.Round(at[v.s])
}

func (v view) sayWalk(s *algos.Story) {
	s.Text("Step <k=model.steps> of <m>: diffusion for the time <share>, for all nodes.")
	s.TeX(`K_{<s>,<s>}\leftarrow <before>+<share>\cdot <flow>=\hl{<now>}`)
	if v.Matrix == heat && !v.stays() {
		s.Text("The step is too large for a valid transition matrix: $\\lambda/m$ times the maximum degree <degree> is above 1.")
		return
	}
	s.Text("The elapsed time is <time>. The approximation error to that kernel is at most <missing=metric.error> per entry.")
}

func (v view) saySquared(s *algos.Story) {
	s.Text("Squaring <j> of <halvings>: the kernel of twice the time is the kernel times itself.")
	s.Vars["half"] = v.time() / 2
	s.TeX(`K_{<time>}=K_{<half>}\,K_{<half>}`)
	s.Text("The diagonal entry of the source is now <now=metric.source>.")
}
