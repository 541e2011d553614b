// Command collect writes the licences of what is linked into the program to
// texts.json.gz. Run it in the folder licences, or everywhere by
//
//	go generate ./licences
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"

	"playground/licences"
)

const target = "texts.json.gz"

func main() {
	if err := write(".."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write leaves a file alone that says the same already: another release of Go may
// compress it otherwise.
func write(root string) error {
	all, err := collect(root)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read what was committed: %w", err)
	}
	if was, err := licences.Unpack(old); err == nil && reflect.DeepEqual(was, all) {
		return nil
	}
	packed, err := licences.Pack(all)
	if err != nil {
		return err
	}
	if err := os.WriteFile(target, packed, 0o644); err != nil {
		return fmt.Errorf("write the licences: %w", err)
	}
	return nil
}
