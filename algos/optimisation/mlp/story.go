package mlp

import (
	"math"

	"playground/algos"
	"playground/algos/net"
	"playground/algos/say"
)

// passEpochs is how many epochs a whole pass takes.
const passEpochs = 10

// phase is what a step was about.
type phase int

const (
	starting phase = iota
	forward
	backward
	updating
	passing // an epoch is over
	blowing // the loss or a weight has grown beyond hope
)

// A view is a step's way to look at a state.
type view struct {
	*state
	phase phase
	layer int   // of a forward or a backward step, from 1
	work  *work // of a small step
}

func (s *state) metrics() []float64 {
	m := []float64{s.mean, math.NaN(), math.NaN()}
	if s.L1 > 0 || s.L2 > 0 {
		m[1] = s.mean + s.penalty
	}
	if s.classes > 0 {
		m[2] = float64(s.errors) / float64(len(s.all))
	}
	return m
}

func (s *state) vars() say.Vars {
	return say.Vars{
		"e": s.epoch, "next": s.epoch + 1, "loss": s.mean, "n": len(s.all), "wrong": s.errors, "eta": s.Eta, "P": s.net.Len(), "first": s.first,
		"penalty": s.penalty, "L": s.last(), "rate": s.Dropout,
	}
}

// next names the steps that come: the rest of the epoch, and of ten epochs.
func (s *state) next(small say.Phrase) algos.Next {
	v := s.vars()
	v["pass"] = passEpochs
	return algos.Next{Small: small, Step: v.Text("epoch <next>"), Pass: v.Text("<pass epoch>")}
}

func (s *state) began() algos.Step {
	step := s.epochStep(starting)
	step.Phase, step.Size = "initial weights", algos.Pass
	return step
}

func (s *state) passed() algos.Step {
	step := s.epochStep(passing)
	step.Phase = s.vars().Text("epoch <e=model.epochs>")
	if s.epoch%passEpochs == 0 || s.status.Final() {
		step.Size = algos.Pass
	}
	for _, u := range s.died {
		step.Events = append(step.Events, algos.Event{Kind: "dead-unit", Text: u.died(s.Activation)})
	}
	return step
}

// died says in words that a unit died.
func (u unit) died(activation string) say.Phrase {
	v := say.Vars{"j": u.j + 1, "l": u.layer}
	if activation == "relu" {
		return v.Text("unit <j> of layer <l> is dead: its output is 0 for every training sample")
	}
	return v.Text("unit <j> of layer <l> is saturated: its derivative is below 0.001 for every training sample")
}

func (s *state) epochStep(ph phase) algos.Step {
	small := say.Phrase("")
	switch {
	case s.updates >= shownUpdates:
	case s.epoch < shownEpochs:
		small = layered("forward, layer <l>", 1)
	default:
		small = "next update"
	}
	return algos.Step{Size: algos.Normal, Metrics: s.metrics(), Status: s.status, View: view{state: s, phase: ph}, Next: s.next(small)}
}

// layered names a part of a pass.
func layered(template string, l int) say.Phrase { return say.Vars{"l": l}.Text(template) }

// small is a part of an update.
func (s *state) small(v view) algos.Step {
	step := algos.Step{Size: algos.Micro, Metrics: s.metrics(), Status: s.status, View: v}
	small := say.Phrase("update")
	switch {
	case v.phase == forward && v.layer < s.last():
		step.Phase, small = layered("forward, layer <l>", v.layer), layered("forward, layer <l>", v.layer+1)
	case v.phase == forward:
		step.Phase, small = layered("forward, layer <l>: output", v.layer), layered("backward, layer <l>", v.layer)
	default:
		if step.Phase = layered("backward, layer <l>", v.layer); v.layer > 1 {
			small = layered("backward, layer <l>", v.layer-1)
		}
	}
	step.Next = s.next(small)
	return step
}

