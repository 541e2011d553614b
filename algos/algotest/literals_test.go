package algotest

import (
	"slices"
	"testing"
	"testing/fstest"
)

// What + joins is one literal, so that a sentence may stand on several lines.
func TestLiterals(t *testing.T) {
	files := fstest.MapFS{"say.go": {Data: []byte("package x\n\nvar a = \"It falls \" +\n\t`by $x$` + \" now.\"\n\nvar b = c + \"alone\" + c + \"again\"\n")}}
	if got, want := literals(files), []string{"It falls by $x$ now.", "alone", "again"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
