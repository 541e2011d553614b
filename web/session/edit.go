package session

import (
	"maps"
	"strings"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/param"
	"playground/web/wire"
)

// edit replaces the recipe; the run starts over and the place is kept.
func (s *session) edit(m wire.Client, now time.Time) error {
	if m.Op == wire.Look {
		return s.look(m)
	}
	r, err := s.edited(m)
	if err != nil {
		return err
	}
	set, err := s.try(s.demo, r)
	if err != nil {
		return err
	}
	if m.Type == "points" && m.Op != wire.Load && !m.Live {
		r.Window = s.steady(set)
	}
	before := s.version()
	s.pinned = m.Type != "window" && !r.Window.Empty() && (s.pinned || s.recipe.Window.Empty())
	s.recipe, s.set = r, set
	what := gesture(m)
	if m.Op == wire.Place && len(m.Points) == 0 {
		what = s.history.gesture // it ends whatever was under way
	}
	// Another window shows the same run: nothing to compare it with.
	if s.history.note(describe(s.cfg.Lang, m, s.schema), what, m.Live, before, s.version()) && m.Type != "window" {
		s.begun = true
	}
	s.stale = true
	s.refit = s.refit || !m.Live || m.Type == "window"
	s.out.stateBy(now, m.Live)
	return nil
}

// board is the window of the recipe as it stands now: the one that was asked
// for, or else one that fits the points. While a gesture lasts it does not move.
func (s *session) board() grid.Window {
	switch {
	case !s.refit:
		return s.window
	case !s.recipe.Window.Empty():
		return s.recipe.Window
	default:
		return algos.FitWindow(s.set)
	}
}

// steady is the recipe's window after an edit of single points. The board does
// not move under the hand: as long as it shows all points it stays, and becomes
// part of the recipe if a fit would give another one. Otherwise it is fitted.
func (s *session) steady(set dataset.Set) grid.Window {
	if !s.recipe.Window.Empty() && !s.pinned {
		return s.recipe.Window // it was asked for
	}
	w := s.board()
	if w == algos.FitWindow(set) {
		return grid.Window{}
	}
	for _, p := range points(set) {
		if !w.Contains(p[0], p[1]) {
			return grid.Window{}
		}
	}
	return w
}

// edited returns the recipe after an edit.
func (s *session) edited(m wire.Client) (algos.Recipe, error) {
	r := s.recipe
	switch m.Type {
	case "set":
		v := maps.Clone(r.Params)
		if v == nil {
			v = param.Values{}
		}
		v[m.Name] = *m.Value
		params, err := s.schema.Canonical(v)
		if err != nil {
			return r, err
		}
		r.Params = params
	case "seed":
		r.Seed = *m.Seed
	case "window":
		r.Window = grid.Window{}
		if w := m.Window; w != nil {
			r.Window = grid.Window{X0: w[0], X1: w[1], Y0: w[2], Y1: w[3]}
		}
	case "points":
		return s.editedPoints(r, m)
	}
	return r, nil
}

func (s *session) editedPoints(r algos.Recipe, m wire.Client) (algos.Recipe, error) {
	switch {
	case s.demo.Input.Own():
		return r, noBoard(s.demo)
	case m.Op == wire.Load && m.Data != nil:
		src, err := dataset.ParseSource(*m.Data)
		if err != nil {
			return r, wire.Refuse(wire.BadField, "data", "%v", err)
		}
		r.Data, r.Window = src, grid.Window{}
	case m.Op == wire.Load:
		set, err := readCSV(*m.CSV, s.demo)
		if err != nil {
			return r, err
		}
		r.Data, r.Window = dataset.Explicit(set), grid.Window{}
	default:
		set, err := editPoints(s.set, s.demo, m)
		if err != nil {
			return r, err
		}
		r.Data = dataset.Explicit(set)
	}
	return r, nil
}

func readCSV(text string, d algos.Demo) (dataset.Set, error) {
	set, err := dataset.ReadCSV(strings.NewReader(text), d.Input.Target())
	if err != nil {
		return set, wire.Refuse(wire.BadField, "csv", "%v", err)
	}
	return set, nil
}

// previewRows is how many points of a file are shown before it is loaded.
const previewRows = 6

