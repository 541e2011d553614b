package emgmm

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
	"playground/algos/unsupervised/internal/lloyd"
)

// With Σₖ = σ²I given, the share of a point in component k is proportional to
// πₖ exp(−‖x − μₖ‖²/2σ²). As σ falls the nearest mean takes all of it, and the M-step
// is that of k-means, whatever the weights.

// apart is the farthest that a mean of one list lies from the same one of the other,
// in standard deviations of the data.
func (t *task) apart(a, b []vec) float64 {
	far := 0.0
	for j := range a {
		for d := range t.Dim {
			far = max(far, math.Abs(a[j][d]-b[j][d])/t.scale[d])
		}
	}
	return far
}

// A softness is where EM ends with one σ, against k-means from the same start.
type softness struct {
	sigma float64
	soft  float64 // 1 − the largest share, averaged over the points
	far   float64 // the farthest that a mean lies from that of k-means, in standard deviations
}

const (
	titleFalling = "EM becomes k-means as σ falls"

	manySigmas           = 19
	widest, narrowest    = 2.0, 0.02 // of the data's standard deviation
	standsStill          = 1e-8      // a run ends where nothing moves by more
	mostLloyd            = 1000      // iterations
	hardEnough, farRange = 1e-12, 64.0
)

// harden runs EM to its end for one σ after another, and k-means, all from the same
// start. It is nil where that is too much work for a look.
func (t *task) harden(ctx context.Context, start mixture) []softness {
	limit := affordable(manySigmas * len(t.x) * t.K)
	if limit == 0 {
		return nil
	}
	centres := start.mean
	for range mostLloyd {
		next := lloyd.Step(t.x, centres)
		if t.apart(next, centres) == 0 {
			break
		}
		centres = next
	}
	size := max(t.scale[0], t.scale[1]) // in one dimension the latter is 0
	all := make([]softness, manySigmas)
	for i := range all {
		share := float64(i) / (manySigmas - 1)
		sigma := size * math.Exp((1-share)*math.Log(widest)+share*math.Log(narrowest))
		theta, r := t.settle(ctx, start, sigma, limit)
		soft := 0.0
		for k := range t.x {
			row := t.row(r, k)
			soft += (1 - row[largest(row)]) / float64(len(t.x))
		}
		all[i] = softness{sigma: sigma, soft: soft, far: t.apart(theta.mean, centres)}
	}
	return all
}

// settle runs EM with one σ until nothing moves, and returns where it ends and the last
// shares.
func (t *task) settle(ctx context.Context, start mixture, sigma float64, limit int) (mixture, []float64) {
	e, r := t.engine(), make([]float64, len(t.x)*t.K)
	now, next := start.clone(), newMixture(t.K)
	for j := range now.cov {
		now.cov[j] = restrict(sym{sigma * sigma, 0, sigma * sigma}, spherical, t.Dim)
	}
	for range limit {
		e.expect(r, now)
		e.maximise(next, r, now)
		still := t.moved(now, next) <= standsStill
		if now, next = next, now; still || ctx.Err() != nil {
			break
		}
	}
	return now, r
}

// hardening draws where EM ends as σ falls: how soft its shares are, and how far its
// means lie from those of k-means.
func (v view) hardening() mark.Panel {
	ends := v.falling()
	if len(ends) == 0 {
		return mark.Panel{}
	}
	soft := panel.Traced(ends, func(e softness) (x, y float64) { return e.sigma, e.soft })
	far := panel.Traced(ends, func(e softness) (x, y float64) { return e.sigma, e.far })
	top := 1e-6 / 1.05
	for _, e := range ends {
		top = max(top, e.soft, e.far)
	}
	last := ends[len(ends)-1]
	w := say.Vars{"sigma": last.sigma, "soft": last.soft, "far": last.far}
	return panel.Curves{
		ID: "falling", Title: titleFalling, Note: "every run from the same start, to its end",
		Alt: w.Text("at σ = <sigma> the shares are soft by <soft> on average, and the means are <far> from those of k-means"),
		X:   mark.Axis{Name: "σ", Log: true, Min: last.sigma, Max: ends[0].sigma}, Y: panel.FromZero("to zero", 0.05, top),
		Under: []mark.Mark{panel.Now(min(max(v.Sigma, last.sigma), ends[0].sigma))},
		Of: []panel.Quantity{
			{At: far, Style: mark.RoleInk.Wide(2), Legend: "farthest mean from that of k-means, in standard deviations", Name: "from k-means"},
			{At: soft, Style: mark.RoleAccent.Wide(2), Legend: "1 − largest share, on average", Name: "1 − largest share"},
		},
		Over: []mark.Mark{panel.Dot(mark.XY{X: last.sigma, Y: last.far}, 3, mark.RoleInk.Plain(), "")},
	}.Panel()
}

// kmeans are rings where k-means stands after as many iterations.
func (v view) kmeans() mark.Mark {
	m := mark.Rings{Style: mark.RoleInk.Wide(1.8).Dashed(), Legend: "means of k-means, from the same start"}
	for _, c := range v.centres {
		m.At, m.Radius = append(m.At, xy(c)), append(m.Radius, 13)
	}
	return m
}

// checkKMeans: once every share is 0 or 1 an iteration of EM is one of k-means.
func (s *state) checkKMeans() algos.Check {
	claim := algos.Guarantee{Name: "k-means", Claim: "while every share is 0 or 1, the means are those of k-means from the same start"}
	v := say.Vars{"x": say.Row(s.softRow).Name(), "share": s.softest, "sigma": s.Sigma, "k": s.starved + 1}
	switch {
	case s.iter == 0:
		return claim.Not("no iteration is complete yet")
	case 1-s.softest > hardEnough:
		return claim.Not(v.Text("the largest share of <x> was only <share>: σ = <sigma> is not small enough beside the distances"))
	case s.starved >= 0:
		return claim.Not(v.Text("component <k> was left without points: EM gives it the weight 0, and k-means keeps its centre"))
	}
	// What is left of the other shares moves a mean by at most so much of the data's
	// reach; a component has one point at least.
	n := float64(len(s.x))
	rounding := n*hardEnough*math.Sqrt(n) + farRange*s.least
	v["em"], v["lloyd"] = say.Digits{X: lloyd.Inertia(s.x, s.theta.mean), N: 6}, say.Digits{X: lloyd.Inertia(s.x, s.centres), N: 6}
	return claim.Equal(s.apart(s.theta.mean, s.centres), 0, rounding).Of(unit).
		Between("farthest apart, in standard deviations", "").
		Because(v.Text(`$\sum_i \min_k \lVert x_i - \mu_k\rVert^2$ is <em> here and <lloyd> there`))
}
