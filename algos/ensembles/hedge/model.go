package hedge

import (
	"math"

	"playground/algos"
)

// half is the share of the weights that carries a vote: an exact half errs, however
// its sum is rounded.
const half = 0.5 - 1e-12

// A task is what stays the same during a run.
type task struct {
	options
	N, T   int
	table  [][]float64 // the losses, where they are known beforehand
	follow []int       // whom the reader follows
}

// A round is one that has been played.
type round struct {
	eta    float64
	start  int       // rounds before it that its weights know nothing of
	share  []float64 // of the weights, before the losses
	played []float64 // what the learner put on each expert; nil for a vote
	losses []float64
	loss   float64   // of the learner
	since  []float64 // the experts' losses from start to here
	cum    []float64 // the experts' losses in all
	total  float64   // the learner's
	own    float64   // the reader's
}

// rate is η in round t, counted from 1, and how many rounds its weights have
// forgotten.
func (t *task) rate(k int) (eta float64, start int) {
	log, T := math.Log(float64(t.N)), float64(max(t.T, 1))
	switch t.Schedule {
	case optimal:
		return math.Sqrt(8 * log / T), 0
	case noted:
		return math.Log1p(math.Sqrt(2 * log / T)), 0
	case doubling:
		block := 1
		for 2*block <= k {
			block *= 2
		}
		return math.Sqrt(8 * log / float64(block)), block - 1
	case anytime:
		return math.Sqrt(8 * log / float64(k)), 0
	}
	return t.Eta, 0
}

// shares are the weights exp(−ηL), divided by their sum. The best expert's is taken
// out first, so that no sum is 0.
func shares(eta float64, losses []float64) []float64 {
	best, sum := least(losses), 0.0
	share := make([]float64, len(losses))
	for i, l := range losses {
		share[i] = math.Exp(-eta * (l - losses[best]))
		sum += share[i]
	}
	for i := range share {
		share[i] /= sum
	}
	return share
}

// play plays the round after the past.
func (t *task) play(past []round) round {
	r := round{since: make([]float64, t.N), cum: make([]float64, t.N)}
	r.eta, r.start = t.rate(len(past) + 1)
	if n := len(past); n > 0 {
		last := past[n-1]
		copy(r.cum, last.cum)
		r.total, r.own = last.total, last.own
		if r.start == last.start {
			copy(r.since, last.since)
		}
	}
	r.share = shares(r.eta, r.since)
	r.losses = t.lossesFor(len(past), r.share)
	switch t.Learner {
	case spread:
		r.played = r.share
		r.loss = dot(r.played, r.losses)
	case leader:
		r.played = t.one(heaviest(r.share))
		r.loss = dot(r.played, r.losses)
	case majority:
		if dot(r.share, r.losses) >= half {
			r.loss = 1
		}
	}
	for i, l := range r.losses {
		r.since[i] += l
		r.cum[i] += l
	}
	r.total += r.loss
	if len(t.follow) > 0 {
		r.own += r.losses[t.follow[min(len(past), len(t.follow)-1)]]
	}
	return r
}

// A view is the state after so many rounds.
type view struct {
	*task
	past   []round
	status algos.Status
}

func step(t *task, past []round) algos.Step {
	v := view{task: t, past: past[:len(past):len(past)]}
	v.status = v.judge()
	size := algos.Normal
	if len(past) == 0 || len(past) == t.T {
		size = algos.Pass
	}
	return algos.Step{Phase: v.phase(), Next: v.next(), Size: size, Events: v.events(), Metrics: v.metrics(), Status: v.status, EndTold: true, View: v}
}

func (v view) now() round { return v.past[len(v.past)-1] }

func (v view) cum() []float64 {
	if len(v.past) == 0 {
		return make([]float64, v.N)
	}
	return v.now().cum
}

func (v view) total() float64 {
	if len(v.past) == 0 {
		return 0
	}
	return v.now().total
}

// since are the losses that the weights know, and the η that they are weighted by.
func (v view) since() (eta float64, losses []float64) {
	if len(v.past) == 0 {
		eta, _ = v.rate(1)
		return eta, make([]float64, v.N)
	}
	return v.now().eta, v.now().since
}

// after is the distribution once the losses are known.
func (v view) after() []float64 {
	eta, losses := v.since()
	return shares(eta, losses)
}

