package svr

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/linear/internal/pairs"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-pair", algos.PickPoint, askPair, nil, answerPair),
	algos.Ask("support-vectors", algos.SayNumber, askSupport, algos.AtEnd, answerSupport),
	algos.Ask("beyond", algos.SayNumber, askBeyond, algos.AtEnd, answerBeyond),
}

// between returns the view of a step at which no pair is at work.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.phase != pairs.Choosing && v.Next.J >= 0
}

// ended returns the view of a run that has converged.
func ended(s algos.At[view]) (view, bool) { return s.View, converged(s.Step) }

func converged(s algos.Step) bool { return s.Status.State == algos.Converged }

func askPair(now algos.At[view]) (algos.Asked, bool) {
	_, ok := between(now)
	return algos.Asked{Text: "Which pair is optimised next? Click one of its two points: one raises f and one lowers it, with a large KKT violation."}, ok
}

func answerPair(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Done == nil {
		return algos.Answer{}, false
	}
	up, down := v.row(v.Done.I), v.row(v.Done.J)
	s := say.Vars{"up": say.Row(up), "down": say.Row(down), "gap": v.Done.Pair.Violation}
	rows := []int{up, down}
	slices.Sort(rows)
	return algos.Answer{Points: slices.Compact(rows), Why: s.Text("<up> raises f and <down> lowers it: together they violated the KKT conditions by " +
		"<gap>.")}, true
}

func askSupport(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.y)
	s := say.Vars{"n": n}
	return algos.Asked{Text: s.Text("How many of the <n point> will be support vectors at convergence?"), Most: float64(n), Whole: true, Unit: "support vectors"}, true
}

// answerSupport lets a guess be off by a tenth of the points: which of those near the
// border of the tube touch it cannot be seen.
func answerSupport(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	s := say.Vars{"free": v.Free, "bound": v.Bound}
	return algos.Answer{
		Number: float64(v.Support()), Tolerance: float64(len(v.y) / 10),
		Why: s.Text("Unbounded, on the boundary of the tube: <free>. At the bound |β| = C: <bound>."),
	}, true
}

// beyond is a place to the right of all points, as far from them as half of their
// range, in round numbers; false where there is none.
func (t *task) beyond() (x float64, ok bool) {
	if t.Dim != 1 {
		return 0, false
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, p := range t.Points {
		least, most = min(least, p.X[0]), max(most, p.X[0])
	}
	width := most - least
	if !(width > 0) {
		return 0, false
	}
	unit := math.Pow(10, math.Floor(math.Log10(width))-1)
	x = unit * math.Round((most+width/2)/unit)
	return x, x > most && !math.IsInf(x, 0)
}

// fading reports whether the kernel is 0 far away, tame whether anybody can say what f
// does there: polynomials run off.
func (t *task) fading() bool { return t.Options.Kernel == "rbf" || t.Options.Kernel == "laplacian" }
func (t *task) tame() bool   { return t.fading() || t.Linear }

func askBeyond(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || !v.tame() {
		return algos.Asked{}, false
	}
	x, ok := v.beyond()
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"x": x}
	return algos.Asked{Text: s.Text("Extrapolation: what will f(x) be at x = <x>, at convergence?")}, true
}

// beyondTolerance is by how much a value of f may be off, as a share of the range of
// the targets.
const beyondTolerance = 0.15

func answerBeyond(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok || !(v.span > 0) {
		return algos.Answer{}, false
	}
	x, ok := v.beyond()
	f := v.curve()
	a := algos.Answer{Number: f.Value([2]float64{x}), Tolerance: beyondTolerance * v.span}
	s := say.Vars{"b": f.Offset()}
	if a.Why = "A linear function extrapolates with the same w."; v.fading() {
		a.Why = s.Text("Far from the points this kernel decays to 0, so f tends to the bias b = <b>.")
	}
	return a, ok && !math.IsNaN(a.Number) && !math.IsInf(a.Number, 0)
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "sparse",
		Text:  "Fit at least 30 points with an RMSE below a tenth of the range of y, with at most 6 support vectors.",
		Hint:  "Only points on or outside the tube are support vectors. Tune ε, γ and C together.",
		Start: "preset=no-tube", Asks: 6, Fewer: true,
		CounterExample: "epsilon=0.25&gamma=0.3&preset=wide-tube",
		Example:        "preset=wide-tube&epsilon=0.25&C=10&gamma=0.3",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !converged(a.Last) || len(v.y) < 30 || !(v.rmse < rangeOf(v.y)/10) {
				return algos.Score{}, false
			}
			return algos.Counted(v.Support(), "<n support vector>"), true
		}),
	},
	{
		ID:    "far-outlier",
		Text:  `With $\varepsilon \le 0.5$, place one outlier with a residual of at least 50, while at least ten other points are all inside the tube.`,
		Hint:  `However large its residual, the influence of a point is bounded by $|\beta|\le C$. How small must $C$ be?`,
		Start: "preset=outliers", Asks: 50, OwnPoints: true,
		CounterExample: "C=0.01&data=p1v~0_0~1_0.1~2_0.3~3_0.2~4_0.4~5_60~6_0.4~7_0.3~8_0.2~9_0.1~10_0&kernel=linear",
		Example: "kernel=linear&C=0.01&epsilon=0.5&data=" + dataset.Line(
			[2]float64{0, 0}, [2]float64{1, 0.1}, [2]float64{2, 0.3}, [2]float64{3, 0.2}, [2]float64{4, 0.4}, [2]float64{5, 60},
			[2]float64{6, 0.4}, [2]float64{7, 0.3}, [2]float64{8, 0.2}, [2]float64{9, 0.1}, [2]float64{10, 0}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const others, widest = 10, 0.5
			if !converged(a.Last) || v.Epsilon > widest || len(v.y) <= others || v.outside != 1 {
				return algos.Score{}, false
			}
			far := 0.0
			for i := range v.y {
				far = max(far, math.Abs(v.residual(i)))
			}
			return algos.Score{Number: far, Words: say.Vars{"far": far}.Text("one residual is <far>")}, true
		}),
	},
}

// rangeOf is from the lowest target to the highest.
func rangeOf(y []float64) float64 { return slices.Max(y) - slices.Min(y) }
