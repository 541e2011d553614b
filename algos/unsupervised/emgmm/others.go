package emgmm

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
	"playground/algos/unsupervised/internal/lloyd"
)

// At the end of a run two questions remain that a single run cannot answer:
// would another start have ended elsewhere, and would another K be better? Both
// are answered by more runs, when their panels are opened.

// otherSeeds is how many other starts are tried, from the seeds 1, 2, …
const otherSeeds = 11

// Work is counted in evaluations of a Gaussian.
const (
	maxWork  = 6_000_000 // for each of the two questions
	enough   = 200       // iterations of another run, if the work allows
	tooFew   = 40        // not worth showing
	restarts = 3         // runs for each K
	settled  = 1e-7      // another run ends where the log-likelihood rises by less a point
)

// The titles of the answers.
const (
	titleSeeds    = "Random restarts"
	titleCriteria = "Model selection: AIC and BIC"
)

// others are the runs from other starts.
type others struct {
	ends  []ending // from the seeds 1 … otherSeeds; none if that is too much work
	sizes []ending // the best for each K; some or none if that is too much work
}

// An ending is where another run came to.
type ending struct {
	theta  mixture
	loglik float64
	k      int
	// collapsed: a component did, and lives by reg or has ended the run. Its
	// likelihood says more about reg than about the data.
	collapsed bool
}

// explore runs EM from other starts and with other K, as far as the work is
// bounded.
func (s *state) explore(ctx context.Context) (o others) {
	if limit := affordable(otherSeeds * len(s.x) * s.K); limit > 0 {
		for seed := range uint64(otherSeeds) {
			o.ends = append(o.ends, s.runAgain(ctx, s.K, seed+1, limit))
		}
	}
	top := min(maxK, len(s.x))
	if limit := affordable(restarts * len(s.x) * top * (top + 1) / 2); limit > 0 {
		for k := 1; k <= top; k++ {
			best := ending{k: k, loglik: math.Inf(-1)}
			for seed := range uint64(restarts) {
				if e := s.runAgain(ctx, k, seed+1, limit); !e.collapsed && e.loglik > best.loglik {
					best = e
				}
			}
			if !math.IsInf(best.loglik, -1) {
				o.sizes = append(o.sizes, best)
			}
		}
	}
	return o
}

// affordable is the most iterations of runs that cost so much work an iteration
// together; 0 if too few are left to be worth showing.
func affordable(work int) int {
	limit := min(enough, maxWork/work)
	if limit < tooFew {
		return 0
	}
	return limit
}

// runAgain is EM without a story: with k components, from another seed. Starts
// that name no randomness are replaced by random ones.
func (s *state) runAgain(ctx context.Context, k int, seed uint64, iterations int) ending {
	t := *s.task
	t.K = k
	if t.Init != plusPlus && t.Init != byResponsibilities {
		t.Init = atRandom
	}
	t.Rand = rand.New(rand.NewPCG(seed, 0xe3))
	e, r := t.engine(), make([]float64, len(t.x)*k)
	t.em = e
	now, _ := t.begin()
	next, end := newMixture(k), ending{k: k, loglik: math.Inf(-1)}
	if !t.sound(now) {
		return ending{k: k, loglik: math.Inf(-1), theta: now, collapsed: true}
	}
	for range iterations {
		if ctx.Err() != nil {
			break
		}
		before := end.loglik
		if end.loglik = e.expect(r, now); math.Abs(end.loglik-before) <= settled*float64(len(t.x)) {
			break
		}
		e.maximise(next, r, now)
		if end.collapsed = t.shape() != fixed && slices.ContainsFunc(e.raw, t.flatter); !t.sound(next) || end.collapsed && t.Reg == 0 {
			end.collapsed = true
			break
		}
		now, next = next, now
	}
	end.theta, end.loglik = now, e.expect(r, now)
	return end
}

