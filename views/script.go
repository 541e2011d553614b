package views

import "context"

// scriptWords are what the script of the page of scripts says. Numbers stand in the
// places {1}, {2}, ….
func scriptWords(ctx context.Context) map[string]string {
	return map[string]string{
		"untitled":   t(ctx, "script.untitled"),
		"board":      t(ctx, "script.board", "{1}"),
		"move":       t(ctx, "script.move", "{1}"),
		"up":         t(ctx, "script.up", "{1}"),
		"down":       t(ctx, "script.down", "{1}"),
		"remove":     t(ctx, "script.remove", "{1}"),
		"name":       t(ctx, "script.name-of", "{1}"),
		"notes":      t(ctx, "script.notes-of", "{1}"),
		"moved":      t(ctx, "script.moved", "{1}", "{2}"),
		"removed":    t(ctx, "script.removed", "{1}"),
		"emptied":    t(ctx, "script.emptied"),
		"back":       t(ctx, "script.back"),
		"copied":     t(ctx, "script.copied", "{1}"),
		"byHand":     t(ctx, "live.copy-by-hand"),
		"asking":     t(ctx, "script.asking"),
		"opens":      t(ctx, "script.opens", "{1}", "{2}"),
		"opensAnew":  t(ctx, "script.opens-anew", "{1}"),
		"unasked":    t(ctx, "script.unasked"),
		"noneOpens":  t(ctx, "script.none-opens"),
		"skipped":    t(ctx, "script.skipped"),
		"count":      t(ctx, "script.count", "{1}", "{2}"),
		"kept":       t(ctx, "script.kept"),
		"unkept":     t(ctx, "script.unkept"),
		"from-link":  t(ctx, "script.from-link"),
		"from-file":  t(ctx, "script.from-file", "{1}"),
		"presented":  t(ctx, "script.presented"),
		"added":      t(ctx, "script.added", "{1}"),
		"large":      t(ctx, "script.large", "{1}"),
		"format":     t(ctx, "script.format", "{1}"),
		"no-script":  t(ctx, "script.no-script"),
		"bad-link":   t(ctx, "script.bad-link"),
		"many":       t(ctx, "script.many", "{1}", "{2}"),
		"no-board":   t(ctx, "script.no-board", "{1}"),
		"no-address": t(ctx, "script.no-address", "{1}"),
		"long":       t(ctx, "script.long", "{1}", "{2}", "{3}"),
	}
}
