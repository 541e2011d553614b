// Package dirichletprocess teaches the Dirichlet process by three ways to draw from it:
// a stick that is broken, a restaurant whose customers join tables, and an urn from
// which balls are copied.
//
// G ~ DP(α, H) is a distribution with countably many values θ_k ~ H and the weights of a
// broken stick, ρ_k = β_k ∏(1 − β_i), β_k ~ Beta(1, α). Customers who draw their values
// from G share tables, and G integrated out, customer i+1 joins a table of n_k with
// probability n_k/(α + i) and opens a new one with α/(α + i). That is the urn too.
package dirichletprocess

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the Dirichlet process.
var Demo = algos.Define(algos.Demo{
	ID:            "dirichlet-process",
	Title:         "Dirichlet process",
	Keywords:      "stick-breaking, GEM, Chinese restaurant process, CRP, Blackwell–MacQueen urn, Pólya urn, exchangeability, de Finetti, Ewens, nonparametric, 狄利克雷过程, 折棍, 中餐馆过程, 罐子, 可交换性",
	Summary:       "A stick, a restaurant and an urn: three views of one draw without a number of clusters.",
	Units:         algos.Units{Step: "customer", First: "one <step> joins a table"},
	Family:        "Clustering and mixtures",
	Prerequisites: []string{"em-gmm"},
	Formula:       `p(n+1\text{ joins }\tau)=\frac{|\tau|}{\alpha+n},\qquad p(n+1\text{ opens a table})=\frac{\alpha}{\alpha+n}`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "000", Where: "7.2, definitions 7.2.3–7.2.5, exercise 7.2.1 (lines 1307–1395)"},
		{Source: "J. Sethuraman, A constructive definition of Dirichlet priors", Where: "Statistica Sinica 4, 1994"},
		{Source: "D. Blackwell, J. B. MacQueen, Ferguson distributions via Pólya urn schemes", Where: "Annals of Statistics 1, 1973"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "tables", Title: "Tables", Y: "tables", Series: []mark.Series{
			{Metric: "tables", Label: "tables", Role: mark.RoleAccent}, {Metric: "expected", Label: "expected", Bound: true, Role: mark.RoleGood},
		}},
		{ID: "left", Title: "What is left of the stick", Y: "length", Series: []mark.Series{
			{Metric: "left", Label: "left", Role: mark.RoleAccent},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The ways to seat customers, the base measures, and the other orders; the values are public.
const (
	stick, restaurant, urn, typed = "stick", "restaurant", "urn", "typed"
	normal, uniform               = "normal", "uniform"
	reversed, shuffled, byTable   = "reversed", "shuffled", "tables"
)

type options struct {
	By, Base, Order, Seats string
	Alpha                  float64
	Customers, Draws       int
}

const (
	maxCustomers = 1000
	maxBreaks    = 5000
	maxDraws     = 60
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.By, "by", stick,
		param.Option{Value: stick, Label: "a broken stick", TeX: `\rho_k=\beta_k\prod_{i<k}(1-\beta_i)`, Hint: "Customers draw a place on the stick, which is broken as far as they need it."},
		param.Option{Value: restaurant, Label: "the restaurant", Hint: "A customer joins a table in proportion to who sits there, or a new one in proportion to α."},
		param.Option{Value: urn, Label: "the urn", Hint: "A customer copies the value of one of those before, all alike, or draws a new value from H."},
		param.Option{Value: typed, Label: "you seat them"},
	).Label("seated by")
	s.Float(&o.Alpha, "alpha", 2, 0.01, 100).Log(0.1, 30).Label("concentration α").Hint("In proportion to it new tables are opened.")
	s.Int(&o.Customers, "customers", 60, 0, maxCustomers).Slider(0, 200).Label("customers").When("by", stick, restaurant, urn)
	s.Text(&o.Seats, "seats", "a a b a c b a d", 8000, nil).Label("tables").When("by", typed).
		Hint("The table of each customer in the order of arrival: numbers or words, with spaces between.")
	s.Choice(&o.Base, "base", normal,
		param.Option{Value: normal, Label: "normal N(0, 1)"}, param.Option{Value: uniform, Label: "uniform on −2 … 2"},
	).Label("base measure H")
	s.Choice(&o.Order, "order", shuffled,
		param.Option{Value: reversed, Label: "backwards"}, param.Option{Value: shuffled, Label: "shuffled"}, param.Option{Value: byTable, Label: "table by table"},
	).Label("the same customers").Hint("In another order of arrival: the probability of who sits with whom stays.")
	s.Int(&o.Draws, "draws", 20, 0, maxDraws).Label("other draws").Hint("How many other restaurants are drawn beside the number of tables.")
}

// run seats one customer after the other; a stick is broken first as far as the customer
// needs it, a break a step.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, o, p)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		v := view{task: t}
		if !yield(v.step()) {
			return
		}
		for _, c := range t.customers {
			for v.m < c.breaks {
				v.m++
				if !yield(v.step()) {
					return
				}
			}
			v = v.seated()
			if !yield(v.step()) {
				return
			}
		}
	}, nil
}
