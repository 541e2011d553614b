package frame

import (
	"context"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/viz"
	"playground/web/record"
	"playground/web/wire"
)

// LookAt returns what the pictures of step n say of the thing with a reference,
// without drawing them.
func LookAt(ctx context.Context, rec *record.Recorder, n int, ref string, v wire.View) (*wire.Told, error) {
	s, err := rec.Step(ctx, n)
	if err != nil {
		return nil, err
	}
	panels := s.Panels()
	if v.BoardOnly && len(panels) > 0 {
		panels = panels[:1]
	}
	return look(panels, ref, rec.Set()), nil
}

func look(panels []algos.Panel, ref string, set dataset.Set) *wire.Told {
	l := &wire.Told{Ref: ref}
	for i, p := range panels {
		for _, tip := range named(viz.Tips(p, ref), i, set) {
			l.Tips = append(l.Tips, wire.Tip{Panel: p.ID, Layer: tip.Layer, Text: tip.Text})
		}
	}
	return l
}

// named adds to the tips of the points on the board what the data call them.
func named(tips []viz.Tip, panel int, set dataset.Set) []viz.Tip {
	if panel > 0 || set.Names.Empty() {
		return tips
	}
	said := map[string]bool{} // a point is drawn more than once
	for k, tip := range tips {
		row, ok := strings.CutPrefix(tip.Ref, "x")
		i, err := strconv.Atoi(row)
		if ok && err == nil && i < len(set.Points) && !said[tip.Ref] {
			tips[k].Text += "\n" + set.Describe(set.Points[i])
			said[tip.Ref] = true
		}
	}
	return tips
}

// AllTips returns what tooltips say in the pictures of step n, by panel: what
// [BuildLive] leaves out.
func AllTips(ctx context.Context, rec *record.Recorder, n int) (map[string][]viz.Tip, error) {
	s, err := rec.Step(ctx, n)
	if err != nil {
		return nil, err
	}
	tips := map[string][]viz.Tip{}
	for i, p := range s.Panels() {
		tips[p.ID] = named(viz.AllTips(p), i, rec.Set())
	}
	return tips, nil
}
