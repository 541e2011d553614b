package autoencoder

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// passEpochs is how many epochs a whole pass takes.
const passEpochs = 10

func (s *state) vars() say.Vars {
	v := say.Vars{
		"e": s.epoch, "next": s.epoch + 1, "pass": passEpochs, "loss": s.losses.loss, "held": s.left, "n": len(s.kept), "out": len(s.leftRows), "eta": s.Eta,
		"b": s.batch + 1, "of": s.batches(), "beta": s.Beta, "kl": s.losses.kl, "P": s.size(), "first": s.first, "price": s.weightKL(),
	}
	if s.Kind == variational {
		v["elbo"] = s.elbo(s.losses)
	}
	return v
}

// batches is how many updates an epoch has.
func (t *task) batches() int { return (len(t.kept) + t.Batch - 1) / t.Batch }

func (s *state) began() algos.Step {
	step := s.epochStep(view{state: s, phase: starting})
	step.Phase, step.Size = "random initialisation of the weights", algos.Pass
	return step
}

func (s *state) passed() algos.Step {
	v := view{state: s, phase: passing}
	step := s.epochStep(v)
	step.Phase = s.vars().Text("epoch <e=model.epochs>")
	if s.epoch%passEpochs == 0 || s.status.Final() {
		step.Size = algos.Pass
	}
	for _, k := range s.fell {
		vars := say.Vars{"k": k + 1, "kl": s.losses.unit[k], "beta": s.Beta, "least": collapsed}
		step.Events = append(step.Events, algos.Event{
			Kind: "posterior-collapse", Text: vars.Text("posterior collapse: the KL of latent unit <k> falls below <least>"),
		})
	}
	return step
}

func (s *state) epochStep(v view) algos.Step {
	vars := s.vars()
	small := say.Phrase("")
	if s.ShowSteps != byEpoch && s.epoch*s.batches() < shownBatches {
		small = vars.Text("first batch of epoch <next>")
	}
	return algos.Step{
		Size: algos.Normal, Metrics: s.metrics(), Status: s.status, View: v,
		Next: algos.Next{Small: small, Step: vars.Text("epoch <next>"), Pass: vars.Text("<pass epoch>")},
	}
}

// small is a step of a batch.
func (b *batch) small(s *state, ph phase, did say.Phrase, next string) algos.Step {
	vars := s.vars()
	return algos.Step{
		Phase: did, Size: algos.Micro, Metrics: s.metrics(), Status: s.status, View: view{state: s, phase: ph, work: b},
		Next: algos.Next{Small: vars.Text(next), Step: vars.Text("finish epoch <next>"), Pass: vars.Text("<pass epoch>")},
	}
}

func (b *batch) forward(s *state) algos.Step {
	return b.small(s, forward, s.vars().Text("batch <b>: forward"), "backward")
}

func (b *batch) backward(s *state) algos.Step {
	return b.small(s, backward, s.vars().Text("batch <b>: backward"), "update")
}

func (b *batch) updated(s *state) algos.Step {
	v := say.Vars{"b": b.number, "of": s.batches()}
	next := "batch <b>"
	if s.batch == s.batches() {
		next = "end of epoch <next>"
	}
	return b.small(s, updating, v.Text("batch <b> of <of>: update"), next)
}

// blewUp ends a run with the last weights that are numbers.
func (b *batch) blewUp(s *state) algos.Step {
	end := *s
	v := say.Vars{"eta": s.Eta, "first": s.first, "most": say.Power(hopeless), "e": s.epoch + 1}
	end.status = algos.Status{
		State:  algos.Diverged,
		Reason: v.Text("Diverged in epoch <e>: a weight or the loss is beyond <most>. The learning rate η = <eta> is too large."),
	}
	step := b.small(&end, blowing, "the weights diverge", "")
	step.Size, step.Next = algos.Pass, algos.Next{}
	return step
}

