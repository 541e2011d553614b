package pca

import (
	"testing"

	"playground/algos/algotest"
)

// What the lesson and the tour say of numbers is what their links lead to.
func TestNumbersOfTheLesson(t *testing.T) {
	at := func(file, to string) view { return algotest.Linked(t, Demo, file, to).View.(view) }
	const turn = "?preset=hand&step=0#angle"
	hand := at("lesson", turn)
	captured, _ := hand.split(hand.hand)
	algotest.Written(t, Demo, "tour", "34.9", 100*captured/hand.total)
	climb := at("tour", "?preset=power&step=4#direction")
	algotest.Written(t, Demo, "tour", "2.44", climb.lambda(0))
	algotest.Written(t, Demo, "tour", "0.490", climb.lambda(1))
	algotest.Written(t, Demo, "tour", "0.201", climb.ratio())
	slow := at("lesson", "?preset=slow&step=12#chart-off")
	algotest.Written(t, Demo, "lesson", "0.867", slow.ratio())
	if end := viewOf(t, algotest.Last(t, Demo, round, vals("solver", "power", "angle", "-0.9", "max_iter", "2000"))); end.took[0] != 127 {
		t.Errorf("%d iterations, and the lesson says 127", end.took[0])
	}
	share := func(v view, k int) float64 { return 100 * (1 - v.tail(k)/v.total) }
	algotest.Written(t, Demo, "lesson", "99.9", share(at("lesson", "?preset=cars&step=end#scree"), 2))
	algotest.Written(t, Demo, "lesson", "86", share(at("lesson", "?preset=cars-scaled&step=end#scree"), 2))
	algotest.Written(t, Demo, "lesson", "93.3", share(at("lesson", "?preset=stripes&step=end"), 1))
	algotest.Written(t, Demo, "tour", "99.9", share(at("tour", "?preset=faithful&step=end"), 1))
	note := at("notes", "?preset=note&step=end")
	algotest.Written(t, Demo, "notes", "1.0472", note.lambda(0))
	algotest.Written(t, Demo, "notes", "0.1528", note.lambda(1))
}
