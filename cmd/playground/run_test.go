package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

type none struct{}

// fake defines a demo of one preset whose steps are given.
func fake(steps iter.Seq[algos.Step]) algos.Demo {
	return algos.Define(algos.Demo{
		ID: "fake", Input: input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}},
		Metrics: []string{"n"},
		Charts:  []mark.Chart{{ID: "n", Series: []mark.Series{{Metric: "n"}}}},
		Presets: []algos.Preset{{ID: "pair", Data: dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, -1})}},
	}, func(*none, *param.Set) {}, func(context.Context, algos.Problem, none) (iter.Seq[algos.Step], error) { return steps, nil })
}

// count yields steps 0 … last, the last one with the given state.
func count(last int, state algos.State) iter.Seq[algos.Step] {
	return func(yield func(algos.Step) bool) {
		for n := range last + 1 {
			s := algos.Step{
				Metrics: []float64{float64(n)}, Status: algos.Status{State: algos.Running},
				View: fakeView{panels: []mark.Panel{{ID: "board", Note: say.Phrase(fmt.Sprint(n))}}},
			}
			if n == last {
				s.Status = algos.Status{State: state, Reason: "that is why"}
			}
			if !yield(s) {
				return
			}
		}
	}
}

func TestRefusedRunIsAnErrorAfterItsLastLine(t *testing.T) {
	var out strings.Builder
	a := app{demos: []algos.Demo{fake(count(0, algos.Refused))}, stdout: &out}
	err := a.run(t.Context(), []string{"run", "-demo", "fake"})
	if err == nil || err.Error() != "that is why" {
		t.Errorf("error %v", err)
	}
	if want := `"final":true,"steps":0,"status":"refused","reason":"that is why","model":{},"predict":[]}`; !strings.Contains(out.String(), want) {
		t.Errorf("wrote %s", out.String())
	}
}

func TestInterruptedRunWritesItsLastLine(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	endless := func(yield func(algos.Step) bool) {
		for n := 0; ; n++ {
			if n == 4 {
				cancel()
			}
			if !yield(algos.Step{Metrics: []float64{0}, View: fakeView{}, Status: algos.Status{State: algos.Running}}) {
				return
			}
		}
	}
	var out strings.Builder
	a := app{demos: []algos.Demo{fake(endless)}, stdout: &out}
	if err := a.run(ctx, []string{"run", "-demo", "fake"}); !errors.Is(err, errInterrupted) {
		t.Errorf("error %v", err)
	}
	if !strings.Contains(out.String(), `"final":true,"steps":3,"status":"running"`) {
		t.Errorf("wrote %s", out.String())
	}
}

func TestFailedWriteIsReported(t *testing.T) {
	a := app{demos: []algos.Demo{fake(count(9, algos.Converged))}, stdout: brokenPipe{}}
	for _, args := range []string{"run -demo fake", "list", "list -json", "help", "help run", "-version"} {
		if err := a.run(t.Context(), strings.Fields(args)); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: error %v", args, err)
		}
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestFilmShowsFirstAndLastAndSpreadsTheRest(t *testing.T) {
	for _, c := range []struct {
		last, most int
		want       string
	}{
		{0, 120, "0"},
		{3, 120, "0 1 2 3"},
		{10, 3, "0 5 10"},
		{1000, 5, "0 250 500 750 1000"},
	} {
		d := fake(count(c.last, algos.Converged))
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		f := film{ctx: t.Context(), demo: d, recipe: r}
		if err := f.wind(algos.Last); err != nil {
			t.Fatal(err)
		}
		var got []string
		for p := range f.panels(c.most) {
			got = append(got, p.Note.String())
		}
		if f.err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%d of %d steps: %v (%v), want %s", c.most, c.last, got, f.err, c.want)
		}
	}
}

func TestFilmRecordsWhatAChartNeeds(t *testing.T) {
	d := fake(count(50, algos.Converged))
	r, err := d.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	f := film{ctx: t.Context(), demo: d, recipe: r, panel: "chart-n"}
	if err := f.wind(20); err != nil {
		t.Fatal(err)
	}
	if got := f.columns["n"]; len(got) != 21 || got[20] != 20 {
		t.Errorf("recorded %v", got)
	}
	if p, err := f.still(); err != nil || p.ID != "chart-n" {
		t.Errorf("panel %q (%v)", p.ID, err)
	}
}

func BenchmarkStepLine(b *testing.B) {
	s := named(b, []string{"updates", "mistakes_in_pass", "norm2"}, algos.Step{
		Phase: "mistake on x₇", Events: []algos.Event{{Kind: "mistake"}}, Status: algos.Status{State: algos.Running},
		Metrics: []float64{12, 3, 3.0625},
		View:    fakeView{checks: []algos.Check{algos.AtMost("novikoff", "", 12, 35.76510387, 0), algos.AtMost("norm", "", 3.0625, 49.1, 0)}},
	})
	var line []byte
	b.ReportAllocs()
	for b.Loop() {
		line = appendStep(line[:0], 123456, s)
	}
	b.SetBytes(int64(len(line)))
}
