package subset_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"codeberg.org/go-fonts/latin-modern/lmmath"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"playground/assets/subset"
	"playground/views/mathml"
)

func cut(t testing.TB, c subset.Cut) []byte {
	t.Helper()
	font, err := c.Font(lmmath.TTF)
	if err != nil {
		t.Fatal(err)
	}
	return font
}

func parse(t testing.TB, b []byte) *sfnt.Font {
	t.Helper()
	font, err := sfnt.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return font
}

// A shape is what a glyph looks like, and its width.
type shape struct {
	segments sfnt.Segments
	width    fixed.Int26_6
}

func shapeOf(t *testing.T, f *sfnt.Font, r rune) (shape, bool) {
	t.Helper()
	var b sfnt.Buffer
	i, err := f.GlyphIndex(&b, r)
	if err != nil {
		t.Fatal(err)
	}
	if i == 0 {
		return shape{}, false
	}
	const em = 1000 << 6
	segments, err := f.LoadGlyph(&b, i, em, nil)
	if err != nil {
		t.Fatalf("%q: %v", r, err)
	}
	width, err := f.GlyphAdvance(&b, i, em, 0)
	if err != nil {
		t.Fatal(err)
	}
	return shape{slices.Clone(segments), width}, true
}

// TestGlyphsStayAsTheyWere compares the outlines and widths of all characters
// with the whole font's, as another reader of fonts sees them.
func TestGlyphsStayAsTheyWere(t *testing.T) {
	whole := parse(t, lmmath.TTF)
	characters := slices.Concat(mathml.Common(), mathml.Rare())
	part := parse(t, cut(t, subset.Cut{Name: "Some", Characters: characters, Formulas: true, Scripts: mathml.InScripts()}))
	for _, r := range characters {
		want, _ := shapeOf(t, whole, r)
		got, ok := shapeOf(t, part, r)
		if !ok || got.width != want.width || !slices.Equal(got.segments, want.segments) {
			t.Errorf("%q (%U) is drawn in another way", r, r)
		}
	}
	if part.NumGlyphs() >= whole.NumGlyphs() || part.NumGlyphs() < len(characters) {
		t.Errorf("%d glyphs of %d for %d characters", part.NumGlyphs(), whole.NumGlyphs(), len(characters))
	}
}

func TestCharactersThatNobodyAskedForAreGone(t *testing.T) {
	font := parse(t, cut(t, subset.Cut{Name: "Some", Characters: []rune("ab(")}))
	for _, r := range "ab(" {
		if _, ok := shapeOf(t, font, r); !ok {
			t.Errorf("no %q", r)
		}
	}
	for _, r := range "c)∑" {
		if _, ok := shapeOf(t, font, r); ok {
			t.Errorf("%q is there", r)
		}
	}
	if n := font.NumGlyphs(); n != 4 {
		t.Errorf("%d glyphs for three characters, want one more", n)
	}
}

// TestFormsForFormulas: with a bracket come its larger forms and their parts,
// with a letter its forms for scripts, if they are asked for.
func TestFormsForFormulas(t *testing.T) {
	count := func(c subset.Cut) int {
		c.Name = "Some"
		return parse(t, cut(t, c)).NumGlyphs()
	}
	plain := count(subset.Cut{Characters: []rune("(")})
	formulas := count(subset.Cut{Characters: []rune("("), Formulas: true})
	if plain != 2 || formulas < plain+7 {
		t.Errorf("%d glyphs for a bracket, %d in formulas", plain, formulas)
	}
	letter := count(subset.Cut{Characters: []rune("a"), Formulas: true})
	scripts := count(subset.Cut{Characters: []rune("a"), Formulas: true, Scripts: []rune("a")})
	if letter != 2 || scripts != letter+2 {
		t.Errorf("%d glyphs for a letter, %d with its forms for scripts", letter, scripts)
	}
}

func TestNameIsAnother(t *testing.T) {
	b := cut(t, subset.Cut{Name: "Some Math", Characters: []rune("a")})
	font := parse(t, b)
	for id, want := range map[sfnt.NameID]string{sfnt.NameIDFamily: "Some Math", sfnt.NameIDFull: "Some Math", sfnt.NameIDPostScript: "SomeMath"} {
		if got, err := font.Name(nil, id); err != nil || got != want {
			t.Errorf("name %d is %q (%v), want %q", id, got, err, want)
		}
	}
	if got, err := font.Name(nil, sfnt.NameIDCopyright); err != nil || !strings.Contains(got, "GUST") && !strings.Contains(got, "Jackowski") {
		t.Errorf("copyright %q (%v)", got, err)
	}
	if bytes.Contains(b, []byte("LatinModernMath")) {
		t.Error("the old name is still in it")
	}
}

// TestCutOfACut: what was cut can be read again, and cutting the same once more
// changes nothing.
func TestCutOfACut(t *testing.T) {
	c := subset.Cut{Name: "Some", Characters: mathml.Common(), Formulas: true, Scripts: mathml.InScripts()}
	once := cut(t, c)
	twice, err := c.Font(once)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(once, twice) {
		t.Errorf("%d bytes, and %d when it is cut again", len(once), len(twice))
	}
}

func TestFontRefuses(t *testing.T) {
	c := subset.Cut{Name: "Some", Characters: []rune("a"), Formulas: true}
	for name, b := range map[string][]byte{
		"nothing": nil, "text": []byte("hello, this is no font"), "half a font": lmmath.TTF[:len(lmmath.TTF)/2], "a directory alone": lmmath.TTF[:300],
	} {
		if _, err := c.Font(b); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := c.Font(cut(t, subset.Cut{Name: "Signs", Characters: []rune("a")})); err == nil || !strings.Contains(err.Error(), "MATH") {
		t.Errorf("a font without MATH: %v", err)
	}
}

// FuzzFont spoils a small font: the answer is another font or an error.
func FuzzFont(f *testing.F) {
	c := subset.Cut{Name: "Some", Characters: []rune("a(∑"), Formulas: true, Scripts: []rune("a")}
	whole := cut(f, c)
	f.Add(0, byte(0), len(whole))
	f.Add(40, byte(255), len(whole))
	f.Add(200, byte(1), len(whole)/2)
	f.Fuzz(func(t *testing.T, at int, value byte, size int) {
		b := slices.Clone(whole)
		if at >= 0 && at < len(b) {
			b[at] = value
		}
		if size >= 0 && size < len(b) {
			b = b[:size]
		}
		if _, err := c.Font(b); err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
	})
}

func BenchmarkFont(b *testing.B) {
	c := subset.Cut{Name: "Some", Characters: mathml.Common(), Formulas: true, Scripts: mathml.InScripts()}
	for b.Loop() {
		if _, err := c.Font(lmmath.TTF); err != nil {
			b.Fatal(err)
		}
	}
}
