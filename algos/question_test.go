package algos_test

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// The unit square and lines whose disagreement is known by hand.
func TestDisagreementIsAShareOfTheBoard(t *testing.T) {
	board := grid.Window{X0: 0, X1: 1, Y0: 0, Y1: 1}
	through := func(x0, y0, x1, y1 float64) geometry.Line {
		l, ok := geometry.Through(mark.XY{X: x0, Y: y0}, mark.XY{X: x1, Y: y1})
		if !ok {
			t.Fatal("no line")
		}
		return l
	}
	middle := through(0.5, 0, 0.5, 1)
	for name, c := range map[string]struct {
		other geometry.Line
		want  float64
	}{
		"the same":        {through(0.5, -3, 0.5, 7), 0},
		"other direction": {through(0.5, 1, 0.5, 0), 0},
		"scaled":          {geometry.Line{A: -8, C: 4}, 0},
		"shifted":         {through(0.55, 0, 0.55, 1), 0.05},
		"turned":          {through(0.25, 0, 0.75, 1), 0.125},
		"across":          {through(0, 0.5, 1, 0.5), 0.5},
		"off the board":   {through(2, 0, 2, 1), 0.5},
		"at the border":   {through(0.05, 0, 0.05, 1), 0.45},
	} {
		if got := geometry.Disagreement(middle, c.other, board); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if a, b := geometry.Disagreement(middle, c.other, board), geometry.Disagreement(c.other, middle, board); math.Abs(a-b) > 1e-12 {
			t.Errorf("%s: %v one way and %v the other", name, a, b)
		}
	}
}

func TestGuessesAreGraded(t *testing.T) {
	board := grid.Window{X0: 0, X1: 1, Y0: 0, Y1: 1}
	middle := geometry.Line{A: 1, C: -0.5}
	near, across := algos.Guess{Line: [2]mark.XY{{X: 0.53}, {X: 0.53, Y: 9}}}, algos.Guess{Line: [2]mark.XY{{Y: 0.5}, {X: 1, Y: 0.5}}}
	var marks []algos.Pick
	for k := range 7 {
		marks = append(marks, algos.Pick{Ref: "arm" + strconv.Itoa(k), Name: say.Vars{"k": k + 1}.Text("arm <k>")})
	}
	for name, c := range map[string]struct {
		kind   algos.QuestionKind
		answer algos.Answer
		guess  algos.Guess
		right  bool
		gap    float64
		said   string
	}{
		"point":        {algos.PickPoint, algos.Answer{Points: []int{3}}, algos.Guess{Point: 3}, true, 0, "Right: it is $\\ref{x3}{x_{4}}$."},
		"other point":  {algos.PickPoint, algos.Answer{Points: []int{3}}, algos.Guess{Point: 1}, false, 0, "Not $\\ref{x1}"},
		"one of two":   {algos.PickPoint, algos.Answer{Points: []int{3, 5}}, algos.Guess{Point: 5}, true, 0, "one of them"},
		"none of many": {algos.PickPoint, algos.Answer{Points: []int{1, 2, 3, 4, 5, 6}}, algos.Guess{}, false, 0, "and 2 more"},
		"near line":    {algos.DrawLine, algos.Answer{Line: middle}, near, true, 0.03, "3 %"},
		"far line":     {algos.DrawLine, algos.Answer{Line: middle}, across, false, 0.5, "90°"},
		"strict line":  {algos.DrawLine, algos.Answer{Line: middle, Tolerance: 0.01}, near, false, 0.03, "up to 1 %"},
		"exact":        {algos.SayNumber, algos.Answer{Number: 7}, algos.Guess{Number: 7}, true, 0, "Right: it is 7."},
		"near number":  {algos.SayNumber, algos.Answer{Number: 7, Tolerance: 2}, algos.Guess{Number: 8}, true, 1, "within 2 counts as correct"},
		"far number":   {algos.SayNumber, algos.Answer{Number: 7, Tolerance: 2}, algos.Guess{Number: 10}, false, 3, "the error is 3"},
		"wrong, exact": {algos.SayNumber, algos.Answer{Number: 7}, algos.Guess{Number: 10}, false, 3, "you said 10"},
		"option":       {algos.PickOption, algos.Answer{Option: 1}, algos.Guess{Option: 1}, true, 0, "Right: up."},
		"other option": {algos.PickOption, algos.Answer{Option: 1}, algos.Guess{Option: 0}, false, 0, "Not “down”: up."},
		"bar":          {algos.PickBar, algos.Answer{Points: []int{2}}, algos.Guess{Point: 2}, true, 0, "Right: it is arm 3."},
		"other bar":    {algos.PickBar, algos.Answer{Points: []int{0, 2}}, algos.Guess{Point: 1}, false, 0, "Not arm 2: any of arm 1, arm 3 would"},
		"many cells":   {algos.PickCell, algos.Answer{Points: []int{0, 1, 2, 3, 4, 5}}, algos.Guess{Point: 6}, false, 0, "arm 1, arm 2, arm 3, arm 4 and 2 more"},
		"node":         {algos.PickNode, algos.Answer{Points: []int{3}}, algos.Guess{Point: 1}, false, 0, "Not arm 2: it is arm 4."},
	} {
		q, asked := algos.Question{Kind: c.kind}, algos.Asked{Options: []say.Phrase{"down", "up"}, Marks: marks}
		got := q.Grade(asked, c.answer, c.guess, board)
		if got.Right != c.right || math.Abs(got.Gap-c.gap) > 1e-9 || !strings.Contains(got.Said.String(), c.said) {
			t.Errorf("%s: %+v (%s)", name, got, got.Said)
		}
	}
}

