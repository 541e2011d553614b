package lang_test

import (
	"slices"
	"testing"

	"playground/lang"
)

// FuzzTags: whatever a browser or an address says, it is one of the languages, and only a
// language's own tag names it.
func FuzzTags(f *testing.F) {
	for _, tags := range []string{"", "en", "zh", "zh-TW,zh;q=0.9,en;q=0.5", "de-AT, fr;q=0.3", "*", "*;q=0", "en-u-\xff", "-;q=9e99", "zh-Hans-CN-x-private-zh", "i-klingon", "EN", "zh_CN"} {
		f.Add(tags)
	}
	f.Fuzz(func(t *testing.T, tags string) {
		if len(tags) > 200 {
			return
		}
		if l := lang.Match(tags); !slices.Contains(lang.All, l) {
			t.Errorf("%q is matched by %q", tags, l)
		}
		l, ok := lang.Parse(tags)
		if known := slices.Contains(lang.All, lang.Lang(tags)); ok != known || ok && l.String() != tags {
			t.Errorf("%q is read as %q, %v", tags, l, ok)
		}
	})
}
