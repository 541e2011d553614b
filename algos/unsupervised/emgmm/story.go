package emgmm

import (
	"maps"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// step shows the state: what was done, and what comes next.
func (s *state) step(at phase, part int) algos.Step {
	step := algos.Step{
		Phase: "start", Size: algos.Pass, Next: algos.Next{Small: "E-step of one point", Step: "E-step: responsibilities", Pass: "one EM iteration"},
		Metrics: s.metrics(), Status: s.status, View: view{state: s, phase: at, part: part},
	}
	switch at {
	case asking:
		step.Phase, step.Size, step.Next.Small = say.Vars{"row": say.Row(part).Name()}.Text("responsibilities of <row>"), algos.Micro, ""
	case sharing:
		step.Phase, step.Size = "E-step", algos.Normal
		step.Next.Small, step.Next.Step = refitting(0), "M-step: refit"
	case fitting:
		step.Phase, step.Size = refitting(part), algos.Micro
		step.Next.Small, step.Next.Step = "", "M-step: refit"
		if part+1 < s.K {
			step.Next.Small = refitting(part + 1)
		}
	case raising:
		step.Phase, step.Events = "M-step", s.events()
	}
	return step
}

func refitting(j int) say.Phrase { return say.Vars{"k": j + 1}.Text("refit component <k>") }

// events are the components that the M-step has lost.
func (s *state) events() (events []algos.Event) {
	for _, c := range s.collapses {
		events = append(events, algos.Event{Kind: "collapse", Text: s.tell(c, false)})
	}
	for j, c := range s.counts {
		if !alive(c) && s.before.weight[j] > 0 && s.theta.weight[j] <= leastNumber {
			events = append(events, algos.Event{Kind: "empty", Text: say.Vars{"k": j + 1}.Text("the weight of component <k> falls to 0")})
		}
	}
	return events
}

// component is what component j is called in marks and formulas.
func component(j int) string { return "c" + say.Num(float64(j)) }

// precise is a log-likelihood: it changes in late digits.
func precise(x float64) say.Digits { return say.Digits{X: x, N: 6} }

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{"n": len(v.x), "K": v.K, "loglik": precise(v.loglik), "reg": v.Reg}}
	switch v.phase {
	case starting:
		v.sayStart(&s)
	case asking:
		v.sayBayes(&s)
	case sharing:
		v.sayShared(&s)
	case fitting:
		v.sayRefit(&s)
	case raising:
		v.sayRaised(&s)
	}
	if v.status.Final() && affordable(otherSeeds*len(v.x)*v.K) == 0 {
		s.Text("The restarts are not computed for <n point> and <K component>: that would take too long.")
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Vars["width"], s.Vars["places"], s.Vars["weight"] = v.width(), v.places(), 1/float64(v.K)
	s.Vars["spread"], s.Vars["sigma"] = v.InitVariance, v.Sigma
	switch {
	case v.K > 1 && v.Init == byResponsibilities:
		v.sayDrawn(s)
	case v.K == 1 && v.shape() == fixed:
		s.Text("A single Gaussian: one M-step sets its mean to that of the data.")
	case v.K == 1:
		s.Text("A single Gaussian: one M-step sets its mean and <width> to those of the data.")
	case v.shape() == fixed:
		s.Text("The initial means are <places>, all weights are <weight>, and every component has the fixed standard deviation $\\sigma = " +
			"<sigma>$. No responsibilities are computed yet.")
	case v.InitVariance == 1:
		s.Text("The initial means are <places>, all weights are <weight>, and every component has the variance of the data. No responsibilities " +
			"are computed yet.")
	default:
		s.Text("The initial means are <places>, all weights are <weight>, and every variance is <spread> times that of the data. No " +
			"responsibilities are computed yet.")
	}
	if j, k, ok := v.twins(); ok && v.Init != byResponsibilities {
		s.Vars["j"], s.Vars["k"] = j+1, k+1
		s.Text("Components <j> and <k> start with the same mean: EM never separates them.")
	}
	s.TeX(`\ell(\theta) = \sum_{i=1}^{<n>} \log \sum_{k=1}^{<K>} \pi_k\, N(x_i \mid \mu_k, \Sigma_k) = <loglik>`)
}

