package hedge

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// name is how an expert is called.
func name(i int) string { return "e" + say.Sub(i+1) }

// ref is what links an expert in words with its marks.
func ref(i int) string { return "e" + strconv.Itoa(i+1) }

// linked is an expert in a sentence, linked with its marks.
func linked(i int) say.Math { return say.Math(`\ref{` + ref(i) + `}{e_{` + strconv.Itoa(i+1) + `}}`) }

func (v view) vars() say.Vars {
	s := say.Vars{
		"t": len(v.past), "T": v.T, "N": v.N, "L": v.total(), "star": v.bestLoss(), "best": linked(v.best()), "regret": v.regret(),
		"who": v.who(),
	}
	if b := v.bound(); !math.IsNaN(b) {
		s["bound"] = b
	}
	if len(v.past) > 0 {
		r := v.now()
		s["loss"], s["eta"] = r.loss, r.eta
	}
	return s
}

func (t *task) who() say.Phrase {
	switch t.Learner {
	case leader:
		return "follow the leader"
	case majority:
		return "the weighted majority"
	}
	return "Hedge"
}

func (v view) phase() say.Phrase {
	if len(v.past) == 0 {
		return "initialise weights to 1"
	}
	return v.vars().Text("round <t=model.rounds>: loss <loss>")
}

func (v view) next() algos.Next {
	return algos.Next{Pass: "all rounds"}
}

// restarted reports whether this round began a new block.
func (v view) restarted() bool { return len(v.past) > 1 && v.now().start == len(v.past)-1 }

func (v view) events() []algos.Event {
	if len(v.past) > 0 && v.restarted() {
		return []algos.Event{{Kind: "start", Text: v.vars().Text("round <t=model.rounds>: weights reset")}}
	}
	return nil
}

