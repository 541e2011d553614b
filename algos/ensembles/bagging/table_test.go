package bagging

import (
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
	"playground/algos/cart"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/committee"
	"playground/algos/ensembles/internal/sheet"
	"playground/algos/param"
)

// tabled is the end of a run on a table.
func tabled(t testing.TB, s dataset.Source, seed uint64, v param.Values) view {
	t.Helper()
	return algotest.Run(t, Demo, s, seed, v).View.(view)
}

// Every out-of-bag number of trees of values, from nothing but the streams of the trees, trees of the shared package on samples
// that come as often as they were drawn, and sums.
func TestValuesOutOfTheBagByBruteForce(t *testing.T) {
	const members = 30
	p, err := algos.Recipe{Data: sheet.Cars(), Seed: 3}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	v := tabled(t, sheet.Cars(), 3, algotest.Values("n_estimators", "30"))
	s, err := sheet.Read(p.Table)
	if err != nil {
		t.Fatal(err)
	}
	n, d := len(s.Values), len(s.X)
	sum, voters, all := make([]float64, n), make([]float64, n), make([]float64, n)
	rise := make([]float64, d)
	for b := 1; b <= members; b++ {
		r := p.Stream(uint64(b))
		times := make([]int, n)
		for range times {
			times[r.IntN(n)]++
		}
		long, y := make([][]float64, d), []float64(nil) // the sample, row by row
		for i, c := range times {
			for range c {
				for j := range long {
					long[j] = append(long[j], s.X[j][i])
				}
				y = append(y, s.Values[i])
			}
		}
		order := committee.Pick(r, d, d)
		tree, err := cart.Regress(t.Context(), cart.Sort(long), y, cart.Options{Choose: func() []int {
			for j := range order[:d-1] {
				k := j + r.IntN(d-j)
				order[j], order[k] = order[k], order[j]
			}
			return order
		}})
		if err != nil {
			t.Fatal(err)
		}
		var out []int
		own := 0.0
		for i := range n {
			said := tree.At(s.Row(i)...)
			all[i] += said / members
			if times[i] == 0 {
				out = append(out, i)
				sum[i], voters[i] = sum[i]+said, voters[i]+1
				own += (said - s.Values[i]) * (said - s.Values[i])
			}
		}
		from := append([]int(nil), out...)
		for j := range d {
			r.Shuffle(len(from), func(a, b int) { from[a], from[b] = from[b], from[a] })
			shuffled := 0.0
			for k, i := range out {
				x := s.Row(i)
				x[j] = s.X[j][from[k]]
				shuffled += (tree.At(x...) - s.Values[i]) * (tree.At(x...) - s.Values[i])
			}
			rise[j] += (shuffled - own) / float64(len(out)) / members
		}
	}
	bag, rows, train := 0.0, 0.0, 0.0
	for i, z := range s.Values {
		train += (all[i] - z) * (all[i] - z) / float64(n)
		if voters[i] > 0 {
			rows++
			bag += (sum[i]/voters[i] - z) * (sum[i]/voters[i] - z)
		}
	}
	algotest.Near(t, "out of the bag", v.BagLoss, bag/rows, 1e-11)
	algotest.Near(t, "training", v.Brier, train, 1e-11)
	mean, _ := v.Importances()
	for j := range d {
		algotest.Near(t, "importance of "+s.Names[j], mean[j], rise[j], 1e-10)
	}
	for i, row := range p.Table.Rows { // the model is asked with the name of the row, which it passes over
		inputs := row[:len(row)-1]
		algotest.Near(t, "prediction", v.Model().PredictRow(inputs)[0].Value.(float64), v.Votes[i]/members, 1e-12)
	}
}

// The out-of-bag errors of scikit-learn's ensembles of 100 trees over 60 seeds. Ours are over 40.
func TestPeerOnTables(t *testing.T) {
	var all struct {
		Seeds int
		Cases struct {
			Cars struct {
				Loss struct{ Mean, SD float64 } `json:"oob_mse"`
			} `json:"cars bagging 100"`
			Iris struct {
				Error struct{ Mean, SD float64 } `json:"oob_error"`
			} `json:"iris bagging 100"`
		}
	}
	algotest.ReadJSON(t, "testdata/tables.json", &all)
	const seeds = 40
	for _, c := range []struct {
		what string
		data dataset.Source
		of   func(v view) float64
		want struct{ Mean, SD float64 }
	}{
		{"cars", sheet.Cars(), func(v view) float64 { return v.BagLoss }, all.Cases.Cars.Loss},
		{"iris", sheet.Iris(), func(v view) float64 { return v.BagError() }, all.Cases.Iris.Error},
	} {
		var got []float64
		for seed := range uint64(seeds) {
			got = append(got, c.of(tabled(t, c.data, seed, algotest.Values("n_estimators", "100"))))
		}
		algotest.Agrees(t, c.what, got, c.want.Mean, c.want.SD, all.Seeds)
	}
}

