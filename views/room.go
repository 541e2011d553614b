package views

import "context"

// A Lobby is before a room: somebody looks for it, or waits until it begins.
type Lobby struct {
	Code string // as it is read and typed; empty: none is named
	Key  string // the whole key, where the link has it

	Typed   string // what was typed for a code, and
	Problem string // what is wrong with it; empty: nothing is
}

// stageWords are what the presenter's bar and view say. Numbers and names stand in the
// places {1}, {2}, ….
func stageWords(ctx context.Context) map[string]string {
	return map[string]string{
		"here":     t(ctx, "stage.here", "{1}", "{2}"),
		"answers":  t(ctx, "stage.answers", "{1}"),
		"minutes":  t(ctx, "stage.minutes", "{1}"),
		"gathered": t(ctx, "stage.gathered"),
		"ungone":   t(ctx, "stage.ungone"),
		"taken":    t(ctx, "live.link.taken") + " " + t(ctx, "live.link.taken-next"),
		"cut":      t(ctx, "live.link.cut") + " " + t(ctx, "live.link.cut-next"),
		"unbegun":  t(ctx, "stage.unbegun"),
		"away":     t(ctx, "stage.away"),
		"place":    t(ctx, "stage.place", "{1}", "{2}"),
		"no-notes": t(ctx, "script.no-notes"),
		"last":     t(ctx, "script.end"),
		"play":     t(ctx, "live.play"),
		"pause":    t(ctx, "live.pause"),
		"asked":    t(ctx, "stage.asked"),
		"ended":    t(ctx, "stage.ended"),
		"copied":   t(ctx, "live.copied-link"),
		"byHand":   t(ctx, "live.copy-by-hand"),
		"qr":       t(ctx, "live.qr", "{1}"),
	}
}
