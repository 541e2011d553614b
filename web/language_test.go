package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestLanguageOfAPage(t *testing.T) {
	s := newServer(t, Limits{})
	tests := []struct{ name, path, cookie, accept, want string }{
		{"nothing is said", "/", "", "", "en"},
		{"the browser asks", "/", "", "zh-CN,zh;q=0.9,en;q=0.8", "zh"},
		{"the browser asks for what there is not", "/", "", "de", "en"},
		{"a cookie beats the browser", "/", "en", "zh", "en"},
		{"a cookie of no language", "/", "xx", "zh", "zh"},
		{"the address beats both", "/d/walk?lang=zh", "en", "en", "zh"},
		{"the address beats both, in English", "/?lang=en", "zh", "zh", "en"},
		{"an embedded board", "/embed/walk?lang=zh&drift=10", "", "", "zh"},
		{"the code", "/d/walk/code?lang=zh", "", "", "zh"},
		{"an error", "/nowhere", "", "zh", "zh"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			header := []string{"Accept", page, "Accept-Language", test.accept}
			if test.cookie != "" {
				header = append(header, "Cookie", "lang="+test.cookie)
			}
			r := get(t, s, test.path, header...)
			if got := body(t, r); !strings.Contains(got, `<html lang="`+test.want+`"`) {
				t.Errorf("%d: the page is %.60q, want it in %s", r.StatusCode, got, test.want)
			}
			vary := strings.Join(r.Header.Values("Vary"), ", ")
			if !strings.Contains(vary, "Accept-Language") || !strings.Contains(vary, "Cookie") {
				t.Errorf("Vary is %q", vary)
			}
			kept := slices.ContainsFunc(r.Cookies(), func(c *http.Cookie) bool { return c.Name == keyLanguage && c.Value == test.want })
			if want := strings.Contains(test.path, "lang=") && !strings.HasPrefix(test.path, "/embed"); kept != want {
				t.Errorf("the language is kept: %t, want %t", kept, want)
			}
		})
	}
}

func TestUnknownLanguageIsRefused(t *testing.T) {
	s := newServer(t, Limits{})
	for _, path := range []string{"/", "/d/walk", "/embed/walk", "/d/walk/frame.svg", "/d/walk/recipe.json", "/checks"} {
		for _, query := range []string{"lang=xx", "lang=", "lang=ZH", "lang=en&lang=zh"} {
			r := get(t, s, path+"?"+query, "Accept", "application/json")
			var answer struct{ Error, Field string }
			if err := json.Unmarshal([]byte(body(t, r)), &answer); err != nil {
				t.Fatal(err)
			}
			if r.StatusCode != http.StatusBadRequest || answer.Field != "lang" || answer.Error == "" {
				t.Errorf("%s?%s: %d %+v", path, query, r.StatusCode, answer)
			}
		}
	}
}
