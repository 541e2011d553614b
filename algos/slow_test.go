package algos_test

import (
	"context"
	"testing"

	"playground/algos"
)

func TestLateKeepsWhatIsWhole(t *testing.T) {
	calls := 0
	count := func(context.Context) int { calls++; return calls }
	ctx, cancel := context.WithCancel(t.Context())
	whole := algos.Slow(ctx, count)
	if a, b := whole(), whole(); a != 1 || b != 1 {
		t.Errorf("%d, then %d", a, b)
	}
	cut := algos.Slow(ctx, count)
	cancel()
	if a, b := cut(), cut(); a != 2 || b != 3 {
		t.Errorf("what was interrupted is kept: %d, then %d", a, b)
	}
	if whole() != 1 {
		t.Error("what was whole is lost")
	}
}
