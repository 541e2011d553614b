package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var root = filepath.Join("..", "..", "..")

func TestTypesAreFresh(t *testing.T) {
	want, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(target)))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the messages say: run go generate ./web/wire", target)
	}
}

// What a field is in JSON is what its type says: absent or null, a tuple, a choice of words.
func TestTypesSayWhatIsSent(t *testing.T) {
	text, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`@property {"state"} type "state"`,
		`@property {"small"|"step"|"pass"} size "small", "step" or "pass"`,
		`@property {string=} can_undo what undo takes back: "move x₇"; absent: nothing`,
		`@property {Spec[]=} schema sent after open only`,
		`@property {[number, number, number][]} points`,
		`@property {number|null} value`,
		`@property {string=} image`, // bytes are base64
		`@property {Record<string, Mend[]>=} mends of layers of which little has changed, see Mend`,
		`@property {string=} query without its step; absent, as the language: as it was, for the run is the same`,
		`@typedef {[number, number, string]} Mend A Mend puts another text`,
		`@typedef {[XY, XY]} TwoPlaces`,
		`RunEvent is a tick on the timeline.`,
		`@property {number[]} done`, // of the list that edits embed
	} {
		if !strings.Contains(text, line) {
			t.Errorf("the types lack %s", line)
		}
	}
	if strings.Contains(text, "@property {string} Query") || strings.Count(text, "@typedef {object} Cells\n") != 1 {
		t.Error("a field that is not sent has a type, or a type is written twice")
	}
}

func TestAChoiceOfWords(t *testing.T) {
	for _, c := range []struct {
		said  string
		alone bool
		want  string
	}{
		{`"open", "closed" or "shown"`, false, `"open"|"closed"|"shown"`},
		{`"numbers" or "words"; of a column`, false, `"numbers"|"words"`},
		{`"bye"`, true, `"bye"`},
		{`"bye"`, false, ``},
		{`"move x₇"`, true, ``},
		{`of a side view: "data" or "cells"`, false, ``},
		{`"data" where points are edited`, true, ``},
	} {
		if got := oneOf(c.said, c.alone); got != c.want {
			t.Errorf("oneOf(%q, %t) = %q, want %q", c.said, c.alone, got, c.want)
		}
	}
}
