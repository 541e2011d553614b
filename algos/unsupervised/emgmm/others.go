package emgmm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/say"
)

// At the end of a run two questions remain that a single run cannot answer:
// would another start have ended elsewhere, and would another K be better? Both
// are answered by more runs, when somebody looks.

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

// others are the runs from other starts, computed once, when first looked at.
type others struct {
	mu    sync.Mutex
	known bool
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

func (o *others) panels(s *state) []algos.Panel {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.known {
		o.ends, o.sizes = nil, nil
		o.explore(s)
		o.known = s.ctx.Err() == nil // what was interrupted is not kept
	}
	var panels []algos.Panel
	if len(o.ends) > 0 {
		panels = append(panels, o.seeds(s))
	}
	if len(o.sizes) > 1 {
		panels = append(panels, o.criteria(s))
	}
	return panels
}

// explore runs EM from other starts and with other K, as far as the work is
// bounded.
func (o *others) explore(s *state) {
	if limit := affordable(otherSeeds * len(s.x) * s.K); limit > 0 {
		for seed := range uint64(otherSeeds) {
			o.ends = append(o.ends, s.runAgain(s.K, seed+1, limit))
		}
	}
	top := min(maxK, len(s.x))
	if limit := affordable(restarts * len(s.x) * top * (top + 1) / 2); limit > 0 {
		for k := 1; k <= top; k++ {
			best := ending{k: k, loglik: math.Inf(-1)}
			for seed := range uint64(restarts) {
				if e := s.runAgain(k, seed+1, limit); !e.collapsed && e.loglik > best.loglik {
					best = e
				}
			}
			if !math.IsInf(best.loglik, -1) {
				o.sizes = append(o.sizes, best)
			}
		}
	}
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
func (s *state) runAgain(k int, seed uint64, iterations int) ending {
	t := *s.task
	t.K = k
	if t.Init != plusPlus {
		t.Init = atRandom
	}
	t.Rand = rand.New(rand.NewPCG(seed, 0xe3))
	e := t.engine()
	now, next := t.begin(), newMixture(k)
	r := make([]float64, len(t.x)*k)
	end := ending{k: k, loglik: math.Inf(-1)}
	for range iterations {
		if s.ctx.Err() != nil {
			break
		}
		loglik := e.expect(r, now)
		rise := loglik - end.loglik
		end.loglik = loglik
		if math.Abs(rise) <= settled*float64(len(t.x)) {
			break
		}
		e.maximise(next, r, now)
		if end.collapsed = slices.ContainsFunc(e.raw, t.flatter); !t.sound(next) || end.collapsed && t.Reg == 0 {
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
func (o *others) seeds(s *state) algos.Panel {
	const columns, rows = 4, 3
	all := append([]ending{{theta: s.seen(), loglik: s.loglik, k: s.K, collapsed: slices.Contains(s.down, true)}}, o.ends...)
	best := math.Inf(-1)
	for _, e := range all {
		if !e.collapsed {
			best = max(best, e.loglik)
		}
	}
	init := "k-means++"
	if s.Init != plusPlus {
		init = "random points"
	}
	p := algos.Panel{
		ID: "seeds", Title: "Many seeds", Note: say.Phrase("this run and " + say.Num(otherSeeds) + " from " + init), Height: 0.85,
		X: algos.Axis{Hidden: true, Max: columns}, Y: algos.Axis{Hidden: true, Max: rows},
	}
	e := algos.Ellipses{Radii: []float64{2}, Layer: algos.Under, Legend: "final components at 2σ"}
	dots := algos.Points{Style: algos.Style{Role: algos.RoleFaint}, Layer: algos.Under}
	words := algos.Texts{Anchor: algos.Middle, Style: algos.Style{Role: algos.RoleSoft}}
	good := algos.Texts{Anchor: algos.Middle, Style: algos.Style{Role: algos.RoleGood}}
	top := 0
	for i, end := range all {
		c := cell{window: s.window2(), x: float64(i % columns), y: float64(rows - 1 - i/columns)}
		style := algos.Style{Role: algos.RoleFaint, Width: 1}
		if i == 0 {
			style = algos.Style{Role: algos.RoleAccent, Width: 2.4}
		}
		p.Marks = append(p.Marks, algos.Rect{Min: algos.XY{X: c.x + 0.03, Y: c.y + 0.03}, Max: algos.XY{X: c.x + 0.97, Y: c.y + 0.97}, Style: style})
		for k := 0; k < len(s.x); k += len(s.x)/40 + 1 {
			dots.At, dots.Size = append(dots.At, c.place(s.x[k])), append(dots.Size, 1.2)
		}
		text, into := "collapsed", &words
		if !end.collapsed {
			text = say.Sig(end.loglik, 5)
			if end.loglik >= best-1e-4*(1+math.Abs(best)) {
				into, top = &good, top+1
			}
		}
		for j, cov := range end.theta.cov {
			if !(end.theta.weight[j] > 0) {
				continue
			}
			if s.Dim == 1 {
				cov[2] = cov[0]
			}
			e.Mean, e.Cov = append(e.Mean, c.place(end.theta.mean[j])), append(e.Cov, c.cov(cov))
			e.Style = append(e.Style, algos.Style{Role: algos.RoleOfClass(j), Width: 1.6})
		}
		into.At = append(into.At, algos.XY{X: c.x + 0.5, Y: c.y + 0.1})
		into.Text = append(into.Text, say.Phrase(text))
	}
	if top == 0 {
		p.Alt = "in every run a component collapsed"
	} else {
		p.Alt = say.Phrase(fmt.Sprintf("final log-likelihoods of %s; the best is %s, reached by %d", say.Count(len(all), "run"), say.Sig(best, 5), top))
	}
	p.Marks = append(p.Marks, dots, e, words, good)
	return p
}

// window2 is the part of the plane in a thumbnail; in one dimension components
// are circles on a line.
func (t *task) window2() [4]float64 {
	w := t.Window
	if t.Dim == 1 {
		half := (w.X1 - w.X0) / 2
		return [4]float64{w.X0, w.X1, -half, half}
	}
	return [4]float64{w.X0, w.X1, w.Y0, w.Y1}
}

// A cell is a thumbnail of the board: the unit square at (x, y), with room for a
// line of text below.
type cell struct {
	window [4]float64
	x, y   float64
}

func (c cell) scale() (float64, float64) {
	return 0.86 / (c.window[1] - c.window[0]), 0.7 / (c.window[3] - c.window[2])
}

func (c cell) place(x vec) algos.XY {
	sx, sy := c.scale()
	return algos.XY{X: c.x + 0.07 + sx*(x[0]-c.window[0]), Y: c.y + 0.22 + sy*(x[1]-c.window[2])}
}

func (c cell) cov(s sym) sym {
	sx, sy := c.scale()
	return sym{s[0] * sx * sx, s[1] * sx * sy, s[2] * sy * sy}
}

// criteria are AIC and BIC of the best run for each K.
func (o *others) criteria(s *state) algos.Panel {
	n := math.Log(float64(len(s.x)))
	aic := algos.PolyLine{Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: "AIC"}
	bic := algos.PolyLine{Style: algos.Style{Role: algos.RoleGood, Width: 2}, Legend: "BIC"}
	low := ending{}
	least := math.Inf(1)
	leastAIC, kAIC := math.Inf(1), 0
	for _, e := range o.sizes {
		p := float64(freeParameters(e.k, s.Dim, s.shape()))
		a, b := 2*p-2*e.loglik, n*p-2*e.loglik
		aic.At = append(aic.At, algos.XY{X: float64(e.k), Y: a})
		bic.At = append(bic.At, algos.XY{X: float64(e.k), Y: b})
		if b < least {
			low, least = e, b
		}
		if a < leastAIC {
			kAIC, leastAIC = e.k, a
		}
	}
	note := fmt.Sprintf("least: BIC at K = %d, AIC at K = %d", low.k, kAIC)
	dots := algos.Points{
		At: []algos.XY{{X: float64(kAIC), Y: leastAIC}, {X: float64(low.k), Y: least}}, Size: []float64{5, 5},
		Layer: algos.Over, Style: algos.Style{Role: algos.RoleInk}, Legend: "least",
	}
	return algos.Panel{
		ID: "criteria", Title: "How many components?", Note: say.Phrase(note), Alt: say.Phrase(note),
		X: algos.Axis{Name: "K", Integer: true, Min: 0.5, Max: float64(o.sizes[len(o.sizes)-1].k) + 0.5}, Y: algos.Axis{Name: "less is better"},
		Marks: []algos.Mark{
			algos.Rule{Vertical: true, At: float64(s.K), Label: "now", Style: algos.Style{Role: algos.RoleSoft, Dash: true}},
			aic, bic, dots,
		},
	}
}
