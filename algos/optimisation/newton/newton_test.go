package newton

import (
	"fmt"
	"testing"

	"playground/algos/algotest"
	"playground/algos/param"
)

func TestShow(t *testing.T) {
	for _, p := range Demo.Presets {
		s := algotest.Steps(t, Demo, own, param.Values(p.Params))
		last := s[len(s)-1]
		fmt.Println("==", p.ID, len(s)-1, last.Status.State, last.Status.Reason)
		v := last.View.(view)
		fmt.Printf("   %+v window %+v\n", v.ref, v.window())
		for i, one := range s {
			if i < 4 || i > len(s)-3 {
				for _, l := range one.Say() {
					fmt.Println("   ", i, l.Text, l.TeX)
				}
			}
		}
		for _, c := range last.Checks() {
			fmt.Println("   ", c.Name, c.Verdict, c.Left, c.Rel, c.Right, c.Within, c.Rounding, c.Why)
		}
	}
}
