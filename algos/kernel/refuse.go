package kernel

import (
	"fmt"
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
			return algos.Refuse(say.Phrase(fmt.Sprintf("The kernel's value at x%s is %s, beyond what can be computed with: take a smaller γ or a lower degree.", say.Sub(i+1), say.Num(v))))
		}
	}
	return nil
}
