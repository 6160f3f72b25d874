package oracle

import (
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metricsapi "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// sample is what metrics-server does: not every pod, not at once, and not only those that live.
func (w *world) sample(target *workload, now time.Time) {
	serving := max(1, len(target.serving()))
	for _, each := range target.pods {
		if now.Before(each.sampledFrom) || w.chance(0.15) {
			continue
		}
		if w.chance(w.missing) {
			each.sample = nil
			continue
		}
		share := w.share(target, each, serving)
		each.sample = asServed(&metricsapi.PodMetrics{
			ObjectMeta: metav1.ObjectMeta{Name: each.object.Name, Namespace: target.namespace, Labels: target.labels},
			Timestamp:  metav1.NewTime(now.Add(-w.seconds(pick(w.dice, 1, 15, 30, 90)))),
			Window:     metav1.Duration{Duration: pick[time.Duration](w.dice, 0, 10, 15, 15, 30, 60, 300) * time.Second},
			Containers: w.usage(target, share),
		})
	}
}

// twinOf is a second sample of the same pod, which no API should give.
func (w *world) twinOf(sample metricsapi.PodMetrics) metricsapi.PodMetrics {
	twin := *sample.DeepCopy()
	twin.Timestamp = metav1.Time{}
	for _, container := range twin.Containers {
		container.Usage[v1.ResourceCPU] = w.quantity(1000)
	}
	return twin
}

// share is the part of a workload's load that one pod has; 1 is on target.
func (w *world) share(target *workload, each *pod, serving int) float64 {
	share := target.load / float64(serving)
	if w.has("exact") {
		share = float64(int(share*100)) / 100
		if w.chance(0.5) {
			share = pick(w.dice, 0.9, 1.1, 1.0, 0.89, 1.11)
		}
		return share
	}
	return share * each.factor * (0.9 + 0.2*w.Float64())
}

func (target *workload) serving() []*pod {
	serving, _ := split(target.pods, (*pod).isReady)
	return serving
}

// usage is of all containers; now and then of none, or without one, or without a resource in one.
func (w *world) usage(target *workload, share float64) []metricsapi.ContainerMetrics {
	var all []metricsapi.ContainerMetrics
	for i, container := range target.template.spec.Containers {
		if w.chance(0.01) {
			continue
		}
		part := share
		if i > 0 {
			part = share * 0.05
		}
		usage := v1.ResourceList{}
		for _, name := range []v1.ResourceName{v1.ResourceCPU, v1.ResourceMemory} {
			if !w.chance(0.005) {
				usage[name] = w.quantity(max(0, times(target.unitOf(string(name)), part)))
			}
		}
		all = append(all, metricsapi.ContainerMetrics{Name: container.Name, Usage: usage})
	}
	return all
}

// feeds tells whether somebody scales the workload by this metric.
func (target *workload) feeds(name string) bool {
	_, ok := target.units[name]
	return ok
}

func (target *workload) unitOf(name string) milli {
	if target.feeds(name) {
		return target.units[name]
	}
	return 100_000
}