func (s *state) updated(u *work) algos.Step {
	v := say.Vars{"b": u.number, "of": u.of}
	small := say.Phrase("next update")
	if u.number == u.of || s.updates >= shownUpdates {
		small = "end of the epoch"
	}
	return algos.Step{
		Phase: v.Text("update <b> of <of>"), Size: algos.Micro, Metrics: s.metrics(), Status: s.status, View: view{state: s, phase: updating, work: u},
		Next: s.next(small),
	}
}

// blewUp ends a run with the last weights that were kept.
func (s *state) blewUp() algos.Step {
	end := *s
	v := say.Vars{"eta": s.Eta, "e": s.epoch + 1, "most": say.Power(hopeless)}
	end.status = algos.Status{
		State:  algos.Diverged,
		Reason: v.Text("Diverged in epoch <e>: a weight or the loss has grown beyond <most>. The learning rate η = <eta> is too large."),
	}
	return algos.Step{Phase: "the weights diverge", Size: algos.Pass, Metrics: end.metrics(), Status: end.status, View: view{state: &end, phase: blowing}}
}

// statusNow says in words how the run stands after an epoch.
func (s *state) statusNow() algos.Status {
	v := s.vars()
	switch {
	case !(s.mean <= hopeless*(1+s.first)):
		return algos.Status{State: algos.Diverged, Reason: v.Text("Diverged: the learning rate η = <eta> is too large. Take a smaller one.")}
	case s.still:
		v["least"] = say.Power(standing)
		return algos.Status{
			State:  algos.Converged,
			Reason: v.Text("Converged: no component of the gradient exceeds <least>, and the loss is <loss=metric.loss>."),
		}
	case s.epoch == s.Epochs:
		return algos.Status{
			State:  algos.Exhausted,
			Reason: v.Text("Training ends after <e=model.epochs epoch>: the training loss went from <first> to <loss=metric.loss>."),
		}
	}
	return algos.Status{State: algos.Running}
}

// update is the update that a step shows; between updates, the gradient at the weights as they are, over the first samples.
func (v view) update() *work {
	if v.work != nil {
		return v.work
	}
	const most = 200
	u := &work{rows: v.all[:min(len(v.all), most)], before: v.w, grad: make([]float64, v.net.Len())}
	u.loss, _ = v.objective(v.newSpace(), v.w, u.rows, 0, u.grad)
	u.norm, u.at = norm(u.grad), v.steepest(u.grad)
	return u
}

// pass is the way of the sample that a step shows.
func (v view) pass() *pass { return v.passOf(v.update()) }

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
		s.Text("The next update would make a weight or the loss too large. Shown are the last weights that were kept.")
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	l := v.net.Layers[0]
	s.Vars["in"], s.Vars["out"], s.Vars["layers"] = l.In, l.Out, v.last()-1
	s.Text("The network has <layers hidden layer> and <P weight> with biases. Its loss is <loss=metric.loss> before training.")
	switch {
	case len(v.Initial) > 0:
		s.More("The weights are those given.")
	default:
		s.More("The weights are random: uniform, with the variance of Glorot (of He before a ReLU); biases are 0.")
	}
	switch v.loss {
	case net.Squared:
		s.Text("The targets are values: the output is linear, and the loss of a sample is half its squared error.")
		s.TeX(`C = \frac{1}{2}(a^L - y)^2, \quad a^L = z^L`)
	case net.Brier:
		s.Text("The output is a probability, and the loss of a sample is half its squared error.")
		s.TeX(`C = \frac{1}{2}\lVert a^L - y \rVert^2`)
	case net.CrossEntropy:
		s.Text("The output is a probability, and the loss is the cross-entropy: minus the log-probability of the true class.")
		s.TeX(`C = -\ln a^L_y`)
	}
	s.Text(`Note 001 writes $z^1 = a^0W^1 + b^1$ with $W^1$ of shape (<in>, <out>); 000 writes $Wx + b$ with the transpose, (<out>, <in>).`)
}

// hidden is the activation as TeX: name of the function, and its derivative by the output.
func (v view) actTeX() string {
	return map[string]string{"tanh": `\tanh`, "relu": `\operatorname{ReLU}`, "sigmoid": `\sigma`}[v.Activation]
}

