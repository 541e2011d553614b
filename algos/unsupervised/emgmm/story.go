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
		Phase: "start", Size: algos.Pass, Next: algos.Next{Small: "share one point", Step: "E-step: share out", Pass: "one EM iteration"},
		Metrics: s.metrics(), Status: s.status, View: view{state: s, phase: at, part: part},
	}
	switch at {
	case asking:
		step.Phase, step.Size, step.Next.Small = say.Vars{"row": say.Row(part).Name()}.Text("share <row>"), algos.Micro, ""
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
			events = append(events, algos.Event{Kind: "empty", Text: say.Vars{"k": j + 1}.Text("component <k> has lost all its points")})
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
		s.Text("Other seeds are not tried: with <n point> and <K component> that is too much work for a look.")
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Vars["width"], s.Vars["places"], s.Vars["weight"] = v.width(), v.places(), 1/float64(v.K)
	s.Vars["spread"], s.Vars["sigma"] = v.Spread, v.Sigma
	switch {
	case v.K > 1 && v.Init == byShares:
		v.sayDrawn(s)
	case v.K == 1 && v.shape() == fixed:
		s.Text("A single Gaussian: one M-step will give it the mean of the data.")
	case v.K == 1:
		s.Text("A single Gaussian: one M-step will give it the mean and <width> of the data.")
	case v.shape() == fixed:
		s.Text("The means start <places>, all weights are <weight>, and every component has the standard deviation $\\sigma = <sigma>$, which stays. " +
			"No point belongs to anyone yet.")
	case v.Spread == 1:
		s.Text("The means start <places>, all weights are <weight>, and every component is as wide as the data. No point belongs to anyone yet.")
	default:
		s.Text("The means start <places>, all weights are <weight>, and every variance is <spread> of the data's own. No point belongs to anyone yet.")
	}
	if j, k, ok := v.twins(); ok && v.Init != byShares {
		s.Vars["j"], s.Vars["k"] = j+1, k+1
		s.Text("Components <j> and <k> start at the same place: EM will never tell them apart.")
	}
	s.TeX(`\ell(\theta) = \sum_{i=1}^{<n>} \log \sum_{k=1}^{<K>} \pi_k\, N(x_i \mid \mu_k, \Sigma_k) = <loglik>`)
}

// coincide is how far apart the first means may be, in standard deviations of the data,
// for components that all but coincide.
const coincide = 0.5

// sayDrawn tells how the first mixture was made of shares drawn at random.
func (v view) sayDrawn(s *algos.Story) {
	far := 0.0
	for j := range v.K {
		for k := range j {
			far = max(far, v.apart(v.theta.mean[j:j+1], v.theta.mean[k:k+1]))
		}
	}
	s.Vars["apart"] = far
	s.Text("Every point is shared out at random, and an M-step makes the first mixture of these shares:")
	s.TeX(`\pi_k = \frac{1}{n}\sum_i r_{ik}, \quad \mu_k = \frac{\sum_i r_{ik} x_i}{\sum_i r_{ik}}`)
	switch {
	case far == 0:
		s.Text("All shares are equal, and so are the components: no iteration will ever tell them apart.")
	case far < coincide:
		s.Text("Every component has got a bit of everything, so they nearly coincide: no two means are farther apart than <apart> standard deviations of the data. " +
			"The first iterations have little to go by.")
	default:
		s.Text("With so few points the components are apart by chance: the means by up to <apart> standard deviations of the data.")
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
		return "at points drawn at random"
	case atRows:
		return say.Vars{"rows": named(v.rows)}.Text("at <rows>")
	case byHand:
		return "where you put them"
	}
	return "at points far from each other (k-means++)"
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

// sayBayes works out the shares of one point. Where the densities are too small
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
	s.Text(`Of all points the model is least sure about $\hl{<x>}$. Its shares are Bayes' rule, prior $\pi_k$ times density:`)
	if a[k] < -600 {
		s.TeX(`\ref{<ref>}{r_{<i>,<k>}} = \exp\bigl(<a> - \log\sum_j e^{a_j}\bigr) = \hl{<r>}, \quad a_k = \log \pi_k N(x_{<i>} \mid k)`)
		return
	}
	s.TeX(`\begin{aligned} \ref{<ref>}{r_{<i>,<k>}} &= ` +
		`\frac{\pi_{<k>} N(x_{<i>} \mid \mu_{<k>}, \Sigma_{<k>})}{\sum_j \pi_j N(x_{<i>} \mid \mu_j, \Sigma_j)} \\ &= \frac{<p>}{<terms>} = \hl{<r>} \end{aligned}`)
	s.Text("All its shares: <shares>.")
}

func (v view) sayShared(s *algos.Story) {
	counts, comma := say.Phrase(""), say.Phrase("")
	for j, c := range v.counts {
		counts += comma + say.Vars{"k": j + 1, "N": c}.TeX(`N_{<k>} = <N>`)
		comma = `,\; `
	}
	s.Vars["elbo"], s.Vars["counts"] = precise(v.elbo), counts
	s.Text("E-step: every point is shared out among the components by Bayes' rule. No parameter moves, but the bound now touches the log-likelihood:")
	s.TeX(`\text{ELBO}(r, \theta) = \hl{<elbo>} = \ell(\theta)`)
	s.Text("The shares of the <n point> add up to $<counts>$.")
}

