package say_test

import (
	"testing"

	"playground/algos/say"
)

func TestGiven(t *testing.T) {
	v := say.Vars{"name": say.Given(`a$b\frac{1}`)}
	if got := v.Text("of <name> and $w=<name>$").String(); got != `of a＄b\frac{1} and $w=\text{a＄b∖frac｛1｝}$` {
		t.Error(got)
	}
	book := say.Book{"Board": "面板"}
	if got := say.Given("Board").Phrase().In(book); got != "Board" {
		t.Errorf("a name is translated: %s", got)
	}
}
