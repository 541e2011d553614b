package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestEmbedPlaysAsAsked(t *testing.T) {
	s := newServer(t, Limits{})
	got := body(t, get(t, s, "/embed/svm?fit=1&hide=title,timeline&autoplay=1&loop=1&speed=30&start=10&end=30&theme=dark"))
	for _, want := range []string{
		`data-theme="dark"`, "no-title no-timeline fit", `data-autoplay="1"`, `data-loop="1"`,
		`data-speed="30"`, `data-start="10"`, `data-end="30"`, `data-query="step=10"`, "<span data-step>10</span>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	plain := body(t, get(t, s, "/embed/svm?autoplay=0"))
	for _, not := range []string{"data-theme=", "data-autoplay", "data-loop", " no-"} {
		if strings.Contains(plain, not) {
			t.Errorf("the plain page has %s", not)
		}
	}
}

// The legend names the classes that occur, as the data write them. New points
// start in the last of them.
func TestClassesAreNamed(t *testing.T) {
	s := newServer(t, Limits{})
	for _, c := range []struct {
		page    string
		names   []string
		chosen  string
		strange string
	}{
		{"/embed/svm", []string{"−1", "+1"}, "", ">2</span>"},
		{"/d/perceptron", []string{"−1", "+1"}, `data-class="1" aria-pressed="true"`, ">2</span>"},
		{"/d/svm-multiclass", []string{"0", "1", "2"}, `data-class="2" aria-pressed="true"`, ">3</span>"},
		{"/d/discriminant", []string{"−1", "+1"}, `data-class="1" aria-pressed="true"`, ">2</span>"},
	} {
		got := body(t, get(t, s, c.page))
		for _, name := range c.names {
			if !strings.Contains(got, "</svg>"+name+"</span>") {
				t.Errorf("%s: no item %s in the legend", c.page, name)
			}
		}
		if strings.Contains(got, "</svg"+c.strange) {
			t.Errorf("%s names a class that no point has", c.page)
		}
		if !strings.Contains(got, c.chosen) {
			t.Errorf("%s lacks %s", c.page, c.chosen)
		}
	}
}

func TestEmbedRefuses(t *testing.T) {
	s := newServer(t, Limits{})
	for query, field := range map[string]string{
		"hide=points": "hide", "fit=yes": "fit", "autoplay=yes": "autoplay", "loop=2": "loop", "speed=1000": "speed",
		"start=-1": "start", "end=soon": "end", "start=5&end=5": "end", "end=99999999999": "end",
		"theme=projector": "theme", "sped=8": "sped", "speed=8&speed=4": "speed",
	} {
		r := get(t, s, "/embed/svm?"+query)
		if got := body(t, r); r.StatusCode != http.StatusBadRequest || !strings.HasPrefix(got, field+":") {
			t.Errorf("%s: %d %s", query, r.StatusCode, got)
		}
	}
}
