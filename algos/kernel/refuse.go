package kernel

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// most bounds the kernel values: beyond it their squares are no longer safe from
// overflow.
const most = 1e120

// TooLarge refuses points at one of which k is too large to compute with, and says
// what would help.
func TooLarge(k Kernel, points []dataset.Point) error {
	for i, q := range points {
		if v := k.At(q.X, q.X); !(math.Abs(v) <= most) {
			return algos.Refuse(say.Vars{"row": say.Row(i).Name(), "value": v}.
				Text("The kernel value at <row> is <value>, which is out of range: use a smaller γ or a lower degree."))
		}
	}
	return nil
}
