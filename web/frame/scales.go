package frame

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
	"playground/lang"
)

// Scales says that the features of a recipe are standardised, or why they could be; empty where there is
// nothing to say.
func Scales(l lang.Lang, d algos.Demo, r algos.Recipe, set dataset.Set) string {
	if r.Standardised() {
		return l.T("inputs.scales-on")
	}
	times, widest := d.Apart(set, r.Data.Table)
	if widest == "" {
		return ""
	}
	unit := math.Pow(10, math.Floor(math.Log10(times))-1) // two digits are enough for a reason
	return l.T("inputs.scales", say.Num(math.Round(times/unit)*unit), widest)
}
