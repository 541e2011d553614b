package disjunctions

import "playground/algos"

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "worked", Title: "Five variables, target x₁ ∨ x₃, six examples", Source: "003: N18, by hand",
		Params: map[string]string{"order": typed, "rows": worked}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "metric.mistakes", Label: "mistakes", Value: 3},
			{Name: "metric.left", Label: "literals left", Value: 2},
			{Name: "model.identified", Label: "h is the target (1: yes)", Value: 1},
			{Name: "step", Label: "steps", Value: 12},
		},
	},
	{
		ID: "worked-first", Title: "The same, after the first example", Source: "003: N18: {1, 3, 4, 5} are left",
		Params: map[string]string{"order": typed, "rows": worked}, Step: 2,
		Want: []algos.Expected{{Name: "metric.mistakes", Label: "mistakes", Value: 1}, {Name: "metric.left", Label: "literals left", Value: 4}},
	},
	{
		ID: "worked-third", Title: "The same, after the third example", Source: "003: N18: {1, 3, 5} are left",
		Params: map[string]string{"order": typed, "rows": worked}, Step: 6,
		Want: []algos.Expected{{Name: "metric.mistakes", Label: "mistakes", Value: 2}, {Name: "metric.left", Label: "literals left", Value: 3}},
	},
	{
		ID: "general", Title: "Three variables, target x₁ ∨ ¬x₂, all inputs", Source: "003: N18, by hand",
		Params: map[string]string{"learner": general, "n": "3", "target": "x1 or not x2", "order": counting}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "metric.mistakes", Label: "mistakes", Value: 2},
			{Name: "metric.left", Label: "literals left", Value: 2},
			{Name: "model.identified", Label: "h is the target (1: yes)", Value: 1},
		},
	},
	{
		ID: "worst", Title: "General, three variables: the worst case", Source: "003: N18, over all sequences of four inputs: n + 1",
		Params: map[string]string{"learner": general, "n": "3", "target": "none", "order": adversarial}, Step: algos.Last,
		Want: []algos.Expected{{Name: "metric.mistakes", Label: "mistakes", Value: 4}},
	},
	{
		ID: "worst-monotone", Title: "Monotone, eight variables: the worst case", Source: "003: the bound n is attained, closed form",
		Params: map[string]string{"n": "8", "target": "none", "order": adversarial}, Step: algos.Last,
		Want: []algos.Expected{{Name: "metric.mistakes", Label: "mistakes", Value: 8}},
	},
}