// seeds are thumbnails of where the other starts ended, this run first. Equal
// pictures in other colours are one solution whose components changed names.
func (s *state) seeds() mark.Panel {
	ends := s.others().ends
	if len(ends) == 0 {
		return mark.Panel{}
	}
	all := append([]ending{{theta: s.seen(), loglik: s.loglik, k: s.K, collapsed: slices.Contains(s.down, true)}}, ends...)
	best := math.Inf(-1)
	for _, e := range all {
		if !e.collapsed {
			best = max(best, e.loglik)
		}
	}
	w := s.Window
	if s.Dim == 1 { // components are circles on a line
		w.Y0, w.Y1 = (w.X0-w.X1)/2, (w.X1-w.X0)/2
	}
	strip := panel.Strip{Columns: 4, Rows: 3, Window: w, Left: 0.07, Bottom: 0.22, Width: 0.86, Height: 0.7}
	p := mark.Panel{ID: "seeds", Title: titleSeeds, Height: 0.85}
	p.X, p.Y = strip.Axes()
	e := mark.Ellipses{Radii: []float64{2}, Layer: mark.Under, Legend: "final components at 2σ"}
	dots := mark.Points{Style: mark.RoleFaint.Plain(), Layer: mark.Under}
	words := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	good := mark.Texts{Anchor: mark.Middle, Style: mark.RoleGood.Plain()}
	frame, digits := mark.RoleAccent.Wide(2.4), 5
	if !(math.Abs(best) < 1e5) {
		digits = 3 // a power of ten follows
	}
	for i, end := range all {
		p.Add(strip.Frame(i, 0.03, frame))
		frame = mark.RoleFaint.Wide(1)
		for k := 0; k < len(s.x); k += len(s.x)/40 + 1 {
			dots.At, dots.Size = append(dots.At, strip.Place(i, s.xy(s.x[k]))), append(dots.Size, 1.2)
		}
		s.miniature(&e, strip, i, end.theta)
		text, into := say.Phrase("collapsed"), &words
		if !end.collapsed {
			text = say.Phrase(say.Sig(end.loglik, digits))
			if end.loglik >= best-1e-4*(1+math.Abs(best)) {
				into = &good
			}
		}
		c := strip.Corner(i)
		into.At, into.Text = append(into.At, mark.XY{X: c.X + 0.5, Y: c.Y + 0.1}), append(into.Text, text)
	}
	p.Add(dots, e, words, good)
	v := say.Vars{"n": otherSeeds, "runs": len(all), "best": say.Digits{X: best, N: 5}, "top": len(good.At)}
	switch p.Note = v.Text("this run and <n> with random points"); s.Init {
	case plusPlus:
		p.Note = v.Text("this run and <n> with k-means++")
	case byResponsibilities:
		p.Note = v.Text("this run and <n> with random responsibilities")
	}
	if p.Alt = "a component collapsed in every run"; len(good.At) > 0 {
		p.Alt = v.Text("final log-likelihoods of <runs run>; the best is <best>, reached by <top>")
	}
	return p
}

// miniature adds the components of a mixture to the ellipses of thumbnail i.
func (s *state) miniature(e *mark.Ellipses, strip panel.Strip, i int, m mixture) {
	sx, sy := strip.Scale()
	for j, c := range m.cov {
		if !(m.weight[j] > 0) {
			continue
		}
		if s.Dim == 1 {
			c[2] = c[0]
		}
		e.Mean, e.Cov = append(e.Mean, strip.Place(i, s.xy(m.mean[j]))), append(e.Cov, sym{c[0] * sx * sx, c[1] * sx * sy, c[2] * sy * sy})
		e.Style = append(e.Style, mark.RoleOfClass(j).Wide(1.6))
	}
}

// criteria are AIC and BIC of the best run for each K.
func (s *state) criteria() mark.Panel {
	sizes := s.others().sizes
	if len(sizes) < 2 {
		return mark.Panel{}
	}
	curve := func(penalty float64) (at []mark.XY, lowest mark.XY) {
		at = panel.Traced(sizes, func(e ending) (x, y float64) { return float64(e.k), s.criterion(penalty, e.k, e.loglik) })
		return at, slices.MinFunc(at, func(a, b mark.XY) int { return cmp.Compare(a.Y, b.Y) })
	}
	aic, a := curve(2)
	bic, b := curve(math.Log(float64(len(s.x))))
	note := say.Vars{"bic": b.X, "aic": a.X}.Text("minimum: BIC at K = <bic>, AIC at K = <aic>")
	return panel.Curves{
		ID: "criteria", Title: titleCriteria, Note: note, Alt: note,
		X: mark.Axis{Name: "K", Integer: true, Min: 0.5, Max: float64(sizes[len(sizes)-1].k) + 0.5}, Y: mark.Axis{Name: "AIC, BIC"},
		Under: []mark.Mark{panel.Now(float64(s.K))},
		Of:    []panel.Quantity{{At: aic, Style: mark.RoleAccent.Wide(2), Legend: "AIC"}, {At: bic, Style: mark.RoleGood.Wide(2), Legend: "BIC"}},
		Over:  []mark.Mark{mark.Points{At: []mark.XY{a, b}, Size: []float64{5, 5}, Layer: mark.Over, Style: mark.RoleInk.Plain(), Legend: "minimum"}},
	}.Panel()
}