func TestGuessesThatAreNoneAreRefused(t *testing.T) {
	set := dataset.Set{Dim: 2, Points: make([]dataset.Point, 3)}
	asked := algos.Asked{Options: []say.Phrase{"a", "b"}, Marks: make([]algos.Pick, 2), Least: 0, Most: 10, Whole: true}
	for name, c := range map[string]struct {
		kind  algos.QuestionKind
		guess algos.Guess
		want  string
	}{
		"point 3 of 3":    {algos.PickPoint, algos.Guess{Point: 3}, "no point 3"},
		"negative point":  {algos.PickPoint, algos.Guess{Point: -1}, "no point −1"},
		"one place":       {algos.DrawLine, algos.Guess{Line: [2]mark.XY{{X: 1, Y: 2}, {X: 1, Y: 2}}}, "two different points"},
		"a line of NaN":   {algos.DrawLine, algos.Guess{Line: [2]mark.XY{{X: math.NaN()}, {X: 1}}}, "two different points"},
		"a distant line":  {algos.DrawLine, algos.Guess{Line: [2]mark.XY{{X: 1e300}, {X: 1}}}, "1e10"},
		"NaN":             {algos.SayNumber, algos.Guess{Number: math.NaN()}, "is not a number"},
		"infinite":        {algos.SayNumber, algos.Guess{Number: math.Inf(1)}, "is not a number"},
		"a half":          {algos.SayNumber, algos.Guess{Number: 0.5}, "not a whole number"},
		"too large":       {algos.SayNumber, algos.Guess{Number: 11}, "from 0 to 10"},
		"option 10,000":   {algos.PickOption, algos.Guess{Option: 10_000}, "no option 10000"},
		"cell 2 of 2":     {algos.PickCell, algos.Guess{Point: 2}, "no mark 2 to pick: there are 2"},
		"negative node":   {algos.PickNode, algos.Guess{Point: math.MinInt}, "no mark"},
		"negative option": {algos.PickOption, algos.Guess{Option: -1}, "no option −1"},
	} {
		err := algos.Question{Kind: c.kind}.Check(asked, c.guess, set)
		var bad *param.Error
		if !errors.As(err, &bad) || bad.Field != string(c.kind) || !strings.Contains(bad.Message.String(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
