package main

import (
	"math"
	"testing"
	"time"
)

func TestExponent(t *testing.T) {
	all := []timing{
		{n: 10, took: []time.Duration{time.Millisecond}},
		{n: 100, took: []time.Duration{100 * time.Millisecond}},
		{n: 1000, took: []time.Duration{10 * time.Second}},
	}
	if got := exponent(all); math.Abs(got-2) > 1e-12 {
		t.Errorf("n² grows as n^%v", got)
	}
}
