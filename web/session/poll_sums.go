package session

import (
	"cmp"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/grid"
	"playground/web/wire"
)

// How answers are summed up. Each sum is bounded, however many have answered, and says
// nothing of who did.
const (
	maxBins    = 12 // of numbers
	heatCols   = 40 // parts of the board along each side
	maxLines   = 60 // up to so many lines are drawn themselves
	lineDigits = 4  // of a line's coefficients
	tail       = 40 // one answer in so many may lie beyond the bins at each end
)

// sums are the counts of a round that nobody changes any more.
type sums struct {
	key  sumKey
	said wire.Poll
}

// sumKey is what the counts depend on.
type sumKey struct {
	rounds   int
	answers  [wire.PollRounds]int
	final    bool
	revealed bool
	board    grid.Window
}

// count adds the counts of the rounds that are closed.
func (s *session) count(m *wire.Poll, closed int) {
	p := s.poll
	key := sumKey{rounds: closed, final: !p.told.Before(p.final), revealed: s.quiz.open.verdict != nil, board: s.doc.shown}
	for k := range closed {
		key.answers[k] = p.ballot.Count(k + 1)
	}
	if key.final && p.sums.key == key {
		m.Rounds, m.Bins, m.Tolerance = p.sums.said.Rounds, p.sums.said.Bins, p.sums.said.Tolerance
		return
	}
	a := s.quiz.open
	rounds := make([][]algos.Guess, closed)
	for k := range rounds {
		rounds[k] = p.ballot.Guesses(k + 1)
	}
	if a.Kind == algos.SayNumber && closed > 0 {
		m.Bins = bins(a, rounds)
	}
	for _, guesses := range rounds {
		m.Rounds = append(m.Rounds, sumUp(a, guesses, m.Bins, s.doc.shown, s.doc.scaling()))
	}
	if v := a.verdict; v != nil {
		m.Tolerance = v.answer.Tolerance
	}
	p.sums = sums{key, *m}
}

// sumUp counts the answers of a round.
func sumUp(a *asking, guesses []algos.Guess, b *wire.Bins, board grid.Window, scaling dataset.Scaling) wire.Tally {
	t := wire.Tally{Answers: len(guesses)}
	switch a.Kind {
	case algos.PickOption:
		t.Bars = make([]int, len(a.words.Options))
		for _, g := range guesses {
			t.Bars[g.Option]++
		}
	case algos.SayNumber:
		t.Bars = make([]int, b.Count)
		for _, g := range guesses {
			t.Bars[binOf(b, g.Number)]++
		}
	case algos.PickPoint, algos.PickCell, algos.PickNode, algos.PickBar:
		t.Points = countPoints(guesses)
	case algos.DrawLine:
		sumLines(&t, guesses, board)
	}
	if v := a.verdict; v != nil && !v.void {
		right := 0
		for _, g := range guesses {
			if a.grade(v.answer, g, board, scaling).Right {
				right++
			}
		}
		t.Right = &right
	}
	return t
}

// countPoints counts how often each point was chosen, the most frequent first.
func countPoints(guesses []algos.Guess) [][2]int {
	counts := map[int]int{}
	for _, g := range guesses {
		counts[g.Point]++
	}
	out := make([][2]int, 0, len(counts))
	for point, n := range counts {
		out = append(out, [2]int{point, n})
	}
	slices.SortFunc(out, func(a, b [2]int) int { return cmp.Or(cmp.Compare(b[1], a[1]), cmp.Compare(a[0], b[0])) })
	return out
}

// bins are as wide as nearly all answers, or as the question's range where these are all
// over it. Few whole numbers have a bin each.
func bins(a *asking, rounds [][]algos.Guess) *wire.Bins {
	var all []float64
	for _, guesses := range rounds {
		for _, g := range guesses {
			all = append(all, g.Number)
		}
	}
	slices.Sort(all)
	lo, hi := span(all)
	if least, most := a.words.Least, a.words.Most; least < most && (most-least < maxBins && a.words.Whole || hi-lo >= (most-least)/4 || len(all) == 0) {
		lo, hi = least, most
	}
	if v := a.verdict; v != nil && !v.void {
		lo, hi = min(lo, v.answer.Number), max(hi, v.answer.Number)
	}
	width := niceWidth(lo, hi)
	if a.words.Whole {
		width = max(1, math.Ceil(width))
	}
	from := math.Floor(lo/width) * width
	n := int(math.Floor((hi-from)/width)) + 1
	return &wire.Bins{From: from, Width: width, Count: max(1, min(n, maxBins))}
}

