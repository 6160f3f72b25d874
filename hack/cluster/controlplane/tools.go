//go:build tools

// Package controlplane pins, and contains nothing of, the Kubernetes control plane that tests, demo and
// benchmarks run on. build.ts builds each of the commands imported here, and the programs of our own in
// this module, which add little to that: what they import is compiled already.
package controlplane

import (
	_ "go.etcd.io/etcd/server/v3"
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "k8s.io/kubernetes/cmd/kube-controller-manager"
	_ "k8s.io/kubernetes/cmd/kube-proxy"
	_ "k8s.io/kubernetes/cmd/kube-scheduler"
	_ "k8s.io/kubernetes/cmd/kubectl"
	_ "k8s.io/kubernetes/cmd/kubelet"
	_ "sigs.k8s.io/kwok/cmd/kwok"
	_ "sigs.k8s.io/kwok/cmd/kwokctl"
	_ "sigs.k8s.io/metrics-server/cmd/metrics-server"
)
