package catalogtest

import (
	"strings"
	"testing"
)

// The legend names the classes that occur, as the data write them. New points
// start in the last of them.
func TestClassesAreNamed(t *testing.T) {
	s := everything(t)
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
