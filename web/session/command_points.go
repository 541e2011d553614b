package session

import (
	"math"
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
		return loadPoints{pointsEdit: p, file: fileOf(&m), data: m.Data}
	case wire.Name:
		return renameData{pointsEdit: p, column: m.Column, class: m.Class, name: m.Name}
	case wire.Hold:
		return holdPoints{pointsEdit: p, indexes: m.Indexes, out: *m.On}
	case wire.Edge:
		return joinPoints{pointsEdit: p, nodes: *m.Nodes, weight: *m.Weight}
	case wire.As:
		return turnTargets{pointsEdit: p, target: map[string]dataset.Target{dataset.AsClasses: dataset.Classes, dataset.AsValues: dataset.Values}[m.As]}
	case wire.Share:
		return holdShare{pointsEdit: p, percent: *m.Share}
	}
	return previewFile{pointsEdit: p, file: fileOf(&m)}
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
			set.Insert(p)
		}
		return nil
	})
}

func (addPoints) gesture(string) string { return "points add" }

func (c addPoints) label(l lang.Lang, _ algos.Demo) string {
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
		place(set, c.index, c.x, c.y, d.demo)
		return nil
	})
}

func (c movePoint) gesture(string) string { return "points move " + strconv.Itoa(c.index) }

func (c movePoint) label(l lang.Lang, _ algos.Demo) string {
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
			place(set, i, row[1], row[2], d.demo)
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

func (c placePoints) label(l lang.Lang, _ algos.Demo) string {
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
		set.Remove(gone)
		return nil
	})
}

func (removePoints) gesture(string) string { return "points remove" }

func (c removePoints) label(l lang.Lang, _ algos.Demo) string {
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

func (c relabelPoints) label(l lang.Lang, _ algos.Demo) string {
	return l.T("edit.relabel", pointNames(l, c.indexes))
}

// clearPoints removes all points.
type clearPoints struct{ pointsEdit }

func (c clearPoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (clearPoints) recipe(d *document) (algos.Recipe, error) {
	return d.withPoints(func(set *dataset.Set) error {
		set.Points, set.Held, set.Edges = nil, 0, nil
		return nil
	})
}

func (clearPoints) gesture(string) string                  { return "points clear" }
func (clearPoints) replaces() bool                         { return true }
func (clearPoints) label(l lang.Lang, _ algos.Demo) string { return l.T("edit.clear") }

// loadPoints replaces the points by those of a file or of a generator.
type loadPoints struct {
	pointsEdit
	file dataFile
	data *string // or this, a source as it stands in a link
}

func (c loadPoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c loadPoints) recipe(d *document) (algos.Recipe, error) {
	if d.whole.Input.Points == nil {
		return d.recipe, noBoard(d.whole)
	}
	if c.data != nil {
		return d.withSource(*c.data)
	}
	r, _, err := d.withFile(c.file, false)
	if err != nil {
		return d.recipe, refusedField("csv", err)
	}
	return r, nil
}

// withSource returns the recipe with the data of a link.
func (d *document) withSource(text string) (algos.Recipe, error) {
	r := d.recipe
	src, err := dataset.ParseSource(text)
	if err != nil {
		return r, &param.Error{Field: "data", Message: param.Unread(err)}
	}
	if err := d.whole.Takes(src); err != nil {
		return r, err
	}
	r.Data, r.Window = src, grid.Window{}
	return r, nil
}

func (loadPoints) window() windowRule                     { return windowStays }
func (loadPoints) gesture(string) string                  { return "points load" }
func (loadPoints) replaces() bool                         { return true }
func (loadPoints) label(l lang.Lang, _ algos.Demo) string { return l.T("edit.load") }

// previewFile tells what a file holds. It changes nothing.
type previewFile struct {
	pointsEdit
	file dataFile
}

func (c previewFile) act(s *session, _ time.Time) error { return s.preview(c.file, false) }

// fillPreview says what a set holds.
func fillPreview(p *wire.Preview, set dataset.Set, d algos.Demo) {
	first := set
	first.Points, first.Held = set.Points[:min(previewRows, len(set.Points))], 0
	p.Held = set.Held
	p.Total, p.Dim, p.Target, p.Rows = len(set.Points), set.Dim, targetNames[set.Target], points(first)
	if set.Target != dataset.Classes {
		return
	}
	names := classNames(set, d)
	for k, n := range dataset.Counts(set.Points) {
		if n > 0 && k < len(names) {
			p.Counts = append(p.Counts, wire.ClassCount{Name: names[k], Count: n})
		}
	}
}

// renameData gives a column or a class of the points a name, or takes it away.
type renameData struct {
	pointsEdit
	column, class *int // one of them
	name          string
}

func (c renameData) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c renameData) recipe(d *document) (algos.Recipe, error) {
	return d.withPoints(func(set *dataset.Set) error {
		var err error
		if c.column != nil {
			err = set.NameColumn(*c.column, strings.TrimSpace(c.name))
		} else {
			err = set.NameClass(*c.class, strings.TrimSpace(c.name))
		}
		if err != nil {
			return wire.Refuse(wire.BadField, "name", "%v", err)
		}
		return nil
	})
}

func (renameData) gesture(string) string                  { return "points name" }
func (renameData) label(l lang.Lang, _ algos.Demo) string { return l.T("edit.name") }

// turnTargets makes values of the classes of points, or classes of their values.
type turnTargets struct {
	pointsEdit
	target dataset.Target
}

func (c turnTargets) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c turnTargets) recipe(d *document) (algos.Recipe, error) {
	if in := d.demo.Input.Points; in != nil && in.Target != dataset.Either {
		return d.recipe, wire.Refuse(wire.BadField, "as", "%s takes one kind of target alone", d.demo.ID)
	}
	if d.set.Target == c.target {
		return d.recipe, nil
	}
	return d.withPoints(func(set *dataset.Set) error {
		*set = set.As(c.target)
		return nil
	})
}

