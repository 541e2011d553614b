package kernelperceptron

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/say"
)

// vars are what the sentences about a step may name.
func (v *view) vars() say.Vars {
	y, sign := v.y[v.Row], "+"
	if y < 0 {
		sign = "-"
	}
	return say.Vars{
		"x": say.Row(v.Row), "i": v.Row + 1, "label": v.Label(v.Points[v.Row].Class()), "sign": sign,
		"score": y * v.score, "direct": y * v.direct, "diag": v.diag[v.Row], "features": len(v.phi),
		"n": len(v.y), "k": v.alpha.total, "twin": v.twin.total, "stored": v.stored, "wrong": v.wrong,
		"pass": v.Pass, "passes": v.MaxEpochs, "mistakes": v.Mistakes,
	}
}

func (v *view) phase() say.Phrase {
	switch v.Kind {
	case novikoff.Start:
		return "initialise f = 0"
	case novikoff.Update:
		return v.storing()
	}
	return v.Phase()
}

func (v *view) storing() say.Phrase {
	return say.Vars{"row": say.Row(v.Row).Name()}.Text("store <row>")
}

func (v *view) next() algos.Next {
	switch {
	case v.status.Final():
		return algos.Next{}
	case v.Kind == novikoff.Mistake:
		return v.Next(v.storing())
	}
	return v.Next("")
}

func (v *view) events() []algos.Event {
	var events []algos.Event
	if v.Kind == novikoff.Mistake {
		events = append(events, algos.Event{Kind: "mistake", Text: v.Phase()})
	}
	return v.Events(events, v.status)
}

// end says whether the run ends with this step, and why.
func (v *view) end() algos.Status {
	if !v.Ends || v.Mistakes > 0 && v.Pass < v.MaxEpochs {
		return algos.Status{State: algos.Running}
	}
	s := v.vars()
	if v.Mistakes == 0 {
		return algos.Status{State: algos.Converged, Reason: s.Text("epoch <pass> had no mistake: after <k=metric.mistakes mistake> all samples are " +
			"classified correctly")}
	}
	s["why"], s["most"] = say.Phrase("convergence is not guaranteed"), math.Floor(v.limit)
	switch {
	case v.best.separable && v.limit < 1e12:
		s["why"] = s.Text("the classes are separable in feature space, and the mistake bound is <most>")
	case v.best.separable:
		s["why"] = say.Phrase("the classes are separable in feature space, but the margin is so small that the bound is vacuous")
	case v.best.inseparable:
		s["why"] = say.Phrase("up to rounding the classes are not separable in feature space, so it does not converge")
	}
	return algos.Status{State: algos.Exhausted, Reason: s.Text("stopped after <passes epoch>, the last with <mistakes mistake>: <why>")}
}

// Say tells what the step did with its own numbers.
func (v *view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.Kind {
	case novikoff.Start:
		v.sayStart(&s)
	case novikoff.Check:
		s.Text("<x> is classified correctly: nothing is stored.")
		v.sayScore(&s)
	case novikoff.Mistake:
		v.sayMistake(&s)
	case novikoff.Update:
		v.sayUpdate(&s)
	}
	s.Add(v.End(v.status)...)
	return s.Lines
}

// shortMap is the most features that a formula lists.
const shortMap = 6

func (v *view) sayStart(s *algos.Story) {
	s.Text("Nothing is stored, so $f=0$ everywhere and the first sample counts as a mistake. Every misclassified sample is stored, and the kernel " +
		"compares new points with it.")
	s.Vars["kernel"], s.Vars["phi"] = say.Math(v.task.k.TeX()), say.Math(v.phi.tex())
	s.TeX("<kernel>")
	switch {
	case len(v.phi) > shortMap:
		s.Text("The same run is repeated in primal form with all <features> explicit features.")
	case len(v.phi) > 0:
		s.Text("The same run is repeated in primal form with the explicit feature map:")
		s.TeX(`\phi(x)=<phi>`)
	case v.Kernel == "poly":
		s.Text("With $c_0<0$ the features would need roots of negative numbers: there is no real feature map.")
	case v.Kernel == "rbf", v.Kernel == "laplacian":
		s.Text("Its feature space has infinitely many dimensions: the kernel trick is needed.")
	}
}

