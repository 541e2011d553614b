package algotest_test

import (
	"fmt"

	"playground/algos/algotest"
	"playground/algos/skeleton"
)

// Every demo's package has a contract_test.go with
//
//	func TestContract(t *testing.T) { algotest.Contract(t, Demo) }
//
// and tests of its own that start from a run's steps.
func ExampleSmall() {
	set := algotest.Small(skeleton.Demo)
	fmt.Println(len(set.Points), "points for", skeleton.Demo.Title)
	// Output: 14 points for Running mean
}
