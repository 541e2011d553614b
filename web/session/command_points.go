package session

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/web/wire"
)

// newPointsCommand returns the command of a points message.
func newPointsCommand(m wire.Client, e editing) command {
	p := pointsEdit{e}
	switch m.Op {
	case wire.Add:
		return addPoints{pointsEdit: p, rows: m.Points}
	case wire.Move:
		return movePoint{pointsEdit: p, index: *m.Index, x: *m.X, y: *m.Y}
	case wire.Place:
		return placePoints{pointsEdit: p, rows: m.Points}
	case wire.Remove:
		return removePoints{pointsEdit: p, indexes: m.Indexes}
	case wire.Relabel:
		return relabelPoints{pointsEdit: p, indexes: m.Indexes, class: *m.Class}
	case wire.Clear:
		return clearPoints{pointsEdit: p}
	case wire.Load:
		return loadPoints{pointsEdit: p, csv: m.CSV, data: m.Data}
	}
	return previewFile{pointsEdit: p, csv: *m.CSV}
}

// pointsEdit has the methods that most operations on points share. Points are
// numbered, and an operation can change the numbers. So operations keep their
// order among each other.
type pointsEdit struct{ editing }

func (pointsEdit) onPoints() {}

func (pointsEdit) overtakes(old command) bool { return independent(old) && !isPoints(old) }

func (pointsEdit) window() windowRule { return windowSteady }

// A pointsCommand is a command of a points message.
type pointsCommand interface {
	command
	onPoints()
}

func isPoints(c command) bool {
	_, ok := c.(pointsCommand)
	return ok
}

// addPoints adds points to the board. A brush adds live.
type addPoints struct {
	pointsEdit
	rows []wire.Point
}

func (c addPoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c addPoints) recipe(d *document) (algos.Recipe, error) {
	return d.withPoints(func(set *dataset.Set) error {
		for _, row := range c.rows {
			p, err := newPoint(row, *set, d.demo)
			if err != nil {
				return err
			}
			set.Points = append(set.Points, p)
		}
		return nil
	})
}

func (addPoints) gesture(string) string { return "points add" }

func (c addPoints) label(l lang.Lang, _ param.Schema) string {
	if c.isLive {
		return l.T("edit.spray")
	}
	return l.T("edit.add", len(c.rows))
}

// movePoint moves one point.
type movePoint struct {
	pointsEdit
	index int
	x, y  float64
}

func (c movePoint) merge(old command) (command, bool) {
	o, ok := old.(movePoint)
	return c, ok && c.index == o.index
}

// A move leaves the numbers of the points as they are, so moves of different
// points can change their order.
func (c movePoint) overtakes(old command) bool {
	_, move := old.(movePoint)
	return c.pointsEdit.overtakes(old) || move
}

func (c movePoint) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c movePoint) recipe(d *document) (algos.Recipe, error) {
	return d.withPoints(func(set *dataset.Set) error {
		if c.index >= len(set.Points) {
			return noPoint("index", c.index, len(set.Points))
		}
		place(set, c.index, c.x, c.y)
		return nil
	})
}

func (c movePoint) gesture(string) string { return "points move " + strconv.Itoa(c.index) }

func (c movePoint) label(l lang.Lang, _ param.Schema) string {
	return l.T("edit.move", pointNames(l, []int{c.index}))
}

// placePoints moves some points. Without points it only ends the gesture under
// way, whichever it is.
type placePoints struct {
	pointsEdit
	rows []wire.Point // of an index and a place
}

func (c placePoints) merge(old command) (command, bool) {
	o, ok := old.(placePoints)
	return c, ok && slices.EqualFunc(c.rows, o.rows, func(a, b wire.Point) bool { return a[0] == b[0] })
}

func (c placePoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c placePoints) recipe(d *document) (algos.Recipe, error) {
	return d.withPoints(func(set *dataset.Set) error {
		for _, row := range c.rows {
			i := int(row[0])
			if i >= len(set.Points) {
				return noPoint("points", i, len(set.Points))
			}
			place(set, i, row[1], row[2])
		}
		return nil
	})
}

func (c placePoints) gesture(current string) string {
	if len(c.rows) == 0 {
		return current
	}
	return "points place"
}

func (c placePoints) label(l lang.Lang, _ param.Schema) string {
	indexes := make([]int, len(c.rows))
	for i, row := range c.rows {
		indexes[i] = int(row[0])
	}
	return l.T("edit.move", pointNames(l, indexes))
}

// removePoints removes points. An eraser removes live.
type removePoints struct {
	pointsEdit
	indexes []int
}

func (c removePoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c removePoints) recipe(d *document) (algos.Recipe, error) {
	return d.withPoints(func(set *dataset.Set) error {
		if err := checkIndexes(c.indexes, set.Points); err != nil {
			return err
		}
		gone := make([]bool, len(set.Points))
		for _, i := range c.indexes {
			gone[i] = true
		}
		kept := set.Points[:0]
		for i, p := range set.Points {
			if !gone[i] {
				kept = append(kept, p)
			}
		}
		set.Points = kept
		return nil
	})
}

func (removePoints) gesture(string) string { return "points remove" }

func (c removePoints) label(l lang.Lang, _ param.Schema) string {
	if c.isLive {
		return l.T("edit.erase")
	}
	return l.T("edit.remove", pointNames(l, c.indexes))
}

// relabelPoints gives points another class.
type relabelPoints struct {
	pointsEdit
	indexes []int
	class   int
}

func (c relabelPoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c relabelPoints) recipe(d *document) (algos.Recipe, error) {
	return d.withPoints(func(set *dataset.Set) error {
		if err := checkIndexes(c.indexes, set.Points); err != nil {
			return err
		}
		if err := checkClass("class", float64(c.class), *set, d.demo); err != nil {
			return err
		}
		for _, i := range c.indexes {
			set.Points[i].Y = float64(c.class)
		}
		return nil
	})
}

