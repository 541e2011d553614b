// Package dirichletprocess teaches the Dirichlet process by three representations:
// stick-breaking, the Chinese restaurant process, and the Pólya urn.
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
	ID:    "dirichlet-process",
	Title: "Dirichlet process",
	Keywords: "stick-breaking, GEM, Chinese restaurant process, CRP, Blackwell–MacQueen urn, Pólya urn, exchangeability, de Finetti, " +
		"Ewens, nonparametric, 狄利克雷过程, 折棍, 中餐馆过程, 罐子, 可交换性",
	Summary:       "The Dirichlet process, a prior over partitions and distributions, in three ways: stick-breaking, Chinese restaurant process, Pólya urn.",
	Units:         algos.Units{Step: "customer", First: "one <step> joins a table or opens a new one"},
	Family:        "Gaussian processes and Bayesian methods",
	Prerequisites: []string{"em-gmm"},
	Formula:       `p(n+1\text{ joins }\tau)=\frac{|\tau|}{\alpha+n},\qquad p(n+1\text{ opens a table})=\frac{\alpha}{\alpha+n}`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "000", Where: "7.2, definitions 7.2.3–7.2.5, exercise 7.2.1"},
		{Source: "J. Sethuraman, A constructive definition of Dirichlet priors", Where: "Statistica Sinica 4, 1994"},
		{Source: "D. Blackwell, J. B. MacQueen, Ferguson distributions via Pólya urn schemes", Where: "Annals of Statistics 1, 1973"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "tables", Title: "Number of tables", Y: "tables", Series: []mark.Series{
			{Metric: "tables", Label: "tables", Role: mark.RoleAccent}, {Metric: "expected", Label: "expected", Bound: true, Role: mark.RoleGood},
		}},
		{ID: "left", Title: "Remaining stick length", Y: "length", Series: []mark.Series{
			{Metric: "left", Label: "remaining length", Role: mark.RoleAccent},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The representations, the base measures, and the other orders; the values are public.
const (
	stick, restaurant, urn, given = "stick_breaking", "crp", "polya_urn", "given"
	normal, uniform               = "normal", "uniform"
	reversed, shuffled, byTable   = "reversed", "shuffled", "tables"
)

type options struct {
	Representation, Base, Order, Assignments string
	Alpha                                    float64
	Customers, Paths                         int
}

const (
	maxCustomers = 1000
	maxBreaks    = 5000
	maxPaths     = 60
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Representation, "representation", stick,
		param.Option{
			Value: stick, Label: "stick-breaking", TeX: `\rho_k=\beta_k\prod_{i<k}(1-\beta_i)`,
			Hint: "customers pick uniform positions on the stick, which is broken as far as needed",
		},
		param.Option{
			Value: restaurant,
			Label: "Chinese restaurant (CRP)",
			Hint:  "joins a table with probability proportional to its size, or a new one proportional to α",
		},
		param.Option{
			Value: urn,
			Label: "Pólya urn",
			Hint:  "Blackwell–MacQueen: copies the value of a uniformly chosen earlier customer, or samples a new value from H",
		},
		param.Option{Value: given, Label: "given partition"},
	).Label("representation").Was("by").
		Reads("stick", stick).Reads("restaurant", restaurant).Reads("urn", urn).Reads("typed", given)
	s.Float(&o.Alpha, "alpha", 2, 0.01, 100).Log(0.1, 30).Label("concentration α").
		Hint("rate at which new tables are opened; large = many tables, and G close to H")
	s.Int(&o.Customers, "customers", 60, 0, maxCustomers).Slider(0, 200).Label("customers").When("representation", stick, restaurant, urn)
	s.Text(&o.Assignments, "assignments", "a a b a c b a d", 8000, nil).Label("table assignments").Was("seats").When("representation", given).
		Hint("table of each customer in the order of arrival: labels separated by spaces")
	s.Choice(&o.Base, "base", normal,
		param.Option{Value: normal, Label: "Gaussian N(0, 1)"}, param.Option{Value: uniform, Label: "uniform on −2 … 2"},
	).Label("base measure H")
	s.Choice(&o.Order, "order", shuffled,
		param.Option{Value: reversed, Label: "reversed"}, param.Option{Value: shuffled, Label: "shuffled"}, param.Option{Value: byTable, Label: "sorted by table"},
	).Label("reordering").Hint("exchangeability: reordering the customers does not change the probability of the partition")
	s.Int(&o.Paths, "n_paths", 20, 0, maxPaths).Label("sample paths").Was("draws").Hint("number of further sample paths of the number of tables")
}

// run assigns one customer after the other; a stick is broken first as far as the customer
// needs it, one break per step.
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
