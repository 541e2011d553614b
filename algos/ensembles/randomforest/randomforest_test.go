package randomforest

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/committee"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/param"
)

func last(t testing.TB, s dataset.Source, pairs ...string) view {
	t.Helper()
	return algotest.Last(t, Demo, s, algotest.Values(pairs...)).View.(view)
}

// problem draws points, perhaps with duplicates, and parameters.
func problem(t *rapid.T) algotest.Trial {
	n := rapid.IntRange(1, 14).Draw(t, "n")
	rows := make([][3]float64, n)
	for i := range rows {
		label := float64(rapid.IntRange(0, 2).Draw(t, "y"))
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "copy") == 0 {
			rows[i] = rows[rapid.IntRange(0, i-1).Draw(t, "of")]
			rows[i][2] = label
			continue
		}
		coordinate := rapid.Float64Range(-2, 2)
		rows[i] = [3]float64{coordinate.Draw(t, "x1"), coordinate.Draw(t, "x2"), label}
	}
	return algotest.Trial{Set: algotest.Load(t, dataset.Classed(rows...)), Params: param.Values{
		"voting":           rapid.SampledFrom([]string{"hard", "soft"}).Draw(t, "vote"),
		"max_depth":        rapid.SampledFrom([]string{"0", "1", "3"}).Draw(t, "depth"),
		"n_estimators":     rapid.SampledFrom([]string{"1", "2", "30"}).Draw(t, "members"),
		"max_features":     rapid.SampledFrom([]string{"1", "2", "4"}).Draw(t, "features"),
		"feature_sampling": rapid.SampledFrom([]string{"tree", "split"}).Draw(t, "per"),
		"feature_set":      rapid.SampledFrom([]string{"original", "linear-combinations", "products", "noise"}).Draw(t, "columns"),
	}}
}

// No promise is broken at any step of any run, and none is left open.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, problem, func(t *rapid.T, s algos.Step, checks []algos.Check) {
		for _, c := range checks {
			if c.Verdict == algos.Open {
				t.Fatalf("%s, %s is open", s.Phase, c.Name)
			}
		}
	})
}

// Every promise can fail.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := last(t, dataset.Generate("moons", 40, 0.4, 2), "n_estimators", "9", "voting", "soft", "max_depth", "2", "feature_sampling", "tree")
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		spoil func(s *committee.State)
	}{
		{"out", func(s *committee.State) { task := *s.Task; task.Miss += 0.5; s.Task = &task }},
		{"out", func(s *committee.State) { s.OutSum++ }},
		{"ambiguity", func(s *committee.State) { s.Brier *= 1 + 1e-9 }},
		{"ambiguity", func(s *committee.State) { s.Committee = s.Committee[1:] }},
		{"better", func(s *committee.State) { s.Brier = s.Single * 1.01 }},
		{"recount", func(s *committee.State) { s.Wrong++ }},
		{"oob", func(s *committee.State) { s.BagWrong-- }},
		{"columns", func(s *committee.State) {
			trees := slices.Clone(s.Committee)
			both := *trees[3].Tree
			both.Nodes = slices.Clone(both.Nodes)
			both.Nodes[both.Nodes[0].Left].Feature = 1 - both.Nodes[0].Feature
			m := *trees[3]
			m.Tree, trees[3] = &both, &m
			s.Committee = trees
		}},
		{"variance", func(s *committee.State) { s.OfCommittee *= 1 + 1e-9 }},
		{"variance", func(s *committee.State) { s.Heard = s.Heard[:len(s.Heard)-1]; s.Committee = s.Committee[1:] }},
	} {
		bad, state := good, *good.State
		c.spoil(&state)
		bad.State = &state
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: good, Spoilt: bad})
	}
	algotest.Spoilt(t, cases)
}

// Member b is the same however many there are.
func TestMembersDoNotDependOnEachOther(t *testing.T) {
	few := last(t, dataset.Generate("moons", 50, 0.3, 1), "n_estimators", "7")
	many := last(t, dataset.Generate("moons", 50, 0.3, 1), "n_estimators", "30")
	for b, m := range few.Committee {
		if !slices.Equal(m.Times, many.Committee[b].Times) || !slices.Equal(m.Leaves, many.Committee[b].Leaves) {
			t.Errorf("member %d is another one", b+1)
		}
	}
	if slices.Equal(few.Committee[0].Times, few.Committee[1].Times) {
		t.Error("two members have the same sample")
	}
}

