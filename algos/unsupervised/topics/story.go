package topics

import (
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

// ref is what links a topic in words with its marks.
func ref(k int) string { return "k" + strconv.Itoa(k+1) }

// linked is a topic's number, linked with its marks.
func linked(k int) say.Math { return say.Math(`\ref{` + ref(k) + `}{` + strconv.Itoa(k+1) + `}`) }

func (v view) vars() say.Vars {
	s := say.Vars{
		"sweep": v.sweep, "sweeps": v.Sweeps, "K": v.K, "W": v.W, "D": v.D, "N": v.N, "d": v.document() + 1, "log": v.log, "before": v.before,
		"alpha": v.Alpha, "beta": v.Beta, "moved": v.moved(),
	}
	if i := v.at(); i >= 0 {
		s["word"], s["new"] = say.Given(v.names[v.words[i]]), int(v.drawn[i])+1
	}
	return s
}

func (v view) phase() say.Phrase {
	w := v.vars()
	switch {
	case v.at() < 0:
		return w.Text("<N=model.words token> in <D document>")
	case v.size == algos.Pass:
		return w.Text("sweep <sweep=model.sweeps>: <moved token> changed topic")
	case v.size == algos.Normal:
		return w.Text("sweep <sweep>, document <d>: <moved token> changed topic")
	case v.drawn[v.at()] == v.base[v.at()]:
		return w.Text("<word> in document <d> keeps topic <new>")
	}
	return w.Text("<word> in document <d> changes to topic <new>")
}

func (v view) next() algos.Next {
	sweep, i := v.sweep, len(v.drawn)
	if i == v.N || v.at() < 0 {
		sweep, i = v.sweep+1, 0
	}
	w := say.Vars{"sweep": sweep}
	next := algos.Next{Pass: w.Text("sweep <sweep>")}
	if sweep != v.Walked || v.N == 0 {
		next.Step = next.Pass
		return next
	}
	d := int(v.of[i])
	w["d"], w["word"] = d+1, say.Given(v.names[v.words[i]])
	next.Step = w.Text("document <d>")
	if d < v.WalkedFirst {
		next.Small = w.Text("resample <word>")
	}
	return next
}

func (v view) status() algos.Status {
	if !v.over() {
		return algos.Status{State: algos.Running}
	}
	n := v.counted(v.now())
	s := v.vars()
	if v.psi == nil {
		return algos.Status{State: algos.Exhausted, Reason: s.Text(`After <sweeps sweep> $\ln p(w,z)$ is <log>.`)}
	}
	s["true"], s["found"] = len(v.psi), v.recovered(v.topics(n))
	return algos.Status{State: algos.Exhausted, Reason: s.Text("Recovered after <sweeps sweep>: <found=model.recovered> of <true true topic>.")}
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.at() < 0:
		v.sayStart(&s)
	case v.size == algos.Pass:
		v.saySweep(&s)
	case v.size == algos.Normal:
		v.sayDocument(&s)
	default:
		v.sayWord(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Text("<D document> with <N=model.words token> in all, from a vocabulary of <W word>.")
	switch v.Start {
	case alike:
		s.Text("All tokens are initialised to topic 1; the other topics have only their prior.")
	case truth:
		s.Text("Every token is initialised to its true topic.")
	default:
		s.Text("Every token is initialised to one of <K topic> at random: the colours have no meaning yet.")
	}
	if v.N > 0 {
		s.Text(`The joint probability of words and topics is $\ln p(w,z)=<log>$.`)
	}
	v.sayEmpty(s)
	v.sayPerplexity(s)
}

// sayEmpty tells of documents without words.
func (v view) sayEmpty(s *algos.Story) {
	n := 0
	for d := range v.D {
		if v.corpus.size(d) == 0 {
			n++
		}
	}
	if n > 0 {
		s.Vars["empty"], s.Vars["share"] = n, 1/float64(v.K)
		s.Text(`<empty document> without tokens: nothing is resampled there, and each topic has the proportion $\frac{\alpha}{K\alpha}=<share>$.`)
	}
}

// sayWord is the draw of one topic, with its numbers.
func (v view) sayWord(s *algos.Story) {
	x := v.last()
	s.Vars["old"], s.Vars["new"] = linked(x.old), linked(x.new)
	s.Text("<word> in document <d> is removed from topic <old>. The remaining counts give the full conditional of its topic:")
	s.Vars["k"], s.Vars["nd"], s.Vars["nw"], s.Vars["nk"] = x.new+1, x.nd[x.new], x.nw[x.new], x.nk[x.new]
	s.Vars["weight"], s.Vars["sum"], s.Vars["p"], s.Vars["u"] = x.weight[x.new], x.sum, x.p[x.new], v.u
	s.TeX(`(n_{d<k>}+\alpha)\,\frac{n_{<k>w}+\beta}{n_{<k>}+W\beta}=(<nd>+<alpha>)\cdot\frac{<nw>+<beta>}{<nk>+<W>\cdot <beta>}=<weight>`)
	if v.K == 1 {
		s.Text("There is only one topic, so it keeps it.")
		return
	}
	s.Text("The sum over all topics is <sum>, so the probability of this one is")
	s.TeX(`p(z=<k>)=\frac{<weight>}{<sum>}=\hl{<p>}`)
	if x.old == x.new {
		s.Text("Topic <new> is sampled: the token keeps its topic.")
		return
	}
	s.Vars["po"], s.Vars["change"] = x.p[x.old], math.Log(x.p[x.new]/x.p[x.old])
	s.Text("Topic <new> is sampled. The old topic had the probability <po>, so the joint probability changes by")
	s.TeX(`\Delta\ln p(w,z)=\ln\frac{<p>}{<po>}=<change>`)
}

func (v view) sayDocument(s *algos.Story) {
	d := v.document()
	n := v.counted(v.now())
	k, shares := 0, v.shares(n, d)
	for j := range shares {
		if shares[j] > shares[k] {
			k = j
		}
	}
	s.Vars["n"], s.Vars["k"], s.Vars["nd"], s.Vars["share"] = v.corpus.size(d), linked(k), n.nd[d*v.K+k], shares[k]
	s.Text("Document <d>: <n token> resampled, and <moved> of them in another topic. Topic <k> has the largest proportion:")
	s.TeX(`\hat\theta_{dk}=\frac{n_{dk}+\alpha}{N_d+K\alpha}=\frac{<nd>+<alpha>}{<n>+<K>\cdot <alpha>}=\hl{<share>}`)
	s.Text(`$\ln p(w,z)$ goes from <before> to <log=metric.log_joint>.`)
}

func (v view) saySweep(s *algos.Story) {
	s.Text(`Sweep <sweep=model.sweeps>: each of <N=model.words token> is resampled once, and <moved> of them change topic. $\ln p(w,z)$ goes from ` +
		"<before> to <log=metric.log_joint>.")
	psi := v.topics(v.counted(v.now()))
	if v.psi != nil {
		s.Vars["true"], s.Vars["found"], s.Vars["overlap"] = len(v.psi), v.recovered(psi), v.overlap
		s.Text("Recovered (overlap above 0.5): <found=model.recovered> of <true true topic>; the mean overlap is <overlap=metric.overlap>.")
	}
	if v.logTruth < v.log {
		s.Vars["truth"] = v.logTruth
		s.Text("That is larger than with the true topics, <truth>: these are only one sample of the posterior.")
	}
	v.sayPerplexity(s)
}

// sayPerplexity is the perplexity of words held out, with its numbers.
func (v view) sayPerplexity(s *algos.Story) {
	sum, n := v.predicted(v.topics(v.counted(v.now())), v.Alpha)
	if n == 0 {
		return
	}
	s.Vars["predicted"], s.Vars["lost"], s.Vars["perplexity"] = n, -sum, math.Exp(-sum/float64(n))
	s.Text("In the held-out documents <predicted token is> predicted from the other half, which is folded in:")
	s.TeX(`\exp\left(-\frac{1}{n}\sum\ln p\right)=\exp\left(\frac{<lost>}{<predicted>}\right)=\hl{<perplexity>}`)
}