// coincide is how far apart the first means may be, in standard deviations of the data,
// for components that all but coincide.
const coincide = 0.5

// sayDrawn tells how the first mixture was made of responsibilities drawn at random.
func (v view) sayDrawn(s *algos.Story) {
	far := 0.0
	for j := range v.K {
		for k := range j {
			far = max(far, v.apart(v.theta.mean[j:j+1], v.theta.mean[k:k+1]))
		}
	}
	s.Vars["apart"] = far
	s.Text("The responsibilities are sampled at random, and an M-step computes the initial mixture from them:")
	s.TeX(`\pi_k = \frac{1}{n}\sum_i r_{ik}, \quad \mu_k = \frac{\sum_i r_{ik} x_i}{\sum_i r_{ik}}`)
	switch {
	case far == 0:
		s.Text("All responsibilities are equal, and so are the components: EM never separates them.")
	case far < coincide:
		s.Text("The components nearly coincide: no two means are farther apart than <apart> standard deviations of the data. The first " +
			"iterations change little.")
	default:
		s.Text("With so few points the components differ by chance: the means by up to <apart> standard deviations of the data.")
	}
}

// width is what a component's covariance can hold of its points'.
func (t *task) width() say.Phrase {
	switch {
	case t.Dim == 1:
		return "variance"
	case t.shape() == diagonal:
		return "variances"
	case t.shape() == spherical:
		return "average variance"
	}
	return "covariance"
}

// places are where the means start.
func (v view) places() say.Phrase {
	switch v.Init {
	case atRandom:
		return "points sampled at random"
	case atPoints:
		return say.Vars{"rows": named(v.rows)}.Text("<rows>")
	case byHand:
		return "set by hand"
	}
	return "points sampled by k-means++"
}

// named are a few rows by name: "x₇, x₉, x₁₂ and 3 others".
func named(rows []int) say.Phrase {
	v := say.Vars{"more": len(rows) - 3}
	for k, i := range rows[:min(len(rows), 3)] {
		v[string("abc"[k])] = say.Row(i).Name()
	}
	switch len(rows) {
	case 1:
		return v.Text("<a>")
	case 2:
		return v.Text("<a> and <b>")
	case 3:
		return v.Text("<a>, <b> and <c>")
	}
	return v.Text("<a>, <b>, <c> and <more other>")
}

// sayBayes works out the responsibilities of one point. Where the densities are too small
// for numbers it works with their logarithms, as the program does.
func (v view) sayBayes(s *algos.Story) {
	a, r := logs(v.densities(), v.x[v.part]), v.shares(v.part)
	k, row := largest(r), say.Row(v.part)
	terms, plus, left := say.Phrase(""), say.Phrase(""), false
	for j := range a {
		if p := math.Exp(a[j]); p > 1e-3*math.Exp(a[k]) || j == k {
			terms += plus + say.Vars{"p": p}.TeX(`<p>`)
			plus = " + "
		} else {
			left = true
		}
	}
	if left {
		terms = say.Vars{"sum": terms}.TeX(`<sum> + \ldots`)
	}
	s.Vars = say.Vars{
		"x": row, "ref": row.Ref(), "i": v.part + 1, "k": k + 1, "r": r[k], "shares": r,
		"a": a[k], "p": math.Exp(a[k]), "terms": terms,
	}
	s.Text(`The most ambiguous point is $\hl{<x>}$. Bayes' rule gives its responsibilities, prior $\pi_k$ times density, normalised:`)
	if a[k] < -600 {
		s.TeX(`\ref{<ref>}{r_{<i>,<k>}} = \exp\bigl(<a> - \log\sum_j e^{a_j}\bigr) = \hl{<r>}, \quad a_k = \log \pi_k N(x_{<i>} \mid k)`)
		return
	}
	s.TeX(`\begin{aligned} \ref{<ref>}{r_{<i>,<k>}} &= ` +
		`\frac{\pi_{<k>} N(x_{<i>} \mid \mu_{<k>}, \Sigma_{<k>})}{\sum_j \pi_j N(x_{<i>} \mid \mu_j, \Sigma_j)} \\ &= \frac{<p>}{<terms>} = ` +
		`\hl{<r>} \end{aligned}`)
	s.Text("All its responsibilities: <shares>.")
}

