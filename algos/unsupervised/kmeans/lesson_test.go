package kmeans

import (
	"strconv"
	"testing"

	"playground/algos/algotest"
)

// What the lesson and the tour say is what their links show.
func TestLessonTellsTheTruth(t *testing.T) {
	played := func(to string) view { return algotest.Linked(t, Demo, "lesson", to).View.(view) }
	for to, number := range map[string]string{
		"?preset=six-points&step=2": "246", "?preset=six-points&step=5": "89.2", "?preset=six-points&step=7": "41.68",
		"?preset=six-points&step=10": "4", "?preset=rectangle&step=end": "16", "?preset=line&step=end": "17.16",
	} {
		algotest.Written(t, Demo, "lesson", number, played(to).objective)
	}
	algotest.Written(t, Demo, "notes", "145", algotest.Linked(t, Demo, "notes", "?preset=four-points&step=2").View.(view).objective)
	algotest.Written(t, Demo, "lesson", "14.69", played("?preset=line&step=end").best().value)
	expected := algotest.Check(t, algotest.Linked(t, Demo, "lesson", "?preset=rectangle-plus&step=2"), "factor")
	algotest.Written(t, Demo, "lesson", "2.88", expected.Left)
	algotest.Written(t, Demo, "lesson", "21.5", expected.Right)
	o := played("?preset=nine&step=end").others()
	for _, c := range []struct {
		number string
		values []float64
	}{{"16", o.even}, {"59", o.plus}} {
		found := 0
		for _, v := range c.values {
			if v <= o.plus[0]*(1+1e-4) {
				found++
			}
		}
		algotest.Written(t, Demo, "lesson", c.number, float64(found))
		algotest.Written(t, Demo, "tour", c.number, float64(found))
	}
	for to, k := range map[string]int{"?preset=elbow&step=end#k": 3, "?preset=moons&step=end": 7} {
		best := ending{}
		for _, e := range played(to).others().sizes {
			if e.width > best.width {
				best = e
			}
		}
		if best.k != k {
			t.Errorf("%s: the silhouette is largest at K = %s", to, strconv.Itoa(best.k))
		}
	}
	for to, number := range map[string]string{"?preset=clusters&step=5": "128.369", "?preset=clusters&step=9#chart-objective": "101.053"} {
		s := algotest.Linked(t, Demo, "tour", to)
		algotest.Written(t, Demo, "tour", number, s.View.(view).objective)
	}
}
