//go:build tools

// Package keda pins, and contains nothing of, the release of KEDA that `make bench` measures. build.ts builds
// the commands imported here.
package keda

import (
	_ "github.com/kedacore/keda/v2/cmd/adapter"
	_ "github.com/kedacore/keda/v2/cmd/operator"
)
