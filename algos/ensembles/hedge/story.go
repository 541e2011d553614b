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
		return "the follower"
	case majority:
		return "the vote"
	}
	return "Hedge"
}

func (v view) phase() say.Phrase {
	if len(v.past) == 0 {
		return "all weights are 1"
	}
	return v.vars().Text("round <t=model.rounds>: a loss of <loss>")
}

func (v view) next() algos.Next {
	return algos.Next{Pass: "all rounds"}
}

// restarted reports whether this round began a new block.
func (v view) restarted() bool { return len(v.past) > 1 && v.now().start == len(v.past)-1 }

func (v view) events() []algos.Event {
	if len(v.past) > 0 && v.restarted() {
		return []algos.Event{{Kind: "start", Text: v.vars().Text("round <t=model.rounds>: the weights begin anew")}}
	}
	return nil
}

func (v view) judge() algos.Status {
	if len(v.past) < v.T {
		return algos.Status{State: algos.Running}
	}
	if v.T == 0 {
		return algos.Status{State: algos.Exhausted, Reason: "there is no round to play"}
	}
	return algos.Status{State: algos.Exhausted, Reason: v.vars().Text("after <t=model.rounds round> <who> has lost <L=metric.loss>, the best expert, <best>, <star=metric.best>")}
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
		s.Text("The end: <reason>.")
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Vars["eta"], _ = v.since()
	s.Text("Nothing is known of the <N expert>: each has the weight 1.")
	s.Vars["p"] = 1 / float64(v.N)
	s.TeX(`p_i=\frac{1}{<N>}=<p>`)
	T, log := s.Vars["T"], v.N > 1
	s.Vars["T"] = max(v.T, 1)
	switch {
	case v.Rate == optimal && log:
		s.Text("The rate is the best one for a run of <T round>.")
		s.TeX(`\eta=\sqrt{8\ln <N>/<T>}=<eta>`)
	case v.Rate == noted && log:
		s.Vars["beta"] = math.Exp(-s.Vars["eta"].(float64))
		s.Text("The notes' factor $\\beta$ is tuned to a run of <T round>.")
		s.TeX(`\beta=\frac{1}{1+\sqrt{2\ln <N>/<T>}}=<beta>`)
	case v.Rate == doubling:
		s.Text("The number of rounds counts as unknown: blocks of 1, 2, 4, 8, … rounds follow, each with its own rate.")
	case v.Rate == anytime:
		s.Text("The number of rounds counts as unknown: the rate shrinks from round to round.")
	default:
		s.Text(`The rate is $\eta=<eta>$.`)
	}
	s.Vars["T"] = T
}

func (v view) sayLoss(s *algos.Story) {
	r := v.now()
	if v.restarted() {
		s.Vars["length"] = len(v.past)
		s.Text(`A block of <length=model.rounds round> begins: all weights are 1 again, and $\eta=<eta>$.`)
	}
	switch v.Learner {
	case leader:
		s.Vars["led"] = linked(heaviest(r.share))
		s.Text("Round <t>: everything stands on <led>, the heaviest, and its loss is the learner's.")
		s.TeX(`\ell=\hl{<loss>}`)
	case majority:
		s.Vars["wrong"] = dot(r.share, r.losses)
		if r.loss == 1 {
			s.Text("Round <t>: experts with the share <wrong> of the weight are wrong, so the vote is wrong, a loss of 1.")
		} else {
			s.Text("Round <t>: experts with the share <wrong> of the weight are wrong, less than half, so the vote is right.")
		}
	default:
		s.Text("Round <t=model.rounds>: Hedge loses the mean of the experts' losses, each weighted by its share.")
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
		s.Text("No expert has lost anything: no weight shrinks.")
		return
	}
	if v.N == 1 || math.Abs(after[most]-r.share[most]) < 1e-9 {
		s.Text("All weights have shrunk alike: no share changes.")
		return
	}
	s.Vars["expert"], s.Vars["from"], s.Vars["to"] = linked(most), r.share[most], after[most]
	s.Vars["li"], s.Vars["Li"], s.Vars["i"] = r.losses[most], r.since[most], most+1
	s.Vars["w"] = math.Exp(-r.eta * r.since[most])
	s.Text("With a loss of <li> the share of <expert> goes from <from> to <to>.")
	if r.eta*r.since[most] < 300 {
		s.TeX(`w_{<i>}=\exp(-\eta L_{<i>})=\exp(-<eta>\cdot <Li>)=\hl{<w>}`)
	}
}

func (v view) sayRegret(s *algos.Story) {
	switch b := v.bound(); {
	case v.regret() < 0:
		s.Text("So far it has lost less than every single expert.")
		s.TeX(`L-\min_iL_i=<L>-<star>=<regret>`)
	case math.IsNaN(b):
		s.Text("So far it has lost <regret=metric.regret> more than the best expert, <best>, and nothing bounds that.")
		s.TeX(`L-\min_iL_i=<L>-<star>=<regret>`)
	default:
		s.Text("So far it has lost <regret=metric.regret> more than the best expert, <best>; theory allows <bound=metric.bound>.")
		s.TeX(`L-\min_iL_i=<L>-<star>=<regret>`)
	}
	if len(v.follow) > 0 {
		s.Vars["own"] = v.now().own
		s.Vars["mine"] = linked(v.follow[min(len(v.past), len(v.follow))-1])
		s.Text("You followed <mine>, and have lost <own> in all.")
	}
}
