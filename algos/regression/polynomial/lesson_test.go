package polynomial

import (
	"math"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
)

// What the lesson and the tour say in numbers is read off the boards that their links set.
func TestNumbersOfTheLesson(t *testing.T) {
	at := func(file, to string) view { return algotest.Linked(t, Demo, file, to).View.(view) }

	for to, rss := range map[string]string{"?preset=order-1&step=end": "308", "?preset=order-2&step=end": "13.2", "?preset=order-9&step=end": "0"} {
		algotest.Written(t, Demo, "lesson", rss, at("lesson", to).rss())
	}
	outlier := at("lesson", "?preset=outlier&step=end#x14").last().leverage
	algotest.Written(t, Demo, "lesson", "0.92", outlier[14])
	algotest.Written(t, Demo, "lesson", "0.24", outlier[7])
	for _, h := range at("lesson", "?preset=order-9&step=end").last().leverage {
		algotest.Near(t, "leverage of one of ten points", h, 1, 1e-12)
	}
	algotest.Written(t, Demo, "lesson", "18", at("lesson", "?preset=years&step=end#digits").fits[3].condition)

	// Points are held out on this board, and the view is that of the exam.
	on := func(to string) algos.Step { return algotest.Linked(t, Demo, "tour", to) }
	rss := func(s algos.Step) float64 { return s.Model().Value("rss").(float64) }
	before, right := on("?preset=quadratic&step=5#direction"), on("?preset=quadratic&step=6")
	algotest.Written(t, Demo, "tour", "308", rss(before))
	algotest.Written(t, Demo, "tour", "13.2", rss(right))
	algotest.Written(t, Demo, "tour", "17.2", math.Sqrt(rss(before)-rss(right)))
	algotest.Written(t, Demo, "tour", "0.641", right.Metric("held_error"))
	end := on("?preset=quadratic&step=end#errors")
	algotest.Written(t, Demo, "tour", "0", rss(end))
	algotest.Written(t, Demo, "tour", "41", end.Metric("held_error"))
	algotest.Written(t, Demo, "tour", "18", at("tour", "?preset=years&step=8#digits").last().condition)
}
