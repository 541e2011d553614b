package hedge

import (
	"testing"

	"playground/algos/algotest"
)

func TestQuestionsHaveAnswers(t *testing.T) { algotest.Answers(t, Demo, "heaviest") }
