package linearregression

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/regression/internal/squares"
	"playground/algos/say"
)

// solved says whether the exact solver is done.
func (t *task) solved(s *state) algos.Status {
	if s.part.Done() < len(t.x) {
		return algos.Status{State: algos.Running}
	}
	v := say.Vars{"rss": s.rss, "n": len(t.y), "dependent": len(t.x) - t.rank, "f": t.formula(t.best)}
	switch {
	case t.rank < len(t.x):
		return algos.Status{State: algos.Converged, Reason: v.Text(
			"No other θ has a smaller RSS than <rss>, but others have the same RSS: <dependent column is> a linear combination of the previous " +
				"ones, so $X^\\top X$ is singular.")}
	case len(t.x) > 3:
		return algos.Status{State: algos.Converged, Reason: v.Text("All columns are added: no other θ has a smaller RSS than <rss> over <n sample>.")}
	}
	return algos.Status{State: algos.Converged, Reason: v.Text("All columns are added: <f> has the smallest RSS, <rss=metric.rss>.")}
}

// formula is the function in few inputs.
func (t *task) formula(theta []float64) say.Math {
	return squares.Formula(theta, t.Intercept, len(t.inputs()))
}

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := v.state
	least, excess := s.bestRSS*s.factor(), s.excess()
	if !s.squared() {
		least, excess = math.NaN(), math.NaN()
	}
	out := algos.Step{Phase: v.phase(), Size: v.size(), Status: s.status, Metrics: []float64{s.loss, least, excess, s.rss}, View: v}
	if !s.status.Final() {
		out.Next = v.next()
	}
	if s.did == reflected && s.part.Dependent(s.column) {
		out.Events = append(out.Events, algos.Event{Kind: "dependent", Text: v.vars().Text("<name> is linearly dependent on the previous columns")})
	}
	if s.status.State == algos.Diverged && s.Eta > s.limit() {
		eta := say.Rounded(s.limit()/2, 2)
		if eta > 1e-24 {
			out.Takeaway = map[string]string{"eta": fmt.Sprint(eta)}
		}
	}
	return out
}

// vars are what sentences and captions name.
func (v view) vars() say.Vars {
	w := say.Vars{
		"n": len(v.y), "p": len(v.x), "rss": v.rss, "loss": v.loss, "before": v.before, "eta": v.Eta, "limit": v.limit(), "updates": v.updates,
		"alpha": v.Momentum, "power": v.P, "rank": v.rank,
	}
	if v.did == reflected {
		w["name"], w["theta"] = v.names[v.column], v.symbol(v.column)
	}
	return w
}

// size: a descent by single samples makes a pass when it has drawn as many as there are.
func (v view) size() algos.Size {
	drawn := len(v.rows)
	switch {
	case v.status.Final() || v.did == started:
		return algos.Pass
	case drawn > 0 && v.updates*drawn/len(v.y) > (v.updates-1)*drawn/len(v.y):
		return algos.Pass
	}
	return algos.Normal
}

func (v view) phase() say.Phrase {
	w := v.vars()
	switch v.did {
	case reflected:
		return w.Text("column <name>")
	case updated:
		if len(v.rows) == 1 {
			w["row"] = v.row(v.rows[0])
			return w.Text("iteration <updates>: sample <row>")
		}
		return w.Text("iteration <updates>")
	case weighted:
		return w.Text("IRLS iteration <updates>")
	}
	return "start"
}

func (v view) next() algos.Next {
	switch v.Solver {
	case exact:
		return algos.Next{Step: say.Vars{"name": v.names[v.part.Done()]}.Text("add column <name>"), Pass: "add all columns"}
	case irls:
		return algos.Next{Step: "reweight and fit"}
	case sgd:
		return algos.Next{Step: "one sample", Pass: "one epoch"}
	case minibatch:
		return algos.Next{Step: "one mini-batch", Pass: "one epoch"}
	}
	return algos.Next{Step: "one iteration"}
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	switch v.did {
	case reflected:
		return v.sayReflected()
	case updated:
		return v.sayUpdated()
	case weighted:
		return v.sayWeighted()
	}
	return v.sayStart()
}

func (v view) sayStart() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.Solver {
	case exact:
		s.Text("The design matrix $X$ has <n sample> and <p column>, including the column of ones if there is an intercept θ₀. Each step adds one " +
			"column and gives the least-squares fit on the columns so far. At the start all coefficients are 0, and the RSS is that of the targets, <rss>.")
	case irls:
		s.Text("The run starts from least squares. The loss is now the Lᵖ loss with p = <power>: every step gives the samples the weights $w_i = " +
			"|r_i|^{p-2}$ and solves weighted least squares.")
	case momentum:
		s.Text("All coefficients are 0, and the loss is <loss>. With momentum α = <alpha> the learning rate may be up to $2(1+\\alpha)/L$, which is " +
			"<limit>.")
	default:
		s.Text("All coefficients are 0, and the loss is <loss>. Gradient descent converges if η is below $2/L$, where $L$ is the largest curvature " +
			"of the loss (the largest eigenvalue of its Hessian). Here the limit is <limit>.")
	}
	return s.Lines
}

func (v view) sayReflected() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	s.Vars["drop"] = max(0, v.rssWas-v.rss)
	if v.part.Dependent(v.column) {
		s.Text("Column <name> is linearly dependent on the previous columns: only rounding error remains of it. Its coefficient <theta> stays 0, " +
			"and the fit does not change.")
		return s.Lines
	}
	if v.column == 0 && v.Intercept {
		s.Text("The best constant is the mean of the targets: the RSS falls by <drop>, to <rss=metric.rss>.")
	} else {
		s.Text("With the feature <name> added, the RSS falls by <drop>, to <rss=metric.rss>.")
	}
	s.More("A Householder reflection maps the rest of this column to a single entry of $R$.")
	if len(v.x) <= 3 {
		s.Vars["f"] = v.formula(v.theta)
		s.TeX(`<f>`)
	}
	if v.part.Done() == len(v.x) {
		v.sayLikelihood(&s)
		v.sayDigits(&s)
	}
	return s.Lines
}