// The accuracy of scikit-learn's RandomForestClassifier of 50 trees, one feature a split, over 40 seeds, on other points and out-of-bag.
// Ours are over 40 seeds.
func TestPeer(t *testing.T) {
	var peer struct {
		Cases []struct {
			Stats map[string]struct {
				TestAccuracy struct{ Mean, SD float64 } `json:"test_accuracy"`
				OOBMean      float64                    `json:"oob_mean"`
				OOBSD        float64                    `json:"oob_sd"`
				Seeds        int
			}
		}
	}
	algotest.ReadJSON(t, "testdata/forest_stats.json", &peer)
	want := peer.Cases[0].Stats["forest_50_maxfeat1"]
	test := algotest.Load(t, algotest.ReadCSV(t, Demo, "testdata/moons_test.csv"))
	train := algotest.Load(t, algotest.ReadCSV(t, Demo, "testdata/moons.csv"))
	const seeds = 40
	right, bag := make([]float64, 0, seeds), make([]float64, 0, seeds)
	for seed := range uint64(seeds) {
		run, err := algotest.Start(t.Context(), Demo, train, seed, algotest.Values("n_estimators", "50"))
		if err != nil {
			t.Fatal(err)
		}
		var v view
		for s := range run {
			v = s.View.(view)
		}
		m, hits := v.Model(), 0
		for _, q := range test.Points {
			if m.Predict(q.X)[0].Value == test.Label(q.Class()) {
				hits++
			}
		}
		right, bag = append(right, float64(hits)/float64(len(test.Points))), append(bag, 1-v.BagError())
	}
	algotest.Agrees(t, "accuracy", right, want.TestAccuracy.Mean, want.TestAccuracy.SD, want.Seeds)
	algotest.Agrees(t, "out of the bag", bag, want.OOBMean, want.OOBSD, want.Seeds)
}

// One class, one point, one place, contradictions: each has an answer.
func TestDegenerate(t *testing.T) {
	for name, s := range map[string]dataset.Source{
		"one class": dataset.Classed([3]float64{0, 0, 1}, [3]float64{1, 0, 1}, [3]float64{2, 5, 1}),
		"one point": dataset.Classed([3]float64{3, 4, 1}),
		"one place": dataset.Classed([3]float64{1, 1, 0}, [3]float64{1, 1, 1}, [3]float64{1, 1, 1}),
		"constant":  layers(8),
	} {
		step := algotest.Last(t, Demo, s, nil)
		if step.Status.State != algos.Converged {
			t.Errorf("%s: %v", name, step.Status)
		}
		algotest.Promises(t, step)
	}
}

// The most trees on the most samples stay bounded: a step costs what its samples cost.
func TestMany(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	v := last(t, dataset.Generate("moons", dataset.MaxPoints, 0.3, 1), "n_estimators", strconv.Itoa(60))
	if len(v.Committee) != 60 || len(v.Heard) != 0 {
		t.Errorf("%d members, %d measured", len(v.Committee), len(v.Heard))
	}
	for _, c := range v.Checks() {
		if c.Verdict == algos.Broken {
			t.Errorf("%s: %v", c.Name, c)
		}
	}
}

// Importance by permutation is about half of the samples for the one feature that a class depends on, and nothing for the others, where
// the trees see all features.
func TestImportance(t *testing.T) {
	v := last(t, layers(60), "max_features", "2", "n_estimators", "60")
	mean, se := v.Importances()
	// a permuted sample gets another one's x₂, which is of the other class in half of all cases; 60 trees have 22 samples each
	if mean[0] != 0 || se[0] != 0 || math.Abs(mean[1]-0.5) > 0.06 || se[1] <= 0 {
		t.Errorf("%v ± %v", mean, se)
	}
	noisy := last(t, dataset.Generate("moons", 200, 0.2, 1), "feature_set", "noise", "max_features", "2", "n_estimators", "60")
	mean, _ = noisy.Importances()
	for j := 2; j < len(mean); j++ {
		if math.Abs(mean[j]) > 0.02 || mean[0] < 0.05 || mean[1] < 0.05 {
			t.Errorf("%v", mean)
		}
	}
}

// A forest that may look at everything is bagging, tree by tree but for its shuffles, which come after the tree.
func TestAllColumns(t *testing.T) {
	few, many := last(t, dataset.Generate("moons", 50, 0.3, 1), "max_features", "2"), last(t, dataset.Generate("moons", 50, 0.3, 1), "max_features", "10")
	if few.BagWrong != many.BagWrong || few.Wrong != many.Wrong {
		t.Errorf("%d and %d", few.BagWrong, many.BagWrong)
	}
}

