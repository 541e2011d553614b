package assets_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"playground/assets"
	"playground/views/mathml"
)

// TestFontsAreLight: how heavy the fonts are as they travel.
func TestFontsAreLight(t *testing.T) {
	for name, most := range map[string]int{"math.otf": 64_000, "math-rare.otf": 130_000, "signs.otf": 8_000} {
		plain := get(t, assets.Handler(), assets.URL(name), nil)
		if !strings.HasPrefix(plain.body, "OTTO") || plain.header.Get("Content-Type") != "font/otf" {
			t.Fatalf("%s begins with %q, is %s", name, plain.body[:4], plain.header.Get("Content-Type"))
		}
		packed := get(t, assets.Handler(), assets.URL(name), map[string]string{"Accept-Encoding": "br"})
		if len(packed.body) > most {
			t.Errorf("%s: %d bytes compressed, want at most %d", name, len(packed.body), most)
		}
		t.Logf("%s: %d bytes compressed", name, len(packed.body))
	}
}

// face matches a rule @font-face of fonts.css: its file, and its characters.
var face = regexp.MustCompile(`@font-face\{[^}]*?src:url\(([\w-]+\.otf)\)[^}]*\}`)

// TestFacesHaveTheirCharacters: a browser takes the file that the style sheet
// names for a character, and finds the character there.
func TestFacesHaveTheirCharacters(t *testing.T) {
	files := map[string]*sfnt.Font{}
	ranges := map[string]string{}
	for _, m := range face.FindAllStringSubmatch(assets.Text("site.css"), -1) {
		font, err := sfnt.Parse([]byte(get(t, assets.Handler(), assets.URL(m[1]), nil).body))
		if err != nil {
			t.Fatalf("%s: %v", m[1], err)
		}
		files[m[1]] = font
		_, characters, _ := strings.Cut(m[0], "unicode-range:")
		ranges[m[1]] = characters
	}
	if len(files) != 3 {
		t.Fatalf("the style sheet has the faces %v", ranges)
	}
	var buffer sfnt.Buffer
	check := func(file string, r rune) {
		t.Helper()
		if i, err := files[file].GlyphIndex(&buffer, r); err != nil || i == 0 {
			t.Errorf("%s has no glyph for %q (%U)", file, r, r)
		}
	}
	for _, r := range mathml.Common() {
		check("math.otf", r)
		if inRanges(t, r, ranges["math-rare.otf"]) {
			t.Errorf("%q (%U) is in many formulas, and the style sheet sends for the second file", r, r)
		}
	}
	for _, r := range mathml.Rare() {
		check("math-rare.otf", r)
		if !inRanges(t, r, ranges["math-rare.otf"]) {
			t.Errorf("the style sheet does not look for %q (%U) in math-rare.otf", r, r)
		}
	}
	for _, r := range "‖∀∥≤⟨⟩" {
		if inRanges(t, r, ranges["signs.otf"]) {
			check("signs.otf", r)
		}
	}
	if !inRanges(t, '⟨', ranges["signs.otf"]) || ranges["math.otf"] != "" {
		t.Errorf("ranges %q", ranges)
	}
}

// inRanges reports whether a value of unicode-range has a character.
func inRanges(t *testing.T, r rune, ranges string) bool {
	t.Helper()
	return slices.ContainsFunc(regexp.MustCompile(`(?i)U\+([0-9A-F]+)(?:-([0-9A-F]+))?`).FindAllStringSubmatch(ranges, -1), func(m []string) bool {
		first, err := strconv.ParseInt(m[1], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		last := first
		if m[2] != "" {
			if last, err = strconv.ParseInt(m[2], 16, 32); err != nil {
				t.Fatal(err)
			}
		}
		return int64(r) >= first && int64(r) <= last
	})
}
