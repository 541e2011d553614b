// Command jstypes writes the messages of package wire as types of JavaScript, for those who
// check the scripts of the pages: assets/static/page/types.js. Run it by
//
//	go generate ./web/wire
//
// The comments of the fields become descriptions. A text whose comment begins with the words
// that it may be, "open" or "closed", is of the type that has these alone. A test proves
// that the file is fresh.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// target is the file below the root of the repository.
const target = "assets/static/page/types.js"

func main() {
	if err := write(filepath.Join("..", "..")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write replaces the file in a repository.
func write(root string) error {
	text, err := generate(root)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(target)), []byte(text), 0o644); err != nil {
		return fmt.Errorf("write the types: %w", err)
	}
	return nil
}
