package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"playground/algos"
	"playground/algos/mark"
	"playground/views/mathml"
	"playground/viz"
)

// Limits of a picture.
const (
	minSide      = 80
	maxSide      = 4000
	maxScale     = 4
	maxPixels    = 64_000_000 // of a PNG
	maxGIFPixels = 2_000_000  // of one frame
	gifFrames    = 120
	gifDelay     = 12 // hundredths of a second
)

// A shot is what render draws and how.
type shot struct {
	out, step, theme, panel string
	width, height, scale    float64
}

// render draws one step of a run, or the run as an animation.
func (a app) render(flags *flag.FlagSet) func(context.Context) error {
	var c choice
	c.bind(flags)
	var s shot
	flags.StringVar(&s.out, "o", "", "write the plot to `FILE`.svg or .png, or the run up to the step to .gif")
	flags.StringVar(&s.step, "step", "end", "draw step `K`: 0, 1, 2, … or end")
	flags.StringVar(&s.theme, "theme", string(viz.Light), "`light`, dark or projector")
	flags.StringVar(&s.panel, "panel", "", "draw the panel `ID` instead of the board")
	flags.Float64Var(&s.width, "width", 720, "width in CSS `pixels`")
	flags.Float64Var(&s.height, "height", 540, "height in CSS `pixels`")
	flags.Float64Var(&s.scale, "scale", 2, "PNG pixels per CSS `pixel`")
	return func(ctx context.Context) error {
		draw, err := s.drawing()
		if err != nil {
			return err
		}
		last, err := algos.ParseStep(s.step)
		if err != nil {
			return &usageError{message: "-" + err.Error()}
		}
		d, r, err := c.recipe(a.demos)
		if err != nil {
			return err
		}
		c.tell(a.stderr)
		p, err := r.Problem()
		if err != nil {
			return err
		}
		f := film{ctx: ctx, demo: d.Testing(p.All()), recipe: r, panel: s.panel}
		if err := f.wind(last); err != nil {
			return err
		}
		var picture bytes.Buffer
		if err := draw(&picture, &f); err != nil {
			return err
		}
		return writeFile(s.out, picture.Bytes())
	}
}

// drawing checks what was asked for and returns the drawing of a film that was
// wound to its step.
func (s shot) drawing() (func(io.Writer, *film) error, error) {
	usage := func(format string, args ...any) (func(io.Writer, *film) error, error) {
		return nil, &usageError{message: fmt.Sprintf(format, args...)}
	}
	theme, err := viz.ParseTheme(s.theme)
	if err != nil {
		return usage("-theme: %v", err)
	}
	if !(min(s.width, s.height) >= minSide && max(s.width, s.height) <= maxSide) {
		return usage("-width and -height must be from %d to %d", minSide, maxSide)
	}
	if !(s.scale > 0 && s.scale <= maxScale) {
		return usage("-scale must be above 0 and at most %d", maxScale)
	}
	o := viz.Options{Size: viz.Size{W: s.width, H: s.height}, Projector: theme == viz.Projector, Legend: true}
	area := s.width * s.height
	switch strings.ToLower(filepath.Ext(s.out)) {
	case ".svg":
		return func(w io.Writer, f *film) error {
			p, err := f.still()
			if err != nil {
				return err
			}
			svg, err := viz.SVG(p, o, theme)
			if err != nil {
				return err
			}
			_, err = w.Write(svg)
			return err
		}, nil
	case ".png":
		if area*s.scale*s.scale > maxPixels {
			return usage("-width, -height and -scale make more than %d pixels", maxPixels)
		}
		return func(w io.Writer, f *film) error {
			p, err := f.still()
			if err != nil {
				return err
			}
			o.Caption = f.caption(f.n, f.end)
			return viz.PNG(w, p, o, theme, s.scale)
		}, nil
	case ".gif":
		if area > maxGIFPixels {
			return usage("-width and -height make more than %d pixels a frame", maxGIFPixels)
		}
		return func(w io.Writer, f *film) error {
			err := viz.GIF(w, f.panels(gifFrames), o, theme, gifDelay)
			return errors.Join(f.err, err)
		}, nil
	}
	if s.out == "" {
		return usage("-o is missing: the file to write, ending in .svg, .png or .gif")
	}
	return usage("-o %s: the name must end in .svg, .png or .gif", s.out)
}

