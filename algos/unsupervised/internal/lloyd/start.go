package lloyd

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A Seeding is the choice of the first centres by k-means++. The first row is drawn
// evenly, each further one with a probability that grows with the square D² of its
// distance from the nearest row chosen before.
type Seeding struct {
	Rows  []int     // chosen so far
	D2    []float64 // of every row, after the last choice; nil before the first
	Total float64   // ΣD²

	x     []Vec
	taken []bool
}

// NewSeeding prepares for points, of which there must be one at least.
func NewSeeding(x []Vec) *Seeding { return &Seeding{x: x, taken: make([]bool, len(x))} }

// Next draws one more row. Where nothing but copies of chosen points is left, it is the
// first that was not chosen yet; there must be one.
func (s *Seeding) Next(r *rand.Rand) int {
	next := 0
	if len(s.Rows) == 0 {
		next = r.IntN(len(s.x))
	} else {
		next = draw(s.D2, s.taken, s.Total*r.Float64())
	}
	s.choose(next)
	return next
}

// choose adds a row and measures what is left.
func (s *Seeding) choose(row int) {
	s.Rows, s.taken[row] = append(s.Rows, row), true
	first := s.D2 == nil
	if first {
		s.D2 = make([]float64, len(s.x))
	}
	s.Total = 0
	for i, p := range s.x {
		if d := D2(p, s.x[row]); first || d < s.D2[i] {
			s.D2[i] = d
		}
		s.Total += s.D2[i]
	}
}

// Clone is a copy that later draws leave as it is.
func (s *Seeding) Clone() *Seeding {
	c := *s
	c.Rows, c.D2, c.taken = slices.Clone(s.Rows), slices.Clone(s.D2), slices.Clone(s.taken)
	return &c
}

// PlusPlus are k rows chosen by k-means++.
func PlusPlus(x []Vec, k int, r *rand.Rand) []int {
	s := NewSeeding(x)
	for range k {
		s.Next(r)
	}
	return s.Rows
}

// draw returns the row in whose share of the sum of d2 the mark falls.
func draw(d2 []float64, taken []bool, mark float64) int {
	chosen := -1
	for i, d := range d2 {
		if taken[i] {
			continue
		}
		if chosen < 0 || d > 0 {
			chosen = i
		}
		if mark -= d; mark < 0 {
			break
		}
	}
	return chosen
}

// ParseRows reads a list of rows, at most so many, counted from 0.
func ParseRows(text string, most int) ([]int, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var rows []int
	for part := range strings.SplitSeq(text, ",") {
		row, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || row < 0 {
			return nil, fmt.Errorf("%q is not a row: write row numbers from 0, separated by commas, such as 7,37,67", strings.TrimSpace(part))
		}
		rows = append(rows, row)
	}
	if len(rows) > most {
		return nil, fmt.Errorf("%d rows are too many: at most %d", len(rows), most)
	}
	return rows, nil
}

// EvenRows spreads k rows evenly over a file of n.
func EvenRows(n, k int) []int {
	rows := make([]int, k)
	for j := range rows {
		rows[j] = (2*j + 1) * n / (2 * k)
	}
	return rows
}
