package hedge

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// play plays a run with these parameters, and returns its views.
func play(t testing.TB, pairs ...string) []view {
	t.Helper()
	return algotest.Views[view](t, Demo, own, pairs...)
}

func end(t testing.TB, pairs ...string) view {
	t.Helper()
	all := play(t, pairs...)
	return all[len(all)-1]
}

// Thirty rounds of four experts, computed exactly elsewhere.
func TestExactTape(t *testing.T) {
	var o struct {
		Cases []struct {
			Losses        [][]float64
			Eta           float64
			Probabilities [][]float64 `json:"probabilities_before_round"`
			Final         []float64   `json:"final_probabilities"`
			RoundLoss     []float64   `json:"round_loss"`
			Loss          float64     `json:"algorithm_loss"`
			Experts       []float64   `json:"expert_losses"`
			Regret        float64
			Bound         float64 `json:"bound_lnN_over_eta_plus_etaT_over_8"`
		}
	}
	algotest.ReadJSON(t, "testdata/exact.json", &o)
	c := o.Cases[0]
	var rows []string
	for _, row := range c.Losses {
		rows = append(rows, strings.Trim(fmt.Sprint(row), "[]"))
	}
	v := end(t, "losses", typed, "rows", strings.Join(rows, ";"), "eta", fmt.Sprint(c.Eta))
	const tol = 1e-12 // the tape has 13 digits
	for k, r := range v.past {
		algotest.Near(t, "loss of a round", r.loss, c.RoundLoss[k], tol)
		for i, p := range r.share {
			algotest.Near(t, "weight", p, c.Probabilities[k][i], tol)
		}
	}
	for i, p := range v.after() {
		algotest.Near(t, "share at the end", p, c.Final[i], tol)
		algotest.Near(t, "lost by an expert", v.cum()[i], c.Experts[i], tol)
	}
	algotest.Near(t, "loss", v.total(), c.Loss, 5e-12)
	algotest.Near(t, "regret", v.regret(), c.Regret, 5e-12)
	algotest.Near(t, "bound", v.bound(), c.Bound, 5e-12)
	if len(v.past) != 30 || len(c.Final) != 4 {
		t.Errorf("%d rounds of %d experts", len(v.past), len(c.Final))
	}
}

// A second implementation: the notes' update w ← wβ^ℓ, one round after the other.
func TestNotesUpdate(t *testing.T) {
	v := end(t, "losses", random, "experts", "6", "rounds", "80", "eta", "0.7")
	w, total, beta := []float64{1, 1, 1, 1, 1, 1}, 0.0, math.Exp(-0.7)
	for _, row := range v.table {
		sum := 0.0
		for _, x := range w {
			sum += x
		}
		for i, l := range row {
			total += w[i] / sum * l
			w[i] *= math.Pow(beta, l)
		}
	}
	algotest.Near(t, "loss", v.total(), total, 1e-12)
	for i, x := range v.Model().Value("weights").([]float64) {
		algotest.Near(t, "weight", x/w[i], 1, 1e-12)
	}
}

// The numbers of the notes' inventory, N13: the bound of four rounds, and those for
// T = 1000 and ten experts.
func TestNotesBounds(t *testing.T) {
	v := end(t, "losses", typed, "eta", halving)
	algotest.Near(t, "bound", v.bestLoss()+v.freundSchapire(v.Eta), 3.583519, 5e-7)
	for i, want := range []float64{0.5, 0.61327, 0.5, 0.38673} {
		algotest.Near(t, "loss", v.past[i].loss, want, 5e-6)
	}
	ten := &task{options: options{Schedule: noted}, N: 10, T: 1000}
	eta, _ := ten.rate(1)
	algotest.Near(t, "β", math.Exp(-eta), 0.936451, 5e-7)
	algotest.Near(t, "√(2T ln N) + ln N", math.Sqrt(2000*ten.logN())+ten.logN(), 70.164, 5e-4)
	algotest.Near(t, "√T ln N", math.Sqrt(1000)*ten.logN(), 72.814, 5e-4)
	algotest.Near(t, "√(T ln N)", math.Sqrt(1000*ten.logN()), 47.985, 5e-4)
}