// statusNow says in words how the run stands after an epoch.
func (s *state) statusNow() algos.Status {
	v := s.vars()
	switch {
	case !(s.losses.loss <= hopeless*(1+s.first)):
		return algos.Status{
			State:  algos.Diverged,
			Reason: v.Text("Diverged: the learning rate η = <eta> is too large. Take a smaller one."),
		}
	case s.still:
		v["least"] = say.Power(standing)
		return algos.Status{
			State:  algos.Converged,
			Reason: v.Text("After <e epoch> every component of the gradient is at most <least>: training has converged at the loss <loss>."),
		}
	case s.epoch == s.Epochs:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("Training ends after <e=model.epochs epoch>: the training loss went from <first> to <loss=metric.loss>.")}
	}
	return algos.Status{State: algos.Running}
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.phase {
	case starting:
		v.sayStart(&s)
	case forward:
		v.sayForward(&s)
	case backward:
		v.sayBackward(&s)
	case updating:
		v.sayUpdated(&s)
	case passing:
		v.sayPassed(&s)
	case blowing:
		s.Vars["batch"] = v.work.loss
		s.Text("The batch has the loss <batch>, and the next update would overflow. Shown are the last finite weights.")
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Vars["m1"], s.Vars["m2"], s.Vars["s"] = v.mean[0], v.mean[1], v.scale
	s.Text("The network has <P weight>, initialised at random. The data are standardised first: mean 0 and mean square 1.")
	s.TeX(`\tilde x = \frac{x - m}{s}, \quad m = (<m1>,\,<m2>), \quad s = <s>`)
	switch {
	case v.Kind == variational:
		s.Text(`Untrained, the loss is <loss=metric.loss> per point: the reconstruction error, plus $2\tau^2\beta = <price>$ times the KL divergence from the prior.`)
	default:
		s.Text("Untrained, the reconstruction error is <loss=metric.loss> of the variance; reconstructing the mean has 1.")
	}
	if v.point != nil {
		v.sayPoint(s)
	}
}

// sayError is the error of the point shown, as a part of the mean over the training points.
func (v view) sayError(s *algos.Story) {
	p, x := v.newPass(), v.x[v.Row-1]
	z := slices.Clone(v.encode(p, x))
	out := p.decode(v.theta, z)
	a, b := x[0]-out[0], x[1]-out[1]
	s.Vars["row"], s.Vars["a2"], s.Vars["b2"], s.Vars["square"] = say.Row(v.Row-1), a*a, b*b, a*a+b*b
	if s.Vars["z"] = z; len(z) == 1 {
		s.Vars["z"] = z[0]
	}
	s.Vars["total"] = v.losses.loss * float64(len(v.kept))
	s.Text("Each point is encoded, $z = g(x)$, and reconstructed, $x' = f(z)$. The mean squared error, in units of the variance, is")
	s.TeX(`\frac{1}{n}\sum_i\lVert x_i - f(g(x_i))\rVert^2 = \frac{<total>}{<n>} = \hl{<loss>}`)
	s.Text("The code of <row> is <z>; its squared error is")
	s.TeX(`\lVert x - x' \rVert^2 = <a2> + <b2> = <square>`)
}

// sayPoint reckons the bound of the point shown.
func (v view) sayPoint(s *algos.Story) {
	b := v.point
	s.Vars["row"] = say.Row(b.row)
	s.Vars["mu"], s.Vars["mu2"], s.Vars["var"], s.Vars["ln"], s.Vars["unit"] =
		b.mu[0], b.mu[0]*b.mu[0], math.Exp(b.logVar[0]), say.Term(-b.logVar[0]), klOf(b.mu[0], b.logVar[0])
	s.Vars["sigma"], s.Vars["fit"], s.Vars["minus"], s.Vars["bound"] = b.sigma[0], b.fit, say.Term(-b.kl), b.elbo
	s.Text("The code of <row> is a Gaussian with mean <mu> and standard deviation <sigma>; its loss and its ELBO are:")
	if v.LatentDim == 1 {
		s.TeX(`\text{KL} = \frac{1}{2}(\mu^2 + \sigma^2 - 1 - \ln\sigma^2) = \frac{1}{2}(<mu2> + <var> - 1 <ln>) = <unit>`)
	} else {
		s.TeX(`\text{KL}_1 = \frac{1}{2}(\mu_1^2 + \sigma_1^2 - 1 - \ln\sigma_1^2) = \frac{1}{2}(<mu2> + <var> - 1 <ln>) = <unit>`)
	}
	s.TeX(`\text{ELBO} = \operatorname{E}_q\log p(x \mid z) - \text{KL} = <fit> <minus> = \hl{<bound>}`)
}

