package gp

import "golang.org/x/sys/cpu"

var vectors = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// tileAVX is [tilePlain] with four numbers to an instruction.
//
//go:noescape
func tileAVX(out *[tileRows * tileCols]float64, a, b *float64, k int)

// tile sets out to the product of a packed panel of rows and one of columns.
func tile(out *[tileRows * tileCols]float64, a, b []float64, k int) {
	if !vectors || k == 0 {
		tilePlain(out, a, b, k)
		return
	}
	_, _ = a[tileRows*k-1], b[tileCols*k-1]
	tileAVX(out, &a[0], &b[0], k)
}
