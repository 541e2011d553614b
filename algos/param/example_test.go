package param_test

import (
	"fmt"

	"playground/algos/param"
)

// The options of a demo are bound to names, defaults and limits once. The form,
// the address, the command line and the tests follow from that.
func ExampleSet() {
	type options struct {
		C      float64
		Kernel string
	}
	bind := func(o *options, s *param.Set) {
		s.Float(&o.C, "C", 1, 1e-3, 1e6).Log(0.1, 100).Hint("the price of a unit of slack")
		s.Choice(&o.Kernel, "kernel", "linear", param.Option{Value: "linear"}, param.Option{Value: "rbf", Label: "Gaussian"})
	}
	var o options
	var s param.Set
	bind(&o, &s)
	fmt.Println(s.Apply(param.Values{"C": "10", "kernel": "rbf"}), o)
	fmt.Println(s.Apply(param.Values{"kernel": "quadratic"}))
	for _, p := range s.Schema() {
		fmt.Println(p.Name, p.Kind, p.Default)
	}
	// Output:
	// <nil> {10 rbf}
	// kernel: "quadratic" is not one of linear, rbf
	// C float 1
	// kernel choice linear
}
