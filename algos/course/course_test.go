package course

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestNotesAreRead(t *testing.T) {
	notes := All()
	if len(notes) == 0 {
		t.Fatal("there are no notes")
	}
	for _, n := range notes {
		for _, s := range n.Sections {
			got, found, ok := Find(notes, Key(n.ID, s.ID))
			if !ok || got.ID != n.ID || found.ID != s.ID {
				t.Errorf("%s finds %s.%s", Key(n.ID, s.ID), got.ID, found.ID)
			}
		}
	}
	for _, key := range []string{"", ".", "003", "003.", "003.none", "999.A", strings.Repeat("x", 1000)} {
		if _, _, ok := Find(notes, key); ok {
			t.Errorf("%q is found", key)
		}
	}
}

func TestFilesAreReadStrictly(t *testing.T) {
	for text, want := range map[string]string{
		`{"note":"003"}`:               "",
		`{"note":"003","colour":1}`:    "unknown field",
		`{"note":"003"} {}`:            "something follows",
		`{"note":"004"}`:               "says that it is note",
		`{"note":`:                     "unexpected EOF",
		`{"note":"003","sections":{}}`: "cannot unmarshal",
	} {
		_, err := read(fstest.MapFS{"003.json": {Data: []byte(text)}})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestNotesAreCitedByName(t *testing.T) {
	notes := []Note{
		{ID: "003", Name: Text{EN: "Machine Learning", ZH: "《机器学习》"}, Part: Text{EN: "part %s", ZH: "第 %s 部分"}},
		{ID: "004", Name: Text{EN: "Tan, MA4270", ZH: "Tan，MA4270"}, Part: Text{EN: "handout %s", ZH: "讲义 %s"}},
	}
	for given, want := range map[string][2]string{
		"004":                  {"Tan, MA4270 (004)", "Tan，MA4270（004）"},
		"003: N8; 004: W1":     {"Machine Learning (003): N8; Tan, MA4270 (004): W1", "《机器学习》（003）: N8; Tan，MA4270（004）: W1"},
		"007, lines 1003–1004": {"007, lines 1003–1004", "007, lines 1003–1004"},
		"by hand: 0.004":       {"by hand: 0.004", "by hand: 0.004"},
		"of 4,003 draws":       {"of 4,003 draws", "of 4,003 draws"},
		"a,004":                {"a,Tan, MA4270 (004)", "a,Tan，MA4270（004）"},
	} {
		for i, tag := range []string{"en", "zh"} {
			if got := CiteAll(notes, given, tag); got != want[i] {
				t.Errorf("%q in %s: %q, want %q", given, tag, got, want[i])
			}
		}
	}
	notes[0].Sections = []Section{{ID: "G", Heading: Text{EN: "Boosting", ZH: "提升"}}}
	if got := notes[0].Called("G", "en") + notes[0].Called("G", "zh") + notes[0].Sections[0].Label(); got != "Boosting提升" {
		t.Errorf("a section with a heading of its own is called %q", got)
	}
	if got := notes[1].Called("B", "en") + notes[0].Called("E", "zh"); got != "handout B第 E 部分" {
		t.Errorf("sections are called %q", got)
	}
}
