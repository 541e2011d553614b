package dpmixture

import (
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

// ref is what links a table in words with its marks.
func ref(k int) string { return "k" + strconv.Itoa(k+1) }

// linked is a table's number, linked with its marks.
func linked(k int) say.Math { return say.Math(`\ref{` + ref(k) + `}{` + strconv.Itoa(k+1) + `}`) }

func (v view) vars() say.Vars {
	s := say.Vars{
		"sweep": v.sweep, "sweeps": v.Sweeps, "n": v.n, "K": len(v.nk), "log": v.log, "before": v.before,
		"alpha": v.Alpha, "sigma": v.Sigma, "tau": v.Tau, "sigma2": v.sigma2, "tau2": v.tau2, "moved": v.moved(),
		"opened": v.opened, "emptied": v.emptied,
	}
	if i := v.at(); i >= 0 {
		s["row"], s["x"], s["new"] = say.Row(i).Name(), say.Row(i), int(v.drawn[i])+1
	}
	return s
}

func (v view) phase() say.Phrase {
	w := v.vars()
	switch {
	case v.at() < 0:
		return w.Text("<n point> in <K cluster>")
	case v.size == algos.Pass:
		return w.Text("sweep <sweep=model.sweeps>: <moved point> changed cluster, <K=metric.clusters cluster>")
	case v.size == algos.Micro:
		return w.Text("<row> stays in cluster <new>")
	case v.opened > 0:
		return w.Text("<row> starts cluster <new>")
	}
	return w.Text("<row> moves to cluster <new>")
}

func (v view) next() algos.Next {
	sweep, i := v.sweep, len(v.drawn)
	if i == v.n || i == 0 {
		sweep, i = v.sweep+1, 0
	}
	w := say.Vars{"sweep": sweep, "row": say.Row(i).Name()}
	next := algos.Next{Pass: w.Text("sweep <sweep>")}
	next.Step = next.Pass
	if sweep <= v.DetailSweeps && i+1 < v.n {
		next.Small, next.Step = w.Text("reassign <row>"), "next move"
	}
	return next
}

func (v view) events() []algos.Event {
	var all []algos.Event
	w := v.vars()
	if v.opened > 0 {
		all = append(all, algos.Event{Kind: "cluster", Text: w.Text("<opened cluster> created")})
	}
	if v.emptied > 0 {
		all = append(all, algos.Event{Kind: "empty", Text: w.Text("<emptied cluster> removed")})
	}
	return all
}

func (v view) status() algos.Status {
	if !v.over() {
		return algos.Status{State: algos.Running}
	}
	s := v.vars()
	if v.used() == 0 {
		return algos.Status{State: algos.Exhausted, Reason: s.Text("After <sweeps sweep> the number of clusters is <K>.")}
	}
	s["mean"] = float64(v.total) / float64(v.used())
	if v.exact == nil {
		return algos.Status{State: algos.Exhausted, Reason: s.Text("After <sweeps sweep> the number of clusters is <K=metric.clusters>; the mean over " +
			"sweeps is <mean=metric.mean_clusters>.")}
	}
	s["exact"] = v.exact.mean
	return algos.Status{State: algos.Exhausted, Reason: s.Text("After <sweeps sweep> the mean number of clusters is <mean>; the exact " +
		"posterior mean is <exact>.")}
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.at() < 0:
		v.sayStart(&s)
	case v.size == algos.Pass:
		v.saySweep(&s)
	default:
		v.sayPoint(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	switch v.Init {
	case alone:
		s.Text("Initialisation: each of <n point> is a singleton cluster.")
	case oneByOne:
		s.Text("Initialisation: the points were assigned sequentially, <n point> to <K cluster>.")
	case given:
		s.Text("Initialisation: <n point> in <K cluster>, as given.")
	default:
		s.Text("Initialisation: <n point> in one cluster.")
	}
	s.Vars["expected"] = v.expected().Value
	s.Text(`The prior mean number of clusters is $\sum_{i\le n}\frac{\alpha}{\alpha+i-1}=<expected>$. The joint probability is $\ln p(x,z)=<log>$.`)
	if e := v.exact; e != nil {
		s.Vars["states"], s.Vars["mean"], s.Vars["evidence"] = len(e.states), e.mean, e.evidence
		s.Text(`<states partition is> possible. Summed over all of them, the marginal likelihood is $\ln p(x)=<evidence>$, and the exact ` +
			`posterior mean is <mean> clusters.`)
	}
}

// tiny is the logarithm below which weights are no numbers any more.
const tiny = -600

// sayPoint is the draw of one table, with its numbers.
func (v view) sayPoint(s *algos.Story) {
	x := v.last()
	o, old := x.options[x.new], x.options[x.old]
	s.Vars["old"], s.Vars["new"], s.Vars["k"] = linked(int(v.base[x.i])), linked(o.k), o.k+1
	s.Vars["left"], s.Vars["nk"], s.Vars["d2"], s.Vars["s2"] = old.n, o.n, o.far, o.s2
	s.Vars["weight"], s.Vars["sum"], s.Vars["p"], s.Vars["a"] = math.Exp(o.log), x.sum, o.p, o.log
	if old.n == 0 {
		s.Vars["old"] = int(v.base[x.i]) + 1 // which may not be in the pictures any more
		s.Text("<x> is removed from cluster <old>, a singleton, which disappears.")
	} else {
		s.Text("<x> is removed from cluster <old>: <left other is> left.")
	}
	if o.n > 0 {
		s.Text(`Cluster <new> is drawn. Its predictive variance is $s_{<k>}^2=\sigma^2+\frac{\sigma^2\tau^2}{\sigma^2+n_{<k>}\tau^2}=<s2>$.`)
	} else {
		s.Text(`A new cluster is drawn. Its predictive variance is that of the prior, $s^2=\sigma^2+\tau^2=<s2>$.`)
	}
	v.sayWeight(s, o)
	if len(x.options) == 1 {
		s.Text("There is no other cluster to choose.")
		return
	}
	if o.log < tiny {
		s.Text("Normalised over all clusters, its probability is $<p>$.")
	} else {
		s.Text("Over all clusters and a new one the weights add up to <sum>:")
		s.TeX(`p(z_i=<k>)=\frac{<weight>}{<sum>}=\hl{<p>}`)
	}
	if x.old == x.new {
		s.Text("The assignment of the point does not change.")
		return
	}
	if s.Vars["po"], s.Vars["change"] = old.p, o.log-old.log; old.p > 0 {
		s.Text("The previous cluster had the probability <po>. The joint probability changes by")
		s.TeX(`\Delta\ln p(x,z)=\ln\frac{<p>}{<po>}=<change>`)
	}
}

// sayWeight is what a table weighs, as a number or as a logarithm.
func (v view) sayWeight(s *algos.Story, o option) {
	switch {
	case o.log < tiny:
		s.Text(`Its weight underflows. Its logarithm is $<a>$, with $\lVert x_i-m\rVert^2=<d2>$.`)
	case o.n > 0 && v.dim == 1:
		s.TeX(`n_{<k>}N(x_i\mid m_{<k>},s_{<k>}^2)=<nk>\cdot\frac{1}{\sqrt{2\pi\cdot <s2>}}\exp\left(-\frac{<d2>}{2\cdot <s2>}\right)=<weight>`)
	case o.n > 0:
		s.TeX(`n_{<k>}N(x_i\mid m_{<k>},s_{<k>}^2I)=<nk>\cdot\frac{1}{2\pi\cdot <s2>}\exp\left(-\frac{<d2>}{2\cdot <s2>}\right)=<weight>`)
	case v.dim == 1:
		s.TeX(`\alpha\,N(x_i\mid m_0,s^2)=<alpha>\cdot\frac{1}{\sqrt{2\pi\cdot <s2>}}\exp\left(-\frac{<d2>}{2\cdot <s2>}\right)=<weight>`)
	default:
		s.TeX(`\alpha\,N(x_i\mid m_0,s^2I)=<alpha>\cdot\frac{1}{2\pi\cdot <s2>}\exp\left(-\frac{<d2>}{2\cdot <s2>}\right)=<weight>`)
	}
}

func (v view) saySweep(s *algos.Story) {
	if v.moved() == 0 {
		s.Text(`Sweep <sweep=model.sweeps>: each of <n point> was reassigned once, and no point changed cluster. $\ln p(x,z)$ stays at ` +
			`<log=metric.log_joint>.`)
	} else {
		s.Text(`Sweep <sweep=model.sweeps>: each of <n point> was reassigned once, and <moved> of them changed cluster. $\ln p(x,z)$ goes from ` +
			`<before> to <log=metric.log_joint>.`)
	}
	s.Text("The number of clusters is now <K=metric.clusters>.")
	if v.used() == 0 {
		s.Vars["burn"] = v.BurnIn
		s.Text("Burn-in: the first <burn sweep is> excluded.")
		return
	}
	s.Vars["used"], s.Vars["total"], s.Vars["mean"] = v.used(), v.total, float64(v.total)/float64(v.used())
	s.Text("Over the <used sweep> after burn-in, the mean number of clusters is")
	s.TeX(`\bar K=\frac{<total>}{<used>}=\hl{<mean>}`)
	if v.exact != nil {
		s.Vars["exact"] = v.exact.mean
		s.Text(`The exact posterior mean is $\operatorname{E}[K\mid x]=<exact>$.`)
	}
}