// fitted are the numbers of component j of a mixture that the M-step made.
func (v view) fitted(j int, m mixture) say.Vars {
	mean, c, count := m.mean[j], m.cov[j], v.counts[j]
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
		s.Text("Component <k> has no points left: it keeps its place and has the weight 0.")
		return
	}
	name, formula, numbers := v.covariance()
	if v.shape() == fixed {
		s.Text("Component <k> takes the mean of the points, each counted with its share. Its covariance stays $\\sigma^2 I$:")
		s.TeX(newMean)
		return
	}
	s.Text("Component <k> takes the mean and covariance of the points, each counted with its share:")
	s.TeX(newMean)
	s.TeX(name + ` \leftarrow ` + formula + ` = ` + numbers)
	if v.shape() == tied {
		s.Text("The covariance is common to all, so it changes with the last component.")
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
				s.Text("M-step: the shared covariance is as good as singular:")
			case v.Dim == 1:
				s.Text("M-step: component <k> has closed in on <rows>, and nothing is left of its variance:")
			default:
				s.Text("M-step: component <k> has closed in on <rows>, and its covariance is as good as singular:")
			}
			s.TeX(`\hl{\ref{<ref>}{` + name + `}} \leftarrow ` + formula + ` = ` + numbers)
			return
		}
		s.Vars["What"], s.Vars["variance"] = v.tell(c, true), c.variance
		s.Text("<What>: without reg its variance would be <variance>. Only reg = <reg> keeps the likelihood finite.")
		v.sayGain(s)
		return
	}
	j := v.farthest()
	maps.Copy(s.Vars, v.fitted(j, v.theta))
	if v.shape() == fixed {
		s.Text("M-step: every component takes the weight and mean of its shares. Component <k> moves most:")
		if alive(v.counts[j]) {
			s.TeX(newMean)
		}
		s.TeX(`\pi_{<k>} \leftarrow \frac{N_{<k>}}{n} = \frac{<N>}{<n>} = <weight>`)
		v.sayGain(s)
		return
	}
	if v.K == 1 {
		s.Vars["width"] = v.width()
		s.Text("M-step: the Gaussian takes the mean and <width> of the data:")
	} else {
		s.Text("M-step: every component takes the weight, mean and covariance of its shares. Component <k> moves most:")
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
		s.Text("The log-likelihood falls by <fall> to <loglik>: that is the price of reg.")
	default:
		s.Text("The log-likelihood rises by <gain=metric.gain> to <loglik=metric.log_likelihood>.")
	}
	if gap > noise {
		s.More("The bound is <gap> below it: the shares are out of date.")
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
		return "The shared covariance collapsed to a line or to nothing"
	case s.shape() == tied:
		return "the shared covariance collapsed to a line or to nothing"
	case len(c.rows) == 1:
		return v.Text("<who> collapsed on <a>")
	case !slices.ContainsFunc(c.rows, func(i int) bool { return s.x[i] != s.x[c.rows[0]] }):
		return v.Text("<who> collapsed on <rows>, which are equal")
	case len(c.rows) == 2:
		return v.Text("<who> collapsed onto the line through <a> and <b>")
	}
	return v.Text("<who> collapsed onto a line: <a> and <others other> lie on it")
}

// judge says in words how the run stands after an M-step.
func (s *state) judge() algos.Status {
	v := say.Vars{"n": s.iter, "change": s.change}
	switch {
	case !s.sound(s.theta) || s.Reg == 0 && len(s.collapses) > 0:
		return algos.Status{State: algos.Diverged, Reason: s.diverged()}
	case s.change <= s.tolerance() && s.another() <= s.rest():
		return algos.Status{State: algos.Converged, Reason: s.arrived()}
	case s.iter >= s.Iterations:
		why := v.Text("The cap of <n iteration> is used up, and a parameter still moved by <change>: allow more iterations or a larger tolerance.")
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
	text := v.Text("After <n=model.iterations iteration> no parameter moves by more than <tol>: to that precision this is <of>. The log-likelihood is <loglik=metric.log_likelihood>.")
	if s.tolerance() == 0 {
		text = v.Text("After <n iteration> nothing moves any more: this is <of>. The log-likelihood is <loglik>.")
	}
	if j := s.empty(); j >= 0 {
		v["arrived"], v["k"] = text, j+1
		text = v.Text("<arrived> Component <k> has no points left and takes no part.")
	}
	if j, k, ok := s.twins(); ok {
		v["arrived"], v["j"], v["k"] = text, j+1, k+1
		return v.Text("<arrived> Components <j> and <k> are the same: from equal starts EM cannot tell them apart.")
	}
	return text
}

// diverged explains a run that has no maximum to find.
func (s *state) diverged() say.Phrase {
	if len(s.collapses) == 0 {
		return "A covariance can no longer be computed with: take a larger reg."
	}
	v := say.Vars{"What": s.tell(s.collapses[0], true), "variance": s.collapses[0].variance, "reg": s.Reg}
	if s.Reg > 0 {
		return v.Text("<What>: its variance fell to <variance>. reg = <reg> is lost in rounding beside the data's own variances: take a larger one.")
	}
	if s.K == 1 {
		return v.Text("<What>: its variance fell to <variance>. As it goes to 0 the likelihood grows without bound, so there is no maximum to find: set reg above 0.")
	}
	return v.Text("<What>: its variance fell to <variance>. As it goes to 0 the likelihood grows without bound, so there is no maximum to find: " +
		"set reg above 0, or take fewer components.")
}