// shown is the unit of a layer whose numbers are told: the first with the largest δ that is not dropped.
func (p *pass) shown(l int) int {
	best := -1
	for j, d := range p.delta[l] {
		if l < len(p.delta)-1 && p.mask != nil && p.mask[l-1][j] == 0 {
			continue
		}
		if best < 0 || math.Abs(d) > math.Abs(p.delta[l][best]) {
			best = j
		}
	}
	return max(best, 0)
}

// few is how many units of a layer are told one by one, and how many terms of a sum.
const few = 3

// told are the units of a layer whose numbers are told.
func (p *pass) told(l int) []int {
	n := len(p.delta[l])
	if n > few {
		return []int{p.shown(l)}
	}
	out := make([]int, n)
	for j := range out {
		out[j] = j
	}
	return out
}

// sum is a sum of products with numbers as TeX; where there are many, only its value.
func sum(s *algos.Story, prefix string, a, b []float64) string {
	total := 0.0
	for i := range a {
		total += a[i] * b[i]
	}
	if len(a) > few {
		s.Vars[prefix] = total
		return "<" + prefix + ">"
	}
	text := ""
	for i := range a {
		x, y := prefix+string(rune('a'+i)), prefix+string(rune('k'+i))
		s.Vars[y] = say.Factor(b[i])
		if i == 0 {
			s.Vars[x] = a[i]
		} else {
			s.Vars[x] = say.Term(a[i])
			text += " "
		}
		text += "<" + x + `> \cdot <` + y + ">"
	}
	return text
}

func (v view) sayForward(s *algos.Story) {
	p, l := v.pass(), v.layer
	lay := v.net.Layers[l-1]
	w := v.work.before
	s.Vars["row"], s.Vars["l"], s.Vars["b"], s.Vars["of"], s.Vars["m"] = say.Row(p.row), l, v.work.number, v.work.of, len(v.work.rows)
	s.Vars["in"], s.Vars["out"], s.Vars["below"] = lay.In, lay.Out, l-1
	if l == 1 {
		s.Text("Update <b> of <of> uses <m sample>. The forward pass of <row> starts: layer 1 computes weighted sums and their activations.")
	} else {
		s.Text("Forward pass of <row>, layer <l>: each unit sums the outputs of layer <below> times its weights.")
	}
	for _, j := range p.told(l) {
		s.Vars["j"], s.Vars["bias"], s.Vars["z"], s.Vars["a"] = j+1, say.Term(w[lay.Bias(j)]), p.z[l][j], p.a[l][j]
		weights := w[lay.W(j, 0):][:lay.In]
		s.TeX(`z^{<l>}_{<j>} = \sum_i a^{<below>}_i w_{i<j>} + b_{<j>} = ` + sum(s, "s", p.a[l-1], weights) + ` <bias> = <z>`)
		if l == v.last() {
			continue
		}
		s.Vars["before"] = v.before(p, l, j)
		if p.mask == nil {
			s.TeX(`a^{<l>}_{<j>} = ` + v.actTeX() + `(<z>) = \hl{<a>}`)
			continue
		}
		if p.mask[l-1][j] == 0 {
			s.Text("Unit <j> is dropped: its output is 0.")
			continue
		}
		s.Vars["mask"] = p.mask[l-1][j]
		s.TeX(`a^{<l>}_{<j>} = ` + v.actTeX() + `(<z>) \cdot \frac{1}{1 - <rate>} = <before> \cdot <mask> = \hl{<a>}`)
	}
	if p.mask != nil && l < v.last() {
		s.Vars["dropped"] = count(p.mask[l-1], 0)
		s.Text("Dropout has <dropped unit> of <out> at 0; the others are divided by 1 − <rate>.")
	}
	if l == v.last() {
		v.sayOutput(s, p)
	}
}

// before is the output of a hidden unit before dropout.
func (v view) before(p *pass, l, j int) float64 {
	if p.mask == nil {
		return p.a[l][j]
	}
	if m := p.mask[l-1][j]; m != 0 {
		return p.a[l][j] / m
	}
	return activations[v.Activation].Of(p.z[l][j])
}

func count(of []float64, x float64) int {
	n := 0
	for _, y := range of {
		if y == x {
			n++
		}
	}
	return n
}