func (turnTargets) gesture(string) string { return "points as" }

func (c turnTargets) label(l lang.Lang, _ algos.Demo) string {
	if c.target == dataset.Values {
		return l.T("edit.as-values")
	}
	return l.T("edit.as-classes")
}

// withPoints returns the recipe after a change of the points. The document itself
// is not changed.
func (d *document) withPoints(change func(*dataset.Set) error) (algos.Recipe, error) {
	r := d.recipe
	if d.demo.Input.Points == nil {
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

// place moves a point to a place on the board.
func place(set *dataset.Set, i int, x, y float64, d algos.Demo) {
	p := &set.Points[i]
	if set.Dim == 1 {
		p.X[0], p.Y = x, heightOf(*set, y, d)
		return
	}
	p.X = [2]float64{x, y}
}

// heightOf is what the height of a place on a board of one input means: a value, or the
// class that is nearest, for points of class k stand at the height k.
func heightOf(set dataset.Set, y float64, d algos.Demo) float64 {
	switch set.Target {
	case dataset.None:
		return 0
	case dataset.Classes:
		return max(0, min(math.Round(y), float64(d.Input.Classes()-1)))
	}
	return y
}

func newPoint(row wire.Point, set dataset.Set, d algos.Demo) (dataset.Point, error) {
	if set.Dim == 1 {
		return dataset.Point{X: [2]float64{row[0], 0}, Y: heightOf(set, row[1], d)}, nil
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
	if n := d.Input.Classes(); k != float64(int(k)) || k < 0 || int(k) >= n {
		return wire.Refuse(wire.BadField, field, "the class must be a whole number from 0 to %d", n-1)
	}
	return nil
}

// noBoard refuses points for a demo that has no board for them.
func noBoard(d algos.Demo) error {
	if d.Input.Table != nil {
		return wire.Refuse(wire.BadField, "op", "%s works on a table: there are no points to edit", d.ID)
	}
	if d.Input.Cells != nil {
		return wire.Refuse(wire.BadField, "op", "%s works on cells: there are no points to edit", d.ID)
	}
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
