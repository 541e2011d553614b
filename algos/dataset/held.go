package dataset

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Training is the set without the points that are held out: what a method learns
// from. It shares its points with s.
func (s Set) Training() Set {
	n := s.Learnt()
	s.Points, s.Held = s.Points[:n:n], 0
	return s
}

// Learnt is how many points a method learns from: they stand before those that are
// held out.
func (s Set) Learnt() int { return len(s.Points) - s.Held }

// Insert puts points before those that are held out.
func (s *Set) Insert(points ...Point) { s.Points = slices.Insert(s.Points, s.Learnt(), points...) }

// Remove takes away the points with gone[i], and their edges.
func (s *Set) Remove(gone []bool) {
	s.unjoin(gone)
	kept, learnt := s.Points[:0], s.Learnt()
	for i, p := range s.Points {
		switch {
		case !gone[i]:
			kept = append(kept, p)
		case i >= learnt:
			s.Held--
		}
	}
	s.Points = kept
}

// Hold holds points out, or with out = false lets methods learn from them. They become
// the last of those held out, or of those to learn from, in the order that they
// have; the others keep theirs. A point that is what it is to become stays.
func (s *Set) Hold(indexes []int, out bool) {
	learnt := s.Learnt()
	moves := make([]bool, len(s.Points))
	for _, i := range indexes {
		moves[i] = i < learnt == out
	}
	var training, moved, held []Point
	for i, p := range s.Points {
		switch {
		case moves[i]:
			moved = append(moved, p)
		case i < learnt:
			training = append(training, p)
		default:
			held = append(held, p)
		}
	}
	s.Held = len(held)
	if out {
		s.Held += len(moved)
		s.Points = slices.Concat(training, held, moved)
		return
	}
	s.Points = slices.Concat(training, moved, held)
}

// HoldSample holds out n of all points and lets methods learn from the others: a
// sample that depends on the seed and on the number of points alone. Those held out
// before are the last of all points. A larger sample contains a smaller one.
func (s *Set) HoldSample(n int, seed uint64) {
	if s.Held = 0; n <= 0 {
		return
	}
	order := rand.New(rand.NewPCG(seed, 0x7e57)).Perm(len(s.Points))
	s.Hold(order[:min(n, len(order))], true)
}

// ShareHeld is how many of n points a share of some percent holds out, rounded: at
// least one, and not all of them.
func ShareHeld(n, percent int) int {
	if n < 2 || percent <= 0 {
		return 0
	}
	return min(max((n*percent+50)/100, 1), n-1)
}

// MaxShare is the largest share, in percent, that is held out at once.
const MaxShare = 50

func (s Set) checkHeld() error {
	switch {
	case s.Held < 0 || s.Held > len(s.Points):
		return fmt.Errorf("%d points cannot be held out: it must be from 0 to %d, the number of points", s.Held, len(s.Points))
	case s.Held > 0 && s.Target == None:
		return errors.New("points without a target cannot be held out: there is nothing to test")
	}
	return nil
}

// heldMark begins the last field of a source's text that holds points out.
const heldMark = "h"

func heldText(n int) string {
	if n == 0 {
		return ""
	}
	return fieldSep + heldMark + strconv.Itoa(n)
}

// cutHeld takes the number of points held out, ~h18, from the end of a text.
func cutHeld(text string) (rest string, n int, err error) {
	rest, last := "", text
	if i := strings.LastIndex(text, fieldSep); i >= 0 {
		rest, last = text[:i], text[i+len(fieldSep):]
	}
	number, ok := strings.CutPrefix(last, heldMark)
	if !ok || rest == "" {
		return text, 0, nil
	}
	held, err := strconv.ParseUint(number, 10, 32)
	if err != nil || held > MaxPoints {
		return "", 0, fmt.Errorf("the number of held-out points is no whole number from 0 to %d: %s", MaxPoints, quote(last))
	}
	return rest, int(held), nil
}

// heldColumns are the names of the column of a file that says which points are held
// out. The first that is no input and no target is meant.
var heldColumns = []string{"held", "held out", "held out 2", "held out 3"}

// heldColumn is the place of that column; −1 if there is none.
func (t *sheet) heldColumn(where at) int {
	for _, name := range heldColumns {
		k := slices.IndexFunc(t.columns, func(c string) bool { return strings.EqualFold(c, name) })
		if k >= 0 && !slices.Contains(where.x, k) && k != where.y {
			return k
		}
	}
	return -1
}

// held reports whether the current row is held out; k is −1 where no row is.
func (t *sheet) held(k int) (bool, error) {
	if k < 0 {
		return false, nil
	}
	switch t.fields[k] {
	case "0":
		return false, nil
	case "1":
		return true, nil
	}
	return false, t.bad(k, quote(t.fields[k])+" is neither 0, to learn from, nor 1, held out")
}

// renumber numbers classes with names in the order in which the points have them, which
// is not that of the file where points are held out.
func (s *Set) renumber() {
	if len(s.Names.Classes) == 0 || s.Held == 0 {
		return
	}
	number := make([]int, 0, len(s.Names.Classes)) // number[new] is the old one
	for i, p := range s.Points {
		k := slices.Index(number, p.Class())
		if k < 0 {
			k = len(number)
			number = append(number, p.Class())
		}
		s.Points[i].Y = float64(k)
	}
	names := make([]string, len(number))
	for k, old := range number {
		names[k] = s.Names.Classes[old]
	}
	s.Names.Classes = names
}

// heldHeading is what a file calls that column below a header of other names.
func heldHeading(header []string) string {
	for _, name := range heldColumns {
		if !slices.ContainsFunc(header, func(c string) bool { return strings.EqualFold(c, name) }) {
			return name
		}
	}
	return heldColumns[0] // three columns cannot have all four names
}
