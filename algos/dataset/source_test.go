package dataset_test

import (
	"fmt"
	"testing"

	"playground/algos/dataset"
)

// Values over one input.
func ExampleLine() {
	set, _ := dataset.Line([2]float64{0, 1}, [2]float64{2, -0.5}).Load()
	fmt.Println(set.Dim, set.Target == dataset.Values, set.Points[1].X[0], set.Points[1].Y)
	// Output: 1 true 2 -0.5
}

// Rows by turns are those of Line.
func TestPairs(t *testing.T) {
	if got, want := dataset.Pairs(0, 1, 2, -0.5), dataset.Line([2]float64{0, 1}, [2]float64{2, -0.5}); !got.Equal(want) {
		t.Errorf("%+v, not %+v", got, want)
	}
}

// Points on a number line and in the plane have no targets.
func TestPlainPoints(t *testing.T) {
	line, err := dataset.NumberLine(3, 1, 2).Load()
	if err != nil || line.Dim != 1 || line.Target != dataset.None || len(line.Points) != 3 || line.Points[0].X[0] != 3 {
		t.Errorf("numbers became %+v, %v", line, err)
	}
	plane, err := dataset.Plane([2]float64{3, 1}, [2]float64{0, 2}).Load()
	if err != nil || plane.Dim != 2 || plane.Target != dataset.None || plane.Points[1].X != [2]float64{0, 2} {
		t.Errorf("places became %+v, %v", plane, err)
	}
}

// Two classes as −1 and +1 stay where they are; an unknown generator is a fault.
func TestSigns(t *testing.T) {
	set, err := dataset.Labelled([3]float64{1, 2, -1}, [3]float64{3, 4, 1}).Signs().Load()
	if err != nil || set.Target != dataset.Values {
		t.Fatalf("%+v, %v", set, err)
	}
	for i, want := range []float64{-1, 1} {
		if set.Points[i].Y != want {
			t.Errorf("point %d has the value %g, not %g", i, set.Points[i].Y, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a generator that does not exist gave points")
		}
	}()
	dataset.Source{Generator: "nowhere"}.Signs()
}
