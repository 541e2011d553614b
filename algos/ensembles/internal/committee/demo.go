package committee

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Bind binds what all ensembles share.
func (o *Options) Bind(s *param.Set, members int) {
	s.Int(&o.Estimators, "n_estimators", members, 1, MaxEstimators).Was("members").Slider(1, 100).Label("number of trees B").
		Hint("number of base learners; scikit-learn: n_estimators")
	s.Int(&o.MaxDepth, "max_depth", 0, 0, 30).Slider(0, 10).Label("max depth").Zero("no limit").
		Hint("0 = grow until every leaf is pure; scikit-learn: max_depth")
	s.Choice(&o.Voting, "voting", Majority,
		param.Option{Value: Majority, Label: "hard voting (majority)", TeX: `\operatorname{maj}_b\, h_b(x)`},
		param.Option{
			Value: Mean, Label: "soft voting (mean)",
			Hint: "averages the class proportions of the leaves; the same as hard voting if all leaves are pure",
			TeX:  `\frac{1}{B}\sum_b p_b(x)`,
		},
	).Was("vote").Reads("majority", Majority).Reads("mean", Mean).Label("aggregation")
}

// BindShown binds which features of a table the board shows.
func (o *Options) BindShown(s *param.Set) {
	s.Int(&o.XFeature, "x_feature", 1, 1, 10).Was("show_x").Label("x-axis feature").Hint("for tables: which features are plotted").Group("Tables")
	s.Int(&o.YFeature, "y_feature", 2, 1, 10).Was("show_y").Label("y-axis feature").Group("Tables")
}

// Renamed are names that metrics had before.
var Renamed = map[string]string{"fresh_error": "test_error", "fresh_tree": "test_error_tree", "out_share": "oob_fraction"}

// Charts are what all ensembles plot.
var Charts = []mark.Chart{
	{ID: "errors", Title: "OOB and test error", Y: "misclassification rate", Series: []mark.Series{
		{Metric: "oob_error", Label: "out-of-bag (OOB)", Role: mark.RoleAccent},
		{Metric: "test_error", Label: "test error", Role: mark.RoleGood},
		{Metric: "test_error_tree", Label: "test error of single trees", Role: mark.RoleBad},
		{Metric: "train_error", Label: "training error", Role: mark.RoleInk},
	}},
	{ID: "variance", Title: "Variance over resampled training sets", Y: "variance of the prediction", Series: []mark.Series{
		{Metric: "variance_tree", Label: "single tree", Role: mark.RoleBad},
		{Metric: "variance", Label: "ensemble", Role: mark.RoleAccent},
	}},
	{ID: "squares", Title: "Squared errors (ambiguity decomposition)", Y: "mean squared error", Series: []mark.Series{
		{Metric: "brier_tree", Label: "mean of the trees", Role: mark.RoleBad},
		{Metric: "brier", Label: "ensemble", Role: mark.RoleAccent},
		{Metric: "oob_squares", Label: "out-of-bag (OOB)", Role: mark.RoleGood},
	}},
	{ID: "out", Title: "Mean out-of-bag fraction", Y: "proportion", Series: []mark.Series{
		{Metric: "oob_fraction", Label: "mean so far", Role: mark.RoleAccent},
		{Metric: "out_expected", Label: "(1 − 1/n)ⁿ", Bound: true, Role: mark.RoleInk},
	}},
}

// AskOut asks how many samples the next tree will not see.
var AskOut = algos.Ask("out", algos.SayNumber,
	func(now algos.At[seen]) (algos.Asked, bool) {
		v := now.View.Seen()
		if !v.Ready() || len(v.Y) < 10 {
			return algos.Asked{}, false
		}
		return algos.Asked{Text: say.Vars{"n": len(v.Y)}.Text("How many of the <n sample> will be out-of-bag for the next tree?"), Most: float64(len(v.Y))}, true
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
		return algos.Answer{Number: float64(v.New.Out), Tolerance: tolerance, Why: s.Text("On average it is <mean>, about 37 %.")}, true
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
			Text:    say.Vars{"oob": v.BagError()}.Text("The OOB error is <oob>. What will it be with all trees?"),
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
		if len(v.Committee) > 3 || len(v.Y) < 10 || !v.Table.Empty() || v.Z != nil {
			return algos.Asked{}, false
		}
		return algos.Asked{Text: "Select a point that the OOB vote of all trees will misclassify."}, true
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

// AskImportant asks which feature the forest cannot do without.
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
		return algos.Asked{Text: "Which feature will have the largest permutation importance (OOB)?", Options: options}, true
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
			return algos.Answer{Option: best, Why: say.Vars{"drop": mean[best]}.Text("Permuting it adds <drop> to the mean squared error.")}, true
		}
		return algos.Answer{Option: best, Why: say.Vars{"drop": mean[best]}.Text("Its permutation importance is <drop>.")}, true
	},
)
