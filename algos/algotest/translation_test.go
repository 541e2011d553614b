package algotest

import (
	"slices"
	"testing"
	"testing/fstest"
)

// A translation of what stands in no Go file is found, and one of a sentence that
// is joined of two literals is not taken for it.
func TestUnsaid(t *testing.T) {
	files := fstest.MapFS{
		"zh.json": {Data: []byte(`{"The loss falls. It ends.": "损失下降。结束。", "It rises.": "上升。", "one": "一"}`)},
		"a.go":    {Data: []byte("package a\n\nvar b = f(\"The loss falls. \" +\n\t\"It ends.\", 1+2, \"one\"+g)\n")},
	}
	if got := unsaid(files, "zh", nil); !slices.Equal(got, []string{"It rises."}) {
		t.Errorf("%q", got)
	}
}
