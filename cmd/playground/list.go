package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/param"
)

// A demoInfo is a demo as list -json writes it.
type demoInfo struct {
	ID        string       `json:"id"`
	Title     string       `json:"title"`
	Summary   string       `json:"summary"`
	Family    string       `json:"family"`
	Task      string       `json:"task"`
	Dims      []int        `json:"dims"`
	Classes   int          `json:"classes"`
	MaxPoints int          `json:"max_points"`
	Params    param.Schema `json:"params"`
	Presets   []presetInfo `json:"presets"`
}

type presetInfo struct {
	ID     string       `json:"id"`
	Title  string       `json:"title"`
	Note   string       `json:"note"`
	Data   string       `json:"data"` // as it stands in a URL
	Params param.Values `json:"params,omitempty"`
	Seed   uint64       `json:"seed"`
}

// list writes every demo with its parameters and presets.
func (a app) list(flags *flag.FlagSet) func(context.Context) error {
	asJSON := flags.Bool("json", false, "write a JSON array")
	return func(context.Context) error {
		if *asJSON {
			infos := []demoInfo{}
			for _, d := range a.demos {
				infos = append(infos, infoOf(d))
			}
			e := json.NewEncoder(a.stdout)
			e.SetEscapeHTML(false)
			e.SetIndent("", "  ")
			return e.Encode(infos)
		}
		b := bufio.NewWriter(a.stdout)
		for _, d := range a.demos {
			describe(b, d)
		}
		fmt.Fprintln(b, "Data sets, for -preset with any demo that takes such data:")
		w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		for _, g := range dataset.Generators() {
			fmt.Fprintf(w, "  %s\t%s\n", g.Default(), g.Note)
		}
		_ = w.Flush() // b reports the failure
		return b.Flush()
	}
}

func infoOf(d algos.Demo) demoInfo {
	info := demoInfo{
		ID: d.ID, Title: d.Title, Summary: d.Summary, Family: d.Family, Task: d.Input.Task(),
		MaxPoints: d.Input.Limit(), Params: d.Schema(), Presets: []presetInfo{},
	}
	if in := d.Input.Points; in != nil {
		info.Dims, info.Classes = in.Dims, in.Classes
	}
	for _, p := range d.Presets {
		info.Presets = append(info.Presets, presetInfo{p.ID, p.Title, p.Note, p.Data.String(), p.Params, p.Seed})
	}
	return info
}

// describe writes one demo for people. A failed write shows when b is flushed.
func describe(b io.Writer, d algos.Demo) {
	takes := fmt.Sprintf("%s, at most %d points", d.Input.Task(), d.Input.Limit())
	switch {
	case d.Input.Graph() != nil:
		takes = fmt.Sprintf("a graph of at most %d nodes and %d edges", d.Input.Limit(), dataset.MaxEdges)
	case d.Input.Cells != nil:
		rows, cols := d.Input.Cells.Shape()
		takes = fmt.Sprintf("cells in at most %d rows and %d columns", rows.Most, cols.Most)
		for _, x := range d.Input.Cells.Layers {
			rows, cols = x.Shape()
			takes += fmt.Sprintf("; %s in at most %d rows and %d columns", x.Name, rows.Most, cols.Most)
		}
	case d.Input.Own():
		takes = "makes its own examples"
	case d.Input.Either():
		takes += fmt.Sprintf(", or a table of at most %d rows", input.Spec{Table: d.Input.Table}.Limit())
	case d.Input.Table != nil:
		takes = fmt.Sprintf("a table of at most %d rows", d.Input.Limit())
	}
	fmt.Fprintf(b, "%s: %s (%s)\n  %s\n", d.ID, d.Title, takes, d.Summary)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  parameters:")
	for _, p := range d.Schema() {
		fmt.Fprintf(w, "    %s\t%s\t%s\tdefault %s\t%s\n", p.Name, p.Kind, rangeOf(p), p.Default, p.Hint)
	}
	fmt.Fprintln(w, "  presets:")
	for _, p := range d.Presets {
		fmt.Fprintf(w, "    %s\t%s\n", p.ID, p.Title)
	}
	_ = w.Flush()
	fmt.Fprintln(b)
}

// rangeOf says which values a parameter takes.
func rangeOf(p param.Spec) string {
	switch p.Kind {
	case param.Float, param.Int, param.Point:
		return "from " + param.Format(*p.Min) + " to " + param.Format(*p.Max)
	case param.Numbers:
		return numbersOf(p)
	case param.Actions:
		var acts []string
		for i, a := range p.Acts {
			acts = append(acts, strconv.Itoa(i)+" "+a.Label)
		}
		return "at most " + strconv.Itoa(p.Count[1]) + " of " + strings.Join(acts, ", ")
	case param.Matrix:
		return matrixOf(p)
	case param.Choice:
		var values []string
		for _, c := range p.Choices {
			values = append(values, c.Value)
		}
		return strings.Join(values, "|")
	case param.Bool:
		return "true|false"
	}
	return fmt.Sprintf("at most %d characters", p.MaxLen)
}

// numbersOf says which lists of numbers a parameter takes.
func numbersOf(p param.Spec) string {
	text := strconv.Itoa(p.Count[0])
	if p.Count[1] > p.Count[0] {
		text += " to " + strconv.Itoa(p.Count[1])
	}
	text += " numbers from " + param.Format(*p.Min) + " to " + param.Format(*p.Max)
	if p.Each > 1 {
		text += ", a multiple of " + strconv.Itoa(p.Each)
	}
	if p.Distribution {
		text += ", whose sum is 1"
	}
	return text
}

// matrixOf says which matrices a parameter takes.
func matrixOf(p param.Spec) string {
	span := func(e param.Extent) string {
		if e.Least == e.Most {
			return strconv.Itoa(e.Most)
		}
		return fmt.Sprintf("%d–%d", e.Least, e.Most)
	}
	f := p.Matrix
	text := fmt.Sprintf("%s × %s numbers from %s to %s", span(f.Rows), span(f.Cols), param.Format(*p.Min), param.Format(*p.Max))
	if f.Square && f.Rows.Least < f.Rows.Most {
		text += ", square"
	}
	if f.Symmetric {
		text += ", symmetric"
	}
	switch f.Sum {
	case param.EachRow:
		text += ", each row sums to 1"
	case param.AllOf:
		text += ", all sum to 1"
	}
	return text
}
