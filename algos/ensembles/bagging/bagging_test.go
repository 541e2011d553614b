package bagging

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/cart"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/committee"
	"playground/algos/grid"
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
		"voting":       rapid.SampledFrom([]string{"hard", "soft"}).Draw(t, "vote"),
		"max_depth":    rapid.SampledFrom([]string{"0", "1", "3"}).Draw(t, "depth"),
		"n_estimators": rapid.SampledFrom([]string{"1", "2", "30"}).Draw(t, "members"),
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
	good := last(t, dataset.Generate("moons", 40, 0.4, 2), "n_estimators", "9", "voting", "soft", "max_depth", "2")
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

// Every out-of-bag number, from nothing but the streams of the trees, trees of the shared package and counting.
func TestOutOfTheBagByBruteForce(t *testing.T) {
	set := algotest.Load(t, dataset.Generate("moons", 60, 0.4, 3))
	p := algos.NewProblem(set, 1, grid.Window{})
	v := last(t, dataset.Generate("moons", 60, 0.4, 3), "n_estimators", "40")
	points, y := make([][2]float64, 60), make([]int, 60)
	for i, q := range set.Points {
		points[i], y[i] = q.X, q.Class()
	}
	votes := make([][2]int, 60)
	all := make([][2]int, 60)
	for b := 1; b <= 40; b++ {
		r := p.Stream(uint64(b))
		times := make([]int, 60)
		for range times {
			times[r.IntN(60)]++
		}
		var long [][2]float64 // the sample, row by row
		var labels []int
		for i, c := range times {
			for range c {
				long, labels = append(long, points[i]), append(labels, y[i])
			}
		}
		order := committee.Pick(r, 2, 2) // in which columns are looked at, shuffled once more for every split
		tree, err := cart.Classify(t.Context(), cart.Sort(cart.Columns(long, 2)), labels, cart.Gini, cart.Options{Choose: func() []int {
			if r.IntN(2) == 1 {
				order[0], order[1] = order[1], order[0]
			}
			return order
		}})
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range points {
			k := int(tree.At(x[:]...))
			all[i][k]++
			if times[i] == 0 {
				votes[i][k]++
			}
		}
	}
	wrong, rows, train := 0, 0, 0
	for i, c := range votes {
		if all[i][1-y[i]] > all[i][y[i]] || all[i][0] == all[i][1] && y[i] == 1 {
			train++
		}
		if c[0]+c[1] == 0 {
			continue
		}
		rows++
		if c[1-y[i]] > c[y[i]] || c[0] == c[1] && y[i] == 1 { // a tie goes to the first class
			wrong++
		}
	}
	if v.BagWrong != wrong || v.BagRows != rows || v.Wrong != train {
		t.Errorf("%d of %d rows wrong out of the bag, %d in all; want %d of %d, %d", v.BagWrong, v.BagRows, v.Wrong, wrong, rows, train)
	}
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

// The accuracy of scikit-learn's BaggingClassifier of 50 trees over 40 seeds, on other points and out-of-bag.
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
	want := peer.Cases[0].Stats["bagging_50"]
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
		"constant":  turns(8),
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
