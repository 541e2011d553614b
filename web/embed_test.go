package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestEmbedPlaysAsAsked(t *testing.T) {
	s := newServer(t, Limits{})
	got := body(t, get(t, s, "/embed/walk?fit=1&hide=title,timeline&autoplay=1&loop=1&speed=30&first=10&end=30&theme=dark"))
	for _, want := range []string{
		`data-theme="dark"`, "no-title no-timeline fit", `data-autoplay="1"`, `data-loop="1"`,
		`data-speed="30"`, `data-start="10"`, `data-end="30"`, `data-query="step=10"`, "<span data-step>10</span>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	plain := body(t, get(t, s, "/embed/walk?autoplay=0"))
	for _, not := range []string{"data-theme=", "data-autoplay", "data-loop", " no-"} {
		if strings.Contains(plain, not) {
			t.Errorf("the plain page has %s", not)
		}
	}
}

func TestEmbedRefuses(t *testing.T) {
	s := newServer(t, Limits{})
	for query, field := range map[string]string{
		"hide=points": "hide", "fit=yes": "fit", "autoplay=yes": "autoplay", "loop=2": "loop", "speed=1000": "speed",
		"start=-1": "start", "first=-1": "first", "first=1&start=2": "start", "end=soon": "end", "start=5&end=5": "end", "end=99999999999": "end",
		"theme=projector": "theme", "sped=8": "sped", "speed=8&speed=4": "speed",
	} {
		r := get(t, s, "/embed/walk?"+query)
		if got := body(t, r); r.StatusCode != http.StatusBadRequest || !strings.HasPrefix(got, field+":") {
			t.Errorf("%s: %d %s", query, r.StatusCode, got)
		}
	}
}