// first is the pass of the first point of the batch.
func (v view) firstOf(p *pass) (row int, seen [2]float64, eps []float64) {
	b := v.work
	seen, eps = b.input(0)
	row = b.rows[0]
	p.forward(b.before, seen, b.x[row], eps)
	return row, seen, eps
}

func (v view) sayForward(s *algos.Story) {
	p := v.newPass()
	row, seen, eps := v.firstOf(p)
	s.Vars["row"], s.Vars["size"], s.Vars["x1"], s.Vars["x2"] = say.Row(row), len(v.work.rows), say.Factor(seen[0]), say.Factor(seen[1])
	l := v.enc.Layers[0]
	theta := v.work.before
	s.Vars["w1"], s.Vars["w2"], s.Vars["bias"] = theta[l.W(0, 0)], say.Term(theta[l.W(0, 1)]), say.Term(theta[l.Bias(0)])
	s.Vars["sum"], s.Vars["h"] = theta[l.W(0, 0)]*seen[0]+theta[l.W(0, 1)]*seen[1]+theta[l.Bias(0)], p.enc.Out[1][0]
	s.Text("Batch <b> of <of> has <size point>. Forward pass of the first, <row>: every unit sums its inputs times its weights. First hidden unit:")
	s.TeX(`w_{11}\tilde x_1 + w_{12}\tilde x_2 + b_1 = <w1> \cdot <x1> <w2> \cdot <x2> <bias> = <sum>`)
	if v.Activation == "linear" {
		s.Text("The output is that sum.")
	} else {
		s.Text("The activation function gives <h>.")
	}
	head := p.enc.Out[len(p.enc.Out)-1]
	s.Vars["z"], s.Vars["mu"] = p.z[0], head[0]
	if v.Kind == variational {
		s.Vars["sigma"], s.Vars["eps"], s.Vars["lnvar"] = say.Term(p.sigma[0]), say.Factor(eps[0]), clamp(head[v.LatentDim])
		s.Text(`The encoder outputs a mean and $\ln\sigma^2 = <lnvar>$. The noise ε is independent of the weights, so the code is a differentiable function of both:`)
		s.TeX(`z_1 = \mu_1 + \sigma_1\varepsilon_1 = <mu> <sigma> \cdot <eps> = \hl{<z>}`)
	} else {
		s.Text("The first component of its latent code is <z>.")
	}
	v.sayBack(s, p)
}

func (v view) sayBack(s *algos.Story, p *pass) {
	out := p.dec.Out[len(p.dec.Out)-1]
	a, b := out[0]-p.target[0], out[1]-p.target[1]
	s.Vars["a2"], s.Vars["b2"], s.Vars["square"] = a*a, b*b, a*a+b*b
	s.Text("The error of the reconstruction is")
	s.TeX(`\lVert \tilde x - \tilde x' \rVert^2 = <a2> + <b2> = \hl{<square>}`)
}

