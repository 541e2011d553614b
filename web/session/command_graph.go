package session

import (
	"fmt"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/lang"
	"playground/web/wire"
)

// joinPoints draws an edge between two nodes of a graph, gives it another weight, or with
// the weight 0 takes it away.
type joinPoints struct {
	pointsEdit
	nodes  [2]int
	weight float64
}

// Of the weights of one edge the last one counts.
func (c joinPoints) merge(old command) (command, bool) {
	o, ok := old.(joinPoints)
	return c, ok && c.isLive && o.isLive && c.nodes == o.nodes
}

func (c joinPoints) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c joinPoints) recipe(d *document) (algos.Recipe, error) {
	if d.demo.Input.Graph() == nil {
		return d.recipe, wire.Refuse(wire.BadField, "op", "%s works on no graph", d.demo.ID)
	}
	return d.withPoints(func(set *dataset.Set) error {
		set.Unlabel()
		if err := set.Join(c.nodes[0], c.nodes[1], c.weight); err != nil {
			return wire.Refuse(wire.BadField, "nodes", "%v", err)
		}
		return nil
	})
}

// An eraser takes edges away in one gesture.
func (c joinPoints) gesture(string) string {
	if c.weight == 0 {
		return "points part"
	}
	return fmt.Sprint("points join ", c.nodes)
}

func (c joinPoints) label(l lang.Lang, _ algos.Demo) string {
	switch {
	case c.weight == 0 && c.isLive:
		return l.T("edit.part-some")
	case c.weight == 0:
		return l.T("edit.part", c.nodes[0]+1, c.nodes[1]+1)
	}
	return l.T("edit.join", c.nodes[0]+1, c.nodes[1]+1)
}
