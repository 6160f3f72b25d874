//go:build tools

// Package programs pins, and contains nothing of, what signs and receives a release. ../programs.ts builds each of the
// commands imported here.
package programs

import (
	_ "github.com/distribution/distribution/v3/cmd/registry"
	_ "github.com/google/go-containerregistry/cmd/crane"
	_ "github.com/sigstore/cosign/v3/cmd/cosign"
)
