package words

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The example is that of scikit-learn's CountVectorizer; its columns are in alphabetic
// order there.
func TestCounts(t *testing.T) {
	const text = `This is the first document.
This document is the second document.

And this is the third one.|Is this the first document?`
	var v Vocabulary
	var documents [][]int32
	for _, d := range Documents(text) {
		documents = append(documents, v.Add(Tokens(d, 1)))
	}
	if want := strings.Fields("this is the first document second and third one"); !cmp.Equal(v.Words, want) {
		t.Fatalf("the vocabulary is %v, want %v", v.Words, want)
	}
	want := [][]int{{1, 1, 1, 1, 1, 0, 0, 0, 0}, {1, 1, 1, 0, 2, 1, 0, 0, 0}, {1, 1, 1, 0, 0, 0, 1, 1, 1}, {1, 1, 1, 1, 1, 0, 0, 0, 0}}
	if diff := cmp.Diff(want, Counts(documents, len(v.Words))); diff != "" {
		t.Error(diff)
	}
	if got := v.Known(Tokens("The fourth document", 1)); !cmp.Equal(got, []int32{2, 4}) {
		t.Errorf("known words have the numbers %v", got)
	}
}

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		document string
		shortest int
		want     []string
	}{
		{"", 1, nil},
		{"The cat's 2 toys", 3, []string{"the", "cat", "toys"}},
		{"ÄRGER は 猫!", 1, []string{"ärger", "は", "猫"}},
		{strings.Repeat("a", Longest+1), 1, []string{strings.Repeat("a", Longest)}},
		{"a\xffb", 1, []string{"a", "b"}},
	} {
		if got := Tokens(c.document, c.shortest); !cmp.Equal(got, c.want) {
			t.Errorf("Tokens(%q, %d) = %q, want %q", c.document, c.shortest, got, c.want)
		}
	}
	if got := Documents(" \n|!|a"); !cmp.Equal(got, []string{"!", "a"}) {
		t.Errorf("the documents are %q", got)
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("The cat, the dog", 3)
	f.Add("\xff\xfe|猫\u0301", 1)
	f.Fuzz(func(t *testing.T, text string, shortest int) {
		for _, document := range Documents(text) {
			for _, w := range Tokens(document, shortest) {
				if w == "" || len([]rune(w)) > Longest || strings.ContainsAny(w, " \n|") {
					t.Fatalf("%q has the word %q", text, w)
				}
			}
		}
	})
}
