package gp

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A product is the sum of products that it says, whatever the sizes, and so are the
// tiles with and without the processor's vectors.
func TestAddProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	random := func(rows, cols int) operand {
		m := operand{data: make([]float64, (rows+2)*(cols+3)), rows: rows, cols: cols, down: cols + 3, right: 1, off: 2}
		for i := range m.data {
			m.data[i] = rng.NormFloat64()
		}
		return m
	}
	at := func(m operand, i, j int) float64 { return m.data[m.off+i*m.down+j*m.right] }
	for _, size := range [][3]int{{1, 1, 1}, {4, 12, 5}, {5, 13, 7}, {3, 11, strip}, {9, 25, strip + 1}, {97, 30, 2*strip + 3}} {
		for turn := range 4 {
			a, b, c := random(size[0], size[2]), random(size[2], size[1]), random(size[0], size[1])
			if turn&1 > 0 {
				a = random(size[2], size[0]).transposed()
			}
			if turn&2 > 0 {
				b = random(size[1], size[2]).transposed()
			}
			before := c
			before.data = append([]float64{}, c.data...)
			addProduct(c, -1, a, b)
			for i := range c.rows {
				for j := range c.cols {
					want, terms := at(before, i, j), math.Abs(at(before, i, j))
					for k := range a.cols {
						want -= at(a, i, k) * at(b, k, j)
						terms += math.Abs(at(a, i, k) * at(b, k, j))
					}
					if d := math.Abs(at(c, i, j) - want); !(d <= 1e-15*float64(size[2]+2)*terms) {
						t.Fatalf("size %v, turn %d: entry %d, %d is off by %g", size, turn, i, j, d)
					}
				}
			}
			for i := range c.data { // nothing beside it was touched
				if r, q := (i-c.off)/c.down, (i-c.off)%c.down; (i < c.off || r >= c.rows || q >= c.cols) && c.data[i] != before.data[i] {
					t.Fatalf("size %v: place %d outside of the product changed", size, i)
				}
			}
		}
	}
}

// TestTile compares the tile of this processor with the plain one.
func TestTile(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, k := range []int{0, 1, 2, 191} {
		a, b := make([]float64, tileRows*k), make([]float64, tileCols*k)
		for _, v := range [][]float64{a, b} {
			for i := range v {
				v[i] = rng.NormFloat64()
			}
		}
		var got, want [tileRows * tileCols]float64
		got[7] = 3 // is overwritten
		tile(&got, a, b, k)
		tilePlain(&want, a, b, k)
		for i, w := range want {
			if d := math.Abs(got[i] - w); !(d <= 1e-13*float64(k)) {
				t.Errorf("k = %d: sum %d is %v, want %v", k, i, got[i], w)
			}
		}
	}
}
