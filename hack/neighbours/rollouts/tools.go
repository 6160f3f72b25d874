//go:build tools

// Package rollouts pins, and contains nothing of, the release of Argo Rollouts that `make neighbours` runs.
// build.ts builds the command imported here.
package rollouts

import _ "github.com/argoproj/argo-rollouts/cmd/rollouts-controller"
