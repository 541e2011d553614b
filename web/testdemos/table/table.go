// Package table is a demo for tests of the web that works on a table: it goes
// through the rows and counts the words of the target.
package table

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Demo returns the demo. A step reads a row; the event "new" says that a word was
// met for the first time.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "tally", Title: "Tally", Summary: "A count of words for tests.", Family: "Tests",
		Input:   input.Spec{Table: &input.Table{Columns: 6, Words: true, Target: dataset.Classes, Max: 40}},
		Units:   algos.Units{Step: "row"},
		Metrics: []string{"share"},
		Formula: `n \leftarrow n + 1`,
		Charts:  []mark.Chart{{ID: "most", Title: "Most frequent", Y: "share", Series: []mark.Series{{Metric: "share", Label: "its share"}}}},
		Presets: []algos.Preset{
			{ID: "weather", Title: "Weather", Note: "Play or stay.", Data: weather, Seed: 1},
			{ID: "end", Title: "At its end", Note: "All rows.", Data: weather, Seed: 1, Step: algos.Last},
		},
		Questions: questions,
	}, func(o *options, s *param.Set) { s.Int(&o.from, "from", 0, 0, 39) }, run)
}

var weather = mustRead("outlook,temperature,play\nsunny,29.5,no\nrain,21,yes\novercast,18,yes\n")

func mustRead(text string) dataset.Source {
	t, err := dataset.ReadTable(strings.NewReader(text), dataset.Classes, "")
	if err != nil {
		panic(err) // a constant
	}
	return dataset.Tabled(t)
}

// options of the tally.
type options struct {
	from int // the row that it begins with
}

// state is a step's view.
type state struct {
	table  dataset.Table
	row    int // that was read; −1 before the first
	counts []int
	total  int
}

func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	target := p.Table.Target()
	if target < 0 || o.from >= len(p.Table.Rows) {
		return nil, algos.Refuse("There are no rows to count.")
	}
	return func(yield func(algos.Step) bool) {
		s := state{table: p.Table, row: -1}
		s.counts = make([]int, len(p.Table.Columns[target].Words))
		for s.row = o.from - 1; ; {
			step := algos.Step{Phase: "row", Size: algos.Normal, Metrics: s.metrics(), Status: algos.Status{State: algos.Running}}
			if s.total == 1 {
				step.Events = []algos.Event{{Kind: "new", Text: "the first row"}}
			}
			if s.row == len(p.Table.Rows)-1 {
				step.Status = algos.Status{State: algos.Converged, Reason: "all rows are counted"}
			} else {
				step.Next = algos.Next{Step: "read a row"}
			}
			step.View = s
			if !yield(step) || step.Status.Final() {
				return
			}
			s.row++
			s.counts = append([]int(nil), s.counts...)
			s.counts[int(p.Table.Rows[s.row][target])]++
			s.total++
		}
	}, nil
}

func (s state) metrics() []float64 {
	most := 0
	for _, n := range s.counts {
		most = max(most, n)
	}
	return []float64{float64(most) / float64(max(1, s.total))}
}

func (s state) Say() []algos.Line {
	target := s.table.Target()
	if s.row < 0 || target < 0 || s.total == 0 {
		return []algos.Line{{Text: "Nothing is counted yet."}}
	}
	word := s.table.Text(s.row, target)
	return []algos.Line{{Text: say.Vars{"row": s.row + 1, "word": say.Given(word), "n": s.total}.Text("Row <row> says <word>: $n = <n>$.")}}
}

func (s state) Checks() []algos.Check {
	sum := 0
	for _, n := range s.counts {
		sum += n
	}
	return []algos.Check{algos.AtMost("sum", "every row counts once", float64(sum), float64(s.total), 0)}
}

// Panels are the table as a picture, with the values of each column between its
// least and its largest, and the counts.
func (s state) Panels() []mark.Panel {
	t := s.table
	grid := mark.Matrix{Rows: len(t.Rows), Cols: len(t.Columns), Hi: 1, Scale: mark.Sequential}
	for i, row := range t.Rows {
		grid.RowRefs = append(grid.RowRefs, fmt.Sprintf("x%d", i))
		for k, x := range row {
			lo, hi := x, x
			for _, r := range t.Rows {
				lo, hi = min(lo, r[k]), max(hi, r[k])
			}
			share := 0.5
			if hi > lo {
				share = (x - lo) / (hi - lo)
			}
			grid.Values = append(grid.Values, share)
		}
	}
	board := mark.Panel{ID: "board", Title: "Table", Alt: say.Vars{"n": len(t.Rows), "p": len(t.Columns)}.Text("<n row> of <p column>")}
	if len(t.Rows) > 0 {
		board.Marks = append(board.Marks, grid)
	} else {
		board.X.Hidden, board.Y.Hidden = true, true
	}
	counts := mark.Bars{}
	for _, n := range s.counts {
		counts.Y = append(counts.Y, float64(n))
	}
	bars := mark.Panel{ID: "counts", Title: "Counts", X: mark.Axis{Integer: true}, Height: 0.4, Marks: []mark.Mark{counts}}
	if target := t.Target(); target >= 0 {
		bars.Title = say.Vars{"target": say.Given(t.Columns[target].Name)}.Text("Counts of <target>")
		bars.Note = say.Given(strings.Join(t.Columns[target].Words, ", ")).Phrase()
	}
	return []mark.Panel{board, bars}
}

func (s state) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "counts", Value: s.counts}}}
}
