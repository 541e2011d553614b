package kernelridge

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// told names what the step did, next what comes.
func (v view) told() say.Phrase {
	c := say.Vars{"row": say.Row(v.row).Name(), "k": v.steps}
	switch {
	case v.phase == factoring:
		return c.Text("computed the kernel values of <row>")
	case v.phase == adding:
		return c.Text("added <row>")
	case v.phase == starting:
		return "start"
	case v.Solver == coordinate:
		return c.Text("set α of <row>")
	}
	return c.Text("direction <k>")
}

func (v view) next() algos.Next {
	if v.status.Final() {
		return algos.Next{}
	}
	switch v.Solver {
	case coordinate:
		return algos.Next{Step: say.Vars{"row": say.Row(v.choose()).Name()}.Text("set α of <row>"), Pass: "as many iterations as points"}
	case conjugate:
		return algos.Next{Step: "next direction", Pass: "as many iterations as points"}
	}
	c := say.Vars{"row": say.Row(v.seen).Name()}
	n := algos.Next{Small: c.Text("compute the kernel values of <row>"), Step: c.Text("add <row>"), Pass: "add all points"}
	if v.phase == factoring {
		n.Small = n.Step
	}
	return n
}

// solved says what the end of the run means.
func (s *state) solved() say.Phrase {
	v := say.Vars{"n": s.seen, "steps": s.steps, "J": s.objective, "rmse": s.rmse(), "gap": s.gap, "norm": s.norm2}
	if s.Solver == exact {
		return v.Text("All <n point> are added: J = <J> is minimal, with ‖f‖² = <norm=metric.norm2> and training RMSE <rmse=metric.rmse>.")
	}
	return v.Text("After <steps iteration> J = <J> is at most <gap> above its minimum.")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	switch v.phase {
	case factoring:
		return v.sayLooked()
	case adding:
		return v.sayAdded()
	case improving:
		return v.sayImproved()
	}
	s := algos.Story{Vars: say.Vars{"n": len(v.y), "lambda": v.Lambda}}
	if v.Solver == exact {
		s.Text("<n point is> added one after another. Before the first one f = 0.")
	} else {
		s.Text("All α are 0, so f = 0. Each iteration brings α closer to the solution of the linear system.")
	}
	s.TeX(`(K + \lambda I)\,\alpha = y, \quad \lambda = <lambda>`)
	return s.Lines
}

func (v view) sayLooked() []algos.Line {
	s := algos.Story{Vars: say.Vars{
		"x": say.Row(v.row), "f": v.f[v.row], "y": v.y[v.row], "miss": v.miss, "d": v.pivot2, "lambda": v.Lambda, "new": v.pivot2 - v.Lambda,
	}}
	s.Text("At <x> the current prediction is <f> and the target is <y>: the residual is <miss>.")
	s.Text("The new row of the factor $L$ ends in $d$, where $d^2 = <d>$. That is λ plus the squared norm of the part of the new kernel function not " +
		"spanned by the others, <new>.")
	return s.Lines
}

// moved is the row among those before whose coefficient the step has moved most.
func (v view) moved() int {
	best, most := -1, 0.0
	for i := range v.alpha {
		if d := math.Abs(v.alpha[i] - v.was[i]); i != v.row && d > most {
			best, most = i, d
		}
	}
	return best
}

func (v view) sayAdded() []algos.Line {
	i := v.row
	s := algos.Story{Vars: say.Vars{
		"x": say.Row(i), "i": i + 1, "ref": say.Row(i).Ref(), "miss": v.miss, "d": v.pivot2, "alpha": v.miss / v.pivot2,
		"norm": v.norm2, "J": v.objective,
	}}
	s.Text("The coefficient of <x> is its residual divided by $d^2$, the new pivot of the Cholesky factorisation:")
	s.TeX(`\ref{<ref>}{\alpha_{<i>}} = \frac{y_{<i>} - f(x_{<i>})}{d^2} = \frac{<miss>}{<d>} = \hl{<alpha>}`)
	if j := v.moved(); j >= 0 && say.Num(v.was[j]) != say.Num(v.alpha[j]) { // a reader sees that it moves
		s.Vars["j"], s.Vars["from"], s.Vars["to"] = say.Row(j), v.was[j], v.alpha[j]
		if s.Vars["by"] = math.Abs(v.alpha[j] - v.was[j]); say.Num(v.was[j]) == say.Num(v.alpha[j]) {
			s.Text("The other coefficients hardly change, that of <j> by <by>.")
		} else {
			s.Text("The other coefficients adjust, most of all that of <j>: from <from> to <to>.")
		}
	}
	s.Text("Now ‖f‖² = <norm=metric.norm2> and J = <J>.")
	return s.Lines
}

func (v view) sayImproved() []algos.Line {
	s := algos.Story{Vars: say.Vars{"gap": v.gap, "J": v.objective}}
	if v.Solver == coordinate {
		i := v.row
		d := v.alpha[i] - v.was[i]
		s.Vars["x"], s.Vars["i"], s.Vars["ref"], s.Vars["from"], s.Vars["to"] = say.Row(i), i+1, say.Row(i).Ref(), v.was[i], v.alpha[i]
		s.Vars["by"] = say.Term(d)
		s.Text("<x> has the largest possible decrease. Its α is set to the optimum with all others fixed:")
		s.TeX(`\ref{<ref>}{\alpha_{<i>}} \leftarrow <from> <by> = \hl{<to>}`)
	} else {
		s.Vars["k"], s.Vars["slope"], s.Vars["curve"], s.Vars["a"] = v.steps, v.slope, v.bend, v.length
		s.Text("All α move along direction <k>, which is conjugate to the previous ones, to the optimum on it:")
		if v.bend > 0 {
			s.TeX(`a = \frac{r^\top p}{p^\top(K + \lambda I)p} = \frac{<slope>}{<curve>} = \hl{<a>}`)
		}
	}
	s.Text("J = <J> is at most <gap=metric.gap> above its minimum.")
	return s.Lines
}
