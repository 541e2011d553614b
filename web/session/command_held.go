package session

import (
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/lang"
	"playground/web/wire"
)

// holdPoints holds points out, or lets the method learn from them again. A brush does
// so live.
type holdPoints struct {
	pointsEdit
	indexes []int
	out     bool
}

func (c holdPoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c holdPoints) recipe(d *document) (algos.Recipe, error) {
	if err := testable(d); err != nil {
		return d.recipe, err
	}
	return d.withPoints(func(set *dataset.Set) error {
		if err := checkIndexes(c.indexes, set.Points); err != nil {
			return err
		}
		set.Hold(c.indexes, c.out)
		return nil
	})
}

func (holdPoints) gesture(string) string { return "points hold" }

func (c holdPoints) label(l lang.Lang, _ algos.Demo) string {
	if c.isLive && c.out {
		return l.T("edit.hold-some")
	}
	if c.isLive {
		return l.T("edit.unhold-some")
	}
	if c.out {
		return l.T("edit.hold", pointNames(l, c.indexes))
	}
	return l.T("edit.unhold", pointNames(l, c.indexes))
}

// holdShare holds out a share of all points. Generated points stay generated: the
// source says how many are held out.
type holdShare struct {
	pointsEdit
	percent int
}

func (c holdShare) act(s *session, now time.Time) error { return s.edit(c, now) }

// shareSeed chooses among points that no generator has made.
const shareSeed = 1

func (c holdShare) recipe(d *document) (algos.Recipe, error) {
	if err := testable(d); err != nil {
		return d.recipe, err
	}
	held := dataset.ShareHeld(len(d.set.Points), c.percent)
	if r := d.recipe; r.Data.Generator != "" {
		r.Data.Held = held
		return r, nil
	}
	return d.withPoints(func(set *dataset.Set) error {
		set.HoldSample(held, shareSeed)
		return nil
	})
}

func (holdShare) gesture(string) string { return "points share" }

func (c holdShare) label(l lang.Lang, _ algos.Demo) string {
	if c.percent == 0 {
		return l.T("edit.unhold-all")
	}
	return l.T("edit.share", c.percent)
}

// testable refuses to hold points out where there are no targets to test.
func testable(d *document) error {
	switch {
	case d.demo.Input.Points == nil:
		return noBoard(d.demo)
	case !d.demo.Input.Supervised():
		return wire.Refuse(wire.BadField, "op", "%s looks at no targets: no point can be held out", d.demo.ID)
	}
	return nil
}
