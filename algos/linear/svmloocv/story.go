package svmloocv

import (
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// vars are what sentences and captions name.
func (v view) vars() say.Vars {
	n, full := len(v.y), v.full
	vars := say.Vars{
		"n": n, "sv": full.sv, "bound": v.bound(), "errors": len(v.errors), "loocv": v.loocv(), "done": len(v.scores), "wrong": v.trainErrors(),
		"pairs": full.Iterations, "kkt": full.Violation, "C": say.Factor(v.C),
	}
	if v.row < 0 {
		return vars
	}
	symbol := say.Row(v.row)
	vars["row"], vars["x"], vars["symbol"], vars["t"] = symbol.Name(), say.Math(`\hl{`+symbol.TeX()+`}`), symbol, v.row+1
	vars["alpha"] = full.alpha[v.row]
	if less := v.less; less != nil {
		vars["y"] = say.Math("-1")
		if v.y[v.row] > 0 {
			vars["y"] = say.Math("+1")
		}
		vars["f"], vars["z"], vars["change"], vars["pairs"], vars["kkt"] = less.f[v.row], v.scores[v.row], v.change(), less.Iterations, less.Violation
	}
	return vars
}

// start is the view after the fit of all points.
func (t *task) start() view {
	v := view{task: t, row: -1, status: algos.Status{State: algos.Running}}
	switch {
	case !t.possible():
		v.status = algos.Status{State: algos.Diverged, Reason: "No line separates these points: there is no hard margin, and no leave-one-out error. " +
			"Switch the hard margin off, or use another kernel."}
	case t.full.End == smo.NoBound:
		v.status = algos.Status{State: algos.Diverged, Reason: "No hard margin exists: two points of different classes are identical for this kernel, " +
			"and their α grow without bound."}
	case t.full.End == smo.Cap && t.Hard:
		v.status = algos.Status{State: algos.Exhausted, Reason: v.vars().Text("After <pairs pair> the KKT violation of the full hard-margin fit is " +
			"still <kkt>. Most likely the classes are not separable, and the theorem does not apply.")}
	case t.full.End == smo.Cap:
		v.status = algos.Status{State: algos.Exhausted, Reason: v.vars().Text("After <pairs pair> the KKT violation is still <kkt>: use a smaller C or " +
			"a larger tolerance, or rescale the features.")}
	}
	return v
}

// verdict is the result of all refits.
func (v view) verdict() say.Phrase {
	switch e := len(v.errors); {
	case e == v.full.sv:
		return v.vars().Text("Every point has been left out once: LOOCV = <errors>/<n> = <loocv>, and N/n = <sv>/<n>: the bound is met with equality.")
	case e < v.full.sv:
		return v.vars().Text("Every point has been left out once: LOOCV = <errors=metric.errors>/<n=metric.left_out> = <loocv=metric.loocv>, " +
			"below N/n = <sv=metric.support>/<n=metric.left_out> = <bound=metric.bound>.")
	}
	return v.vars().Text("Every point has been left out once: LOOCV = <errors>/<n> = <loocv>, above N/n = <sv>/<n>. A premise of the theorem fails " +
		"here, see the theoretical guarantees.")
}

// step captures the view.
func (v view) step() algos.Step {
	// Later views append to the shared lists: this one keeps its own length.
	v.scores, v.errors = slices.Clip(v.scores), slices.Clip(v.errors)
	vars := v.vars()
	step := algos.Step{Phase: "fit all points", Size: algos.Pass, Metrics: v.metrics(), Status: v.status, View: v}
	switch v.phase {
	case leaving:
		step.Phase, step.Size = vars.Text("leave <row> out"), algos.Micro
	case refitting:
		step.Phase, step.Size = vars.Text("refit without <row>"), algos.Micro
		switch {
		case v.wrong():
			step.Size = algos.Normal
			step.Events = []algos.Event{{Kind: "error", Text: vars.Text("<row> is a leave-one-out error")}}
		case v.supports(v.row): // without any other row nothing changes
			step.Size = algos.Normal
			step.Events = []algos.Event{{Kind: "sv", Text: vars.Text("<row> is a support vector, and correct in leave-one-out")}}
		}
	}
	if v.status.Final() {
		step.Size = algos.Pass
		return step
	}
	step.Next = v.next()
	return step
}

// next names the refit without the next support vector; without a row in between
// nothing changes.
func (v view) next() algos.Next {
	row := v.row + 1
	next := algos.Next{Small: say.Vars{"row": say.Row(row).Name()}.Text("leave <row> out"), Step: "all points", Pass: "all points"}
	if v.phase == leaving {
		row = v.row
		next.Small = v.vars().Text("refit without <row>")
	}
	for ; row < len(v.y); row++ {
		if v.supports(row) {
			next.Step = say.Vars{"row": say.Row(row).Name()}.Text("refit without <row>")
			break
		}
	}
	return next
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	switch v.phase {
	case leaving:
		return v.sayLeaving()
	case refitting:
		return v.sayRefit()
	}
	return v.sayStart()
}

func (v view) sayStart() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if v.status.Final() {
		s.Text("First the SVM is fitted to all points:")
		if v.Hard {
			s.TeX(`\min \frac{1}{2}\lVert w\rVert^2 \quad \text{with} \quad y_t f(x_t) \ge 1`)
		} else {
			s.TeX(`\min \frac{1}{2}\lVert w\rVert^2 + C\sum_t \xi_t \quad \text{with} \quad y_t f(x_t) \ge 1 - \xi_t`)
		}
		return s.Lines
	}
	s.Text("The SVM of all <n point> has <sv support vector>. Now every point is left out in turn: the SVM is refitted from scratch on the others and " +
		"tested on this point.")
	if v.objection() == "" && v.premise() == "" {
		s.TeX(`\text{LOOCV} = \frac{1}{<n>}\sum_{t=1}^{<n>} \text{Loss}\bigl(y_t, f^{-t}(x_t)\bigr) \le \frac{N}{n} = \frac{<sv>}{<n>} = <bound>`)
	} else { // then nothing guarantees the inequality
		s.TeX(`\text{LOOCV} = \frac{1}{<n>}\sum_{t=1}^{<n>} \text{Loss}\bigl(y_t, f^{-t}(x_t)\bigr), \quad \frac{N}{n} = \frac{<sv>}{<n>} = <bound>`)
	}
	if v.trainErrors() > 0 {
		s.Text("In the full fit <wrong point is> misclassified.")
	}
	return s.Lines
}

