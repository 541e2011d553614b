package trial_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/say"
	"playground/algos/trial"
)

func problem(seed uint64) algos.Problem {
	return algos.NewProblem(dataset.Set{}, seed, grid.Window{})
}

// draws plays n trials that say what they drew.
func draws(n int) []algos.Step {
	return slices.Collect(trial.Each(problem(1), n, algos.Step{Phase: "start"}, func(k int, r *rand.Rand) algos.Step {
		return algos.Step{Phase: say.Phrase(fmt.Sprintf("%d: %v", k, r.Float64()))}
	}))
}

func TestEachPlaysTheTrialsInOrder(t *testing.T) {
	steps := draws(250)
	if len(steps) != 251 || steps[0].Phase != "start" {
		t.Fatalf("%d steps, the first %q", len(steps), steps[0].Phase)
	}
	for k, s := range steps[1:] {
		// A picture of trial k alone finds the same draw.
		if want := fmt.Sprintf("%d: %v", k+1, problem(1).Stream(uint64(k+1)).Float64()); s.Phase.String() != want {
			t.Fatalf("step %d is %q, want %q", k+1, s.Phase, want)
		}
	}
	// A shorter run has the same trials.
	for k, s := range draws(7) {
		if s.Phase != steps[k].Phase {
			t.Errorf("step %d of 7 is %q, of 250 %q", k, s.Phase, steps[k].Phase)
		}
	}
}

func TestEachSaysSizeAndWhatComesNext(t *testing.T) {
	steps := draws(250)
	for k, want := range map[int]struct {
		size algos.Size
		pass string
	}{
		1: {algos.Normal, "trials 2 to 100"}, 99: {algos.Normal, "trial 100"}, 100: {algos.Pass, "trials 101 to 200"},
		200: {algos.Pass, "trials 201 to 250"}, 249: {algos.Normal, "trial 250"}, 250: {algos.Pass, ""},
	} {
		if s := steps[k]; s.Size != want.size || s.Next.Pass.String() != want.pass {
			t.Errorf("step %d has size %d and next %q, want %d and %q", k, s.Size, s.Next.Pass, want.size, want.pass)
		}
	}
	if s := steps[249].Status; s.State != algos.Running {
		t.Errorf("step 249 is %v", s)
	}
	if s := steps[250].Status; s.State != algos.Converged || s.Reason.String() != "all of 250 trials are played" {
		t.Errorf("the last step is %v", s)
	}
}

func TestEachEndsEarly(t *testing.T) {
	played := 0
	steps := slices.Collect(trial.Each(problem(1), 10, algos.Step{}, func(k int, _ *rand.Rand) algos.Step {
		played++
		s := algos.Step{Next: algos.Next{Small: "mine"}}
		if k == 4 {
			s.Status = algos.Status{State: algos.Diverged, Reason: "too far"}
		}
		return s
	}))
	if played != 4 || len(steps) != 5 {
		t.Errorf("%d trials, %d steps", played, len(steps))
	}
	if last := steps[4]; last.Status.State != algos.Diverged || last.Next != (algos.Next{}) || last.Size != algos.Pass {
		t.Errorf("the last step is %+v", last)
	}
	if steps[2].Next.Small != "mine" {
		t.Error("a label of the trial's own is lost")
	}
	for range trial.Each(problem(1), 10, algos.Step{}, func(int, *rand.Rand) algos.Step { panic("not asked for") }) {
		break // lazy: a run that is left plays no trial
	}
	none := slices.Collect(trial.Each(problem(1), 0, algos.Step{}, nil))
	if len(none) != 1 || !none[0].Status.Final() {
		t.Errorf("no trials: %+v", none)
	}
}
