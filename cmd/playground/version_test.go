package main

import (
	"runtime/debug"
	"testing"
)

func TestVersionNamesReleaseAndCommit(t *testing.T) {
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "5621b33f00ba5621b33f00ba"}, {Key: "vcs.modified", Value: modified}}
	}
	for _, c := range []struct {
		release string
		info    debug.BuildInfo
		want    string
	}{
		{"", debug.BuildInfo{}, "playground dev"},
		{"", debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}}, "playground dev go1.26.8"},
		{"", debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}, Settings: vcs("false")}, "playground dev 5621b33f00ba go1.26.8"},
		{"", debug.BuildInfo{GoVersion: "go1.26.8", Settings: vcs("true")}, "playground dev 5621b33f00ba+ go1.26.8"},
		{"v1.2.0", debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}, Settings: vcs("false")}, "playground v1.2.0 5621b33f00ba go1.26.8"},
		{
			"",
			debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v0.0.0-20261122202833-5621b33f00ba+dirty"}, Settings: vcs("true")},
			"playground v0.0.0-20261122202833-5621b33f00ba+dirty go1.26.8",
		},
	} {
		if got := nameBuild(c.release, c.info); got != c.want {
			t.Errorf("release %q and %+v: %q, want %q", c.release, c.info, got, c.want)
		}
	}
}
