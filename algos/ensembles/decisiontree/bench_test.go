package decisiontree

import (
	"strconv"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// wide is a table of as many rows as tables have, with numbers that say nothing about the class.
func wide(rows int) dataset.Source {
	var t dataset.Table
	for j := range 10 {
		t.Columns = append(t.Columns, dataset.Column{Name: "c" + strconv.Itoa(j)})
	}
	t.Columns = append(t.Columns, dataset.Column{Name: "y", Kind: dataset.Words, Words: []string{"a", "b"}, Wanted: true})
	for i := range rows {
		var row []float64
		for j := range 10 {
			row = append(row, float64((i*(7+j)*(j+3)+i*i%(11+j))%997))
		}
		t.Rows = append(t.Rows, append(row, float64(i*i%7%2)))
	}
	return dataset.Tabled(t)
}

// BenchmarkRun is a whole run, every step made but not looked at.
func BenchmarkRun(b *testing.B) {
	for name, data := range map[string]dataset.Source{"2000 points": dataset.Generate("moons", 2000, 0.3, 1), "2000 rows of ten columns": wide(2000)} {
		b.Run(name, func(b *testing.B) {
			p, err := algos.Recipe{Data: data}.Problem()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				run, err := Demo.Steps(b.Context(), p, algotest.Values("prune", byValidation))
				if err != nil {
					b.Fatal(err)
				}
				for range run {
				}
			}
		})
	}
}

// BenchmarkLook is what a page shows of the first split and of the end, without drawing it.
func BenchmarkLook(b *testing.B) {
	all := algotest.Steps(b, Demo, wide(2000), algotest.Values())
	for name, s := range map[string]algos.Step{"first": all[11], "end": all[len(all)-1]} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s.Say()
				s.Checks()
				s.Panels()
				s.Model()
			}
		})
	}
}
