package session

import (
	"errors"
	"testing"

	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/lang"
	"playground/web/testdemos/randomwalk"
	"playground/web/wire"
)

// opened returns a document with a recipe of the walk.
func opened(t *testing.T, query map[string][]string) *document {
	t.Helper()
	d := &document{lang: lang.English, limit: 50}
	demo := randomwalk.Demo()
	r, err := demo.ParseRecipe(query)
	if err != nil {
		t.Fatal(err)
	}
	set, err := d.check(demo, r)
	if err != nil {
		t.Fatal(err)
	}
	if d.open(demo, r, set) {
		t.Error("the first demo goes on with a history")
	}
	d.start()
	return d
}

func (d *document) apply(t *testing.T, e edit) bool {
	t.Helper()
	began, err := d.edit(e)
	if err != nil {
		t.Fatalf("%+v: %v", e, err)
	}
	return began
}

var (
	live = editing{isLive: true}
	done = editing{}
)

func TestDocumentEdits(t *testing.T) {
	d := opened(t, nil)
	first := d.version()
	for _, e := range []edit{
		setParam{name: "steps", value: "12"},
		setSeed{seed: 9},
		addPoints{rows: []wire.Point{{0, 0, 1}}},
		movePoint{index: 0, x: 0.5, y: 0.5},
		placePoints{rows: []wire.Point{{1, 0.5, 0}}},
		relabelPoints{indexes: []int{0}, class: 2},
		removePoints{indexes: []int{0, 2}},
		setWindow{to: &wire.Window{-3, 3, -3, 3}},
		clearPoints{},
	} {
		before := d.version()
		if began := d.apply(t, e); began != (e.window() != windowIsSet) {
			t.Errorf("%T begins an edit of the run: %v", e, began)
		}
		if before.equal(d.version()) {
			t.Errorf("%T changed nothing", e)
		}
	}
	if len(d.set.Points) != 0 || d.recipe.Seed != 9 || d.recipe.Params["steps"] != "12" {
		t.Errorf("the recipe is %+v", d.recipe)
	}
	last := d.version()
	for range 9 {
		if err := d.undo(false); err != nil {
			t.Fatal(err)
		}
	}
	if !first.equal(d.version()) || nextLabel(d.history.done) != "" {
		t.Errorf("after undoing everything it is %+v", d.version())
	}
	if err := d.undo(false); err == nil {
		t.Error("there is something to undo left")
	}
	for range 9 {
		if err := d.undo(true); err != nil {
			t.Fatal(err)
		}
	}
	if !last.equal(d.version()) {
		t.Errorf("after redoing everything it is %+v", d.version())
	}
}

// An edit that is refused leaves the document as it was.
func TestDocumentRefuses(t *testing.T) {
	d := opened(t, nil)
	before := d.version()
	for _, c := range []struct {
		e     edit
		field string
	}{
		{setParam{name: "steps", value: "many"}, "steps"},
		{setParam{name: "unknown", value: "1"}, "unknown"},
		{addPoints{rows: []wire.Point{{0, 0, 3}}}, "points"},
		{addPoints{rows: make([]wire.Point, 48)}, "data"},
		{movePoint{index: 3}, "index"},
		{placePoints{rows: []wire.Point{{3, 0, 0}}}, "points"},
		{removePoints{indexes: []int{0, 3}}, "indexes"},
		{relabelPoints{indexes: []int{0}, class: 3}, "class"},
		{relabelPoints{indexes: []int{3}, class: 1}, "indexes"},
		{loadPoints{data: new("nothing~3")}, "data"},
		{loadPoints{file: dataFile{bytes: []byte("x1,x2,y\n1,oops,1\n")}}, "csv"},
	} {
		_, err := d.edit(c.e)
		var e *wire.Error
		var bad *param.Error
		switch {
		case errors.As(err, &e) && e.Field == c.field:
		case errors.As(err, &bad) && bad.Field == c.field:
		default:
			t.Errorf("%+v gives %v, want the field %s", c.e, err, c.field)
		}
		if !before.equal(d.version()) || len(d.history.done) != 0 {
			t.Fatalf("%+v was refused and changed the document", c.e)
		}
	}
	own := randomwalk.Demo()
	own.Input = input.Spec{}
	d.whole, d.demo = own, own
	for _, e := range []edit{clearPoints{}, addPoints{}, loadPoints{data: new("moons")}, loadPoints{file: dataFile{bytes: []byte{}}}} {
		_, err := d.edit(e)
		if refused := (*wire.Error)(nil); !errors.As(err, &refused) || refused.Field != "op" {
			t.Errorf("%T without a board gives %v", e, err)
		}
	}
}

