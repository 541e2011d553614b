package pca

import (
	"math"

	"playground/algos"
	"playground/algos/geometry"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("axis", algos.DrawLine, askAxis, untilFound, answerAxis),
	algos.Ask("share", algos.SayNumber, askShare, untilFound, answerShare),
	algos.Ask("factor", algos.SayNumber, askFactor, nil, answerFactor),
	algos.Ask("column", algos.PickOption, askColumn, untilFound, answerColumn),
}

// untilFound is the step at which the next component is found.
func untilFound(_, later algos.Step) bool {
	for _, e := range later.Events {
		if e.Kind == "direction" {
			return true
		}
	}
	return false
}

// early returns the view of a step before the first component.
func early(now algos.At[view]) (view, bool) {
	v := now.View
	return v, v.did < turning && len(v.found) == 0 && !v.tied(0)
}

// askAxis is asked where the board shows a direction as it is.
func askAxis(now algos.At[view]) (algos.Asked, bool) {
	v, ok := early(now)
	return algos.Asked{Text: "Draw the direction of maximum variance."}, ok && !v.data.table && v.Solver != power
}

func answerAxis(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if len(v.found) == 0 {
		return algos.Answer{}, false
	}
	u := v.found[0].u
	line, ok := geometry.Through(v.inData(0, 0), v.inData(u[0], u[1]))
	return algos.Answer{Line: line}, ok
}

// askShare is asked of more than two columns: of two the curve of all angles shows the share.
func askShare(now algos.At[view]) (algos.Asked, bool) {
	v, ok := early(now)
	if !ok || v.p == 2 {
		return algos.Asked{}, false
	}
	s := say.Vars{"hand": 100 * v.quadratic(v.hand) / v.trace()}
	return algos.Asked{
		Text: s.Text("Your axis explains <hand> % of the variance. How much will the first component explain?"), Unit: "%", Least: 0, Most: 100,
	}, true
}

// shareTolerance: from a cloud an eye tells a share to some percent.
const shareTolerance = 5

func answerShare(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if len(v.found) != 1 {
		return algos.Answer{}, false
	}
	share := 100 * v.found[0].lambda / v.trace()
	s := say.Vars{"share": share, "lambda": v.found[0].lambda, "trace": v.trace()}
	return algos.Answer{Number: share, Tolerance: shareTolerance, Why: s.Text("Its variance is <lambda> of a total of <trace>.")}, true
}

// askFactor is asked while the angle is large enough to have a rate.
func askFactor(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.did != turning || len(v.found) > 0 || v.p != 2 || v.tied(0) || v.status.Final() {
		return algos.Asked{}, false
	}
	tan := v.tan(v.u)
	if !(tan < far) || !(tan*v.ratio() > 1e-4) {
		return algos.Asked{}, false
	}
	s := say.Vars{"tan": tan, "lambda1": v.lambda(0), "lambda2": v.lambda(1)}
	return algos.Asked{Text: s.Text("The tangent of the angle to the first eigenvector is <tan>, and $\\lambda_1 = <lambda1>$, $\\lambda_2 = " +
		"<lambda2>$. What will the tangent be after the next iteration?")}, true
}

func answerFactor(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.did != turning || len(v.found) > 0 {
		return algos.Answer{}, false
	}
	tan := v.tan(v.u)
	// Who multiplies the rounded numbers is off by some percent.
	return algos.Answer{Number: tan, Tolerance: 0.05 * tan, Why: `It is multiplied by $\frac{\lambda_2}{\lambda_1}$.`}, true
}

// askColumn is asked of tables with few columns of different weight.
func askColumn(now algos.At[view]) (algos.Asked, bool) {
	v, ok := early(now)
	if !ok || !v.data.table || v.p < 2 || v.did == started && v.Solver == power {
		return algos.Asked{}, false
	}
	options := v.candidates()
	return algos.Asked{Text: "Which feature will have the largest loading on the first component?", Options: options}, len(options) > 1
}

// candidates are the first six columns.
func (v view) candidates() []say.Phrase {
	return v.data.names[:min(len(v.data.names), algos.MaxOptions)]
}

func answerColumn(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if len(v.found) != 1 {
		return algos.Answer{}, false
	}
	u, best := v.found[0].u, 0
	for k := range v.candidates() {
		if math.Abs(u[k]) > math.Abs(u[best])*(1+1e-9) {
			best = k
		}
	}
	s := say.Vars{"weight": u[best]}
	return algos.Answer{Option: best, Why: s.Text("Its loading is <weight>.")}, true
}

var goals = []algos.Goal{
	{
		ID:    "hand",
		Text:  "Rotate the axis by hand on the tilted cloud until it explains at least 99.99 % of the variance of the first component.",
		Hint:  "Watch the variance curve, not the cloud: near its maximum it is flat, so the last degrees change little.",
		Start: "preset=hand", Asks: 99.99,
		CounterExample: "preset=hand",
		Example:        "preset=hand&angle=0.52",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.data.table || v.n < 20 || v.Solver == power || v.ratio() > 0.5 {
				return algos.Score{}, false
			}
			share := math.Floor(1e4*v.quadratic(v.hand)/v.lambda(0)) / 100
			return algos.Score{Number: share, Words: say.Vars{"share": say.Digits{X: share, N: 4}}.Text("<share> % of it")}, share >= 99.99
		}),
	},
	{
		ID:   "slow",
		Text: "Put at least six points on the board for which power iteration needs at least 300 iterations for its first component.",
		Hint: "Each iteration multiplies the tangent of the angle by λ₂/λ₁. A nearly isotropic cloud has a ratio near 1; an isotropic one has no " +
			"first eigenvector.",
		Start: "preset=power", Asks: 300, OwnPoints: true,
		CounterExample: "angle=-0.6&data=p2n~2.02_0~1.43_1.41~0_2~-1.43_1.41~-2.02_0~-1.43_-1.41~0_-2~1.43_-1.41&solver=power",
		Example:        "solver=power&max_iter=2000&angle=-0.6&data=" + nearlyRing().String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.Solver != power || v.n < 6 || v.data.table || v.Tol < 1e-9 || v.tied(0) {
				return algos.Score{}, false
			}
			n := v.iter // of a run that ended on the way
			if len(v.took) > 0 {
				n = v.took[0]
			}
			return algos.Counted(n, "<n iteration>"), n >= 300
		}),
	},
}
