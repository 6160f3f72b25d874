//go:build tools

// Package tools makes go.mod require the commands that build.ts builds.
package tools

import (
	_ "github.com/fluxcd/kustomize-controller"
	_ "github.com/fluxcd/source-controller"
)
