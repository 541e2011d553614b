package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"playground/licences"
)

// command is the program that is handed on.
const command = "./cmd/playground"

// A linked package is one of those that the program is made of.
type linked struct {
	ImportPath string
	Dir        string
	Standard   bool
	Module     *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// collect returns the licences of all that is linked on Linux, which uses every
// module that another system uses.
func collect(root string) ([]licences.Module, error) {
	packages, err := packages(root)
	if err != nil {
		return nil, err
	}
	goroot, err := goCommand(root, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	folders := map[string][]string{} // of packages, by module
	modules := map[string]licences.Module{}
	own := "" // where the program itself is
	homes := map[string]string{}
	for _, p := range packages {
		if p.Standard {
			continue
		}
		m := p.Module
		modules[m.Path] = licences.Module{Path: m.Path, Version: m.Version}
		homes[m.Path] = m.Dir
		if m.Main {
			own = m.Dir
		} else {
			folders[m.Path] = append(folders[m.Path], p.Dir)
		}
	}
	modules[licences.Std] = licences.Module{Path: licences.Std}
	homes[licences.Std] = strings.TrimSpace(string(goroot))

	var all []licences.Module
	for name, m := range modules {
		if m.Files, err = texts(homes[name], own, folders[name]); err != nil {
			return nil, err
		}
		if len(m.Files) == 0 {
			return nil, fmt.Errorf("the module %s has no licence in %s: it must not be linked", m.Path, homes[name])
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b licences.Module) int {
		if x, y := a.Version != "", b.Version != ""; x != y { // first what has no version: the program and Go
			return map[bool]int{false: -1, true: 1}[x]
		}
		return strings.Compare(a.Path, b.Path)
	})
	return all, nil
}

func packages(root string) ([]linked, error) {
	out, err := goCommand(root, "list", "-deps", "-json=ImportPath,Dir,Standard,Module", command)
	if err != nil {
		return nil, err
	}
	var all []linked
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p linked
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the list of packages: %w", err)
		}
		all = append(all, p)
	}
}

func goCommand(root string, args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := c.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, exit.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}

var (
	licence = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|notice|copying|copyright|patents|ofl)`)
	several = regexp.MustCompile(`(?i)licen[cs]es$`) // a folder of licences
)

// texts reads the licences at the top of a module and above its linked packages,
// which may be the work of others. The program's own folder of licences is this one.
func texts(home, own string, packages []string) ([]licences.File, error) {
	places := map[string]bool{home: true}
	for _, dir := range packages {
		for ; dir != home && strings.HasPrefix(dir, home); dir = filepath.Dir(dir) {
			places[dir] = true
		}
	}
	var files []licences.File
	for place := range places {
		entries, err := os.ReadDir(place)
		if err != nil {
			return nil, fmt.Errorf("look for licences: %w", err)
		}
		for _, e := range entries {
			name := filepath.Join(place, e.Name())
			if !e.IsDir() && licence.MatchString(e.Name()) && path.Ext(name) != ".go" {
				files, err = appendText(files, home, name)
			}
			if e.IsDir() && place != own && several.MatchString(e.Name()) {
				err = filepath.WalkDir(name, func(name string, d fs.DirEntry, err error) error {
					if err == nil && !d.IsDir() {
						files, err = appendText(files, home, name)
					}
					return err
				})
			}
			if err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(files, func(a, b licences.File) int { return strings.Compare(a.Name, b.Name) })
	return files, nil
}

func appendText(files []licences.File, home, name string) ([]licences.File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return files, fmt.Errorf("read a licence: %w", err)
	}
	below, err := filepath.Rel(home, name)
	if err != nil {
		return files, fmt.Errorf("name a licence: %w", err)
	}
	clean := strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(string(text), "\r\n", "\n"), "�")) + "\n"
	return append(files, licences.File{Name: filepath.ToSlash(below), Text: clean}), nil
}
