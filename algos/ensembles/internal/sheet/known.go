package sheet

import (
	"bytes"
	_ "embed"

	"playground/algos/dataset"
)

//go:embed tables/mtcars.csv
var mtcars []byte

//go:embed tables/iris.csv
var iris []byte

// Cars are 32 cars of 1974 with ten numbers each, and how far they go (Henderson and Velleman, Biometrics 37, 1981).
func Cars() dataset.Source { return known(mtcars, "mpg") }

// Iris are 150 flowers of three species with four lengths each (Fisher, Annals of Eugenics 7, 1936).
func Iris() dataset.Source { return known(iris, "species") }

func known(csv []byte, target string) dataset.Source {
	t, err := dataset.ReadTable(bytes.NewReader(csv), dataset.Either, target)
	if err != nil {
		panic("sheet: " + err.Error()) // the program itself carries it
	}
	return dataset.Tabled(t)
}
