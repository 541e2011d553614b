package catalogtest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos/catalog"
	"playground/algos/param"
)

// A recipe that is read back from its file, as a page does it, is the same recipe.
func TestRecipeFileIsTheRecipe(t *testing.T) {
	s := everything(t)
	for _, d := range catalog.All {
		for _, p := range d.Presets {
			for _, rest := range []string{"", "&seed=7&step=2", "&view=-3,3,-2,2.5&step=end"} {
				q, err := url.ParseQuery("preset=" + p.ID + rest)
				if err != nil {
					t.Fatal(err)
				}
				want, err := d.ParseRecipe(q)
				if err != nil {
					t.Fatal(err)
				}
				r := get(t, s, "/d/"+d.ID+"/recipe.json?"+q.Encode())
				if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "application/json; charset=utf-8" {
					t.Fatalf("%s %s: %d", d.ID, q.Encode(), r.StatusCode)
				}
				var f recipeFile
				if err := json.Unmarshal([]byte(body(t, r)), &f); err != nil {
					t.Fatal(err)
				}
				back := url.Values{"preset": {f.Preset}, "data": {f.Data}, "seed": {strconv.FormatUint(f.Seed, 10)}, "step": {f.Step}}
				if f.Data == "" {
					back.Del("data")
				}
				for name, value := range f.Params {
					back.Set(name, value)
				}
				if f.View != nil {
					var sides []string
					for _, x := range f.View {
						sides = append(sides, param.Format(x))
					}
					back.Set("view", strings.Join(sides, ","))
				}
				got, err := d.ParseRecipe(back)
				if err != nil {
					t.Fatalf("%s %s: %v", d.ID, back.Encode(), err)
				}
				a, errA := want.Query(d)
				b, errB := got.Query(d)
				if errA != nil || errB != nil {
					t.Fatal(errA, errB)
				}
				if diff := cmp.Diff(a, b); diff != "" || f.Format != "playground.recipe/1" || f.Demo != d.ID {
					t.Errorf("%s %s came back changed (-want +got):\n%s", d.ID, q.Encode(), diff)
				}
			}
		}
	}
	if r := get(t, s, "/d/svm/recipe.json?C=-1"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("a bad recipe: %d", r.StatusCode)
	}
}
