package catalogtest

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"playground/algos/catalog"
	"playground/web"
)

// of asks how a board of a script opens.
func (c *checkedBoard) of(t *testing.T, s *web.Server, board string) {
	t.Helper()
	r := get(t, s, "/script/check/"+board)
	text := body(t, r)
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s answers %d: %s", board, r.StatusCode, text)
	}
	if err := json.Unmarshal([]byte(text), c); err != nil {
		t.Fatalf("%s: %v", board, err)
	}
}

// A board is checked as its page is read: what does not fit gets a sentence that names it,
// in the reader's language.
func TestScriptsAreChecked(t *testing.T) {
	s := everything(t)
	for _, c := range []struct {
		board string
		opens bool
		step  int
		says  string // empty: nothing
	}{
		{"perceptron?step=2", true, -1, ""},
		{"perceptron", true, 0, ""},
		{"svm?step=3&course=&tour=1", true, -1, "course"},
		{"svm?tour=1", true, -1, ""},
		{"svm?tour=99", true, 0, "tour"},
		{"perceptron?step=end", true, -1, ""},
		{"perceptron?step=999999", true, -1, "no such step"},
		{"perceptron?step=soon", true, 0, "soon"},
		{"nothing?step=2", false, 0, "nothing"},
		{"svm%2Fcode", false, 0, "svm"},
		{"perceptron?data=p2s~a_b_c", true, 0, "data"},
		{"svm?C=-3", true, 0, "out of range"},
		{"svm?C=-3&kernle=rbf&step=2", true, -1, "kernel"},
		{"svm?kernle=rbf", true, 0, "kernel"},
		{"svm?C=1&C=2", false, 0, "C"},
		{"svm?%zz", false, 0, "question mark"},
	} {
		var got checkedBoard
		got.of(t, s, c.board)
		if got.Opens != c.opens || c.step >= 0 && got.Step != c.step || !strings.Contains(got.Says, c.says) || (got.Says == "") != (c.says == "") {
			t.Errorf("%s: %+v, want %+v", c.board, got, c)
		}
		if got.Says == "" {
			continue
		}
		var chinese checkedBoard
		sep := "?"
		if strings.Contains(c.board, "?") {
			sep = "&"
		}
		if strings.Contains(c.board, "%zz") {
			continue // its language cannot be read, either
		}
		if chinese.of(t, s, c.board+sep+"lang=zh"); chinese.Says == got.Says && !chinese.English {
			t.Errorf("%s: says in Chinese %q", c.board, chinese.Says)
		}
	}
}

// The page of a board that opens does open, and one that is shut does not: the check and
// the page read alike.
func TestACheckedBoardOpensAsItWasSaid(t *testing.T) {
	s := everything(t)
	for _, board := range []string{
		"perceptron?step=999999", "svm?tour=99", "svm?C=-3", "svm?C=1&C=2", "svm?%zz", "nothing", "perceptron?data=p2s~a_b_c", "svm?course=007",
	} {
		var c checkedBoard
		c.of(t, s, board)
		r := get(t, s, "/d/"+board, "Accept", "text/html")
		if opens := r.StatusCode == http.StatusOK; opens != c.Opens {
			t.Errorf("%s: the check says that it opens: %v; the page answers %d", board, c.Opens, r.StatusCode)
		}
	}
}

// Every preset of every demo can stand in a script.
func TestEveryPresetCanStandInAScript(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs every preset")
	}
	s := everything(t)
	for _, d := range catalog.All {
		var c checkedBoard
		if c.of(t, s, d.ID+"?step=1"); !c.Opens || c.Says != "" {
			t.Errorf("%s: %+v", d.ID, c)
		}
	}
}
