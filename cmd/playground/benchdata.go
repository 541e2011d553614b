package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"playground/algos/dataset"
)

// benchData are the first n rows of a data set, from the file of that name in a
// folder, or generated where no folder is given.
func benchData(name dataset.BenchFile, n int, dir string) (x [][2]float64, y []float64, err error) {
	if dir == "" {
		x, y = generateBench(name, n)
		return x, y, nil
	}
	path := filepath.Join(dir, string(name))
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	x, y, err = readBench(f, n)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return x, y, nil
}

// readBench reads n rows x1,x2 or x1,x2,y below a header. The files are larger
// than a board may be, so they do not come through package dataset.
func readBench(r io.Reader, n int) (x [][2]float64, y []float64, err error) {
	table := csv.NewReader(r)
	if _, err := table.Read(); err != nil {
		return nil, nil, fmt.Errorf("the header: %w", err)
	}
	for len(x) < n {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil, nil, fmt.Errorf("%d rows are too few: %d are needed", len(x), n)
		}
		if err != nil {
			return nil, nil, err
		}
		var v [3]float64
		if len(row) < 2 || len(row) > len(v) {
			return nil, nil, fmt.Errorf("line %d has %d columns: x1,x2 or x1,x2,y are needed", len(x)+2, len(row))
		}
		for i, text := range row {
			if v[i], err = strconv.ParseFloat(text, 64); err != nil || math.IsNaN(v[i]) || math.IsInf(v[i], 0) {
				return nil, nil, fmt.Errorf("line %d: %q is not a number", len(x)+2, text)
			}
		}
		x, y = append(x, [2]float64{v[0], v[1]}), append(y, v[2])
	}
	return x, y, nil
}

// generateBench makes data of the same kind as the files, always the same.
func generateBench(name dataset.BenchFile, n int) (x [][2]float64, y []float64) {
	r := rand.New(rand.NewPCG(1, uint64(len(name))))
	for i := range n {
		switch name {
		case dataset.BenchMoons:
			t, side := math.Pi*r.Float64(), float64(2*(i%2)-1)
			x = append(x, [2]float64{0.5 - side*(0.5-math.Cos(t)) + 0.2*r.NormFloat64(), 0.25 - side*(math.Sin(t)-0.25) + 0.2*r.NormFloat64()})
			y = append(y, side)
		case dataset.BenchSurface:
			p := [2]float64{6*r.Float64() - 3, 6*r.Float64() - 3}
			x, y = append(x, p), append(y, math.Sin(1.5*p[0])*math.Cos(p[1])+0.1*r.NormFloat64())
		default:
			angle := 2 * math.Pi * float64(r.IntN(5)) / 5
			x, y = append(x, [2]float64{4*math.Cos(angle) + r.NormFloat64(), 4*math.Sin(angle) + 0.7*r.NormFloat64()}), append(y, 0)
		}
	}
	return x, y
}