// look tells what a file holds. It is refused where loading it would be.
func (s *session) look(m wire.Client) error {
	if s.demo.Input.Own() {
		return noBoard(s.demo)
	}
	r := s.recipe
	set, err := readCSV(*m.CSV, s.demo)
	if err != nil {
		return err
	}
	r.Data, r.Window = dataset.Explicit(set), grid.Window{}
	if _, err := s.try(s.demo, r); err != nil {
		return err
	}
	first := set
	first.Points = set.Points[:min(previewRows, len(set.Points))]
	p := &wire.Preview{Total: len(set.Points), Dim: set.Dim, Target: targetNames[set.Target], Rows: points(first)}
	if set.Target == dataset.Classes {
		names := classNames(set, s.demo)
		for k, n := range dataset.Counts(set.Points) {
			if n > 0 && k < len(names) {
				p.Counts = append(p.Counts, wire.ClassCount{Name: names[k], Count: n})
			}
		}
	}
	s.out.preview = p
	return nil
}

// editPoints returns the set after one of the operations on single points. The
// set itself is not changed.
func editPoints(set dataset.Set, d algos.Demo, m wire.Client) (dataset.Set, error) {
	for _, i := range m.Indexes {
		if i >= len(set.Points) {
			return set, noPoint("indexes", i, len(set.Points))
		}
	}
	set = set.Clone()
	switch m.Op {
	case wire.Add:
		for _, row := range m.Points {
			p, err := newPoint(row, set, d)
			if err != nil {
				return set, err
			}
			set.Points = append(set.Points, p)
		}
	case wire.Move:
		if *m.Index >= len(set.Points) {
			return set, noPoint("index", *m.Index, len(set.Points))
		}
		place(&set, *m.Index, *m.X, *m.Y)
	case wire.Place:
		for _, row := range m.Points {
			i := int(row[0])
			if i >= len(set.Points) {
				return set, noPoint("points", i, len(set.Points))
			}
			place(&set, i, row[1], row[2])
		}
	case wire.Remove:
		gone := make([]bool, len(set.Points))
		for _, i := range m.Indexes {
			gone[i] = true
		}
		kept := set.Points[:0]
		for i, p := range set.Points {
			if !gone[i] {
				kept = append(kept, p)
			}
		}
		set.Points = kept
	case wire.Relabel:
		if err := checkClass("class", float64(*m.Class), set, d); err != nil {
			return set, err
		}
		for _, i := range m.Indexes {
			set.Points[i].Y = float64(*m.Class)
		}
	case wire.Clear:
		set.Points = nil
	}
	set.Signed = set.Signed && len(dataset.Counts(classified(set))) <= 2
	return set, nil
}

// place moves a point to where it stands on the board.
func place(set *dataset.Set, i int, x, y float64) {
	p := &set.Points[i]
	if set.Dim == 1 {
		p.X[0], p.Y = x, y
		return
	}
	p.X = [2]float64{x, y}
}

// classified returns the points if they carry classes.
func classified(s dataset.Set) []dataset.Point {
	if s.Target != dataset.Classes {
		return nil
	}
	return s.Points
}

func newPoint(row wire.Point, set dataset.Set, d algos.Demo) (dataset.Point, error) {
	if set.Dim == 1 {
		return dataset.Point{X: [2]float64{row[0], 0}, Y: row[1]}, nil
	}
	p := dataset.Point{X: [2]float64{row[0], row[1]}}
	switch set.Target {
	case dataset.Classes:
		if err := checkClass("points", row[2], set, d); err != nil {
			return p, err
		}
		p.Y = row[2]
	case dataset.Values:
		p.Y = row[2]
	}
	return p, nil
}

// checkClass reports a class that the board does not have.
func checkClass(field string, k float64, set dataset.Set, d algos.Demo) error {
	if set.Target != dataset.Classes {
		return wire.Refuse(wire.BadField, field, "the points of this board have no classes")
	}
	if n := d.Input.Classes(); k != float64(int(k)) || k < 0 || int(k) >= n {
		return wire.Refuse(wire.BadField, field, "the class must be a whole number from 0 to %d", n-1)
	}
	return nil
}

// noBoard refuses points where there is nothing to put them on.
func noBoard(d algos.Demo) error {
	return wire.Refuse(wire.BadField, "op", "%s makes its own examples: there are no points to edit", d.ID)
}

func noPoint(field string, i, n int) error {
	return wire.Refuse(wire.BadField, field, "there is no point with the index %d: the board has %d, and the first is 0", i, n)
}