// A film is a run of which one panel is looked at.
type film struct {
	ctx     context.Context
	demo    algos.Demo
	recipe  algos.Recipe
	panel   string // the panel's id; empty for the first
	n       int    // the step it is wound to
	end     algos.Step
	columns map[string][]float64 // of the chart's metrics, by step
	err     error                // that ended panels
}

// wind runs the demo up to a step.
func (f *film) wind(last int) error {
	chart, isChart := f.chart()
	if isChart {
		f.columns = map[string][]float64{}
	}
	seq, err := f.recipe.Run(f.ctx, f.demo)
	if err != nil {
		return err
	}
	f.n = -1
	for s := range seq {
		f.n++
		f.end = s
		for _, c := range chart.Series {
			f.columns[c.Metric] = append(f.columns[c.Metric], s.Metric(c.Metric))
		}
		if f.n == last || f.n == algos.MaxStep {
			break
		}
	}
	if f.ctx.Err() != nil {
		return errInterrupted
	}
	if f.n < last {
		return fmt.Errorf("there is no step %d: the run ends with step %d", last, f.n)
	}
	if f.n < 0 {
		return errors.New("the run has no steps")
	}
	return nil
}

// chart returns the chart that the panel's id names.
func (f *film) chart() (mark.Chart, bool) {
	id, ok := strings.CutPrefix(f.panel, "chart-")
	for _, c := range f.demo.Charts {
		if ok && c.ID == id {
			return c, true
		}
	}
	return mark.Chart{}, false
}

// still returns the panel at the step that the film is wound to.
func (f *film) still() (mark.Panel, error) { return f.at(f.n, f.end) }

// at returns the panel at step n.
func (f *film) at(n int, s algos.Step) (mark.Panel, error) {
	if c, ok := f.chart(); ok {
		return viz.ChartPanel(c, func(metric string) []float64 { return f.columns[metric] }, f.n+1, n), nil
	}
	var ids []string
	for i, p := range s.Panels() {
		if p.ID == f.panel || f.panel == "" {
			f.name(&p, i == 0)
			return p, nil
		}
		ids = append(ids, p.ID)
	}
	for _, c := range f.demo.Charts {
		ids = append(ids, "chart-"+c.ID)
	}
	return mark.Panel{}, fmt.Errorf("there is no panel %q at step %d; there are %s", f.panel, n, strings.Join(ids, ", "))
}

// caption says what step n shows.
func (f *film) caption(n int, s algos.Step) viz.Caption {
	var words []string
	for _, line := range s.Say() {
		if text := line.Text.String(); text != "" && !line.Folded {
			words = append(words, mathml.PlainInline(text))
		}
	}
	return viz.Caption{Title: f.demo.Title, Step: fmt.Sprintf("step %d", n), Sentence: strings.Join(words, " ")}
}

// name puts the names that came with the data on a panel.
func (f *film) name(p *mark.Panel, board bool) {
	set := f.recipe.Data.Set
	if set.Names.Empty() {
		return
	}
	p.NameAxes(set)
	if board && f.demo.Input.Classified() {
		p.Classes = set.ClassNames()
	}
}

// panels runs the demo again and yields the panel of at most the given number
// of steps (2 or more), evenly spread, from the first to the one that the film is wound to.
func (f *film) panels(most int) iter.Seq2[mark.Panel, viz.Caption] {
	return func(yield func(mark.Panel, viz.Caption) bool) {
		var seq iter.Seq[algos.Step]
		if seq, f.err = f.recipe.Run(f.ctx, f.demo); f.err != nil {
			return
		}
		frames := min(f.n+1, most)
		k, n := 0, 0
		for s := range seq {
			if n == k*f.n/max(frames-1, 1) {
				var p mark.Panel
				if p, f.err = f.at(n, s); f.err != nil || !yield(p, f.caption(n, s)) {
					return
				}
				k++
			}
			if n == f.n {
				return
			}
			n++
		}
		if f.ctx.Err() != nil {
			f.err = errInterrupted
		}
	}
}

// writeFile writes a file as a whole or not at all.
func writeFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".playground-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