func (v view) judge() algos.Status {
	if len(v.past) < v.T {
		return algos.Status{State: algos.Running}
	}
	if v.T == 0 {
		return algos.Status{State: algos.Exhausted, Reason: "there are no rounds"}
	}
	return algos.Status{State: algos.Exhausted, Reason: v.vars().Text("after <t=model.rounds round> the cumulative loss of <who> is <L=metric.loss>, " +
		"that of the best expert, <best>, <star=metric.best>")}
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if len(v.past) == 0 {
		v.sayStart(&s)
	} else {
		v.sayLoss(&s)
		v.sayWeight(&s)
		v.sayRegret(&s)
	}
	if v.status.Final() {
		s.Vars["reason"] = v.status.Reason
		s.Text("End of the run: <reason>.")
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Vars["eta"], _ = v.since()
	s.Text("Initially each of the <N expert> has weight 1: a uniform distribution.")
	s.Vars["p"] = 1 / float64(v.N)
	s.TeX(`p_i=\frac{1}{<N>}=<p>`)
	T, log := s.Vars["T"], v.N > 1
	s.Vars["T"] = max(v.T, 1)
	switch {
	case v.Schedule == optimal && log:
		s.Text("The learning rate is optimal for <T round>.")
		s.TeX(`\eta=\sqrt{8\ln <N>/<T>}=<eta>`)
	case v.Schedule == noted && log:
		s.Vars["beta"] = math.Exp(-s.Vars["eta"].(float64))
		s.Text(`The factor $\beta$ of the notes is tuned to <T round>.`)
		s.TeX(`\beta=\frac{1}{1+\sqrt{2\ln <N>/<T>}}=<beta>`)
	case v.Schedule == doubling:
		s.Text("Doubling trick for unknown T: blocks of 1, 2, 4, 8, … rounds, each with its own learning rate.")
	case v.Schedule == anytime:
		s.Text("Anytime schedule for unknown T: the learning rate decreases from round to round.")
	default:
		s.Text(`The learning rate is $\eta=<eta>$.`)
	}
	s.Vars["T"] = T
}

func (v view) sayLoss(s *algos.Story) {
	r := v.now()
	if v.restarted() {
		s.Vars["length"] = len(v.past)
		s.Text(`Doubling trick: a new block of <length=model.rounds round> begins, all weights are reset to 1, and $\eta=<eta>$.`)
	}
	switch v.Learner {
	case leader:
		s.Vars["led"] = linked(heaviest(r.share))
		s.Text("Round <t>: follow the leader <led>; its loss is the loss of the learner.")
		s.TeX(`\ell=\hl{<loss>}`)
	case majority:
		s.Vars["wrong"] = dot(r.share, r.losses)
		if r.loss == 1 {
			s.Text("Round <t>: the experts that err have the weight <wrong>, so the weighted majority makes a mistake, a loss of 1.")
		} else {
			s.Text("Round <t>: the experts that err have the weight <wrong>, less than half, so the weighted majority is correct.")
		}
	default:
		s.Text("Round <t=model.rounds>: the loss of Hedge is the weighted mean of the experts' losses.")
		v.sayMean(s)
	}
}

// sayMean is the inner product with its numbers; losses of 0 are left out.
func (v view) sayMean(s *algos.Story) {
	var terms []string
	r := v.now()
	for i, l := range r.losses {
		if l == 0 {
			continue
		}
		p, q := "p"+strconv.Itoa(i), "q"+strconv.Itoa(i)
		s.Vars[p], s.Vars[q] = say.Digits{X: r.played[i], N: 3}, l
		term := `<` + p + `>`
		if l != 1 {
			s.Vars[q] = say.Factor(l)
			term += `\cdot <` + q + `>`
		}
		terms = append(terms, term)
	}
	switch only := heaviest(r.losses); {
	case len(terms) == 0:
		s.TeX(`p\cdot\ell=\hl{0}`)
		return
	case len(terms) == 1 && r.losses[only] == 1:
		s.Vars["only"] = only + 1
		s.TeX(`p\cdot\ell=p_{<only>}=\hl{<loss>}`)
		return
	}
	s.TeX(`p\cdot\ell=` + strings.Join(terms, "+") + `=\hl{<loss>}`)
}

// sayWeight tells what the round did to the expert whose share it changed most.
func (v view) sayWeight(s *algos.Story) {
	r, after, most := v.now(), v.after(), 0
	for i := range after {
		if math.Abs(after[i]-r.share[i]) > math.Abs(after[most]-r.share[most]) {
			most = i
		}
	}
	if slices.Max(r.losses) == 0 {
		s.Text("All losses are 0: no weight changes.")
		return
	}
	if v.N == 1 || math.Abs(after[most]-r.share[most]) < 1e-9 {
		s.Text("All weights are multiplied by the same factor: the normalised weights do not change.")
		return
	}
	s.Vars["expert"], s.Vars["from"], s.Vars["to"] = linked(most), r.share[most], after[most]
	s.Vars["li"], s.Vars["Li"], s.Vars["i"] = r.losses[most], r.since[most], most+1
	s.Vars["w"] = math.Exp(-r.eta * r.since[most])
	s.Text("Expert <expert> has loss <li>: its normalised weight changes from <from> to <to>.")
	if r.eta*r.since[most] < 300 {
		s.TeX(`w_{<i>}=\exp(-\eta L_{<i>})=\exp(-<eta>\cdot <Li>)=\hl{<w>}`)
	}
}

func (v view) sayRegret(s *algos.Story) {
	switch b := v.bound(); {
	case v.regret() < 0:
		s.Text("Negative regret: the loss so far is below that of every expert.")
		s.TeX(`L-\min_iL_i=<L>-<star>=<regret>`)
	case math.IsNaN(b):
		s.Text("Regret so far: <regret=metric.regret> (best expert <best>), with no guaranteed bound.")
		s.TeX(`L-\min_iL_i=<L>-<star>=<regret>`)
	default:
		s.Text("Regret so far: <regret=metric.regret> (best expert <best>); regret bound <bound=metric.bound>.")
		s.TeX(`L-\min_iL_i=<L>-<star>=<regret>`)
	}
	if len(v.follow) > 0 {
		s.Vars["own"] = v.now().own
		s.Vars["mine"] = linked(v.follow[min(len(v.past), len(v.follow))-1])
		s.Text("You followed <mine>; your cumulative loss is <own>.")
	}
}
