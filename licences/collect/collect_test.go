package main

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"playground/licences"
)

// TestLicencesAreFresh compares what is committed with what the modules of the build say.
func TestLicencesAreFresh(t *testing.T) {
	now, err := collect("../..")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(now, licences.All()) {
		t.Error("the modules have changed, or their licences; run: go generate ./licences")
	}
}

// TestNothingIsWithoutALicence looks at every package that is linked, and at the fonts
// among them, whose licences are not those of code.
func TestNothingIsWithoutALicence(t *testing.T) {
	packages, err := packages("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 200 {
		t.Fatalf("only %d packages are linked", len(packages))
	}
	fonts := map[string]*regexp.Regexp{
		"codeberg.org/go-fonts/latin-modern": regexp.MustCompile(`GUST Font License`),
		"codeberg.org/go-fonts/liberation":   regexp.MustCompile(`SIL OPEN FONT LICENSE`),
		"golang.org/x/image":                 regexp.MustCompile(`Redistribution and use`), // the Go fonts have Go's licence
	}
	seen := map[string]bool{}
	for _, p := range packages {
		name, version := licences.Std, ""
		if !p.Standard {
			name, version = p.Module.Path, p.Module.Version
		}
		i := slices.IndexFunc(licences.All(), func(m licences.Module) bool { return m.Path == name && m.Version == version })
		if i < 0 {
			t.Errorf("%s of %s %s has no licence; run: go generate ./licences", p.ImportPath, name, version)
			continue
		}
		var text strings.Builder
		for _, f := range licences.All()[i].Files {
			text.WriteString(f.Text)
		}
		if !regexp.MustCompile(`(?i)copyright|licen[cs]e`).MatchString(text.String()) {
			t.Errorf("what %s calls its licence is none: %q", name, text.String())
		}
		if want := fonts[name]; want != nil {
			seen[name] = true
			if !want.MatchString(text.String()) {
				t.Errorf("the licences of %s do not have that of its fonts, %s", name, want)
			}
		}
	}
	if len(seen) != len(fonts) {
		t.Errorf("fonts of %v are linked, want those of %d modules", seen, len(fonts))
	}
}
