package main

import (
	"context"
	"fmt"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/viz"
)

// frameWork is the picture of the support vector machine at its last step, drawn
// from scratch with the field evaluated in it.
func (a app) frameWork(ctx context.Context) algos.Bench {
	return algos.Bench{Task: "one frame svg, scatter 200 + field 100x100, 3 isolines", Data: dataset.BenchMoons, Sizes: []int{200}, Setup: func(x [][2]float64, y []float64) (func(), func() []algos.Value, error) {
		return a.setUpFrame(ctx, x, y)
	}}
}

func (a app) setUpFrame(ctx context.Context, x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	d, err := find(a.demos, "svm")
	if err != nil {
		return nil, nil, err
	}
	rows := make([][3]float64, len(x))
	for i := range rows {
		rows[i] = [3]float64{x[i][0], x[i][1], y[i]}
	}
	r := algos.Recipe{Demo: d.ID, Data: dataset.Labelled(rows...), Params: param.Values{"C": "1", "gamma": "1"}}
	run, err := r.Run(ctx, d)
	if err != nil {
		return nil, nil, fmt.Errorf("run %s: %w", d.ID, err)
	}
	var last algos.Step
	for step := range run {
		last = step
	}
	board := last.Panels()[0]
	o := viz.Options{Size: viz.Size{W: 600, H: 450}, FieldNodes: 100, Quiet: true} // as a page gets it
	pic, err := viz.Draw(board, o)
	if err != nil {
		return nil, nil, fmt.Errorf("draw the board: %w", err)
	}
	do = func() {
		if pic, err = viz.Draw(board, o); err != nil {
			panic(err) // it was drawn a moment ago
		}
	}
	answers = func() []algos.Value {
		return []algos.Value{
			{Name: "changing_bytes", Value: len(pic.Layers[1].SVG) + len(pic.Layers[3].SVG)},
			{Name: "points_bytes", Value: len(pic.Layers[2].SVG)},
			{Name: "axes_bytes", Value: len(pic.Layers[0].SVG)},
		}
	}
	return do, answers, nil
}
