package activelearning

import (
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
)

// The gain has no slope at two inputs at most, unless it is constant: at one where the inputs
// are 1 and −1, f = (x² + 1)/(2(x² + 3)).
func TestGainTurnsAtTwoInputsAtMost(t *testing.T) {
	turns := func(d design) (count int) {
		const h = 1e-3
		slope := func(x float64) float64 { return d.gain(x+h/2) - d.gain(x-h/2) }
		for x := -50.0; x < 50; x += h {
			if slope(x)*slope(x+h) < 0 {
				count++
			}
		}
		return count
	}
	d := designOf([]float64{1, -1})
	for _, x := range []float64{-2, 0, 0.5, 3} {
		algotest.Near(t, "gain", d.gain(x), (x*x+1)/(2*(x*x+3)), 1e-15)
	}
	for _, c := range []struct {
		inputs []float64
		want   int
	}{{[]float64{1, -1}, 1}, {[]float64{1, 2}, 2}, {[]float64{0, 1}, 2}} {
		if got := turns(designOf(c.inputs)); got != c.want || got > 2 {
			t.Errorf("inputs %v: the gain turns at %d inputs, want %d", c.inputs, got, c.want)
		}
	}
}

// ask puts a question about the first step of a preset, and returns its answer at the end.
func ask(t *testing.T, id, preset string) (asked, answered bool, answer algos.Answer) {
	t.Helper()
	q, err := Demo.Question(id)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := Demo.Preset(preset)
	if !ok {
		t.Fatal(preset)
	}
	run, err := algos.Recipe{Demo: Demo.ID, Params: p.Params, Seed: p.Seed, Data: p.Data}.Run(t.Context(), Demo)
	if err != nil {
		t.Fatal(err)
	}
	var steps []algos.Step
	for s := range run {
		steps = append(steps, s)
	}
	_, asked = q.Fits(steps[0])
	answer, answered = q.Answer(steps[0], steps[len(steps)-1])
	return asked, answered, answer
}

// Where the criteria disagree five of six queries are at the lower end: the reason does not
// say that the ends alternate.
func TestAnswerOfTheEnds(t *testing.T) {
	asked, answered, a := ask(t, "end", "differ")
	if !asked || !answered || a.Number != 5 {
		t.Fatalf("asked %v, answered %v: %v", asked, answered, a.Number)
	}
	if why := a.Why.String(); !strings.HasPrefix(why, "5 at the lower end, 1 at the upper end and 0 in between.") || strings.Contains(why, "other end") {
		t.Error(why)
	}
}

// What the run will not answer is not asked.
func TestQuarterIsAskedWhereItIsReached(t *testing.T) {
	for preset, want := range map[string]bool{"cluster": true, "note": false} {
		asked, answered, a := ask(t, "quarter", preset)
		if asked != want || asked != answered {
			t.Errorf("%s: asked %v, answered %v by %v", preset, asked, answered, a.Number)
		}
	}
}

// At first view the board has at most seven kinds of marks to explain, and says what is data.
func TestBoardHasFewKindsOfMarks(t *testing.T) {
	algotest.FewKinds(t, Demo, "initial observations", "observed at queries")
}
