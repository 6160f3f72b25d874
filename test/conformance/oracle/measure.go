package oracle

import (
	"maps"
	"slices"
	"time"

	metricsapi "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// measured is what the metrics APIs have at a moment; it stands until the next one.
type measured struct {
	// samples are of pods, those that are gone included, by namespace.
	samples map[string][]metricsapi.PodMetrics
	// values are custom metrics of pods, by namespace and metric.
	values map[string]map[string][]podValue
	// totals are of an object, by namespace and metric.
	totals map[string]map[string]string
	// series are external, by namespace and metric.
	series map[string]map[string][]string
	// errors are the calls that fail: "resource", "pods/NAME" and so on.
	errors map[string]bool
}

type podValue struct {
	PodValue
	labels map[string]string
}

var (
	podMetricNames      = []string{"pps", "sessions"}
	objectMetricNames   = []string{"qps", "depth"}
	externalMetricNames = []string{"queue", "lag"}
)

func (w *world) measure(now time.Time) *measured {
	m := &measured{
		samples: map[string][]metricsapi.PodMetrics{}, values: map[string]map[string][]podValue{},
		totals: map[string]map[string]string{}, series: map[string]map[string][]string{},
		errors: w.drawErrors(),
	}
	for _, target := range w.workloads {
		namespace := target.namespace
		if m.values[namespace] == nil {
			m.values[namespace] = map[string][]podValue{}
			m.totals[namespace] = map[string]string{}
			m.series[namespace] = map[string][]string{}
		}
		w.sample(target, now)
		for _, each := range slices.Concat(target.pods, target.ghosts) {
			if each.sample == nil {
				continue
			}
			m.samples[namespace] = append(m.samples[namespace], *each.sample)
			if w.chance(0.003) {
				m.samples[namespace] = append(m.samples[namespace], w.twinOf(*each.sample))
			}
			for _, name := range podMetricNames {
				if !w.chance(0.02) {
					m.values[namespace][name] = append(m.values[namespace][name], w.valueOf(target, each, name))
				}
			}
		}
		for _, name := range objectMetricNames {
			if target.feeds(name) || m.totals[namespace][name] == "" {
				m.totals[namespace][name] = asServedQuantity(w.spelled(w.totalOf(target, name)))
			}
		}
		for _, name := range externalMetricNames {
			if target.feeds(name) || m.series[namespace][name] == nil {
				m.series[namespace][name] = w.splitUp(w.totalOf(target, name))
			}
		}
	}
	return m
}

// drawErrors are the metrics APIs' failures: a while long, so that there are syncs in between.
func (w *world) drawErrors() map[string]bool {
	if !w.has("metric-errors") {
		return nil
	}
	for _, call := range slices.Concat([]string{"resource"}, prefixed("pods/", podMetricNames),
		prefixed("object/", objectMetricNames), prefixed("external/", externalMetricNames)) {
		if w.failing[call] && w.chance(0.4) {
			delete(w.failing, call)
		} else if w.chance(0.04) {
			w.failing[call] = true
		}
	}
	return maps.Clone(w.failing)
}

func prefixed(prefix string, names []string) []string {
	calls := make([]string, len(names))
	for i, name := range names {
		calls[i] = prefix + name
	}
	return calls
}

func (w *world) valueOf(target *workload, each *pod, name string) podValue {
	amount := times(target.unitOf(name), w.share(target, each, max(1, len(target.serving()))))
	if w.chance(0.005) {
		amount = max(least, -amount)
	}
	value := PodValue{
		Pod:       each.object.Name,
		Value:     asServedQuantity(w.spelled(amount)),
		Timestamp: each.sample.Timestamp.UTC().Format(time.RFC3339),
	}
	if w.chance(0.2) {
		value.WindowSeconds = new(int64)
		*value.WindowSeconds = int64(w.between(0, 120))
	}
	return podValue{value, target.labels}
}

func (w *world) totalOf(target *workload, name string) milli {
	amount := target.unitOf(name)
	load := target.load
	if target.isTotal[name] {
		load = target.load / float64(max(1, target.replicas))
	}
	if w.has("exact") {
		return times(amount, float64(int(load*100))/100)
	}
	if w.chance(0.02) || (load == 0 && w.chance(0.1)) {
		load = -load - 1
	}
	return times(amount, load*(0.98+0.04*w.Float64()))
}

// splitUp makes several series of a sum, or none now and then. Where everything is huge some are so
// much so that the sum is more than fits.
func (w *world) splitUp(total milli) []string {
	series := []string{}
	if w.chance(0.02) {
		return series
	}
	for range pick(w.dice, 0, 0, 0, 1, 2) {
		part := total / 2
		total -= part
		series = append(series, asServedQuantity(w.spelled(part)))
	}
	for w.has("huge") && w.chance(0.1) {
		series = append(series, asServedQuantity(w.spelled(pick[milli](w.dice, most, most-1, 1<<62, least, -1))))
	}
	return append(series, asServedQuantity(w.spelled(total)))
}