// With Σₖ = σ²I given, the responsibility of a point in component k is proportional to
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
	soft  float64 // 1 − the largest responsibility, averaged over the points
	far   float64 // the farthest that a mean lies from that of k-means, in standard deviations
}

const (
	titleFalling = "Limit σ → 0: EM becomes k-means"

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

// hardening draws where EM ends as σ falls: how soft its responsibilities are, and how far its
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
		ID: "falling", Title: titleFalling, Note: "every run from the same initialisation until convergence",
		Alt: w.Text("at σ = <sigma> the mean of 1 − max responsibility is <soft>, and the means are <far> from those of k-means"),
		X:   mark.Axis{Name: "σ", Log: true, Min: last.sigma, Max: ends[0].sigma}, Y: panel.FromZero("change", 0.05, top),
		Under: []mark.Mark{panel.Now(min(max(v.Sigma, last.sigma), ends[0].sigma))},
		Of: []panel.Quantity{
			{At: far, Style: mark.RoleInk.Wide(2), Legend: "largest distance to a k-means centre, in σ", Name: "distance from k-means"},
			{At: soft, Style: mark.RoleAccent.Wide(2), Legend: "mean of 1 − max responsibility", Name: "1 − max responsibility"},
		},
		Over: []mark.Mark{panel.Dot(mark.XY{X: last.sigma, Y: last.far}, 3, mark.RoleInk.Plain(), "")},
	}.Panel()
}

// kmeans are rings where k-means stands after as many iterations.
func (v view) kmeans() mark.Mark {
	m := mark.Rings{Style: mark.RoleInk.Wide(1.8).Dashed(), Legend: "centres of k-means, same initialisation"}
	for _, c := range v.centres {
		m.At, m.Radius = append(m.At, v.xy(c)), append(m.Radius, 13)
	}
	return m
}

// checkKMeans: once every responsibility is 0 or 1 an iteration of EM is one of k-means.
func (s *state) checkKMeans() algos.Check {
	claim := algos.Guarantee{Name: "k-means", Claim: "while every responsibility is 0 or 1, the means equal the centres of k-means from the " +
		"same initialisation"}
	v := say.Vars{"x": say.Row(s.softRow).Name(), "share": s.softest, "sigma": s.Sigma, "k": s.starved + 1}
	switch {
	case s.iter == 0:
		return claim.Not("no iteration is complete yet")
	case 1-s.softest > hardEnough:
		return claim.Not(v.Text("the largest responsibility for <x> was only <share>: σ = <sigma> is not small enough relative to the distances"))
	case s.starved >= 0:
		return claim.Not(v.Text("component <k> is responsible for no point: EM sets its weight to 0, and k-means keeps its centre"))
	}
	// What is left of the other responsibilities moves a mean by at most so much of the data's
	// reach; a component has one point at least.
	n := float64(len(s.x))
	rounding := n*hardEnough*math.Sqrt(n) + farRange*s.least
	v["em"], v["lloyd"] = say.Digits{X: lloyd.Inertia(s.x, s.theta.mean), N: 6}, say.Digits{X: lloyd.Inertia(s.x, s.centres), N: 6}
	return claim.Equal(s.apart(s.theta.mean, s.centres), 0, rounding).Of(unit).
		Between("largest distance, in standard deviations", "").
		Because(v.Text(`$\sum_i \min_k \lVert x_i - \mu_k\rVert^2$ is <em> for EM and <lloyd> for k-means`))
}
