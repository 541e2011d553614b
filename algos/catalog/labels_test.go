package catalog_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/say"
)

// A run does not depend on what classes are called: other names change nothing but the names in what
// it says, in its results and in its pictures.
func TestRunsDoNotDependOnLabels(t *testing.T) {
	numbers := []string{"730141", "730144", "730149"}
	words := []string{"quagga", "wombat", "ibex"}
	for _, d := range catalog.All {
		if !d.Input.Classified() {
			continue
		}
		t.Run(d.ID, func(t *testing.T) {
			for classes := 2; classes <= min(3, d.Input.Classes()); classes++ {
				set := classified(d, classes)
				want := outcome(t, d, set, nil)
				for _, names := range [][]string{numbers[:classes], words[:classes]} {
					called := set.Clone()
					called.Names.Classes = names
					if err := called.Check(); err != nil {
						t.Fatal(err)
					}
					got := outcome(t, d, called, names)
					if len(got) != len(want) {
						t.Fatalf("%d classes called %s: %d steps instead of %d", classes, names, len(got), len(want))
					}
					for n := range got {
						if got[n] != want[n] {
							at := 0
							for at < min(len(got[n]), len(want[n])) && got[n][at] == want[n][at] {
								at++
							}
							from := max(0, at-200)
							t.Fatalf("%d classes called %s, step %d:\n…%.400s\ninstead of\n…%.400s", classes, names, n, got[n][from:], want[n][from:])
						}
					}
				}
			}
		})
	}
}

// classified is a small set of some classes, in the plane where the demo takes that.
func classified(d algos.Demo, classes int) dataset.Set {
	set := dataset.Set{Dim: slices.Max(d.Input.Points.Dims)}
	for i := range 12 {
		k := i % classes
		set.Points = append(set.Points, dataset.Point{
			X: [2]float64{float64(i%5)/4 + 1.5*float64(k), float64(i*7%11)/10 - 1.25*float64(k%2)}, Y: float64(k),
		})
	}
	return set
}

// outcome is what the steps of a run say, compute and draw, with the numbers of the classes for their names.
func outcome(t *testing.T, d algos.Demo, set dataset.Set, names []string) []string {
	t.Helper()
	plain := func(text string) string {
		for k, name := range names {
			if y, err := strconv.Atoi(name); err == nil {
				text = strings.ReplaceAll(text, say.Sub(y), say.Sub(k))
			}
			text = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(text, strconv.Itoa(k))
		}
		return text
	}
	var all []string
	for _, s := range steps(t, d, algos.NewProblem(set, 3, mark.FitWindow(set))) {
		var b strings.Builder
		fmt.Fprintln(&b, s.Metrics, s.Status, s.Phase, s.Next)
		for _, line := range s.Say() {
			fmt.Fprintln(&b, line.Text.String())
		}
		for _, c := range s.Checks() {
			fmt.Fprintln(&b, c.Name, c.Left, c.Right, c.Verdict)
		}
		m := s.Model()
		for _, v := range m.Values {
			fmt.Fprintln(&b, v.Name, v.Value)
		}
		if m.Predict != nil {
			fmt.Fprintln(&b, m.Predict([2]float64{0.7, 0.3}))
		}
		for _, p := range s.Panels() {
			fmt.Fprintln(&b, p.ID, p.Title.String(), p.Note.String(), p.Alt.String(), len(p.Marks), p.X.Min, p.X.Max, p.Y.Min, p.Y.Max)
		}
		if len(names) > 0 && names[0][0] <= '9' {
			// Where classes are called by numbers, another number would be taken for one of them.
			if bad := regexp.MustCompile(`[Cc]lass [0-2]\b.*`).FindString(b.String()); bad != "" {
				t.Errorf("classes called %s, step %d: %q", names, len(all), bad[:min(len(bad), 100)])
			}
		}
		all = append(all, plain(b.String()))
	}
	return all
}