// target is the output unit that is told, and its target.
func (v view) target(p *pass) (k int, y float64) {
	if v.classes > 2 {
		k = v.Points[p.row].Class()
	}
	return k, v.y[p.row][k]
}

func (v view) sayOutput(s *algos.Story, p *pass) {
	k, y := v.target(p)
	a, z := p.a[v.last()], p.z[v.last()]
	s.Vars["k"], s.Vars["y"], s.Vars["ay"], s.Vars["zy"], s.Vars["C"] = k+1, y, a[k], z[k], p.loss
	switch v.classes {
	case 0:
		s.Text("The output is linear. The loss of the sample with target <y> is")
	case 2:
		s.TeX(`a^{<L>} = \sigma(<zy>) = <ay>`)
		s.Text("The loss of the sample with target <y> is")
	default:
		s.TeX(`a^{<L>}_{<k>} = \frac{e^{z_{<k>}}}{\sum_j e^{z_j}} = <ay>`)
		s.Text("The softmax gives the true class this probability. The loss of the sample is")
	}
	switch {
	case v.loss == net.CrossEntropy && v.classes == 2 && y == 0:
		s.TeX(`C = -\ln(1 - a^{<L>}) = \hl{<C>}`)
	case v.loss == net.CrossEntropy:
		s.TeX(`C = -\ln a^{<L>}_{<k>} = \hl{<C>}`)
	case v.classes > 2:
		s.TeX(`C = \frac{1}{2}\lVert a^{<L>} - y \rVert^2 = \hl{<C>}`)
	case alike(a[k], y):
		s.Vars["r"] = say.Factor(a[k] - y)
		s.TeX(`C = \frac{1}{2}(a^{<L>} - y)^2 = \frac{1}{2} \cdot <r>^2 = \hl{<C>}`)
	default:
		s.Vars["fy"] = say.Factor(y)
		s.TeX(`C = \frac{1}{2}(a^{<L>} - y)^2 = \frac{1}{2}(<ay> - <fy>)^2 = \hl{<C>}`)
	}
}

// alike reports whether the difference of two numbers does not show in their digits.
func alike(a, y float64) bool { return math.Abs(a-y) < 1e-6*max(math.Abs(a), math.Abs(y)) }

func (v view) sayBackward(s *algos.Story) {
	p, l := v.pass(), v.layer
	s.Vars["row"], s.Vars["l"], s.Vars["up"], s.Vars["below"] = say.Row(p.row), l, l+1, l-1
	if l == v.last() {
		v.sayError(s, p)
	} else {
		s.Text("Backward pass of <row>, layer <l>: each δ is the weighted sum of the δ above, times the derivative of the activation.")
		for _, j := range p.told(l) {
			v.sayDelta(s, p, l, j)
		}
	}
	j := p.shown(l)
	i := 0
	for k, a := range p.a[l-1] {
		if math.Abs(a) > math.Abs(p.a[l-1][i]) {
			i = k
		}
	}
	s.Vars["i"], s.Vars["j"], s.Vars["ai"], s.Vars["dj"], s.Vars["g"] = i+1, j+1, p.a[l-1][i], say.Factor(p.delta[l][j]), p.a[l-1][i]*p.delta[l][j]
	s.Text(`The gradient with respect to a weight is its input times the δ of its unit, $a_i\delta_j$; for a bias it is δ:`)
	s.TeX(`\frac{\partial C}{\partial w_{<i><j>}} = a^{<below>}_{<i>}\,\delta^{<l>}_{<j>} = <ai> \cdot <dj> = \hl{<g>}`)
}

