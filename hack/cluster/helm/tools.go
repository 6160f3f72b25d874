//go:build tools

// Package helm pins, and contains nothing of, the Helm that renders and installs the chart.
package helm

import (
	_ "helm.sh/helm/v4/cmd/helm"
)
