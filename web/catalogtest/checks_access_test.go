package catalogtest

import (
	"regexp"
	"strings"
	"testing"
)

// On the page of checks every header of a row has text, also where it shows a formula,
// and no two tables are called alike.
func TestChecksAreTold(t *testing.T) {
	t.Parallel()
	page := body(t, get(t, everything(t), "/checks"))
	headers := regexp.MustCompile(`(?s)<th scope="row">(.*?)</th>`).FindAllStringSubmatch(page, -1)
	if len(headers) == 0 {
		t.Fatal("no headers of rows")
	}
	hidden, markup := regexp.MustCompile(`(?s)<math.*?</math>`), regexp.MustCompile(`<[^>]*>`)
	for _, h := range headers {
		if text := markup.ReplaceAllString(hidden.ReplaceAllString(h[1], ""), ""); strings.TrimSpace(text) == "" {
			t.Errorf("a header is a formula alone: %s", h[1])
		}
	}
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`role="region" aria-labelledby="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if seen[m[1]] {
			t.Errorf("two tables are called %s", m[1])
		}
		seen[m[1]] = true
		for _, id := range strings.Fields(m[1]) {
			if strings.Count(page, `id="`+id+`"`) != 1 {
				t.Errorf("what is called %s is not there", id)
			}
		}
	}
}
