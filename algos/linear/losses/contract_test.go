package losses

import (
	"testing"

	"playground/algos/algotest"
)

func TestGolden(t *testing.T) { algotest.Golden(t, Demo) }
