package unsupervised

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// A place with a noun is a number of things, and its sentence stays grammatical for one of them: "1 table is", never "There
// are 1 table" or "1 other remain". Whose verb agrees is written <n table is>.
func TestSentencesReadWellForOne(t *testing.T) {
	counted := regexp.MustCompile(`<[a-z0-9A-Z_.=]+ ([a-z][a-z ]*)>`)
	plural := regexp.MustCompile(`(?:[Tt]here are|\b[Aa]ll|\b[Bb]oth|\b[Tt]hese) (?:all |the )?#|#[a-z ]+# (?:[a-z]+ )?(?:are|were|have|do|remain|stay|count)\b`)
	files, err := filepath.Glob("*/zh.json")
	if err != nil || len(files) != len(Demos) {
		t.Fatal(files, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]any{}
		if err := json.Unmarshal(raw, &texts); err != nil {
			t.Fatal(file, err)
		}
		for text := range texts {
			if found := plural.FindString(counted.ReplaceAllString(text, "#$1#")); found != "" {
				t.Errorf("%s: %q does not read well for 1 in %q", file, found, text)
			}
		}
	}
}