// A table of two features is what the same points are, tree by tree.
func TestTableOfPoints(t *testing.T) {
	set := algotest.Load(t, dataset.Generate("moons", 50, 0.3, 1))
	table := dataset.Table{Columns: []dataset.Column{{Name: "a"}, {Name: "b"}, {Name: "y", Kind: dataset.Words, Words: []string{"no", "yes"}, Wanted: true}}}
	for _, q := range set.Points {
		table.Rows = append(table.Rows, []float64{q.X[0], q.X[1], q.Y})
	}
	for _, vote := range []string{"hard", "soft"} {
		v := algotest.Values("n_estimators", "9", "voting", vote, "max_depth", "3")
		rows, again := tabled(t, dataset.Tabled(table), 0, v), tabled(t, dataset.Generate("moons", 50, 0.3, 1), 0, v)
		if rows.BagWrong != again.BagWrong || rows.Wrong != again.Wrong || rows.BagLoss != again.BagLoss || rows.Brier != again.Brier {
			t.Errorf("%s: %d of the rows wrong, %d of the points", vote, rows.BagWrong, again.BagWrong)
		}
	}
}

// The guarantees hold on tables drawn at random, of classes and of values, near 0 and far from it.
func TestPromisesHoldOnTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := dataset.Table{Columns: []dataset.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "y", Wanted: true}}}
		words := rapid.Bool().Draw(t, "words")
		if words {
			table.Columns[3].Kind, table.Columns[3].Words = dataset.Words, []string{"p", "q", "r"}
		}
		scale, far := rapid.SampledFrom([]float64{1e-6, 1, 1e6}).Draw(t, "scale"), rapid.SampledFrom([]float64{0, 500}).Draw(t, "far")
		for range rapid.IntRange(1, 12).Draw(t, "n") {
			row := []float64{float64(rapid.IntRange(0, 3).Draw(t, "a")), rapid.Float64Range(-1, 1).Draw(t, "b"), 7, float64(rapid.IntRange(0, 2).Draw(t, "y"))}
			if !words {
				row[3] = scale * (far + rapid.Float64Range(-3, 3).Draw(t, "value"))
			}
			table.Rows = append(table.Rows, row)
		}
		p, err := algos.Recipe{Data: dataset.Tabled(table), Seed: 1}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		run, err := Demo.Steps(t.Context(), p, algotest.Values("n_estimators", rapid.SampledFrom([]string{"1", "2", "20"}).Draw(t, "members")))
		if err != nil {
			t.Fatal(err)
		}
		for s := range run {
			for _, c := range s.Checks() {
				if c.Verdict == algos.Broken {
					t.Fatalf("%s, %s: %v", s.Phase, c.Name, c)
				}
			}
		}
	})
}

// The guarantees about values can fail.
func TestSpoiltValuesAreCaught(t *testing.T) {
	good := tabled(t, sheet.Cars(), 1, algotest.Values("n_estimators", "9"))
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		spoil func(s *committee.State)
	}{
		{"ambiguity", func(s *committee.State) { s.Brier *= 1 + 1e-8 }},
		{"better", func(s *committee.State) { s.Brier = s.Single * 1.01 }},
		{"recount", func(s *committee.State) { s.Brier *= 1 + 1e-8 }},
		{"oob", func(s *committee.State) { s.BagLoss *= 1 + 1e-8 }},
	} {
		bad, state := good, *good.State
		c.spoil(&state)
		bad.State = &state
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: good, Spoilt: bad})
	}
	algotest.Spoilt(t, cases)
}

// What is too much is refused in words.
func TestTooManyTrees(t *testing.T) {
	for members, want := range map[string]algos.State{"501": algos.Refused, "500": algos.Running} {
		p, err := algos.Recipe{Data: dataset.Generate("moons", 2000, 0.3, 1)}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		run, err := Demo.Steps(t.Context(), p, algotest.Values("n_estimators", members))
		if err != nil {
			t.Fatal(err)
		}
		for s := range run {
			if s.Status.State != want {
				t.Errorf("%s trees: %s, %s", members, s.Status.State, s.Status.Reason)
			}
			break
		}
	}
}
