package frame_test

import (
	"strings"
	"testing"

	"playground/algos"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// What a reader sets of a chart is shown so, for every chart, and
// nothing else changes.
func TestChartsAsTheReaderSetThem(t *testing.T) {
	for _, d := range demos {
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		rec := start(t, d, r, record.Limits{Steps: 40})
		n := rec.Len() - 1
		plain := build(t, d, rec, n, frame.DefaultView)
		for _, c := range d.Charts {
			id := frame.ChartID(c)
			name := c.Series[0].Label
			if name == "" {
				name = c.Series[0].Metric
			}
			if len(name) > wire.MaxSeriesName || len(id) > wire.MaxName {
				t.Errorf("%s: the names of %s are too long to be sent", d.ID, id)
			}
			log, size := !c.Log, [2]float64{900, 500}
			v := frame.DefaultView
			v.Panels = map[string]wire.PanelView{id: {Log: &log}}
			for _, p := range build(t, d, rec, n, v).Panels {
				if p.ID == id && p.Log != log {
					t.Errorf("%s: %s has log %v", d.ID, id, p.Log)
				}
			}
			v.Panels = map[string]wire.PanelView{id: {Hidden: []string{name}, Size: &size}}
			set := build(t, d, rec, n, v)
			for i, p := range set.Panels {
				was := plain.Panels[i]
				if p.ID != id {
					if p.Layers["under"] != was.Layers["under"] || p.Size != was.Size {
						t.Errorf("%s: setting %s changed %s", d.ID, id, p.ID)
					}
					continue
				}
				if p.Size != size || p.Log != was.Log {
					t.Errorf("%s: %s has the size %v and log %v", d.ID, id, p.Size, p.Log)
				}
				if strings.Contains(p.Layers["under"], `data-name='`+name+`'`) || *p.Legend != *was.Legend {
					t.Errorf("%s: %q of %s is drawn, or left the legend %s", d.ID, name, id, *p.Legend)
				}
			}
		}
	}
}

// The small steps of a step are counted from 1, and a step of its own is one.
func TestPartsOfAStep(t *testing.T) {
	d, rec := walked(t, nil, record.Limits{})
	part := 0
	for n := range rec.Len() {
		f := build(t, d, rec, n, frame.DefaultView)
		if f.Part != part {
			t.Errorf("step %d is part %d, want %d", n, f.Part, part)
		}
		s, err := rec.Step(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		if part++; s.Size >= algos.Normal {
			part = 1
		}
	}
}
