package record_test

import (
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/web/record"
)

// BenchmarkRecord records long runs of a demo with cheap steps and of one with
// large steps.
func BenchmarkRecord(b *testing.B) {
	for id, query := range map[string]string{
		"perceptron": "data=overlap~200~0.9~5&passes=50",
		"svm":        "data=overlap~300~0.9~5&kernel=rbf",
	} {
		d, ok := catalog.Find(id)
		if !ok {
			b.Fatal(id)
		}
		r := recipe(b, d, query)
		b.Run(id, func(b *testing.B) {
			b.ReportAllocs()
			steps, bytes := 0, 0
			for b.Loop() {
				rec, err := record.New(b.Context(), d, r, record.Limits{})
				if err != nil {
					b.Fatal(err)
				}
				if err := rec.ExtendTo(ctx, algos.Last); err != nil {
					b.Fatal(err)
				}
				steps, bytes = rec.Len(), rec.Bytes()
				rec.Close()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
			b.ReportMetric(float64(steps), "steps")
			b.ReportMetric(float64(bytes), "kept-B")
		})
	}
}
