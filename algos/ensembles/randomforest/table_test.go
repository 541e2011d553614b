package randomforest

import (
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/sheet"
)

type moment struct{ Mean, SD float64 }

// The out-of-bag errors of scikit-learn's forests of 100 trees over 60 seeds, and the importance by permutation among the samples out
// of each tree's bag. Ours are over 40 seeds.
func TestPeerOnTables(t *testing.T) {
	var peer struct {
		Seeds int
		Cases struct {
			Cars struct {
				Loss       moment `json:"oob_mse"`
				Importance []moment
			} `json:"cars forest 100 of 3"`
			Iris struct {
				Error moment `json:"oob_error"`
			} `json:"iris forest 100 of 2"`
		}
	}
	algotest.ReadJSON(t, "testdata/tables.json", &peer)
	const seeds = 40
	near := func(what string, got []float64, want moment) {
		t.Helper()
		algotest.Agrees(t, what, got, want.Mean, want.SD, peer.Seeds)
	}
	of := func(data dataset.Source, features string, seed uint64) view {
		return algotest.Run(t, Demo, data, seed, algotest.Values("n_estimators", "100", "max_features", features)).View.(view)
	}
	var cars, iris []float64
	importance := make([][]float64, len(peer.Cases.Cars.Importance))
	for seed := range uint64(seeds) {
		v := of(sheet.Cars(), "3", seed)
		cars = append(cars, v.BagLoss)
		mean, _ := v.Importances()
		for j, x := range mean {
			importance[j] = append(importance[j], x)
		}
		iris = append(iris, of(sheet.Iris(), "2", seed).BagError())
	}
	near("cars", cars, peer.Cases.Cars.Loss)
	near("iris", iris, peer.Cases.Iris.Error)
	for j, want := range peer.Cases.Cars.Importance {
		near("column "+string(rune('0'+j)), importance[j], want)
	}
}
