package committee

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Bind binds what all committees share.
func (o *Options) Bind(s *param.Set, members int) {
	s.Int(&o.Members, "members", members, 1, MaxMembers).Slider(1, 100).Label("members B").Hint("how many trees vote")
	s.Int(&o.MaxDepth, "max_depth", 0, 0, 30).Slider(0, 10).Label("largest depth").Hint("the most splits above a leaf; 0: until every leaf has one class")
	s.Choice(&o.Vote, "vote", Majority,
		param.Option{Value: Majority, Label: "majority: every tree names a class", TeX: `\operatorname{maj}_b\, h_b(x)`},
		param.Option{
			Value: Mean, Label: "mean: shares of the classes",
			Hint: "every tree says the shares of the rows in its leaf; the same as the majority where leaves are pure",
			TeX:  `\frac{1}{B}\sum_b p_b(x)`,
		},
	).Label("the committee says")
}

// BindShown binds which columns of a table the board shows.
func (o *Options) BindShown(s *param.Set) {
	s.Int(&o.ShowX, "show_x", 1, 1, 10).Label("column across").Hint("of a table: which input the board shows")
	s.Int(&o.ShowY, "show_y", 2, 1, 10).Label("column upwards")
}

// Charts are what all committees plot.
var Charts = []mark.Chart{
	{ID: "errors", Title: "Errors", Y: "misclassification rate", Series: []mark.Series{
		{Metric: "oob_error", Label: "out of the bag", Role: mark.RoleAccent},
		{Metric: "fresh_error", Label: "on fresh points", Role: mark.RoleGood},
		{Metric: "fresh_tree", Label: "single trees on fresh points", Role: mark.RoleBad},
		{Metric: "train_error", Label: "training error", Role: mark.RoleInk},
	}},
	{ID: "variance", Title: "Variance over other samples", Y: "variance of the share", Series: []mark.Series{
		{Metric: "variance_tree", Label: "of a single tree", Role: mark.RoleBad},
		{Metric: "variance", Label: "of the committee", Role: mark.RoleAccent},
	}},
	{ID: "squares", Title: "Squared errors on the rows", Y: "mean squared error", Series: []mark.Series{
		{Metric: "brier_tree", Label: "members on average", Role: mark.RoleBad},
		{Metric: "brier", Label: "committee", Role: mark.RoleAccent},
		{Metric: "oob_squares", Label: "out of the bag", Role: mark.RoleGood},
	}},
	{ID: "out", Title: "Share out of the bag, on average", Y: "share", Series: []mark.Series{
		{Metric: "out_share", Label: "on average so far", Role: mark.RoleAccent},
		{Metric: "out_expected", Label: "(1 − 1/n)ⁿ", Bound: true, Role: mark.RoleInk},
	}},
}

// AskOut asks how many rows the next member will not see.
var AskOut = algos.Ask("out", algos.SayNumber,
	func(now algos.At[seen]) (algos.Asked, bool) {
		v := now.View.Seen()
		if !v.Ready() || len(v.Y) < 10 {
			return algos.Asked{}, false
		}
		return algos.Asked{Text: say.Vars{"n": len(v.Y)}.Text("How many of the <n row> will stay out of the bag of the next member?"), Most: float64(len(v.Y))}, true
	},
	nil,
	func(_, then algos.At[seen]) (algos.Answer, bool) {
		v := then.View.Seen()
		if v.New == nil {
			return algos.Answer{}, false
		}
		// Two standard deviations of a number that nobody can know better: √(n(e⁻¹ − 2e⁻²)).
		tolerance := 2 * math.Sqrt(float64(len(v.Y))*(1/math.E-2/math.E/math.E))
		s := say.Vars{"mean": float64(len(v.Y)) * v.Miss}
		return algos.Answer{Number: float64(v.New.Out), Tolerance: tolerance, Why: s.Text("On average it is <mean>, about 37 % of them.")}, true
	},
)

// AskTrend asks where the error goes.
var AskTrend = algos.Ask("trend", algos.PickOption,
	func(now algos.At[seen]) (algos.Asked, bool) {
		v := now.View.Seen()
		if !v.Joined() || v.BagRows == 0 || v.Z != nil {
			return algos.Asked{}, false
		}
		return algos.Asked{
			Text:    say.Vars{"oob": v.BagError()}.Text("The out-of-bag error is <oob>. What will it be when all members have voted?"),
			Options: []say.Phrase{"lower", "the same", "higher"},
		}, true
	},
	algos.AtEnd,
	func(now, then algos.At[seen]) (algos.Answer, bool) {
		v := now.View.Seen()
		w := then.View.Seen()
		if w.BagRows == 0 {
			return algos.Answer{}, false
		}
		a, b := v.BagError(), w.BagError()
		option := 1
		if b < a {
			option = 0
		} else if b > a {
			option = 2
		}
		return algos.Answer{Option: option, Why: say.Vars{"oob": b}.Text("It ends at <oob>.")}, true
	},
)

// AskWrong asks for a point that the others cannot vouch for.
var AskWrong = algos.Ask("wrong", algos.PickPoint,
	func(now algos.At[seen]) (algos.Asked, bool) {
		v := now.View.Seen()
		if len(v.Committee) > 3 || len(v.Y) < 10 || !v.Table.Empty() {
			return algos.Asked{}, false
		}
		return algos.Asked{Text: "Point at a point that will be wrong out of the bag when all members have voted."}, true
	},
	algos.AtEnd,
	func(_, then algos.At[seen]) (algos.Answer, bool) {
		v := then.View.Seen()
		var a algos.Answer
		for i, y := range v.Y {
			if v.Voters[i] > 0 && Winner(v.Bag[i*v.K:][:v.K]) != y {
				a.Points = append(a.Points, i)
			}
		}
		return a, len(a.Points) > 0
	},
)

// AskImportant asks which column the forest cannot do without.
var AskImportant = algos.Ask("important", algos.PickOption,
	func(now algos.At[seen]) (algos.Asked, bool) {
		v := now.View.Seen()
		if len(v.Committee) > 1 || len(v.Y) < 10 || len(v.Names) > algos.MaxOptions {
			return algos.Asked{}, false
		}
		var options []say.Phrase
		for _, name := range v.Names {
			options = append(options, say.Given(name).Phrase())
		}
		return algos.Asked{Text: "Which column will be missed most, when it is shuffled among the rows out of the bag?", Options: options}, true
	},
	algos.AtEnd,
	func(_, then algos.At[seen]) (algos.Answer, bool) {
		v := then.View.Seen()
		mean, _ := v.Importances()
		if mean == nil {
			return algos.Answer{}, false
		}
		best := Winner(mean)
		if v.Z != nil {
			return algos.Answer{Option: best, Why: say.Vars{"drop": mean[best]}.Text("It adds <drop> to the mean squared error.")}, true
		}
		return algos.Answer{Option: best, Why: say.Vars{"drop": mean[best]}.Text("It costs <drop> of the rows.")}, true
	},
)