func (v view) sayShared(s *algos.Story) {
	counts, comma := say.Phrase(""), say.Phrase("")
	for j, c := range v.counts {
		counts += comma + say.Vars{"k": j + 1, "N": c}.TeX(`N_{<k>} = <N>`)
		comma = `,\; `
	}
	s.Vars["elbo"], s.Vars["counts"] = precise(v.elbo), counts
	s.Text("E-step: Bayes' rule gives the responsibilities of the components for every point. The ELBO now equals the log-likelihood:")
	s.TeX(`\text{ELBO}(r, \theta) = \hl{<elbo>} = \ell(\theta)`)
	s.Text("The responsibilities for the <n point> add up to $<counts>$.")
}

// fitted are the numbers of component j of a mixture that the M-step made.
func (v view) fitted(j int, m mixture) say.Vars {
	mean, c, count := v.place(m.mean[j]), m.cov[j], v.counts[j]
	vars := say.Vars{"k": j + 1, "ref": component(j), "N": count, "weight": m.weight[j], "s11": c[0], "s12": c[1], "s22": c[2]}
	vars["sum"], vars["mean"] = vec{count * mean[0], count * mean[1]}, mean
	if v.Dim == 1 {
		vars["sum"], vars["mean"] = say.Factor(count*mean[0]), mean[0]
	}
	return vars
}

const newMean = `\hl{\ref{<ref>}{\mu_{<k>}}} \leftarrow \frac{1}{N_{<k>}}\sum_i r_{i<k>} x_i = \frac{1}{<N>}\cdot <sum> = <mean>`

// covariance is how the covariance of component k is written: its name, what the
// M-step makes it, and its numbers.
func (t *task) covariance() (name, formula, numbers string) {
	name, numbers, ridge := `\Sigma_{<k>}`, `\begin{pmatrix} <s11> & <s12> \\ <s12> & <s22> \end{pmatrix}`, ` + \epsilon I`
	if t.Dim == 1 {
		name, numbers, ridge = `\sigma_{<k>}^2`, `<s11>`, ` + \epsilon`
	}
	switch {
	case t.shape() == fixed:
		return name, `\sigma^2 I`, numbers
	case t.shape() == tied:
		name, formula = `\Sigma`, `\frac{1}{n}\sum_i \sum_k r_{ik}(x_i - \mu_k)(x_i - \mu_k)^\top`
	case t.Dim == 1:
		formula = `\frac{1}{N_{<k>}}\sum_i r_{i<k>}(x_i - \mu_{<k>})^2`
	case t.shape() == spherical:
		formula = `\frac{1}{2N_{<k>}}\sum_i r_{i<k>}\lVert x_i - \mu_{<k>}\rVert^2 I`
	case t.shape() == diagonal:
		formula = `\frac{1}{N_{<k>}}\sum_i r_{i<k>}\operatorname{diag}(x_i - \mu_{<k>})^2`
	default:
		formula = `\frac{1}{N_{<k>}}\sum_i r_{i<k>}(x_i - \mu_{<k>})(x_i - \mu_{<k>})^\top`
	}
	if t.Reg > 0 {
		formula += ridge
	}
	return name, formula, numbers
}

