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
		"k": v.k, "l": v.Lambda, "m": v.M, "s": v.s + 1, "n": v.n, "now": now, "gain": gain, "before": now - gain, "bound": v.bound,
		"edges": len(v.Edges), "parts": v.parts, "j": v.squar, "halvings": v.halving, "small": v.scale(), "time": v.time(),
		"part": v.size(v.part[v.s]), "largest": v.term.most(), "share": v.Lambda / float64(v.M), "next": v.k + 1, "norm": v.norm,
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
		return v.Lambda / float64(v.M)
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
		return w.Text("step <k=model.steps> of the walk")
	case v.squar > 0:
		return w.Text("squaring <j>: time <time>")
	}
	return w.Text("power <k=model.steps>")
}

func (v view) button() algos.Next {
	w := v.vars()
	switch {
	case v.Method == walk:
		return algos.Next{Step: w.Text("step <next> of the walk")}
	case v.Method == squares && v.summed():
		return algos.Next{Step: "square it"}
	}
	return algos.Next{Step: w.Text("add power <next>")}
}

func (v view) events() []algos.Event {
	if v.Method == squares && v.squar == 1 {
		return []algos.Event{{Kind: "pass", Text: v.vars().Text("the series is complete: from here on it is squared")}}
	}
	return nil
}

func (v view) status() algos.Status {
	w := v.vars()
	switch {
	case v.state == algos.Running:
		return algos.Status{State: algos.Running}
	case v.norm == 0:
		return algos.Status{State: v.state, Reason: "The graph has no edges: nothing flows, and every node is like itself alone."}
	case v.rough:
		return algos.Status{
			State:  v.state,
			Reason: w.Text("The terms have grown to <peak>, and have to cancel: by rounding an entry may be off by <lost>. Take scaling and squaring."),
		}
	case v.state == algos.Diverged:
		return algos.Status{State: v.state, Reason: w.Text("The walk grows without bound: <m> steps are too few for λ = <l>.")}
	case v.state == algos.Exhausted:
		return algos.Status{State: v.state, Reason: w.Text("The series is not complete after <k> powers: take scaling and squaring.")}
	case v.Method == walk:
		return algos.Status{State: v.state, Reason: w.Text("The walk has taken all its <m> steps, and misses the kernel by at most <missing> in an entry.")}
	case v.Method == squares:
		return algos.Status{State: v.state, Reason: w.Text("The kernel is complete: K(<s>, <s>) = <now>.")}
	}
	return algos.Status{State: v.state, Reason: w.Text("All later terms together are below <bound=metric.bound>: the kernel is complete, K(<s>, <s>) = <now=metric.source>.")}
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
		s.Text("All heat is at node <s>. $B$ says what flows: in a row the weights of a node's edges, and on the diagonal minus their sum, what the node gives away.")
	} else {
		s.Text("$B$ has the weights of the edges, and 0 elsewhere. Its power $B^k$ counts the walks of length $k$ from one node to another.")
	}
	switch v.Method {
	case walk:
		s.TeX(`K_\lambda\approx\left(I+\tfrac{\lambda}{m}B\right)^{m}`)
		s.Text("Each of the <m> steps lets heat flow for a time of <share>.")
	case squares:
		s.TeX(`K_\lambda=\left(e^{\lambda B/2^{j}}\right)^{2^{j}}`)
		s.Text("For the short time <small> the series needs few powers, and none is large. Then <halvings squaring> double the time.")
	default:
		s.TeX(`K_\lambda=I+\lambda B+\frac{\lambda^2}{2}B^2+\frac{\lambda^3}{6}B^3+\ldots`)
		s.Text("Each step adds a power, for all pairs of nodes at once; the formulas show what it does to the source's own entry.")
	}
	if v.parts > 1 {
		s.Text("The graph has <parts part>. No heat leaves the one with the source, of <part node>.")
	}
}

func (v view) sayPower(s *algos.Story) {
	if v.Method == squares {
		s.Text("Power <k=model.steps> for the short time <small>: the term before, times $B$ and $<small>/<k>$.")
	} else {
		s.Text("Power <k=model.steps>: the term before, times $B$ and $\\lambda/<k>=<l>/<k>$.")
	}
	s.TeX(`T_{<s>,<s>}=<factor>\cdot <flow>=<gain>`)
	s.TeX(`K_{<s>,<s>}\leftarrow <before><add>=\hl{<now>}`)
	v.sayWalks(s)
	if v.vague() && !v.rough {
		s.Text("The terms have grown to <peak>: by rounding an entry may be off by <lost>.")
	}
	if v.bound < 1e30 {
		s.Text("All later terms together are at most <bound=metric.bound> in an entry.")
	} else {
		s.Text("The terms still grow: no bound of what is missing is of any use yet.")
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
	s.Text("<walks walk> of length <k=model.steps> lead from node <s> back to it.")
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
	s.Text("Step <k=model.steps> of <m>: what flows in the time <share>, for all nodes at once.")
	s.TeX(`K_{<s>,<s>}\leftarrow <before>+<share>\cdot <flow>=\hl{<now>}`)
	if v.Matrix == heat && !v.stays() {
		s.Text("The step is too long to be a walk: $\\lambda/m$ times the largest degree, <degree>, is above 1, so a node would give away more than it has.")
		return
	}
	s.Text("It stands for the time <time>, and misses that kernel by at most <missing=metric.error> in an entry.")
}

func (v view) saySquared(s *algos.Story) {
	s.Text("Squaring <j> of <halvings>: two times the time is the kernel times itself.")
	s.Vars["half"] = v.time() / 2
	s.TeX(`K_{<time>}=K_{<half>}\,K_{<half>}`)
	s.Text("The source's own entry is now <now=metric.source>.")
}
