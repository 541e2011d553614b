package net_test

import (
	"math/rand/v2"
	"testing"

	"playground/algos/grid"
	"playground/algos/net"
)

// At every node of a grid all units have the outputs of a pass.
func TestUnitsAreThoseOfAPass(t *testing.T) {
	n := net.New([]int{2, 3, 1}, net.Tanh, net.Linear)
	w, tape := make([]float64, n.Len()), n.NewTape()
	n.Init(w, rand.New(rand.NewPCG(1, 2)))
	g := grid.Grid{Window: grid.Window{X0: -1, X1: 2, Y0: 0, Y1: 1}, NX: 4, NY: 3}
	plain := n.Units(w, g, nil)
	doubled := n.Units(w, g, func(in []float64, x, y float64) { in[0], in[1] = 2*x, 2*y })
	for j := range g.NY {
		for i := range g.NX {
			for scale, units := range map[float64][][][]float64{1: plain, 2: doubled} {
				n.Forward(w, []float64{scale * g.X(i), scale * g.Y(j)}, tape)
				for k, layer := range tape.Out {
					for u, want := range layer {
						if got := units[k][u][j*g.NX+i]; got != want {
							t.Fatalf("unit %d of layer %d at (%d, %d): %v, want %v", u, k, i, j, got, want)
						}
					}
				}
			}
		}
	}
}
