package catalogtest

import (
	"io"
	"regexp"
	"strings"
	"testing"
)

// The reason why a run ended is plain text where it stands alone, its formula too.
func TestReasonsArePlain(t *testing.T) {
	s := everything(t)
	reason := regexp.MustCompile(`data-reason[^>]*>([^<]*)<`)
	for path, want := range map[string]string{
		"/d/ridge?step=end":         "All columns are added: f(x) = ",
		"/d/ridge?step=end&lang=zh": "所有列都已加入：f(x) = ",
	} {
		body, err := io.ReadAll(get(t, s, path).Body)
		if err != nil {
			t.Fatal(err)
		}
		m := reason.FindSubmatch(body)
		if m == nil || !strings.HasPrefix(string(m[1]), want) || strings.Contains(string(m[1]), "$") {
			t.Errorf("%s: the reason is %q, want %q and what follows", path, m, want)
		}
	}
}
