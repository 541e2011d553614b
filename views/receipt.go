package views

import "context"

// A ReceiptCheck is the page that checks receipts.
type ReceiptCheck struct {
	Text   string         // that was given
	Most   int            // characters that a receipt has at most
	Keys   []string       // whose receipts are believed
	Signs  bool           // and one of them is the server's own
	Report *ReceiptReport // nil: nothing was given
}

// A ReceiptReport is what was found out about a receipt. What was forged or cannot be read
// has a verdict alone.
type ReceiptReport struct {
	Verdict, Replay, Error  string
	Name                    string
	Demo                    DemoName
	Here                    bool // the demo is on this server
	Goal                    Goal
	Number, Replayed, Words string
	Run, Before             string // addresses
	Time, Version, Machine  string
	Key                     string
	SameProgram             bool
	Light, Dark             string // addresses of the board's picture; empty: it was not drawn
}

// mark stands before a verdict, for who sees it.
func (r ReceiptReport) mark() string {
	switch r.Verdict {
	case "valid":
		return "✓"
	case "forged", "unreadable":
		return "✗"
	}
	return "?"
}

// replay says what came of playing the run again.
func (r ReceiptReport) replay(ctx context.Context) string {
	switch r.Replay {
	case "same":
		return t(ctx, "receipt.same", r.Words)
	case "differs":
		return t(ctx, "receipt.differs", r.Words, r.Number) + " " + r.why(ctx)
	case "not-reached":
		if r.Words == "" {
			return t(ctx, "receipt.counts-nothing") + " " + r.why(ctx)
		}
		return t(ctx, "receipt.not-reached", r.Words, r.Number) + " " + r.why(ctx)
	case "slow":
		return t(ctx, "receipt.slow")
	case "long":
		return t(ctx, "receipt.long")
	case "absent":
		return t(ctx, "receipt.absent")
	}
	return t(ctx, "receipt.refused")
}

// why is where a difference comes from, as far as that can be said.
func (r ReceiptReport) why(ctx context.Context) string {
	if r.SameProgram {
		return t(ctx, "receipt.same-program")
	}
	return t(ctx, "receipt.other-program")
}