// The moves of a gesture are one edit. A place of nothing ends whichever gesture is
// under way.
func TestDocumentGestures(t *testing.T) {
	d := opened(t, nil)
	first := d.version()
	began := 0
	for i := range 5 {
		if d.apply(t, movePoint{pointsEdit: pointsEdit{live}, index: 0, x: float64(i) / 10}) {
			began++
		}
	}
	d.apply(t, movePoint{pointsEdit: pointsEdit{done}, index: 0, x: 0.7})
	if began != 1 || len(d.history.done) != 1 {
		t.Errorf("a drag began %d edits, %d are remembered", began, len(d.history.done))
	}
	for i := range 3 {
		d.apply(t, addPoints{pointsEdit: pointsEdit{live}, rows: []wire.Point{{float64(i) / 10, 0, 0}}})
	}
	d.apply(t, placePoints{})
	d.apply(t, addPoints{pointsEdit: pointsEdit{live}, rows: []wire.Point{{0.9, 0, 0}}})
	if len(d.history.done) != 3 {
		t.Errorf("two sprays after a drag: %d edits", len(d.history.done))
	}
	for range 3 {
		if err := d.undo(false); err != nil {
			t.Fatal(err)
		}
	}
	if !first.equal(d.version()) {
		t.Error("three undos do not lead back")
	}
	// There and back again is no edit.
	d.apply(t, setSeed{editing: live, seed: 3})
	d.apply(t, setSeed{editing: done, seed: first.recipe.Seed})
	if nextLabel(d.history.done) != "" {
		t.Errorf("a gesture that ended where it began can be undone: %q", nextLabel(d.history.done))
	}
}

// The board stays as long as it shows all points, and is fitted otherwise. It does
// not move during a gesture. A window that was asked for stays.
func TestDocumentWindow(t *testing.T) {
	d := opened(t, nil)
	fitted := d.shown
	d.apply(t, movePoint{index: 2, x: 0.1, y: 0.1})
	if w := d.start().Window; w != fitted || !d.pinned {
		t.Errorf("a point inside moved the board from %v to %v", fitted, w)
	}
	d.apply(t, movePoint{pointsEdit: pointsEdit{live}, index: 2, x: 50, y: 50})
	if w := d.start().Window; w != fitted {
		t.Errorf("the board moved to %v during a gesture", w)
	}
	d.apply(t, movePoint{index: 2, x: 50, y: 50})
	if w := d.start().Window; w != mark.FitWindow(d.set) || d.pinned {
		t.Errorf("a point outside left the board at %v", w)
	}
	asked := grid.Window{X0: -9, X1: 9, Y0: -9, Y1: 9}
	d.apply(t, setWindow{to: &wire.Window{-9, 9, -9, 9}})
	d.apply(t, movePoint{index: 2, x: 70, y: 70})
	if w := d.start().Window; w != asked {
		t.Errorf("the window that was asked for became %v", w)
	}
	d.apply(t, loadPoints{data: new("moons~20~0.2~7")})
	if w := d.start().Window; w != mark.FitWindow(d.set) || len(d.set.Points) != 20 || d.set.Target != dataset.Classes {
		t.Errorf("%d points were loaded, and the board shows %v", len(d.set.Points), w)
	}
}

// Another recipe of the demo is an edit; another demo has a history of its own.
func TestDocumentOpensAgain(t *testing.T) {
	d := opened(t, nil)
	first := d.version()
	demo := randomwalk.Demo()
	r, err := demo.ParseRecipe(map[string][]string{"preset": {"long"}})
	if err != nil {
		t.Fatal(err)
	}
	if !d.open(demo, r, d.set) || nextLabel(d.history.done) != "open “Long”" {
		t.Errorf("another recipe of the demo is remembered as %q", nextLabel(d.history.done))
	}
	if err := d.undo(false); err != nil || !first.equal(d.version()) {
		t.Errorf("undone to %+v, %v", d.version(), err)
	}
	demo.ID = "another"
	if d.open(demo, r, d.set) || len(d.history.undone) != 0 {
		t.Error("another demo goes on with the history")
	}
}