func (v *view) sayMistake(s *algos.Story) {
	switch {
	case v.alpha.total == 0:
		s.Text("<x>: nothing is stored yet, so its score is 0, which counts as a mistake.")
	case v.score == 0:
		s.Text("<x> is exactly on the decision boundary: its score is 0, which counts as a mistake.")
	default:
		s.Text("<x> has label $<label>$ but is on the other side of the boundary: misclassified, a mistake.")
	}
	v.sayScore(s)
}

// Of more than most stored rows a formula lists the kernel values of the first few.
const (
	most = 3
	few  = 2
)

// sayScore adds y·f(x) of the current sample with this step's numbers, and the same
// by the features.
func (v *view) sayScore(s *algos.Story) {
	listed := v.stored
	if listed > most {
		listed = few
	}
	terms, n := say.Phrase(""), 0
	for i, a := range v.alpha.list() {
		if a == 0 || n == listed {
			continue
		}
		n++
		term := say.Vars{"sign": "+", "a": int(a), "ref": say.Row(i).Ref(), "k": say.Factor(v.task.k.At(v.x[i], v.x[v.Row]))}
		switch {
		case v.y[i] < 0:
			term["sign"] = "-"
		case n == 1:
			term["sign"] = ""
		}
		if a > 1 {
			terms += term.TeX(`<sign><a>\cdot \ref{<ref>}{<k>}`)
		} else {
			terms += term.TeX(`<sign>\ref{<ref>}{<k>}`)
		}
	}
	if n == 0 {
		terms = "0"
	}
	s.Vars["terms"], s.Vars["more"] = terms, v.stored-listed
	score := `y_{<i>}\,f(<x>)=(<sign>1)\,(<terms>)=\hl{<score>}`
	if v.stored > listed {
		score = `y_{<i>}\,f(<x>)=(<sign>1)\,(<terms>+\text{<more> more})=\hl{<score>}`
	}
	if v.Kind == novikoff.Mistake {
		s.TeX(score + `\le 0`)
	} else {
		s.TeX(score + `>0`)
	}
	if len(v.phi) > 0 && v.parted == nil {
		s.TeX(`\text{explicit features:}\quad y_{<i>}\,\langle\theta,\phi(<x>)\rangle=<direct>`)
	}
}

func (v *view) sayUpdate(s *algos.Story) {
	count, after := int(v.alpha.list()[v.Row]), v.y[v.Row]*v.score+v.diag[v.Row]
	s.Vars["old"], s.Vars["count"], s.Vars["after"], s.Vars["verdict"] = count-1, count, after, say.Phrase("now correctly classified")
	switch {
	case v.diag[v.Row] <= 0:
		s.Vars["verdict"] = say.Phrase("which does not help")
	case after <= 0:
		s.Vars["verdict"] = say.Phrase("still misclassified, but closer")
	}
	s.Text("Mistake <k=metric.mistakes>: <x> is stored; its score grows by $k(x_{<i>},x_{<i>})=<diag>$, from $<score>$ to $<after>$; <verdict>.")
	s.TeX(`f(x)\leftarrow f(x)<sign> k(<x>,x),\qquad \alpha_{<i>}=<old>\to\hl{<count>}`)
	if len(v.phi) == 0 || len(v.phi) > shortMap || v.parted != nil {
		return
	}
	s.Vars["theta"] = v.phi.coordinates(v.theta(v.twin.list()))
	s.Vars["phi"] = v.phi.coordinates(v.phi.at(nil, v.x[v.Row]))
	s.TeX(`\theta\leftarrow\theta<sign>\underbrace{<phi>}_{\phi(x_{<i>})}=\hl{<theta>}`)
}
