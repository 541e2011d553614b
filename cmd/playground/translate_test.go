package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The command asks the demo's own contract what is said. Everything that the skeleton
// says is translated.
func TestTranslateChecks(t *testing.T) {
	out, err := do(t, filepath.Join("..", ".."), "translate", "-demo", "skeleton", "-check")
	if err != nil || !strings.HasPrefix(out, "algos/skeleton/zh.json: ") || !strings.Contains(out, " 0 to be translated, 0 stale") {
		t.Errorf("%q, %v", out, err)
	}
}

func TestTranslateRefuses(t *testing.T) {
	root := filepath.Join("..", "..")
	for _, c := range []struct{ args, want string }{
		{"", "-demo is missing"},
		{"-demo nothing", `no demo of the repository has the id "nothing"`},
		{"-demo ../../etc", "no demo of the repository has the id"},
	} {
		t.Run(c.args, func(t *testing.T) {
			if _, err := do(t, root, append([]string{"translate"}, strings.Fields(c.args)...)...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// A file takes the form that it should have, unless it is only to be checked.
func TestTranslated(t *testing.T) {
	const filled = "{\n\t\"One.\": \"一。\",\n\t\"Two.\": \"\"\n}\n"
	for _, c := range []struct {
		old, want string
		stale     int
	}{
		{"", "2 texts, 1 to be translated, 0 stale", 1},
		{`{"One.": "一。", "Three.": "三。"}`, "2 texts, 1 to be translated, 1 stale", 2},
		{filled, "2 texts, 1 to be translated, 0 stale\n  to be translated: \"Two.\"\n", 1},
	} {
		for _, check := range []bool{true, false} {
			path := filepath.Join(t.TempDir(), "zh.json")
			if err := os.WriteFile(path, []byte(c.old), 0o644); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			n, err := app{stdout: &out}.translated(path, "zh.json", []byte(filled), check)
			if err != nil || n != c.stale || !strings.Contains(out.String(), c.want) {
				t.Errorf("%q: %d, %v, %q", c.old, n, err, out.String())
			}
			want := filled
			if check {
				want = c.old
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != want {
				t.Errorf("check %t of %q: %q, %v", check, c.old, got, err)
			}
		}
	}
	var out bytes.Buffer
	path := filepath.Join(t.TempDir(), "zh.json")
	if err := os.WriteFile(path, []byte(`{"Two.": "二。", "One.": "一。"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	n, err := app{stdout: &out}.translated(path, "zh.json", []byte(`{"One.": "一。", "Two.": "二。"}`), true)
	if n != 0 || err != nil || !strings.Contains(out.String(), "in another order") {
		t.Errorf("%d, %v, %q", n, err, out.String())
	}
}