// Over all tables of losses 0 and 1 of two experts in eight rounds no regret comes
// above the bounds, whatever the rate, and some comes near that of one round.
func TestAllSequencesOfTwoExperts(t *testing.T) {
	for _, rate := range []string{fixed, optimal, noted, doubling, anytime} {
		worst := 0.0
		for code := range 1 << 16 {
			if code%7 != 0 { // every seventh is enough
				continue
			}
			k := &task{options: options{Learner: spread, Schedule: rate, Losses: typed, Eta: 0.6}, N: 2, T: 8}
			for r := range 8 {
				k.table = append(k.table, []float64{float64(code >> (2 * r) & 1), float64(code >> (2*r + 1) & 1)})
			}
			var past []round
			for range 8 {
				past = append(past, k.play(past))
				v := view{task: k, past: past}
				if v.regret() > v.bound()+1e-12 {
					t.Fatalf("%s, %b: regret %v after %d rounds, allowed %v", rate, code, v.regret(), len(past), v.bound())
				}
				worst = max(worst, v.regret()/v.bound())
			}
		}
		if worst < 0.25 {
			t.Errorf("%s: the worst regret is %v of its bound", rate, worst)
		}
	}
}

// The vote errs no more than its bound over all tables of three experts in four rounds.
func TestVoteOverAllSequences(t *testing.T) {
	for code := range 1 << 12 {
		k := &task{options: options{Learner: majority, Schedule: fixed, Losses: typed, Eta: 0.6}, N: 3, T: 4}
		var past []round
		for r := range 4 {
			k.table = append(k.table, []float64{float64(code >> (3 * r) & 1), float64(code >> (3*r + 1) & 1), float64(code >> (3*r + 2) & 1)})
			past = append(past, k.play(past))
			if v := (view{task: k, past: past}); v.regret() > v.bound()+1e-12 {
				t.Fatalf("%b: %v errors, allowed %v", code, v.total(), v.bestLoss()+v.bound())
			}
		}
	}
}

func TestWithoutChanceEveryRoundIsLost(t *testing.T) {
	for n := 1; n <= maxExperts; n++ {
		for _, learner := range []string{leader, majority} {
			v := end(t, "losses", adversarial, "learner", learner, "experts", fmt.Sprint(n), "rounds", "50")
			if v.total() != 50 {
				t.Errorf("%s, %d experts: lost %v of 50", learner, n, v.total())
			}
		}
	}
}

// Doubling: blocks of 1, 2, 4, … rounds, at whose start no share differs.
func TestBlocksBeginAnew(t *testing.T) {
	v := end(t, "losses", random, "schedule", doubling, "rounds", "40")
	starts := map[int]bool{0: true, 1: true, 3: true, 7: true, 15: true, 31: true}
	for k, r := range v.past {
		even := r.share[0] == r.share[1] && r.share[0] == 0.2
		if starts[k] != even {
			t.Errorf("round %d: shares %v", k+1, r.share)
		}
	}
}

func TestEqualLosses(t *testing.T) {
	v := end(t, "losses", equal, "rounds", "40")
	algotest.Near(t, "regret", v.regret(), 0, 1e-12)
	algotest.Near(t, "loss", v.total(), 20, 1e-12)
	one := end(t, "experts", "1")
	algotest.Near(t, "regret of a single expert", one.regret(), 0, 0)
}

func TestReaderPlays(t *testing.T) {
	v := end(t, "losses", typed, "your_choices", "1 3")
	algotest.Near(t, "own loss", v.now().own, 0+0.5+0.5+0.5, 0)
	if none := end(t, "rounds", "0"); none.T != 0 || none.status.Reason != "there are no rounds" {
		t.Errorf("%+v", none.status)
	}
	hits := end(t, "losses", hit, "experts", "3", "hits", "2,2;3")
	if got := fmt.Sprint(hits.cum()); got != "[0 2 1]" {
		t.Errorf("hit: %s", got)
	}
}