// span is where nearly all numbers are.
func span(sorted []float64) (lo, hi float64) {
	n := len(sorted)
	if n == 0 {
		return 0, 0
	}
	cut := n / tail
	return sorted[cut], sorted[n-1-cut]
}

// niceWidth divides a range into at most maxBins − 1 round parts: one more may be needed
// as the first begins at a multiple of the width.
func niceWidth(lo, hi float64) float64 {
	rough := (hi - lo) / (maxBins - 1)
	if !(rough > 0) {
		rough = max(math.Abs(lo)/maxBins, 1e-6)
	}
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= rough {
			return m * power
		}
	}
	return 10 * power
}

// binOf is the bin of a number. Those beyond the ends are counted there.
func binOf(b *wire.Bins, x float64) int {
	k := math.Floor((x - b.From) / b.Width)
	return int(max(0, min(float64(b.Count-1), k)))
}

// sumLines sums lines up: by their direction, and as few lines or as what goes through
// each part of the board.
func sumLines(t *wire.Tally, guesses []algos.Guess, board grid.Window) {
	t.Bars = make([]int, len(directions))
	few := len(guesses) <= maxLines
	if !few {
		t.Cells = &wire.Heat{Window: wire.Window{board.X0, board.X1, board.Y0, board.Y1}, Cols: heatCols, Counts: make([]int, heatCols*heatCols)}
	}
	for _, g := range guesses {
		l, ok := geometry.Through(g.Line[0], g.Line[1])
		if !ok {
			continue // it was refused before
		}
		t.Bars[direction(l, board)]++
		if few {
			t.Lines = append(t.Lines, [3]float64{digitsOf(l.A), digitsOf(l.B), digitsOf(l.C)})
		} else {
			heat(t.Cells.Counts, l, board)
		}
	}
	slices.SortFunc(t.Lines, func(a, b [3]float64) int { return slices.Compare(a[:], b[:]) })
}

// digitsOf keeps as many digits as a picture can show.
func digitsOf(x float64) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, lineDigits-1-math.Floor(math.Log10(math.Abs(x))))
	if math.IsInf(scale, 0) || scale == 0 {
		return 0
	}
	return math.Round(x*scale) / scale
}

// directions are what a line looks like on the board, in the order of a tally's bars.
var directions = [...]string{"level", "rising", "upright", "falling"}

// direction is that of a line on a board drawn square.
func direction(l geometry.Line, board grid.Window) int {
	dx, dy := -l.B/(board.X1-board.X0), l.A/(board.Y1-board.Y0)
	angle := math.Mod(math.Atan2(dy, dx)+math.Pi, math.Pi) // from 0 to π
	return int(math.Floor(angle/(math.Pi/4)+0.5)) % len(directions)
}

// heat counts a line in every part of the board that it goes through.
func heat(counts []int, l geometry.Line, board grid.Window) {
	// In units of the parts, from the top left: A·x + B·y + C = 0.
	w, h := (board.X1-board.X0)/heatCols, (board.Y1-board.Y0)/heatCols
	a, b, c := l.A*w, -l.B*h, l.A*board.X0+l.B*board.Y1+l.C
	if math.Abs(a) <= math.Abs(b) {
		along(a, b, c, func(col, row int) { counts[row*heatCols+col]++ })
	} else {
		along(b, a, c, func(row, col int) { counts[row*heatCols+col]++ })
	}
}

// along visits the parts along the line a·u + b·v + c = 0, which is not steep in u.
func along(a, b, c float64, visit func(u, v int)) {
	for u := range heatCols {
		v0, v1 := -(a*float64(u)+c)/b, -(a*float64(u+1)+c)/b
		lo, hi := math.Floor(min(v0, v1)), math.Floor(max(v0, v1))
		for v := max(lo, 0); v <= min(hi, heatCols-1); v++ {
			visit(u, int(v))
		}
	}
}
