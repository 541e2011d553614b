//go:build !amd64

package gp

// tile sets out to the product of a packed panel of rows and one of columns.
func tile(out *[tileRows * tileCols]float64, a, b []float64, k int) { tilePlain(out, a, b, k) }
