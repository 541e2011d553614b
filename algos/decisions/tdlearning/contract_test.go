package tdlearning

import (
	"os"
	"testing"

	"playground/algos/algotest"
)

func TestMain(m *testing.M) { os.Exit(algotest.Main(m)) }

func TestContract(t *testing.T) { algotest.Contract(t, Demo) }