// sayError is δ at the output.
func (v view) sayError(s *algos.Story, p *pass) {
	k, y := v.target(p)
	a, d := p.a[v.last()][k], p.delta[v.last()][k]
	s.Vars["k"], s.Vars["a"], s.Vars["fy"], s.Vars["d"], s.Vars["fa"] = k+1, a, say.Factor(y), d, say.Factor(a)
	s.Text("Backward pass of <row>: the output error $\\delta^{<L>}$ is the derivative of the loss with respect to the weighted sum $z^{<L>}$.")
	switch {
	case alike(a, y) && v.loss != net.Brier:
		s.TeX(`\delta^{<L>}_{<k>} = a_{<k>} - y_{<k>} = \hl{<d>}`)
	case alike(a, y):
		s.Text("The output equals the target up to rounding.")
	case v.loss == net.Brier && v.classes > 2:
		mean := 0.0
		for c, q := range p.a[v.last()] {
			mean += q * (q - v.y[p.row][c])
		}
		s.Vars["mean"] = say.Term(-mean)
		s.TeX(`\delta_{<k>} = a_{<k>}\Bigl(a_{<k>} - y_{<k>} - \sum_j a_j(a_j - y_j)\Bigr) = <a> \cdot (<a> - <fy> <mean>) = \hl{<d>}`)
	case v.loss == net.Brier:
		s.TeX(`\delta^{<L>} = (a - y)\,a(1 - a) = (<a> - <fy>) \cdot <fa> \cdot (1 - <fa>) = \hl{<d>}`)
	case v.loss == net.Squared:
		s.TeX(`\delta^{<L>} = a - y = <a> - <fy> = \hl{<d>}`)
	default:
		s.Text("With the cross-entropy the derivative of the output activation cancels:")
		s.TeX(`\delta^{<L>}_{<k>} = a_{<k>} - y_{<k>} = <a> - <fy> = \hl{<d>}`)
	}
}

// sayDelta is δ of a hidden unit.
func (v view) sayDelta(s *algos.Story, p *pass, l, j int) {
	above, w := v.net.Layers[l], v.work.before
	out := make([]float64, above.Out)
	total := 0.0
	for k := range out {
		out[k] = w[above.W(k, j)]
		total += out[k] * p.delta[l+1][k]
	}
	a := v.before(p, l, j)
	s.Vars["j"], s.Vars["a"], s.Vars["f"], s.Vars["d"] = j+1, say.Factor(a), say.Factor(activations[v.Activation].Slope(a)), p.delta[l][j]
	s.Vars["total"] = total
	if above.Out > few {
		s.TeX(`\sum_k \delta^{<up>}_k w_{<j>k} = <total>`)
	} else {
		s.TeX(`\sum_k \delta^{<up>}_k w_{<j>k} = ` + sum(s, "t", p.delta[l+1], out) + ` = <total>`)
	}
	slope := map[string]string{"tanh": `1 - a^2 = 1 - <a>^2 = <f>`, "sigmoid": `a(1 - a) = <a> \cdot (1 - <a>) = <f>`, "relu": `<f>`}[v.Activation]
	s.TeX(`\sigma'(z_{<j>}) = ` + slope)
	if p.mask == nil {
		s.TeX(`\delta^{<l>}_{<j>} = <total> \cdot <f> = \hl{<d>}`)
		return
	}
	s.Vars["mask"] = say.Factor(p.mask[l-1][j])
	s.TeX(`\delta^{<l>}_{<j>} = <total> \cdot <f> \cdot <mask> = \hl{<d>}`)
}

// weight names a weight.
func (v view) weight(at int) say.Phrase {
	layer, to, from := v.net.Find(at)
	return say.Vars{"l": layer + 1, "to": to + 1, "from": from + 1}.Text("the weight from unit <from> to unit <to> of layer <l>")
}