func (relabelPoints) gesture(string) string { return "points relabel" }

func (c relabelPoints) label(l lang.Lang, _ param.Schema) string {
	return l.T("edit.relabel", pointNames(l, c.indexes))
}

// clearPoints removes all points.
type clearPoints struct{ pointsEdit }

func (c clearPoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (clearPoints) recipe(d *document) (algos.Recipe, error) {
	return d.withPoints(func(set *dataset.Set) error {
		set.Points = nil
		return nil
	})
}

func (clearPoints) gesture(string) string                    { return "points clear" }
func (clearPoints) label(l lang.Lang, _ param.Schema) string { return l.T("edit.clear") }

// loadPoints replaces the points by those of a file or of a generator.
type loadPoints struct {
	pointsEdit
	csv, data *string // one of them; data names a generator and its settings
}

func (c loadPoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c loadPoints) recipe(d *document) (algos.Recipe, error) {
	if c.data == nil {
		r, _, err := d.withFile(*c.csv)
		return r, err
	}
	if d.demo.Task == algos.Own {
		return d.recipe, noBoard(d.demo)
	}
	src, err := dataset.ParseSource(*c.data)
	if err != nil {
		return d.recipe, wire.Refuse(wire.BadField, "data", "%v", err)
	}
	r := d.recipe
	r.Data, r.Window = src, grid.Window{}
	return r, nil
}

func (loadPoints) window() windowRule                       { return windowStays }
func (loadPoints) gesture(string) string                    { return "points load" }
func (loadPoints) label(l lang.Lang, _ param.Schema) string { return l.T("edit.load") }

// previewFile tells what a file holds. It changes nothing, and is refused where
// loading the file would be.
type previewFile struct {
	pointsEdit
	csv string
}

// previewRows is how many points of a file are shown before it is loaded.
const previewRows = 6

func (c previewFile) act(s *session, _ time.Time) error {
	r, set, err := s.doc.withFile(c.csv)
	if err != nil {
		return err
	}
	if _, err := s.doc.check(s.doc.demo, r); err != nil {
		return err
	}
	first := set
	first.Points = set.Points[:min(previewRows, len(set.Points))]
	p := &wire.Preview{Total: len(set.Points), Dim: set.Dim, Target: targetNames[set.Target], Rows: points(first)}
	if set.Target == dataset.Classes {
		names := classNames(set, s.doc.demo)
		for k, n := range dataset.Counts(set.Points) {
			if n > 0 && k < len(names) {
				p.Counts = append(p.Counts, wire.ClassCount{Name: names[k], Count: n})
			}
		}
	}
	s.out.preview = p
	return nil
}

// withPoints returns the recipe after a change of the points. The document itself
// is not changed.
func (d *document) withPoints(change func(*dataset.Set) error) (algos.Recipe, error) {
	r := d.recipe
	if d.demo.Task == algos.Own {
		return r, noBoard(d.demo)
	}
	set := d.set.Clone()
	if err := change(&set); err != nil {
		return r, err
	}
	if set.Target == dataset.Classes {
		set.Signed = set.Signed && len(dataset.Counts(set.Points)) <= 2
	}
	r.Data = dataset.Explicit(set)
	return r, nil
}

// withFile returns the recipe with the points of a CSV file, and these points.
func (d *document) withFile(csv string) (algos.Recipe, dataset.Set, error) {
	r := d.recipe
	if d.demo.Task == algos.Own {
		return r, dataset.Set{}, noBoard(d.demo)
	}
	set, err := dataset.ReadCSV(strings.NewReader(csv), d.demo.Task.Target())
	if err != nil {
		return r, set, wire.Refuse(wire.BadField, "csv", "%v", err)
	}
	r.Data, r.Window = dataset.Explicit(set), grid.Window{}
	return r, set, nil
}

// place moves a point to a place on the board.
func place(set *dataset.Set, i int, x, y float64) {
	p := &set.Points[i]
	if set.Dim == 1 {
		p.X[0], p.Y = x, y
		return
	}
	p.X = [2]float64{x, y}
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

func checkIndexes(indexes []int, points []dataset.Point) error {
	for _, i := range indexes {
		if i >= len(points) {
			return noPoint("indexes", i, len(points))
		}
	}
	return nil
}

// checkClass reports a class that the board does not have.
func checkClass(field string, k float64, set dataset.Set, d algos.Demo) error {
	if set.Target != dataset.Classes {
		return wire.Refuse(wire.BadField, field, "the points of this board have no classes")
	}
	if n := classes(d); k != float64(int(k)) || k < 0 || int(k) >= n {
		return wire.Refuse(wire.BadField, field, "the class must be a whole number from 0 to %d", n-1)
	}
	return nil
}

// classes is how many classes can be placed.
func classes(d algos.Demo) int {
	if d.Classes > 0 {
		return min(d.Classes, dataset.MaxClasses)
	}
	return dataset.MaxClasses
}

// noBoard refuses points for a demo that has no board for them.
func noBoard(d algos.Demo) error {
	return wire.Refuse(wire.BadField, "op", "%s makes its own examples: there are no points to edit", d.ID)
}

func noPoint(field string, i, n int) error {
	return wire.Refuse(wire.BadField, field, "there is no point with the index %d: the board has %d, and the first is 0", i, n)
}

// pointNames names points in a label: one by its number, several by how many they
// are.
func pointNames(l lang.Lang, indexes []int) string {
	if len(indexes) == 1 {
		return "x" + say.Sub(indexes[0]+1)
	}
	return l.T("edit.points", len(indexes))
}
