package algos_test

import (
	"context"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/mark"
)

func TestSlowKeepsWhatIsWhole(t *testing.T) {
	calls := 0
	count := func(context.Context) int { calls++; return calls }
	ctx, cancel := context.WithCancel(t.Context())
	whole := algos.Slow(ctx, count)
	if a, b := whole(), whole(); a != 1 || b != 1 {
		t.Errorf("%d, then %d", a, b)
	}
	cut := algos.Slow(ctx, count)
	cancel()
	if a, b := cut(), cut(); a != 2 || b != 3 {
		t.Errorf("what was interrupted is kept: %d, then %d", a, b)
	}
	if whole() != 1 {
		t.Error("what was whole is lost")
	}
}

// A tardy view has a panel, marks and a check that are slow, and a slow panel with nothing
// to show.
type tardy struct {
	algos.View
	drawn *int
}

func (v tardy) Panels() []mark.Panel {
	draw := func() mark.Panel {
		*v.drawn++
		return mark.Panel{ID: "slow", Title: "Slow", Marks: []mark.Mark{mark.Rule{}}}
	}
	board := mark.Panel{ID: "board"}
	board.Add(mark.Rule{At: 1}, mark.SlowMarks(func() []mark.Mark { *v.drawn++; return []mark.Mark{mark.Rule{At: 2}} }), mark.Rule{At: 3})
	return []mark.Panel{board, mark.Slow("slow", "Slow", draw), mark.Slow("none", "Nothing", func() mark.Panel { return mark.Panel{} })}
}

func (v tardy) Checks() []algos.Check {
	g := algos.Guarantee{Name: "half", Claim: "one half"}
	return []algos.Check{g.Slow(func() algos.Check { *v.drawn++; return g.AtMost(0.5, 1, 0) }), g.Slow(nil).Unless("it is odd"), g.Waits()}
}

// While a hand moves nothing slow is worked out; then the step is whole, and has no panel
// with nothing to show.
func TestSlowWaitsForTheHand(t *testing.T) {
	drawn := 0
	s := algos.Step{View: tardy{drawn: &drawn}}
	ids := func(panels []mark.Panel) (out []string) {
		for _, p := range panels {
			out = append(out, p.ID)
		}
		return out
	}
	verdicts := func(s algos.Step) (out []algos.Verdict) {
		for _, c := range s.Checks() {
			out = append(out, c.Verdict)
		}
		return out
	}
	moving := s.Moving()
	p, v := moving.Panels(), verdicts(moving)
	if drawn != 0 {
		t.Errorf("%d things are worked out while a hand moves", drawn)
	}
	if !slices.Equal(ids(p), []string{"board", "slow", "none"}) || p[0].Waits || !p[1].Waits || len(p[1].Marks) > 0 || len(p[0].Marks) != 2 {
		t.Errorf("while a hand moves: %+v", p)
	}
	if !slices.Equal(v, []algos.Verdict{algos.Waiting, algos.NotApplicable, algos.Waiting}) {
		t.Errorf("while a hand moves: %v", v)
	}
	p, v = s.Panels(), verdicts(s)
	if !slices.Equal(ids(p), []string{"board", "slow"}) || p[1].Waits || len(p[1].Marks) != 1 {
		t.Errorf("at rest: %+v", p)
	}
	if want := []mark.Mark{mark.Rule{At: 1}, mark.Rule{At: 2}, mark.Rule{At: 3}}; !slices.Equal(p[0].Marks, want) {
		t.Errorf("at rest the board has %v, want %v", p[0].Marks, want)
	}
	if !slices.Equal(v, []algos.Verdict{algos.Holds, algos.NotApplicable, algos.Waiting}) || drawn != 3 {
		t.Errorf("at rest: %v, %d things are worked out", v, drawn)
	}
}
