// Package dataset holds the points of a playground: where they lie, what they
// are labelled with, how they are generated, and how they travel in a CSV file
// or a URL.
package dataset

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Point is one observation on a board.
//
// On a two-dimensional board X holds both inputs and Y is the class index
// (classification), the target value (regression) or unused (unlabelled data).
// On a one-dimensional board X[0] is the input and Y the target value; X[1] is
// unused and zero.
type Point struct {
	X [2]float64
	Y float64
}

// Class returns the class index of a classification point: 0, 1, 2, …
func (p Point) Class() int { return int(p.Y) }

// Sign returns the label of a two-class point as the books write it: −1 for
// class 0 and +1 for class 1.
func (p Point) Sign() float64 {
	if p.Y > 0 {
		return 1
	}
	return -1
}

// Target says what the Y of the points means.
type Target int

// What the points carry besides their inputs.
const (
	Classes Target = iota // Y is a class index
	Values                // Y is a real value
	None                  // Y is unused
	Either                // what a method takes: classes or values, whichever the data have; no set or table has it
)

// A Set is a list of points and what they mean.
type Set struct {
	Points []Point
	Target Target
	Dim    int // inputs per point: 1 or 2

	// Held is how many of the last points are held out: no method learns from them,
	// and its errors on them are counted apart. See [Set.Training].
	Held int

	// Signed records that a two-class set names its classes −1 and +1, as
	// most fixtures do, rather than 0 and 1. It only matters where labels are
	// written out again.
	Signed bool

	Names Names // of the columns and the classes, where they have any

	// Edges join points, which are the nodes of a graph then; nil: these are points alone.
	Edges    []Edge
	Directed bool // an edge leads from one node to the other
}

// Clone returns a set that shares no memory with s.
func (s Set) Clone() Set {
	s.Points, s.Names, s.Edges = slices.Clone(s.Points), s.Names.Clone(), slices.Clone(s.Edges)
	return s
}

// Check reports the first point that breaks a limit: more than [MaxPoints], a
// coordinate or value that is not finite or beyond [MaxAbs], or a class that is
// not a whole number below [MaxClasses] (below 2 in a signed set); more points held
// out than there are; names that no column or class can have; or an edge that no graph has.
func (s Set) Check() error {
	if s.Dim != 1 && s.Dim != 2 {
		return fmt.Errorf("points have 1 or 2 inputs, not %d", s.Dim)
	}
	if n := len(s.Points); n > MaxPoints {
		return fmt.Errorf("%d points are too many: at most %d", n, MaxPoints)
	}
	if err := s.checkHeld(); err != nil {
		return err
	}
	if err := s.checkNames(s.Names); err != nil {
		return err
	}
	classes := MaxClasses
	if s.Signed {
		classes = 2
	}
	for i, p := range s.Points {
		for _, x := range []float64{p.X[0], p.X[1], p.Y} {
			if err := checkNumber(x); err != nil {
				return fmt.Errorf("point %d: %w", i+1, err)
			}
		}
		if s.Target == Classes && (p.Y != math.Trunc(p.Y) || p.Y < 0 || p.Y >= float64(classes)) {
			return fmt.Errorf("point %d: the class %s is not a whole number from 0 to %d", i+1, format(p.Y), classes-1)
		}
	}
	return s.checkEdges()
}

// checkNumber reports a number that no board takes.
func checkNumber(x float64) error {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Errorf("%s is not a finite number", format(x))
	}
	if math.Abs(x) > MaxAbs {
		return fmt.Errorf("%s is too large: at most %g on either side of 0", format(x), MaxAbs)
	}
	return nil
}

// Label returns how class k is written in this set: −1 and +1 for the classes
// of a signed set, its name where all classes are called by whole numbers, the index itself otherwise.
func (s Set) Label(k int) int {
	if s.Signed {
		return 2*k - 1
	}
	if n := len(s.Names.Classes); n > 0 && s.wholeNames() {
		y, _ := wholeName(s.Names.Classes[min(k, n-1)])
		return y + max(0, k-n+1) // a class beyond goes on counting
	}
	return k
}

// wholeNames reports whether all classes are called by whole numbers.
func (s Set) wholeNames() bool {
	for _, name := range s.Names.Classes {
		if _, ok := wholeName(name); !ok {
			return false
		}
	}
	return true
}

// ClassName returns what class k is called: its name if it has one, "−1" and "+1"
// for the classes of a signed set, its label for every other one.
func (s Set) ClassName(k int) string {
	if s.named(k) {
		return s.Names.Classes[k]
	}
	if s.Signed && k < 2 {
		return [...]string{"−1", "+1"}[k]
	}
	if s.Signed {
		return strconv.Itoa(k)
	}
	return strconv.Itoa(s.Label(k))
}

func (s Set) named(k int) bool { return k < len(s.Names.Classes) && s.Names.Classes[k] != "" }

// Place returns where a point stands on the board. A point in one dimension
// stands at the height of its value or, where it has none, on the number line.
func (s Set) Place(p Point) (x, y float64) {
	switch {
	case s.Dim == 2:
		return p.X[0], p.X[1]
	case s.Target == None:
		return p.X[0], 0
	}
	return p.X[0], p.Y
}

// ClassNames are the names of the classes that the points have.
func (s Set) ClassNames() []string {
	if s.Target != Classes {
		return nil
	}
	var names []string
	for k := range Counts(s.Points) {
		names = append(names, s.ClassName(k))
	}
	return names
}

// Counts returns how many points each class has; its length is the largest
// class index plus one.
func Counts(points []Point) []int {
	var n []int
	for _, p := range points {
		for len(n) <= p.Class() {
			n = append(n, 0)
		}
		n[p.Class()]++
	}
	return n
}

// Limits of what the playground accepts. They are far beyond what a board can
// show, and low enough that no arithmetic on them overflows.
const (
	MaxPoints  = 2000
	MaxClasses = 8
	MaxAbs     = 1e9 // largest coordinate or value
)
