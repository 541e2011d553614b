// Command bundle makes what browsers load, assets/dist, of what is written,
// assets/static. Run it in the folder assets, or everywhere by
//
//	go generate ./assets
//
// The result is committed, so that the program builds without it; a test and the
// continuous integration prove that it is fresh.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write replaces the folder dist in a folder by the bundle of its folder static.
func write(folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return fmt.Errorf("find the folder: %w", err)
	}
	files, err := bundle(folder)
	if err != nil {
		return err
	}
	dist := filepath.Join(folder, "dist")
	if err := os.RemoveAll(dist); err != nil {
		return fmt.Errorf("remove the old bundle: %w", err)
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	for name, body := range files {
		if err := os.WriteFile(filepath.Join(dist, name), body, 0o644); err != nil {
			return fmt.Errorf("write the bundle: %w", err)
		}
	}
	return nil
}
