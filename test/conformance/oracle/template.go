package oracle

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/utils/ptr"
)

// template is what a workload's pods are made from.
type template struct{ spec v1.PodSpec }

func (w *world) newTemplate() template {
	spec := v1.PodSpec{Containers: []v1.Container{w.newContainer("app", 1)}}
	if w.chance(0.4) {
		spec.Containers = append(spec.Containers, w.newContainer("proxy", 0.1))
	}
	if w.chance(0.25) {
		spec.InitContainers = append(spec.InitContainers, w.newContainer("migrate", 2))
	}
	if w.chance(0.2) {
		sidecar := w.newContainer("mesh", 0.1)
		sidecar.RestartPolicy = ptr.To(v1.ContainerRestartPolicyAlways)
		spec.InitContainers = append(spec.InitContainers, sidecar)
	}
	if w.chance(0.25) {
		requests := w.newRequests(1.5)
		if w.chance(0.4) {
			// The containers' own count for the other one.
			delete(requests, pick[v1.ResourceName](w.dice, "cpu", "memory"))
		}
		spec.Resources = &v1.ResourceRequirements{Requests: requests}
	}
	if w.chance(0.15) {
		spec.Overhead = v1.ResourceList{"cpu": resource.MustParse("15m"), "memory": resource.MustParse("12Mi")}
	}
	return template{spec}
}

func (w *world) newContainer(name string, size float64) v1.Container {
	return v1.Container{Name: name, Resources: v1.ResourceRequirements{Requests: w.newRequests(size)}}
}

// newRequests now and then lacks one, without which there is no utilization.
func (w *world) newRequests(size float64) v1.ResourceList {
	requests := v1.ResourceList{}
	cpu := times(pick[milli](w.dice, 1, 100, 250, 1000, 4000), size)
	memory := times(pick[milli](w.dice, 64, 256, 1000, 4096)<<20*1000, size)
	if w.has("huge") {
		cpu = times(cpu, 1e12)
		memory = times(memory, pick(w.dice, 1e3, 1e5, 1e7))
		// All containers of a pod together stay within what can be read.
		cpu, memory = min(cpu, most/32), min(memory, most/32)
	}
	if !w.chance(0.03) {
		requests["cpu"] = w.quantity(cpu)
	}
	if !w.chance(0.03) {
		requests["memory"] = w.quantity(memory)
	}
	return requests
}

// requestOf is roughly what a pod, or one container of it, requests: what its load is measured by.
func (t template) requestOf(name v1.ResourceName, container string) milli {
	total := milli(0)
	for _, each := range t.spec.Containers {
		if container == "" || each.Name == container {
			total += each.Resources.Requests.Name(name, resource.DecimalSI).MilliValue()
		}
	}
	return max(1, total)
}
