package algos

import "embed"

// Shared are the Go files of the mathematics that several methods use, for readers of
// a demo's code: its own are in [Demo.Sources]. Names are paths below this folder.
//
//go:embed kernel/*.go kernel/covariance/*.go net/*.go expression/*.go margin/*.go lsq/*.go cart/*.go words/*.go */internal/*/*.go
var Shared embed.FS