// Whatever the losses: no guarantee is broken.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		var rows []string
		for range rapid.IntRange(0, 12).Draw(t, "rounds") {
			row := ""
			for range n {
				row += fmt.Sprint(rapid.SampledFrom([]float64{0, 1, 0.5, 1e-9, 0.3, 0.999999}).Draw(t, "loss")) + " "
			}
			rows = append(rows, row)
		}
		return algotest.Trial{Set: dataset.Set{Target: dataset.None}, Params: algotest.Values(
			"losses", typed, "rows", strings.Join(rows, ";"),
			"learner", rapid.SampledFrom([]string{spread, leader, majority}).Draw(t, "learner"),
			"schedule", rapid.SampledFrom([]string{fixed, optimal, noted, doubling, anytime}).Draw(t, "rate"),
			"eta", fmt.Sprint(rapid.SampledFrom([]float64{0.001, 0.1, 1, 20}).Draw(t, "eta")),
		)}
	})
}

// A check that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	spoil := func(check string, of view, corrupt func(r *round)) algotest.Spoiling {
		s := of
		s.past = append([]round(nil), of.past...)
		corrupt(&s.past[len(s.past)-1])
		return algotest.Spoiling{Check: check, Good: of, Spoilt: s}
	}
	much := func(r *round) { r.total += 1000 }
	short := end(t, "losses", good, "rounds", "20")
	noted := end(t, "losses", good, "rounds", "20", "schedule", noted)
	forced := end(t, "losses", adversarial, "learner", leader)
	lighter := func(r *round) {
		r.since = append([]float64(nil), r.since...)
		for i := range r.since {
			r.since[i] /= 2
		}
	}
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("bound", short, much),
		spoil("freund-schapire", short, much),
		spoil("tuned", noted, much),
		spoil("bound", end(t, "schedule", doubling), much),
		spoil("blocks", end(t, "schedule", doubling), much),
		spoil("bound", end(t, "schedule", anytime), much),
		spoil("vote", end(t, "learner", majority), much),
		spoil("forced", forced, func(r *round) { r.total-- }),
		spoil("pigeonhole", forced, func(r *round) { r.cum = []float64{99, 99, 99, 99, 99} }),
		spoil("product", short, lighter),
		spoil("potential", short, lighter),
		spoil("simplex", short, func(r *round) { r.eta = math.NaN() }),
		spoil("round", short, func(r *round) { r.share = []float64{0, 0, 0, 0, 3}; r.losses = []float64{1, 1, 1, 1, 0.9} }),
		spoil("heaviest", short, func(r *round) { r.since = []float64{99, 99, 99, 99, 99} }),
	})
}

