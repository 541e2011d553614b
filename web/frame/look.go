package frame

import (
	"context"

	"playground/algos"
	"playground/viz"
	"playground/web/record"
	"playground/web/wire"
)

// LookAt returns the tooltips of the thing with a reference in the pictures of
// step n. It does not draw the pictures.
func LookAt(ctx context.Context, rec *record.Recorder, n int, ref string, v wire.View) (*wire.Inspection, error) {
	s, err := rec.Step(ctx, n)
	if err != nil {
		return nil, err
	}
	panels := s.Panels()
	if v.BoardOnly && len(panels) > 0 {
		panels = panels[:1]
	}
	return look(panels, ref), nil
}

func look(panels []algos.Panel, ref string) *wire.Inspection {
	l := &wire.Inspection{Ref: ref}
	for _, p := range panels {
		for _, tip := range viz.Tips(p, ref) {
			l.Tips = append(l.Tips, wire.Tip{Panel: p.ID, Layer: tip.Layer, Text: tip.Text})
		}
	}
	return l
}

// AllTips returns all tooltips in the pictures of step n, by panel. [BuildLive]
// leaves them out.
func AllTips(ctx context.Context, rec *record.Recorder, n int) (map[string][]viz.Tip, error) {
	s, err := rec.Step(ctx, n)
	if err != nil {
		return nil, err
	}
	tips := map[string][]viz.Tip{}
	for _, p := range s.Panels() {
		tips[p.ID] = viz.AllTips(p)
	}
	return tips, nil
}