func (v view) sayUpdated(s *algos.Story) {
	u := v.work
	s.Vars["b"], s.Vars["of"], s.Vars["m"], s.Vars["batch"], s.Vars["weight"] = u.number, u.of, len(u.rows), u.loss, v.weight(u.at)
	s.Vars["g"], s.Vars["was"], s.Vars["now"], s.Vars["gf"] = u.grad[u.at], u.before[u.at], u.w, say.Factor(u.grad[u.at])
	s.Text("Update <b> of <of>, over <m sample> of mean loss <batch>. The largest gradient is that of <weight>.")
	v.sayMean(s, u)
	switch v.Solver {
	case adam:
		s.Vars["mean"], s.Vars["root"] = u.mean, u.root
		s.Text("Adam divides the running mean of the gradients by the root of their mean square, both corrected for the start at 0:")
		s.TeX(`w \leftarrow w - \eta\,\frac{\hat m}{\sqrt{\hat s} + 10^{-8}} = <was> - <eta> \cdot \frac{<mean>}{<root>} = \hl{<now>}`)
	case momentum:
		s.Vars["mu"], s.Vars["vel"], s.Vars["plus"], s.Vars["vnew"], s.Vars["vf"] = momentumOf, say.Factor(u.v), say.Term(u.grad[u.at]), u.vNext,
			say.Factor(u.vNext)
		s.TeX(`v \leftarrow 0.9\,v + g = <mu> \cdot <vel> <plus> = <vnew>`)
		s.TeX(`w \leftarrow w - \eta v = <was> - <eta> \cdot <vf> = \hl{<now>}`)
	default:
		s.TeX(`w \leftarrow w - \eta g = <was> - <eta> \cdot <gf> = \hl{<now>}`)
	}
}

// sayMean is the gradient of the batch: one mean, and the penalties.
func (v view) sayMean(s *algos.Story, u *work) {
	w := u.before[u.at]
	pull := v.L2*w + math.Copysign(v.L1, w)
	if w == 0 {
		pull = 0
	}
	s.Vars["data"], s.Vars["pull"], s.Vars["g"] = u.grad[u.at]-pull, say.Term(pull), u.grad[u.at]
	if len(u.rows) > 1 {
		s.Text(`The gradient of the mini-batch is the mean of $a_i\delta_j$ over its samples, taken once.`)
	}
	if v.L1 > 0 || v.L2 > 0 {
		s.Text("The penalties add λ₁ times the sign of the weight and λ₂ times the weight:")
		s.TeX(`g = \frac{1}{m}\sum a_i\delta_j + \lambda_1\operatorname{sign} w + \lambda_2 w = <data> <pull> = <g>`)
		return
	}
	s.TeX(`g = \frac{1}{m}\sum a_i\delta_j = ` + v.terms(s, u) + `<g>`)
}

// terms is the mean of few samples with the product of each.
func (v view) terms(s *algos.Story, u *work) string {
	if m := len(u.rows); m < 2 || m > few+1 || u.seed != 0 {
		return ""
	}
	text, grad := "", make([]float64, v.net.Len())
	for k, i := range u.rows {
		clear(grad)
		v.batchLoss(v.newSpace(), u.before, []int{i}, 0, grad)
		name := "g" + string(rune('a'+k))
		if s.Vars[name] = grad[u.at]; k > 0 {
			s.Vars[name] = say.Term(grad[u.at])
		}
		text += " <" + name + ">"
	}
	return `\frac{1}{<m>}\bigl(` + text + `\bigr) = `
}

func (v view) sayPassed(s *algos.Story) {
	switch {
	case len(v.all) == 1:
		s.Text("After epoch <e=model.epochs> the loss of the sample is <loss=metric.loss>.")
	case v.classes > 0:
		s.Text("After epoch <e=model.epochs> the training loss is <loss=metric.loss>, and <wrong> of <n sample> are misclassified.")
	default:
		s.Text("After epoch <e=model.epochs> the training loss, half the mean squared error, is <loss=metric.loss>.")
	}
	s.Vars["total"] = v.mean * float64(len(v.all))
	s.TeX(`\frac{1}{n}\sum_i C_i = \frac{<total>}{<n>} = \hl{<loss>}`)
	if v.L1 > 0 || v.L2 > 0 {
		s.Vars["objective"] = v.mean + v.penalty
		s.Text("With the penalty the objective is <objective=metric.objective>.")
	}
	if v.Dropout > 0 {
		s.Text("No unit is dropped when the loss is evaluated.")
	}
	for _, u := range v.died {
		s.Vars["what"] = u.died(v.Activation)
		s.Text("In this epoch <what>.")
	}
	if n := len(v.dead); n > len(v.died) {
		s.Vars["k"] = n
		s.Text("In all, <k unit is> dead or saturated.")
	}
}