// sayRefit gives a component of the M-step.
func (v view) sayRefit(s *algos.Story) {
	maps.Copy(s.Vars, v.fitted(v.part, v.next))
	if !alive(v.counts[v.part]) {
		s.Text("Component <k> is responsible for no point: its weight is 0, and its mean and covariance stay the same.")
		return
	}
	name, formula, numbers := v.covariance()
	if v.shape() == fixed {
		s.Text("Component <k> is refitted to the responsibility-weighted mean of the points. Its covariance stays $\\sigma^2 I$:")
		s.TeX(newMean)
		return
	}
	s.Text("Component <k> is refitted to the responsibility-weighted mean and covariance of the points:")
	s.TeX(newMean)
	s.TeX(name + ` \leftarrow ` + formula + ` = ` + numbers)
	if v.shape() == tied {
		s.Text("The covariance is tied, so it is updated with the last component.")
	}
}

// sayRaised tells of the component that moved most, or of one that collapsed, and
// of what the step was worth.
func (v view) sayRaised(s *algos.Story) {
	name, formula, numbers := v.covariance()
	if len(v.collapses) > 0 {
		c := v.collapses[0]
		maps.Copy(s.Vars, v.fitted(c.component, v.theta))
		if v.status.State == algos.Diverged { // the reason follows
			s.Vars["rows"] = named(c.rows)
			switch {
			case v.shape() == tied:
				s.Text("M-step: the tied covariance is numerically singular:")
			case v.Dim == 1:
				s.Text("M-step: component <k> has collapsed onto <rows>; its variance is numerically 0:")
			default:
				s.Text("M-step: component <k> has collapsed onto <rows>; its covariance is numerically singular:")
			}
			s.TeX(`\hl{\ref{<ref>}{` + name + `}} \leftarrow ` + formula + ` = ` + numbers)
			return
		}
		s.Vars["What"], s.Vars["variance"] = v.tell(c, true), c.variance
		s.Text("<What>: without regularisation its variance would be <variance>. Only reg_covar = <reg> keeps the likelihood finite.")
		v.sayGain(s)
		return
	}
	j := v.farthest()
	maps.Copy(s.Vars, v.fitted(j, v.theta))
	if v.shape() == fixed {
		s.Text("M-step: the weight and mean of every component are updated from the responsibilities. Component <k> moves most:")
		if alive(v.counts[j]) {
			s.TeX(newMean)
		}
		s.TeX(`\pi_{<k>} \leftarrow \frac{N_{<k>}}{n} = \frac{<N>}{<n>} = <weight>`)
		v.sayGain(s)
		return
	}
	if v.K == 1 {
		s.Vars["width"] = v.width()
		s.Text("M-step: the Gaussian is fitted to the mean and <width> of the data:")
	} else {
		s.Text("M-step: the weight, mean and covariance of every component are updated from the responsibilities. Component <k> moves most:")
	}
	if alive(v.counts[j]) {
		s.TeX(newMean)
	}
	s.TeX(name + ` \leftarrow ` + numbers + `, \quad \pi_{<k>} \leftarrow \frac{N_{<k>}}{n} = \frac{<N>}{<n>} = <weight>`)
	v.sayGain(s)
}

// sayGain tells what the M-step was worth.
func (v view) sayGain(s *algos.Story) {
	if math.IsNaN(v.loglik) {
		return
	}
	gain, gap, noise := v.loglik-v.oldLoglik, v.loglik-v.elbo, v.noise()
	s.Vars["gain"], s.Vars["fall"], s.Vars["gap"] = gain, -gain, gap
	switch {
	case math.Abs(gain) <= noise:
		s.Text("The log-likelihood stays at <loglik>.")
	case gain < 0:
		s.Text("The log-likelihood falls by <fall> to <loglik>: the regularised M-step increases the penalised ELBO instead.")
	default:
		s.Text("The log-likelihood rises by <gain=metric.gain> to <loglik=metric.log_likelihood>.")
	}
	if gap > noise {
		s.More("The ELBO is <gap> below it: the responsibilities are those of the old parameters.")
	}
}

// farthest is the component whose mean moved most in the last M-step.
func (s *state) farthest() int {
	best, far := 0, -1.0
	for j := range s.K {
		d := 0.0
		for c := range s.Dim {
			d = math.Hypot(d, (s.theta.mean[j][c]-s.before.mean[j][c])/s.scale[c])
		}
		if d > far {
			best, far = j, d
		}
	}
	return best
}