func TestRefusals(t *testing.T) {
	for want, pairs := range map[string][]string{
		`rows: round 1 says "1.5", and a loss is a number from 0 to 1`:      {"losses", typed, "rows", "0 1.5"},
		`rows: round 2 says "-0.1"`:                                         {"losses", typed, "rows", "0 1; -0.1 0"},
		`rows: round 1 says "NaN"`:                                          {"losses", typed, "rows", "NaN"},
		`rows: round 1 says "a"`:                                            {"losses", typed, "rows", "a"},
		`rows: round 2 has losses of 1 expert, and the first round of 2`:    {"losses", typed, "rows", "0 1; 1"},
		`rows: round 1 has losses of 9 experts, and at most 8 are possible`: {"losses", typed, "rows", "0 0 0 0 0 0 0 0 0"},
		`hits: "4" is no expert, they are numbered from 1 to 3`:             {"losses", hit, "experts", "3", "hits", "1 4"},
		`your_choices: "x" is no expert, they are numbered from 1 to 5`:     {"your_choices", "x"},
		`your_choices: "0" is no expert`:                                    {"your_choices", "0"},
		"rows: a table of losses has at most 1000 rounds":                   {"losses", typed, "rows", strings.Repeat("0;", 1001)},
		"hits: there are at most 1000 rounds":                               {"losses", hit, "hits", strings.Repeat("1 ", 1001)},
	} {
		_, err := Demo.Steps(t.Context(), algos.NewProblem(dataset.Set{Target: dataset.None}, 1, mark.FitWindow(dataset.Set{})), param.Pairs(pairs...))
		if err == nil {
			s := algotest.Last(t, Demo, own, param.Pairs(pairs...))
			err = errors.New(s.Status.Reason.String())
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Painted losses are played as typed ones are, and a vote rounds a copy of them.
func TestPainted(t *testing.T) {
	cells := dataset.Grid([]float64{0, 1, 0.5}, []float64{1, 0, 0.5}, []float64{0, 1, 0.25}, []float64{0, 1, 0.5})
	for _, learner := range []string{spread, leader, majority} {
		drawn := algotest.Last(t, Demo, cells, param.Pairs("losses", painted, "learner", learner))
		written := algotest.Last(t, Demo, own, param.Pairs("losses", typed, "rows", "0 1 .5; 1 0 .5; 0 1 .25; 0 1 .5", "learner", learner))
		for k, m := range written.Metrics {
			if d := drawn.Metrics[k]; d != m && !(math.IsNaN(d) && math.IsNaN(m)) {
				t.Errorf("%s: %s is %v painted and %v typed", learner, metricNames[k], d, m)
			}
		}
	}
	if cells.Cells.At(0, 2) != 0.5 {
		t.Error("a vote has changed what was painted")
	}
	// Nothing is painted yet: twelve rounds without a loss.
	if v := algotest.Last(t, Demo, own, param.Pairs("losses", painted)).View.(view); v.T != 12 || v.N != 4 || v.total() != 0 {
		t.Errorf("a blank board has %d rounds of %d experts and a loss of %v", v.T, v.N, v.total())
	}
	// With other losses the cells are not looked at.
	if v := algotest.Last(t, Demo, cells, param.Pairs("losses", equal, "rounds", "7")).View.(view); v.T != 7 || v.N != 5 {
		t.Errorf("painted cells count where they should not: %d rounds, %d experts", v.T, v.N)
	}
}

// The largest grid keeps its words apart and its picture small.
func TestLargestPainting(t *testing.T) {
	full := dataset.NewCells(dataset.MaxCells, maxExperts, 0)
	for i := range full.Values {
		full.Values[i] = float64(i*i%5) / 4
	}
	s := algotest.Last(t, Demo, dataset.Celled(full), param.Pairs("losses", painted))
	for _, m := range s.Panels()[0].Marks {
		words, ok := m.(mark.Texts)
		if !ok {
			continue
		}
		seen := map[float64]bool{}
		for _, at := range words.At {
			seen[at.Y] = true
		}
		if len(seen) > 16 {
			t.Errorf("%d lines of text lie above each other", len(seen))
		}
	}
}

func FuzzTable(f *testing.F) {
	f.Add(worked)
	f.Add("0,1\n1e-3 0x1p-2;;")
	f.Add("-0 +1")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := parseTable(text)
		if err != nil {
			return
		}
		for _, row := range table {
			for _, l := range row {
				if len(row) != len(table[0]) || len(row) > maxExperts || !(l >= 0 && l <= 1) {
					t.Fatalf("%q gives %v", text, row)
				}
			}
		}
	})
}

// The factor that the doubling trick costs, as the lesson says it.
func TestLessonNamesTheFactorOfDoubling(t *testing.T) {
	algotest.Written(t, Demo, "lesson", "3.41", math.Sqrt2/(math.Sqrt2-1))
}

// The lesson: a round lowers ln W by at least η p·ℓ − η²/8, and not by at least η p·ℓ, nor is that an equality.
func TestHowMuchARoundLowersThePotential(t *testing.T) {
	less := false
	for _, v := range play(t, "losses", adversarial, "schedule", optimal)[1:] {
		r := v.now()
		lowered, loss := -r.mix(), r.eta*r.loss
		if lowered < loss-r.eta*r.eta/8-1e-12 || lowered > loss+1e-12 {
			t.Errorf("round %d lowers ln W by %g, with η p·ℓ = %g", len(v.past), lowered, loss)
		}
		less = less || lowered < 0.9*loss
	}
	if !less {
		t.Error("no round lowers ln W by much less than η p·ℓ")
	}
}

// The lesson: at a fixed rate the average regret need not go to 0, at one that is tuned to T it does.
func TestAverageRegretOfAFixedRateStays(t *testing.T) {
	for _, rounds := range []string{"60", "250", "1000"} {
		v := end(t, "losses", adversarial, "eta", "2", "rounds", rounds)
		algotest.Written(t, Demo, "lesson", "0.162", v.regret()/float64(v.T))
		if tuned := end(t, "losses", adversarial, "schedule", optimal, "rounds", rounds); tuned.regret() > tuned.root() {
			t.Errorf("%s rounds: a regret of %g, more than √(T ln N / 2)", rounds, tuned.regret())
		}
	}
}
