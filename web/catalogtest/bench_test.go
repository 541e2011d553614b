package catalogtest

import (
	"bytes"
	"compress/flate"
	"math"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// BenchmarkHand is what a server does for each move of a hand among many: the run, its
// brief picture, the message and what it is on the wire.
func BenchmarkHand(b *testing.B) {
	for _, demo := range []string{"svm", "logistic", "kmeans"} {
		b.Run(demo, func(b *testing.B) {
			d, ok := catalog.Find(demo)
			if !ok {
				b.Skip("there is no such demo")
			}
			r, err := d.Recipe("")
			if err != nil {
				b.Fatal(err)
			}
			data, err := dataset.Generate("moons", 200, 0.24, 7).Load()
			if err != nil {
				b.Fatal(err)
			}
			sent := wire.Sent{Mend: true}
			var wireBytes bytes.Buffer
			deflate, err := flate.NewWriter(&wireBytes, flate.BestSpeed)
			if err != nil {
				b.Fatal(err)
			}
			var like *record.Recorder
			messages, onWire := 0, 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				set := data.Clone()
				set.Points[0].X = [2]float64{0.4 * math.Cos(float64(i)/10), 0.4 * math.Sin(float64(i)/10)}
				r.Data = dataset.Explicit(set)
				rec, err := record.NewLike(b.Context(), d, r, record.Limits{}, like)
				if err != nil {
					b.Fatal(err)
				}
				if err := rec.Extend(b.Context(), func() bool { return true }); err != nil {
					b.Fatal(err)
				}
				if like != nil {
					like.Close()
				}
				like = rec
				scene, err := frame.ComposeBrief(b.Context(), d, rec, nil, rec.Len()-1, frame.DefaultView, plain{})
				if err != nil {
					b.Fatal(err)
				}
				f, err := scene.Draw(b.Context(), frame.DefaultView)
				if err != nil {
					b.Fatal(err)
				}
				msg, err := wire.Encode(sent.Thin(f))
				if err != nil {
					b.Fatal(err)
				}
				wireBytes.Reset()
				deflate.Reset(&wireBytes)
				if _, err := deflate.Write(msg); err != nil {
					b.Fatal(err)
				}
				if err := deflate.Flush(); err != nil {
					b.Fatal(err)
				}
				messages += len(msg)
				onWire += wireBytes.Len()
			}
			like.Close()
			b.ReportMetric(float64(messages)/float64(b.N), "B/message")
			b.ReportMetric(float64(onWire)/float64(b.N), "B/wire")
		})
	}
}

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
				if err := rec.ExtendTo(b.Context(), algos.Last); err != nil {
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