// tell says where a component collapsed: "component 3 collapsed on x₇", with a
// capital where that begins a sentence.
func (s *state) tell(c collapse, capital bool) say.Phrase {
	v := say.Vars{"k": c.component + 1, "others": len(c.rows) - 1, "rows": named(c.rows)}
	v["a"], v["b"], v["who"] = say.Row(c.rows[0]).Name(), say.Row(c.rows[len(c.rows)-1]).Name(), v.Text("component <k>")
	if capital {
		v["who"] = v.Text("Component <k>")
	}
	switch {
	case s.shape() == tied && capital:
		return "The tied covariance collapsed onto a line or a point"
	case s.shape() == tied:
		return "the tied covariance collapsed onto a line or a point"
	case len(c.rows) == 1:
		return v.Text("<who> collapsed on <a>")
	case !slices.ContainsFunc(c.rows, func(i int) bool { return s.x[i] != s.x[c.rows[0]] }):
		return v.Text("<who> collapsed on <rows>, which are equal")
	case len(c.rows) == 2:
		return v.Text("<who> collapsed onto the line through <a> and <b>")
	}
	return v.Text("<who> collapsed onto a line through <a> and <others other>")
}

// judge says in words how the run stands after an M-step.
func (s *state) judge() algos.Status {
	v := say.Vars{"n": s.iter, "change": s.change}
	switch {
	case !s.sound(s.theta) || s.Reg == 0 && len(s.collapses) > 0:
		return algos.Status{State: algos.Diverged, Reason: s.diverged()}
	case s.change <= s.tolerance() && s.another() <= s.rest():
		return algos.Status{State: algos.Converged, Reason: s.arrived()}
	case s.iter >= s.MaxIter:
		why := v.Text("The run stops after <n iteration>, the maximum. A parameter still changed by <change>: increase max_iter or the tolerance.")
		return algos.Status{State: algos.Exhausted, Reason: why}
	}
	return algos.Status{State: algos.Running}
}

func (s *state) arrived() say.Phrase {
	v := say.Vars{"n": s.iter, "tol": s.tolerance(), "loglik": precise(s.loglik)}
	v["of"] = say.Phrase("a stationary point of the log-likelihood")
	if s.Reg > 0 {
		v["of"] = say.Phrase("a stationary point of the penalised log-likelihood")
	}
	text := v.Text("Converged after <n=model.iterations iteration>: no parameter changes by more than <tol>. To that precision this is <of>. " +
		"The log-likelihood is <loglik=metric.log_likelihood>.")
	if s.tolerance() == 0 {
		text = v.Text("Converged after <n iteration>: no parameter changes. This is <of>. The log-likelihood is <loglik>.")
	}
	if j := s.empty(); j >= 0 {
		v["arrived"], v["k"] = text, j+1
		text = v.Text("<arrived> Component <k> has weight 0: it is responsible for no point.")
	}
	if j, k, ok := s.twins(); ok {
		v["arrived"], v["j"], v["k"] = text, j+1, k+1
		return v.Text("<arrived> Components <j> and <k> are the same: with equal initial parameters EM cannot separate them.")
	}
	return text
}

// diverged explains a run that has no maximum to find.
func (s *state) diverged() say.Phrase {
	if len(s.collapses) == 0 {
		return "A covariance is numerically singular: increase reg_covar."
	}
	v := say.Vars{"What": s.tell(s.collapses[0], true), "variance": s.collapses[0].variance, "reg": s.Reg}
	if s.Reg > 0 {
		return v.Text("<What>: its variance fell to <variance>. reg_covar = <reg> is lost in rounding relative to the variances of the data: increase it.")
	}
	if s.K == 1 {
		return v.Text("<What>: its variance fell to <variance>. As it tends to 0 the likelihood is unbounded, so there is no maximum: set reg_covar above 0.")
	}
	return v.Text("<What>: its variance fell to <variance>. As it tends to 0 the likelihood is unbounded, so there is no maximum: set " +
		"reg_covar above 0, or use fewer components.")
}
