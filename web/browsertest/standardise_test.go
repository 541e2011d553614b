package browsertest

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"playground/algos/dataset"
)

// Where features are on different scales their standardisation is offered with its reason. A point that
// the pointer puts on the standardised board is where it was put, in the data's units.
func TestStandardise(t *testing.T) {
	data := dataset.Labelled([3]float64{20, 25_000, -1}, [3]float64{30, 45_000, -1}, [3]float64{50, 55_000, 1}, [3]float64{64, 85_000, 1})
	b := serve(t).open(t, 1366, 768, "/d/perceptron?step=end&data="+url.QueryEscape(data.String()))
	if told := b.text("[data-scales]"); !strings.Contains(told, "differ by a factor of 1300") {
		t.Errorf("offered with %q", told)
	}
	b.press("[data-action=standardise]")
	b.wait(`location.search.includes("standardise=true")`)
	b.settled()
	b.wait(`document.querySelector("[data-scales] button").hidden`)
	n := b.points()
	at, before := b.spot(0.5, 0.5), eval[string](b, `location.search`)
	b.click(at)
	b.waitPoints(n + 1)
	b.settled()
	b.wait(fmt.Sprintf(`location.search !== %q`, before))
	if p := b.point(n); math.Hypot(p.X-at.X, p.Y-at.Y) > 2.5 {
		t.Errorf("clicked at %v, the point is at %v", at, p)
	}
	rows := b.rows()
	placed := strings.Split(rows[len(rows)-1], ",")
	age, _ := strconv.ParseFloat(placed[0], 64)
	income, _ := strconv.ParseFloat(placed[1], 64)
	if math.Abs(age-42) > 3 || math.Abs(income-55_000) > 3000 || rows[0] != "20,25000,-1" {
		t.Errorf("the points are %s", rows)
	}
	// The switch is among the tools of the data.
	b.press("[data-unfold=data]")
	b.press(`[data-param="standardise"] [role=switch]`)
	b.wait(`!location.search.includes("standardise")`)
	b.wait(`!document.querySelector("[data-scales] button").hidden`)
}
