package frame

import (
	"context"
	"strconv"
	"strings"

	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
	"playground/web/record"
	"playground/web/wire"
)

// LookAt returns the tooltips of the thing with a reference in the pictures of
// step n. It does not draw the pictures.
func LookAt(ctx context.Context, rec *record.Recorder, n int, ref string, v wire.View, book say.Book) (*wire.Inspection, error) {
	s, err := rec.Step(ctx, n)
	if err != nil {
		return nil, err
	}
	panels := rec.Panels(s)
	if v.BoardOnly && len(panels) > 0 {
		panels = panels[:1]
	}
	for i, p := range panels {
		panels[i] = p.In(book)
	}
	return look(panels, ref, rec.Set()), nil
}

func look(panels []mark.Panel, ref string, set dataset.Set) *wire.Inspection {
	l := &wire.Inspection{Ref: ref}
	for _, p := range panels {
		for _, tip := range named(viz.Tips(p, ref), p, set) {
			l.Tips = append(l.Tips, wire.Tip{Panel: p.ID, Layer: tip.Layer, Text: tip.Text})
		}
	}
	return l
}

// named adds the names of the data to the tips of their points.
func named(tips []viz.Tip, p mark.Panel, set dataset.Set) []viz.Tip {
	if p.Edits != mark.EditsData || set.Names.Empty() {
		return tips
	}
	done := map[string]bool{} // a point is drawn more than once
	for k, tip := range tips {
		row, ok := strings.CutPrefix(tip.Ref, "x")
		i, err := strconv.Atoi(row)
		if ok && err == nil && i < len(set.Points) && !done[tip.Ref] {
			tips[k].Text += "\n" + set.Describe(set.Points[i])
			done[tip.Ref] = true
		}
	}
	return tips
}

// AllTips returns all tooltips in the pictures of step n, by panel. [BuildLive]
// leaves them out.
func AllTips(ctx context.Context, rec *record.Recorder, n int, book say.Book) (map[string][]viz.Tip, error) {
	s, err := rec.Step(ctx, n)
	if err != nil {
		return nil, err
	}
	tips := map[string][]viz.Tip{}
	for _, p := range rec.Panels(s) {
		tips[p.ID] = named(viz.AllTips(p.In(book)), p, rec.Set())
	}
	return tips, nil
}
