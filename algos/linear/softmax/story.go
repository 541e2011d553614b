package softmax

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{"n": len(v.class), "K": v.k, "rows": len(v.Rows), "loss": v.Loss, "norm": v.Norm, "delta": v.Decrement, "eta": v.Eta}}
	switch v.Did {
	case logit.Start:
		v.sayStart(&s)
	case logit.Look:
		v.sayLook(&s)
	case logit.Halve:
		s.Add(v.story().Halving()...)
	case logit.Update:
		v.sayUpdate(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	switch v.opt.Parametrization {
	case first:
		s.Vars["vectors"] = say.Vars{"k": v.Label(0)}.Text("Class <k> is the reference: its weight vector stays 0.")
	case last:
		s.Vars["vectors"] = say.Vars{"k": v.Label(v.k - 1)}.Text("Class <k> is the reference: its weight vector stays 0.")
	default:
		s.Vars["vectors"] = say.Phrase("The parametrisation is redundant: adding the same vector to all weights changes nothing. Starting at 0, " +
			"their sum stays 0.")
	}
	if len(v.class) == 1 {
		s.Text(`All weights are 0, so every class has the probability $\frac{1}{<K>}$ everywhere, and the point has the loss $\log <K>$. <vectors>`)
	} else {
		s.Text(`All weights are 0, so every class has the probability $\frac{1}{<K>}$ everywhere, and each of the <n point> has the loss $\log ` +
			`<K>$. <vectors>`)
	}
	s.Vars["penalty"] = v.penalty(` + \frac{<lambda>}{2}\sum_k\lVert w_k\rVert^2`)
	s.TeX(`L = -\sum_t \log p_{y_t}(x_t)<penalty> = <n>\log <K> = \hl{<loss>}`)
}

// penalty is a further term of a formula where there is a λ, and otherwise none.
func (v view) penalty(term string) say.Phrase {
	if v.opt.Lambda == 0 {
		return ""
	}
	return say.Vars{"lambda": v.opt.Lambda}.TeX(term)
}

func (v view) sayLook(s *algos.Story) {
	switch v.opt.Solver {
	case logit.SGD:
		v.sayRow(s)
	case logit.MiniBatch:
		s.Text("A mini-batch of <rows sample> is drawn; its gradient estimates the gradient over all <n>.")
		v.changes(s, `-\nabla_k L_B`)
	case logit.Newton:
		s.Text("The Newton step leads to the minimum of the quadratic approximation with the loss's gradient and Hessian. It moves all weight " +
			"vectors at once, because the Hessian couples the classes.")
		v.changes(s, `d_k`)
		s.TeX(`\lVert\nabla L\rVert = <norm>, \quad \delta = \sqrt{\nabla L^\top H^{-1}\nabla L} = \hl{<delta>}`)
	default:
		s.Text("The gradient is a sum of residual × input: each point pulls the weight vector of its true class by 1 − p and pushes the others by " +
			"their p:")
		s.Vars["penalty"] = v.penalty(` - <lambda>\,(w_k,\,0)`)
		s.TeX(`-\nabla_k L = \sum_t \bigl([k=y_t]-p_k(x_t)\bigr)\tilde{x}_t<penalty>`)
		v.changes(s, `-\nabla_k L`)
	}
}

// listed is the most classes whose vectors are written out.
const listed = 4

// changes lists the direction of the update class by class.
func (v view) changes(s *algos.Story, what string) {
	d := v.vectorsOf(v.Dir)
	v.table(s, what, func(k int) say.Phrase { return say.Vars{"d": v.problem.Tidy(d[k])}.TeX("<d>") }, d)
}

// table adds one line a class; of many classes the one that changes most. The k in
// what stands for the class.
func (v view) table(s *algos.Story, what string, value func(k int) say.Phrase, by [][3]float64) {
	of := func(k int) say.Math {
		return say.Math(strings.ReplaceAll(what, "k", "{"+strconv.Itoa(v.Label(k))+"}"))
	}
	if v.k > listed {
		most := 0
		for k, w := range by {
			if size(w) > size(by[most]) {
				most = k
			}
		}
		s.Vars["k"], s.Vars["what"], s.Vars["value"] = v.Label(most), of(most), value(most)
		s.TeX(`\text{most for class <k>:}\quad <what> = <value>`)
		return
	}
	var rows say.Phrase
	for k := range v.k {
		if v.isReference(k) {
			continue
		}
		row := say.Vars{"rows": rows, "what": of(k), "value": value(k)}
		if rows = row.TeX(`<what> &= <value>`); row["rows"] != say.Phrase("") {
			rows = row.TeX(`<rows> \\ <what> &= <value>`)
		}
	}
	s.Vars["table"] = rows
	s.TeX(`\begin{aligned} <table> \end{aligned}`)
}

func size(w [3]float64) float64 { return math.Hypot(math.Hypot(w[0], w[1]), w[2]) }

// sayRow: one row moves all vectors along itself.
func (v view) sayRow(s *algos.Story) {
	i := v.Rows[0]
	p, own := v.shares(v.problem.U[i]), v.class[i]
	s.Vars["t"], s.Vars["label"], s.Vars["P"] = say.Row(i), v.Label(own), v.probability(i)
	s.Text("<t> has the label <label>, whose probability is $<P>$. The weight vector of the true class moves towards it by $1-p$, every other one " +
		"away by its own $p$.")
	if v.k > listed {
		return
	}
	v.sayShare(s, i)
	var errors say.Phrase
	for k, share := range p {
		e := say.Vars{"list": errors, "k": v.Label(k), "p": share, "e": v.residual(i), "rest": 1 - share}
		term := e.TeX("e_{<k>} = -<p>")
		switch {
		case k != own && share > almost && share < 1:
			term = e.TeX("e_{<k>} = -(1-<rest>)")
		case k == own && share > almost:
			term = e.TeX("e_{<k>} = <e>")
		case k == own:
			term = e.TeX("e_{<k>} = 1-<p> = <e>")
		}
		if e["term"] = term; k > 0 {
			term = e.TeX(`<list>, \quad <term>`)
		}
		errors = term
	}
	s.Vars["errors"] = errors
	s.TeX("<errors>")
}

// calculable is a score beyond which its exponential is more than a calculator takes.
const calculable = 200

// sayShare reckons the probability of a row's own class from the scores.
func (v view) sayShare(s *algos.Story, i int) {
	f, own := make([]float64, v.k), v.class[i]
	v.problem.Scores(f, v.B, v.problem.U[i])
	var sum say.Phrase
	for k := range f {
		score := f[v.inside(k)]
		if math.Abs(score) > calculable {
			return
		}
		term := say.Vars{"sum": sum, "f": score}
		if sum = term.TeX("e^{<f>}"); k > 0 {
			sum = term.TeX("<sum> + e^{<f>}")
		}
	}
	s.Vars["i"], s.Vars["own"], s.Vars["sum"] = i+1, f[v.inside(own)], sum
	s.TeX(`p_{<label>}(x_{<i>}) = \frac{e^{<own>}}{<sum>} = <P>`)
}

// almost is the probability from which on the rest is told.
const almost = 0.9995

// probability is that of a row's own class. It does not round what is below 1 up to 1.
func (v view) probability(i int) say.Phrase {
	p, rest := v.shares(v.problem.U[i])[v.class[i]], v.residual(i)
	if p > almost && rest > 0 {
		return say.Vars{"rest": rest}.TeX("1-<rest>")
	}
	return say.Vars{"p": p}.TeX("<p>")
}

func (v view) sayUpdate(s *algos.Story) {
	before, after, d := v.vectors(v.From), v.vectors(v.Place), v.vectorsOf(v.Dir)
	if v.opt.Solver == logit.SGD {
		i, old := v.Rows[0], v
		old.Place = v.From
		s.Vars["t"], s.Vars["P"], s.Vars["Q"] = say.Row(i), old.probability(i), v.probability(i)
		s.Text(`Every weight vector moves by $\eta\,e_k\,\tilde{x}$ along <t>, with $\eta=<eta>$: the probability of its true class goes from ` +
			`$<P>$ to $<Q>$.`)
	} else {
		s.Add(algos.Line{Text: v.story().Length()})
	}
	v.table(s, `(w_k,b_k)`, func(k int) say.Phrase {
		from, by, to := v.problem.TidyMove(before[k], d[k], v.Eta, after[k])
		vars := say.Vars{"before": from, "eta": say.Factor(v.Eta), "d": by, "after": to}
		if v.Eta == 1 {
			return vars.TeX(`<before> + <d> = \hl{<after>}`)
		}
		return vars.TeX(`<before> + <eta>\cdot <d> = \hl{<after>}`)
	}, d)
	s.Add(algos.Line{Text: v.story().Effect(v.rounding(v.Place))})
}

// status says how the run stands, and why there is no minimum.
func (v view) status() algos.Status {
	return v.story().Status(func() say.Phrase {
		vars := say.Vars{"why": v.reason(), "updates": v.Updates, "loss": v.Loss, "remedy": say.Phrase("an L2 penalty λ > 0 would give one")}
		if v.opt.Lambda > 0 || slices.Contains(v.counts(), 0) {
			vars["remedy"] = say.Phrase("an L2 penalty does not help, as the intercepts are not regularised")
		}
		return vars.Text("No finite minimiser: <why>. Stopped after <updates update>, loss <loss>; <remedy>.")
	})
}

// reason says why there is no minimum, where it turned out during the run.
func (v view) reason() say.Phrase {
	switch {
	case v.why != "":
		return v.why
	case v.leads():
		return "every point has the highest score for its true class, so the loss keeps decreasing as all weights are scaled up"
	}
	return "the classes are partly separable, as scores still change by more than ½ with every Newton step while the loss hardly decreases"
}
