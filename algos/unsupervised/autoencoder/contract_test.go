package autoencoder

import (
	"testing"

	"playground/algos/algotest"
)

func TestContract(t *testing.T) { algotest.Contract(t, Demo) }
