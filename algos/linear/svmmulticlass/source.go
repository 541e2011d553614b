package svmmulticlass

import "embed"

// source is the package itself, shown beside the demo.
//
//go:embed *.go
var source embed.FS
