package oracle

import (
	"slices"
	"time"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
)

// pass is one sync of one object, from the moment in which the controller takes it up.
type pass struct {
	of   *object
	plan *plan
	step *Step
	// reads and refusals are how often the scale was read, and how many writes were refused.
	reads, refusals int
	written         *int32
}

// begin records what the sync that begins now will see.
func (w *world) begin(of *object) {
	p := &pass{of: of, plan: of.plan}
	p.step = &Step{
		Now:        time.Now().UTC().Format("2006-01-02T15:04:05.999999999Z07:00"),
		Autoscaler: of.takeEdit(),
		Conflicts:  p.plan.conflicts,
		Errors:     p.plan.errors(),
		Events:     w.takeEvents(),
	}
	if w.isOfSeveral {
		p.step.Object = of.key()
	}
	if p.plan.getScale == nil && !p.plan.isUnknownKind {
		p.see(w)
	}
	of.plan = &plan{}
	w.pass = p
	w.unfinished = append(w.unfinished, p)
}

func (p *pass) see(w *world) {
	target := p.of.target
	p.step.Scale = &Scale{target.replicas, target.statusReplicas, target.selector}
	for _, each := range w.server.podsOf(target.namespace) {
		if target.selects(each.Labels) {
			seen := each
			seen.ResourceVersion = ""
			p.step.Pods = append(p.step.Pods, &seen)
		}
	}
	stored := w.server.get(target.namespace, p.of.name)
	for _, metric := range stored.Spec.Metrics {
		w.seeMetric(p.step, metric, target)
	}
}

// seeMetric records what is asked for one metric, and nothing that nobody asks for.
func (w *world) seeMetric(step *Step, metric autoscalingv2.MetricSpec, target *workload) {
	call := "resource"
	switch metric.Type {
	case autoscalingv2.PodsMetricSourceType:
		name := metric.Pods.Metric.Name
		call = "pods/" + name
		var values []PodValue
		for _, value := range w.measured.values[target.namespace][name] {
			if target.selects(value.labels) {
				values = append(values, value.PodValue)
			}
		}
		step.Metrics.Pods = with(step.Metrics.Pods, name, values)
	case autoscalingv2.ObjectMetricSourceType:
		name := metric.Object.Metric.Name
		call = "object/" + name
		step.Metrics.Object = with(step.Metrics.Object, name, w.measured.totals[target.namespace][name])
	case autoscalingv2.ExternalMetricSourceType:
		name := metric.External.Metric.Name
		call = "external/" + name
		step.Metrics.External = with(step.Metrics.External, name, w.measured.series[target.namespace][name])
	default:
		step.Metrics.Resource = nil
		for _, sample := range w.measured.samples[target.namespace] {
			if target.selects(sample.Labels) {
				step.Metrics.Resource = append(step.Metrics.Resource, sample)
			}
		}
	}
	if w.measured.errors[call] && !slices.Contains(step.Metrics.Errors, call) {
		step.Metrics.Errors = append(step.Metrics.Errors, call)
	}
}

func with[T any](all map[string]T, name string, value T) map[string]T {
	if all == nil {
		all = map[string]T{}
	}
	all[name] = value
	return all
}

// getScale is called once, and again after every refused write.
func (p *pass) getScale(w *world) (*autoscalingv1.Scale, error) {
	p.reads++
	if p.reads == 1 {
		if p.plan.edit != nil {
			w.edit(p.of, p.plan.edit)
		}
		if p.plan.getScale != nil {
			return nil, p.plan.getScale
		}
		return p.of.target.scale(), nil
	}
	isLast := p.refusals >= p.plan.conflicts
	if !isLast && !p.plan.isReread[p.refusals-1] {
		return nil, errOutage
	}
	return p.of.target.scale(), nil
}

// updateScale is refused as often as planned: each time because somebody else wrote in between.
func (p *pass) updateScale(w *world, scale *autoscalingv1.Scale) error {
	target := p.of.target
	if p.refusals < p.plan.conflicts {
		target.setReplicas(p.plan.counts[p.refusals])
		p.refusals++
		w.busyUntil = time.Now().Add(time.Second / 10)
		return target.write(scale)
	}
	if p.plan.updateScale != nil {
		if p.plan.hasLanded {
			must(target.write(scale))
		}
		return p.plan.updateScale
	}
	if err := target.write(scale); err != nil {
		return err
	}
	count := scale.Spec.Replicas
	p.written = &count
	return nil
}

// finish records what the sync has come to.
func (w *world) finish(p *pass) {
	expect := &Expect{ScaleTo: p.written, Conditions: map[string]string{}}
	stored := w.server.get(p.of.target.namespace, p.of.name)
	expect.DesiredReplicas = stored.Status.DesiredReplicas
	expect.CurrentMetrics = stored.Status.CurrentMetrics
	for _, condition := range stored.Status.Conditions {
		expect.Conditions[string(condition.Type)] = string(condition.Status) + "/" + condition.Reason
	}
	p.step.Expect = expect
	w.steps = append(w.steps, p.step)
}
