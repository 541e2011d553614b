package lang_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"playground/lang"
)

// optional reports whether only languages other than English need a message: what
// it translates is English already.
func optional(key string) bool {
	for _, prefix := range []string{"text.", "live.error."} {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

func TestEveryLanguageHasEveryMessage(t *testing.T) {
	for _, l := range lang.All {
		for key, m := range l.Messages() {
			if optional(key) {
				if l == lang.English {
					t.Errorf("en.json has %s: demos are written in English", key)
				}
				continue
			}
			if m.Text == "" && m.Forms["other"] == "" {
				t.Errorf("%s: %s is empty", l, key)
			}
			for _, other := range lang.All {
				if !other.Has(key) {
					t.Errorf("%s is in %s.json and not in %s.json", key, l, other)
				}
			}
		}
	}
}

// Of two messages with one key a reader of JSON keeps the last, without a word.
func TestEveryKeyStandsOnce(t *testing.T) {
	key := regexp.MustCompile(`(?m)^\t"([^"]+)": `)
	for _, l := range lang.All {
		file, err := os.ReadFile(l.String() + ".json")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, m := range key.FindAllStringSubmatch(string(file), -1) {
			if seen[m[1]] {
				t.Errorf("%s.json has %s twice", l, m[1])
			}
			seen[m[1]] = true
		}
		if len(seen) != len(l.Messages()) {
			t.Errorf("%s.json has %d messages, and %d were found by their lines", l, len(l.Messages()), len(seen))
		}
	}
}

var place = regexp.MustCompile(`%(\[\d+\])?.`)

// places are the distinct places for arguments of a text.
func places(text string) []string {
	found := place.FindAllString(strings.ReplaceAll(text, "%%", ""), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestMessagesTakeTheSameArguments(t *testing.T) {
	for key, m := range lang.Chinese.Messages() {
		if optional(key) {
			continue
		}
		want := texts(lang.English.Messages()[key])
		for _, text := range texts(m) {
			for _, p := range places(text) {
				if !strings.HasPrefix(p, "%[") {
					t.Errorf("zh: %s has %q, which says not which argument it is", key, p)
				}
			}
			if got := places(text); !slices.Equal(got, places(want[0])) {
				t.Errorf("zh: %s takes %v, in English %v", key, got, places(want[0]))
			}
		}
		for _, text := range want[1:] {
			if !slices.Equal(places(text), places(want[0])) {
				t.Errorf("en: the forms of %s take different arguments", key)
			}
		}
	}
}

func texts(m lang.Message) []string {
	if m.Forms == nil {
		return []string{m.Text}
	}
	var out []string
	for _, text := range m.Forms {
		out = append(out, text)
	}
	return out
}

// built are keys that are put together, by their beginnings.
var built = []string{
	"find.", "embed.part.", "guest.", "receipt.verdict.", "code.", "export.", "keys.", "key.", "check.", "error.", "live.state.", "live.link.", "live.undo-", "live.redo-", "live.unit.", "live.event.", "tool.",
	"csv.option.", "csv.plain.", "csv.value.", "live.csv-kind-", "compare.by-", "compare.axis-", "compare.export-", "compare.set-", "compare.no-",
}

var (
	called   = regexp.MustCompile(`(?:\bt|around|T)\((?:ctx, )?"([a-z0-9.-]+)"|refusal\([^,]+, "([a-z.-]+)"`)
	fromHere = regexp.MustCompile(`"([a-z0-9-]+)"`)
)

func TestEveryMessageIsUsedAndEveryUsedOneIsThere(t *testing.T) {
	used := map[string]bool{}
	read(t, "..", func(name, source string) {
		switch {
		case strings.HasSuffix(name, ".test.js"): // tests have words of their own
		case strings.HasSuffix(name, ".js"):
			if !strings.Contains(source, `words.js"`) && path.Base(name) != "replay.js" {
				return
			}
			for _, m := range fromHere.FindAllStringSubmatch(source, -1) {
				used["live."+m[1]] = true
			}
			for _, m := range regexp.MustCompile(`words\.([a-z]+)`).FindAllStringSubmatch(source, -1) {
				used["live."+m[1]] = true
			}
			for _, m := range regexp.MustCompile(`\bt\("([a-z0-9.-]+)"`).FindAllStringSubmatch(source, -1) {
				if !lang.English.Has("live." + m[1]) {
					t.Errorf("%s says live.%s, which no file has", name, m[1])
				}
			}
		case strings.HasSuffix(name, ".templ"), strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_templ.go"):
			for _, m := range called.FindAllStringSubmatch(source, -1) {
				key := m[1] + m[2]
				used[key] = true
				if !lang.English.Has(key) && !putTogether(key) {
					t.Errorf("%s says %s, which no file has", name, key)
				}
			}
		}
	})
	for key := range lang.English.Messages() {
		if !used[key] && !putTogether(key) {
			t.Errorf("nobody says %s", key)
		}
	}
}

func putTogether(key string) bool {
	return slices.ContainsFunc(built, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}

// read hands the sources of pages, of the server and of scripts to a function.
func read(t *testing.T, root string, use func(name, source string)) {
	t.Helper()
	for _, folder := range []string{"views", "web", "assets/static"} {
		err := fs.WalkDir(os.DirFS(root), folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path.Join(root, name))
			if err != nil {
				return err
			}
			use(name, string(source))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestMessages(t *testing.T) {
	tests := []struct {
		l    lang.Lang
		key  string
		args []any
		want string
	}{
		{lang.English, "edit.add", []any{1}, "add 1 point"},
		{lang.English, "edit.add", []any{1500}, "add 1500 points"},
		{"", "edit.add", []any{2}, "add 2 points"},
		{lang.Chinese, "edit.add", []any{1}, "添加 1 个点"},
		{lang.Chinese, "live.count", []any{"3", "9", "步"}, "第 3 / 9 步"},
		{lang.English, "no.such", nil, "no.such"},
	}
	for _, test := range tests {
		if got := test.l.T(test.key, test.args...); got != test.want {
			t.Errorf("%s: %s is %q, want %q", test.l, test.key, got, test.want)
		}
	}
	if got := lang.Chinese.Around("live.count", lang.Place, "9", "步"); !slices.Equal(got, []string{"第 ", " / 9 步"}) {
		t.Errorf("around its place the message is %q", got)
	}
}

func TestMatch(t *testing.T) {
	for accept, want := range map[string]lang.Lang{
		"": lang.English, "de-CH, fr;q=0.8": lang.English, "zh": lang.Chinese, "zh-CN,en;q=0.8": lang.Chinese,
		"en-GB,zh;q=0.9": lang.English, "fr, zh-Hans;q=0.5": lang.Chinese, "@@": lang.English,
	} {
		if got := lang.Match(accept); got != want {
			t.Errorf("Accept-Language %q gets %s, want %s", accept, got, want)
		}
	}
}

// TestManyReadersAtOnce is for the race detector.
func TestManyReadersAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 200 {
				if got, want := lang.English.T("checks.count", n, i), fmt.Sprintf("%d of %d", n, i); got != want {
					t.Errorf("%q, want %q", got, want)
					return
				}
				lang.Chinese.T("edit.add", n)
			}
		})
	}
	wg.Wait()
}
