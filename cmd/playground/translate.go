package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// wordsKey is the environment variable with the folder into which the contract of a demo
// writes the files of translations as they should be (see package algotest).
const wordsKey = "PLAYGROUND_WORDS"

// translate fills the translations of a demo with what is missing.
func (a app) translate(flags *flag.FlagSet) func(context.Context) error {
	demo := flags.String("demo", "", "the `ID` of the demo")
	check := flags.Bool("check", false, "change no file: report what is missing or stale, and fail if anything is")
	return func(ctx context.Context) error {
		if *demo == "" {
			return &usageError{message: `-demo is missing, as in -demo perceptron`}
		}
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		r, err := findRepository(dir)
		if err != nil {
			return err
		}
		folder, err := r.folderOf(*demo)
		if err != nil {
			return err
		}
		filled, err := r.words(ctx, folder)
		if err != nil {
			return err
		}
		stale := 0
		for _, tag := range algos.Translations {
			n, err := a.translated(r.path(filepath.Join(folder, tag+".json")), filepath.ToSlash(filepath.Join(folder, tag+".json")), filled[tag], *check)
			if err != nil {
				return err
			}
			stale += n
		}
		if *check && stale > 0 {
			return fmt.Errorf("of what %s says, %s missing or stale", *demo, say.Are(stale, "translation"))
		}
		return nil
	}
}

// words are the files of translations of the demo in a folder as they should be, by their
// languages. What a demo says only its runs tell, so the contract of the demo plays them.
func (r repository) words(ctx context.Context, folder string) (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "words")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	test := exec.CommandContext(ctx, "go", "test", "-count=1", "-run", "^TestContract$/^translation$", "./"+folder)
	test.Dir = string(r)
	test.Env = append(os.Environ(), wordsKey+"="+dir)
	said, failed := test.CombinedOutput() // it fails as long as anything is missing
	if ctx.Err() != nil {
		return nil, errInterrupted
	}
	if errors.Is(failed, exec.ErrNotFound) {
		return nil, fmt.Errorf("the go command is needed to play the demo: %w", failed)
	}
	filled := map[string][]byte{}
	for _, tag := range algos.Translations {
		text, err := os.ReadFile(filepath.Join(dir, tag+".json"))
		if err != nil {
			return nil, fmt.Errorf("the contract of the demo in %s did not say which texts there are (%w):\n%s", folder, failed, said)
		}
		filled[tag] = text
	}
	return filled, nil
}

// translated puts what a file should be in the place of what it is, unless it is only to
// be checked, and tells what differs. It returns how many texts are missing or stale.
func (a app) translated(path, name string, filled []byte, check bool) (int, error) {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	before, after := map[string]string{}, map[string]string{}
	if len(old) > 0 {
		if err := json.Unmarshal(old, &before); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := json.Unmarshal(filled, &after); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	empty := slices.DeleteFunc(slices.Sorted(maps.Keys(after)), func(key string) bool { return after[key] != "" })
	stale := slices.DeleteFunc(slices.Sorted(maps.Keys(before)), func(key string) bool { _, ok := after[key]; return ok })
	moved := ""
	if string(old) != string(filled) && len(empty)+len(stale) == 0 {
		moved = ", in another order"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %d to be translated, %d stale%s\n", name, say.Count(len(after), "text"), len(empty), len(stale), moved)
	for _, text := range empty {
		fmt.Fprintf(&b, "  to be translated: %q\n", text)
	}
	for _, text := range stale {
		fmt.Fprintf(&b, "  stale: %q\n", text)
	}
	if _, err := fmt.Fprint(a.stdout, b.String()); err != nil || check || string(old) == string(filled) {
		return len(empty) + len(stale), err
	}
	return len(empty) + len(stale), os.WriteFile(path, filled, 0o644)
}