func (v view) best() int         { return least(v.cum()) }
func (v view) bestLoss() float64 { return v.cum()[v.best()] }
func (v view) regret() float64   { return v.total() - v.bestLoss() }

// constant reports whether one η serves the whole run.
func (t *task) constant() bool {
	return t.Schedule == fixed || t.Schedule == optimal || t.Schedule == noted
}

func (t *task) logN() float64 { return math.Log(float64(t.N)) }

// hoeffding is the bound on the regret of t rounds with one η, ln N/η + ηt/8.
func (t *task) hoeffding(eta float64, rounds int) float64 {
	if t.N == 1 {
		return eta * float64(rounds) / 8
	}
	return t.logN()/eta + eta*float64(rounds)/8
}

// freundSchapire is the bound (η L* + ln N)/(1 − β) − L* on the regret.
func (v view) freundSchapire(eta float64) float64 {
	if v.N == 1 {
		if eta == 0 {
			return 0
		}
		return eta*v.bestLoss()/-math.Expm1(-eta) - v.bestLoss()
	}
	return (eta*v.bestLoss()+v.logN())/-math.Expm1(-eta) - v.bestLoss()
}

// voting is the bound (η L* + ln N)/ln(2/(1+β)) − L* on the regret of a vote.
func (v view) voting(eta float64) float64 {
	if v.N == 1 {
		return 0
	}
	return (eta*v.bestLoss()+v.logN())/math.Log(2/(1+math.Exp(-eta))) - v.bestLoss()
}

// root is √(t ln N / 2), the bound for the best η.
func (v view) root() float64 { return math.Sqrt(float64(len(v.past)) * v.logN() / 2) }

// doubled is by what factor the doubling trick is worse.
const doubled = math.Sqrt2 / (math.Sqrt2 - 1)

// bound is what theory allows as regret; NaN where it guarantees nothing.
func (v view) bound() float64 {
	eta, _ := v.rate(1)
	switch {
	case v.Learner == majority && v.constant():
		return v.voting(eta)
	case v.Learner != spread:
		return math.NaN()
	case v.Schedule == noted:
		return v.freundSchapire(eta)
	case v.Schedule == doubling:
		return doubled * v.root()
	case v.Schedule == anytime:
		return 2*v.root() + math.Sqrt(v.logN()/8)
	}
	return v.hoeffding(eta, len(v.past))
}

// metricNames are public.
var metricNames = []string{"loss", "best", "regret", "bound", "optimal", "note", "average", "average_bound", "own", "eta"}

func (v view) metrics() []float64 {
	t := float64(len(v.past))
	eta, _ := v.since()
	own := math.NaN()
	if len(v.follow) > 0 {
		own = 0
		if t > 0 {
			own = v.now().own
		}
	}
	average, allowed := math.NaN(), math.NaN()
	if t > 0 {
		average, allowed = v.regret()/t, v.bound()/t
	}
	return []float64{v.total(), v.bestLoss(), v.regret(), v.bound(), v.root(), math.Sqrt(t) * v.logN(), average, allowed, own, eta}
}

// Model implements [algos.View].
func (v view) Model() algos.Model {
	eta, losses := v.since()
	weights := make([]float64, v.N)
	for i, l := range losses {
		weights[i] = math.Exp(-eta * l)
	}
	values := []algos.Value{
		{Name: "weights", Value: weights},
		{Name: "probabilities", Value: v.after()},
		{Name: "loss", Value: v.total()},
		{Name: "expert_losses", Value: append([]float64(nil), v.cum()...)},
		{Name: "regret", Value: v.regret()},
		{Name: "eta", Value: eta},
		{Name: "rounds", Value: len(v.past)},
	}
	if b := v.bound(); !math.IsNaN(b) {
		values = append(values, algos.Value{Name: "bound", Value: b})
	}
	if len(v.follow) > 0 {
		values = append(values, algos.Value{Name: "own_loss", Value: v.metrics()[8]})
	}
	return algos.Model{Values: values}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// least and heaviest are the first of the smallest and of the largest.
func least(x []float64) (at int) {
	for i := range x {
		if x[i] < x[at] {
			at = i
		}
	}
	return at
}

func heaviest(x []float64) (at int) {
	for i := range x {
		if x[i] > x[at] {
			at = i
		}
	}
	return at
}