// sayLeaving says what is to be expected, and what a refit solves.
func (v view) sayLeaving() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if v.supports(v.row) {
		s.Text(`<x> is left out. It is a support vector, $\alpha_{<t>} = <alpha>$: the boundary may change, so a leave-one-out error is possible.`)
	} else {
		s.Text(`<x> is left out. It is not a support vector, $\alpha_{<t>} = 0$, so the solution should not change.`)
	}
	if v.Hard {
		s.TeX(`f^{-<t>} = \arg\min \frac{1}{2}\lVert w\rVert^2, \; y_i f(x_i) \ge 1 \; (i \ne <t>)`)
	} else {
		s.TeX(`f^{-<t>} = \arg\min\; \frac{1}{2}\lVert w\rVert^2 + <C> \sum_{i \ne <t>} \max(0, 1 - y_i f(x_i))`)
	}
	return s.Lines
}

func (v view) sayRefit() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	s.Vars["how"], s.Vars["moved"], s.Vars["ends"] = v.how(), v.moved(), v.ends()
	s.Text("<how>; <moved>. <x> is the leave-one-out test point, and <ends>.")
	if v.wrong() {
		s.TeX(`y_{<t>}\, f^{-<t>}(<symbol>) = (<y>)(<f>) = \hl{<z>} \le 0 \;\Rightarrow\; \text{Loss} = 1`)
	} else {
		s.TeX(`y_{<t>}\, f^{-<t>}(<symbol>) = (<y>)(<f>) = \hl{<z>} > 0 \;\Rightarrow\; \text{Loss} = 0`)
	}
	if len(v.errors) > v.full.sv {
		s.TeX(`\text{LOOCV so far} = \frac{<errors>}{<n>} = <loocv>, \quad \frac{N}{n} = \frac{<sv>}{<n>} = <bound>`)
	} else {
		s.TeX(`\text{LOOCV so far} = \frac{<errors>}{<n>} = <loocv> \le \frac{N}{n} = \frac{<sv>}{<n>} = <bound>`)
	}
	return s.Lines
}

// how tells how the refit went, moved what it changed, ends what became of the point.
func (v view) how() say.Phrase {
	switch {
	case v.alone():
		return "Without it one class is empty: the other class is predicted everywhere"
	case v.less.End == smo.NoBound:
		return "The others have no hard margin either"
	case v.less.End != smo.Optimal:
		return v.vars().Text("The refit stopped after <pairs pair> with a KKT violation of <kkt>")
	}
	return v.vars().Text("Refitted from scratch in <pairs pair>")
}

func (v view) moved() say.Phrase {
	switch c := v.change(); {
	case c == 0:
		return "not a single score changes"
	case c <= min(v.allowed(), same*v.largest()):
		return "no change beyond the accuracy of the solver"
	case c <= v.allowed():
		return v.vars().Text("the scores of the points change by up to <change>, possibly because of the tolerance alone")
	}
	return v.vars().Text("the scores of the points change by up to <change=metric.change>")
}

func (v view) ends() say.Phrase {
	switch {
	case v.wrong() && v.scores[v.row] == 0:
		return "its score is 0, which counts as a leave-one-out error"
	case v.wrong():
		return "it is misclassified: a leave-one-out error"
	}
	return "it is classified correctly"
}

// alone reports whether the row left out is the only one of its class.
func (v view) alone() bool {
	for k, y := range v.y {
		if k != v.row && y == v.y[v.row] {
			return false
		}
	}
	return true
}
