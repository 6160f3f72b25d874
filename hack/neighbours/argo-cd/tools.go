//go:build tools

// Package tools makes go.mod require the commands that build.ts builds.
package tools

import (
	_ "github.com/argoproj/argo-cd/v3/cmd"
	_ "sigs.k8s.io/kustomize/kustomize/v5"
)
