package algos

import "embed"

// Shared are the Go files of the mathematics that several methods use, for readers of
// a demo's code: its own are in [Demo.Files]. Names are paths below this folder.
//
//go:embed kernel/*.go kernel/covariance/*.go net/*.go expression/*.go linear/internal/*/*.go regression/internal/*/*.go
var Shared embed.FS
