package main

import (
	"cmp"
	"runtime/debug"
	"strings"
)

// release is what whoever builds a release calls it:
//
//	go build -ldflags "-X main.release=v1.2.0" ./cmd/playground
var release string

// version names the build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nameBuild(release, debug.BuildInfo{})
	}
	return nameBuild(release, *info)
}

// nameBuild returns the release, or the module's version where there is one, else "dev";
// then the commit, if the build knows it and the version does not say it, with a plus sign if
// files were changed since; then the release of Go.
func nameBuild(release string, info debug.BuildInfo) string {
	known := info.Main.Version
	if known == "(devel)" {
		known = ""
	}
	words := []string{"playground", cmp.Or(release, known, "dev")}
	var commit, changed string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if commit != "" && !strings.Contains(words[1], commit) {
		words = append(words, commit+changed)
	}
	if info.GoVersion != "" {
		words = append(words, info.GoVersion)
	}
	return strings.Join(words, " ")
}