// sayLikelihood says what least squares is for Gaussian noise.
func (v view) sayLikelihood(s *algos.Story) {
	if v.perfect() {
		return
	}
	s.Vars["sigma2"], s.Vars["likelihood"] = v.variance(), say.Digits{X: v.likelihood(v.rss), N: 4}
	s.Text("For Gaussian noise this is maximum likelihood: $\\hat\\sigma^2 = \\mathrm{RSS}/n$ is <sigma2=model.sigma2>, and the log-likelihood " +
		"<likelihood=model.log_likelihood>.")
}

// sayDigits says what the normal equations would have lost.
func (v view) sayDigits(s *algos.Story) {
	n := v.numerics()
	if !n.known {
		return
	}
	s.Vars["condition"], s.Vars["qr"], s.Vars["lost"] = n.condition, least(n.qr), max(0, n.lost())
	if n.normal == nil {
		s.Text("The condition number of $X$ (scaled columns) is <condition>. That of $X^\\top X$ is its square: rounding makes it singular, and the " +
			"normal equations have no solution.")
		return
	}
	s.Vars["normal"] = least(n.normal)
	if n.lost() < 1 {
		s.Text("The condition number of $X$ (scaled columns) is <condition>: here the normal equations are as accurate as QR.")
		return
	}
	s.Text("The condition number of $X$ (scaled columns) is <condition>, and that of $X^\\top X$ is its square. Of 16 digits, the least accurate " +
		"coefficient has <qr> correct with QR and <normal> with the normal equations.")
}

// least is the least of some digits, in tenths.
func least(digits []float64) float64 {
	worst := math.Inf(1)
	for _, d := range digits {
		worst = min(worst, d)
	}
	return math.Round(10*worst) / 10
}

func (v view) sayUpdated() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	s.Vars["rows"], s.Vars["rate"], s.Vars["drawn"] = say.Rows(v.rows), v.rate(v.Eta), len(v.rows)
	switch {
	case v.Solver == momentum:
		s.Text("Momentum step: the velocity is <alpha> times the previous velocity minus η times the gradient, and θ moves by it. The loss goes " +
			"from <before> to <loss=metric.loss>.")
	case v.Solver == gd && v.Eta > v.limit():
		s.Text("The learning rate <eta> is above $2/L$, which is <limit>: the step overshoots the minimum. The loss goes from <before> to <loss>.")
	case v.Solver == gd && v.Eta > v.limit()/2:
		s.Text("The step overshoots in the direction of largest curvature but still converges: η is between $1/L$ and $2/L$. The loss goes from " +
			"<before> to <loss>.")
	case v.Solver == gd:
		s.Text("Full-batch gradient step: θ moves against the gradient over all samples. The loss goes from <before> to <loss>.")
	case len(v.rows) == 1:
		s.Vars["row"] = v.row(v.rows[0])
		s.Text("SGD step on the sample <row>: θ moves against the gradient of its squared residual alone. The loss over all samples goes from " +
			"<before> to <loss=metric.loss>.")
	default:
		s.Text("Mini-batch step: <drawn sample is> drawn, and θ moves against the gradient of their mean loss. The loss over all samples goes from " +
			"<before> to <loss=metric.loss>.")
	}
	if a, b := v.axes(); b < 0 {
		v.sayMove(&s, a)
	} else {
		v.sayMove(&s, a)
		v.sayMove(&s, b)
	}
	return s.Lines
}

// sayMove writes the update of one coefficient.
func (v view) sayMove(s *algos.Story, j int) {
	if j >= len(v.theta) {
		return
	}
	one := algos.Story{Vars: say.Vars{
		"j": v.number(j), "from": v.from[j], "to": v.theta[j], "eta": v.Eta, "g": say.Factor(v.gradient[j]), "alpha": v.Momentum,
		"was": say.Factor(v.theta[j] - v.velocity[j]), "v": say.Term(v.velocity[j]),
	}}
	if v.Solver == momentum {
		one.TeX(`\theta_{<j>} = <from> <v> = \hl{<to>}`)
	} else {
		one.TeX(`\theta_{<j>} = <from> - <eta>\cdot <g> = \hl{<to>}`)
	}
	s.Add(one.Lines...)
}

func (v view) sayWeighted() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	s.Vars["share"] = v.share
	heavy, light := v.extremes()
	s.Vars["heavy"], s.Vars["light"] = v.row(heavy), v.row(light)
	switch {
	case v.share == 0:
		s.Text("No step towards the weighted fit lowers the loss any more: only rounding error remains.")
	case v.P < 2:
		s.Text("Samples with small residuals get the largest weights, <heavy> first; <light> gets the smallest. The weighted fit takes the loss " +
			"from <before=before.metric.loss> to <loss=metric.loss>.")
	default:
		s.Text("Samples with large residuals get the largest weights, <heavy> first; <light> gets the smallest. θ moves by the fraction <share> of " +
			"the way to the weighted fit. The loss goes from <before> to <loss>.")
	}
	return s.Lines
}

// extremes are the samples that weigh most and least at this step.
func (s *state) extremes() (heavy, light int) {
	w := s.weights()
	for i := range w {
		if w[i] > w[heavy] {
			heavy = i
		}
		if w[i] < w[light] {
			light = i
		}
	}
	return heavy, light
}
