package lagrange

import (
	"playground/algos"
	"playground/algos/dataset"
)

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("first", "", dataset.Generate("blobs", 20, 1, 1), "", ""),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{}