// Columns for the whole tree: every tree splits one feature, and both come.
func TestColumnsOfATree(t *testing.T) {
	v := last(t, dataset.Generate("moons", 50, 0.3, 1), "feature_sampling", "tree", "max_features", "1", "n_estimators", "30")
	seen := map[int]int{}
	for _, m := range v.Committee {
		for _, n := range m.Tree.Nodes {
			if n.Feature >= 0 && n.Feature != m.Columns[0] {
				t.Fatalf("column %d, drawn %v", n.Feature, m.Columns)
			}
		}
		seen[m.Columns[0]]++
	}
	if len(seen) != 2 {
		t.Error(seen)
	}
}

// Three classes of a costly forest have no class between them: a field of 0 and 2 that was
// interpolated would say 1 along their border.
func TestRegionsAreClasses(t *testing.T) {
	rows := make([][3]float64, 0, 60)
	for i := range 60 {
		y := float64(i % 10)
		switch { // class 1 is far from the border of the others
		case i < 25:
			rows = append(rows, [3]float64{-1 - float64(i)/25, y, 0})
		case i < 50:
			rows = append(rows, [3]float64{1 + float64(i-25)/25, y, 2})
		default:
			rows = append(rows, [3]float64{40 + float64(i), y, 1})
		}
	}
	v := last(t, dataset.Classed(rows...), "feature_set", "linear-combinations", "n_estimators", "100")
	g := grid.Grid{Window: grid.Window{X0: -2, X1: 2, Y0: 0, Y1: 9}, NX: 120, NY: 120}
	values := make([]float64, g.Len())
	for _, m := range v.Panels()[0].Marks {
		f, ok := m.(mark.Field)
		if !ok {
			continue
		}
		f.Eval(values, g)
		for i, x := range values {
			if x != 0 && x != 2 {
				t.Fatalf("node %d is of class %v", i, x)
			}
		}
		return
	}
	t.Error("no field")
}

// The lesson: feature subsets lower the variance of the vote, and need not lower its error.
func TestALowerVarianceIsNotALowerError(t *testing.T) {
	worse := 0
	for seed := range uint64(12) {
		forest, bagged := seeded(t, seed, "1"), seeded(t, seed, "2")
		if forest.OfCommittee >= bagged.OfCommittee || forest.OfTree <= bagged.OfTree || forest.Rho() >= bagged.Rho() {
			t.Errorf("seed %d: the forest's variance is %g, that of bagging %g", seed, forest.OfCommittee, bagged.OfCommittee)
		}
		if forest.Fresh > bagged.Fresh {
			worse++
		}
	}
	if worse < 6 {
		t.Errorf("of 12 forests only %d have a larger test error than bagging", worse)
	}
}

// seeded is the preset of two moons, with so many features for a split.
func seeded(t *testing.T, seed uint64, features string) view {
	t.Helper()
	recipe := algos.Recipe{Demo: Demo.ID, Params: algotest.Values("max_features", features), Seed: seed, Data: dataset.Generate("moons", 80, 0.3, 1)}
	run, err := recipe.Run(t.Context(), Demo)
	if err != nil {
		t.Fatal(err)
	}
	var v view
	for s := range run {
		v = s.View.(view)
	}
	return v
}

// One tree has no correlation with another, and its importances have no standard error.
func TestStatisticsOfOneTree(t *testing.T) {
	v := last(t, dataset.Generate("moons", 80, 0.3, 1), "n_estimators", "1")
	if mean, se := v.Importances(); mean == nil || se != nil {
		t.Errorf("importances %v with standard errors %v", mean, se)
	}
	for _, l := range v.Say() {
		if text := l.Text.String() + l.TeX.String(); strings.Contains(text, "correlation") || strings.Contains(text, `\rho`) || strings.Contains(text, "standard error") {
			t.Errorf("of one tree is said: %s", text)
		}
	}
	for _, c := range v.Checks() {
		if c.Name == "variance" && c.Verdict != algos.NotApplicable {
			t.Errorf("the variance of one tree is a guarantee: %v", c)
		}
	}
	for _, p := range v.Panels() {
		if p.ID == "importance" && strings.Contains(p.Alt.String(), "error") {
			t.Errorf("a picture of %s", p.Alt)
		}
	}
}