func (v view) sayBackward(s *algos.Story) {
	p := v.newPass()
	row, _, _ := v.firstOf(p)
	grad := make([]float64, v.size())
	p.backward(v.work.before, grad, 1)
	s.Vars["row"] = say.Row(row)
	last := v.dec.Layers[len(v.dec.Layers)-1]
	delta, out := p.dec.Delta[len(v.dec.Layers)][0], p.dec.Out[len(v.dec.Layers)-1][0]
	s.Vars["off"], s.Vars["twice"] = say.Factor(p.dec.Out[len(v.dec.Layers)][0]-p.target[0]), 2.0
	s.Vars["delta"], s.Vars["h"], s.Vars["slope"], s.Vars["dz"] = delta, say.Factor(out), grad[v.enc.Len()+last.W(0, 0)], p.dec.Delta[0][0]
	s.Text("Backward pass of <row>. At the output the error is the gradient of the loss:")
	s.TeX(`\delta_1 = 2(\tilde x'_1 - \tilde x_1) = <twice> \cdot <off> = <delta>`)
	s.Text("Backpropagation: the gradient of a weight is the error at its output times the activation at its input:")
	s.TeX(`\frac{\partial L}{\partial w_{11}} = \delta_1 h_1 = <delta> \cdot <h> = <slope>`)
	s.Text("The errors pass back through the same weights, times the derivatives of the activations; at the code $z_1$ the error is <dz>.")
	if v.Kind == variational && v.Estimator == reparameterised {
		s.Vars["eps"], s.Vars["sigma"], s.Vars["ds"] = say.Factor(p.eps[0]), say.Factor(p.sigma[0]), p.dec.Delta[0][0]*p.eps[0]*p.sigma[0]/2
		s.Text(`The error is passed on to μ unchanged, and to $\ln\sigma^2$ times $\frac12\sigma\varepsilon$:`)
		s.TeX(`\frac{1}{2} \cdot <dz> \cdot <sigma> \cdot <eps> = <ds>`)
	}
}

func (v view) sayUpdated(s *algos.Story) {
	b := v.work
	s.Vars["b"], s.Vars["size"], s.Vars["batch"], s.Vars["g"], s.Vars["weight"] = b.number, len(b.rows), b.loss, say.Term(b.g), v.weight(b.at)
	s.Vars["was"], s.Vars["now"], s.Vars["vel"], s.Vars["vnew"] = b.w, b.wNext, say.Factor(b.velocity), b.vNext
	s.Text("Batch <b> of <of>: <size point>, mean loss <batch>. Gradient descent updates every weight; the largest gradient is that of <weight>.")
	if v.Optimizer == "adam" {
		s.Vars["move"] = say.Term(b.wNext - b.w)
		s.Text("Adam has an adaptive learning rate for every weight: η times the mean of its gradients over the root of their mean square.")
		s.TeX(`w \leftarrow <was> <move> = \hl{<now>}`)
		return
	}
	s.Vars["alpha"], s.Vars["vback"] = v.Momentum, say.Factor(b.vNext)
	s.TeX(`v \leftarrow \alpha v + g = <alpha> \cdot <vel> <g> = <vnew>`)
	s.TeX(`w \leftarrow w - \eta v = <was> - <eta> \cdot <vback> = \hl{<now>}`)
}

func (v view) sayPassed(s *algos.Story) {
	switch {
	case v.Kind == variational && len(v.leftRows) > 0:
		s.Text("After epoch <e=model.epochs> the training loss is <loss=metric.loss> per point, and the validation loss <held=metric.validation_loss>. " +
			"The mean ELBO is <elbo=metric.elbo>, the KL <kl=metric.kl>.")
	case v.Kind == variational:
		s.Text("After epoch <e> the training loss is <loss> per point. The mean ELBO is <elbo>, the KL <kl>.")
	case len(v.leftRows) > 0:
		s.Text("After epoch <e=model.epochs> the training reconstruction error is <loss=metric.loss> of the variance, and the validation error " +
			"<held=metric.validation_loss>.")
	default:
		s.Text("After epoch <e=model.epochs> the training reconstruction error is <loss=metric.loss> of the variance.")
	}
	if v.Kind != variational {
		v.sayError(s)
	}
	for _, k := range v.fell {
		s.Vars["k"], s.Vars["unit"], s.Vars["least"] = k+1, v.losses.unit[k], collapsed
		s.Text("Posterior collapse: the KL of latent unit <k> has fallen to <unit>, below <least>. With β = <beta> the KL cost exceeds the reconstruction " +
			"gain, and the decoder ignores this unit.")
	}
	if v.point != nil {
		v.sayPoint(s)
		e := v.point.slopes()
		s.Vars["path"], s.Vars["score"], s.Vars["draws"] = e.pathSpread, e.scoreSpread, estimatorDraws
		s.Text(`Gradient by $\mu_1$ from a single sample: the reparameterised estimator has the standard deviation <path>, the score-function estimator <score>.`)
	}
}
