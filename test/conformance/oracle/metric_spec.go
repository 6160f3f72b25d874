package oracle

import (
	"math"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

func (w *world) drawMetrics(hpa *autoscalingv2.HorizontalPodAutoscaler, target *workload) {
	hpa.Spec.Metrics = nil
	for range pick(w.dice, 0, 1, 1, 1, 2, 2, 3, 4) {
		hpa.Spec.Metrics = append(hpa.Spec.Metrics, w.drawMetric(target))
	}
	if len(hpa.Spec.Metrics) == 0 {
		target.units["cpu"] = times(target.template.requestOf("cpu", ""), 0.8)
	}
}

func (w *world) drawMetric(target *workload) autoscalingv2.MetricSpec {
	switch w.IntN(5) {
	case 0:
		name := w.drawResource()
		return autoscalingv2.MetricSpec{
			Type:     autoscalingv2.ResourceMetricSourceType,
			Resource: &autoscalingv2.ResourceMetricSource{Name: name, Target: w.drawResourceTarget(target, name, "")},
		}
	case 1:
		name := w.drawResource()
		container := pick(w.dice, "app", "app", "app", "app", "proxy", "mesh", "migrate")
		return autoscalingv2.MetricSpec{
			Type: autoscalingv2.ContainerResourceMetricSourceType,
			ContainerResource: &autoscalingv2.ContainerResourceMetricSource{
				Name: name, Container: container, Target: w.drawResourceTarget(target, name, container),
			},
		}
	case 2:
		name := pick(w.dice, "pps", "sessions")
		return autoscalingv2.MetricSpec{Type: autoscalingv2.PodsMetricSourceType, Pods: &autoscalingv2.PodsMetricSource{
			Metric: w.drawIdentifier(name),
			Target: autoscalingv2.MetricTarget{
				Type: autoscalingv2.AverageValueMetricType, AverageValue: w.drawValue(target, name),
			},
		}}
	case 3:
		name := pick(w.dice, "qps", "depth")
		return autoscalingv2.MetricSpec{Type: autoscalingv2.ObjectMetricSourceType, Object: &autoscalingv2.ObjectMetricSource{
			DescribedObject: pick(w.dice,
				autoscalingv2.CrossVersionObjectReference{APIVersion: "networking.k8s.io/v1", Kind: "Ingress", Name: "front"},
				autoscalingv2.CrossVersionObjectReference{APIVersion: "v1", Kind: "Namespace", Name: "elsewhere"}),
			Metric: w.drawIdentifier(name),
			Target: w.drawTotalTarget(target, name),
		}}
	default:
		name := pick(w.dice, "queue", "lag")
		return autoscalingv2.MetricSpec{Type: autoscalingv2.ExternalMetricSourceType, External: &autoscalingv2.ExternalMetricSource{
			Metric: w.drawIdentifier(name),
			Target: w.drawTotalTarget(target, name),
		}}
	}
}

func (w *world) drawResource() v1.ResourceName {
	if w.chance(0.03) {
		return pick[v1.ResourceName](w.dice, "ephemeral-storage", "hugepages-2Mi", "example.com/gpu")
	}
	return pick(w.dice, v1.ResourceCPU, v1.ResourceCPU, v1.ResourceMemory)
}

// drawIdentifier has a selector now and then, some of them such as only the controller refuses.
func (w *world) drawIdentifier(name string) autoscalingv2.MetricIdentifier {
	identifier := autoscalingv2.MetricIdentifier{Name: name}
	if w.chance(0.1) {
		identifier.Selector = pick(w.dice,
			&metav1.LabelSelector{MatchLabels: map[string]string{"verb": "GET"}},
			&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{
				Key: "verb", Operator: metav1.LabelSelectorOpIn, Values: []string{"GET", "PUT"},
			}}},
			&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{
				Key: "verb", Operator: metav1.LabelSelectorOpExists, Values: []string{"GET"},
			}}},
		)
	}
	return identifier
}

func (w *world) drawResourceTarget(target *workload, name v1.ResourceName, container string) autoscalingv2.MetricTarget {
	drawn := w.drawUsageTarget(target, name, container)
	w.mistakeType(&drawn)
	return drawn
}

// mistakeType: a type that does not go with the field is accepted, and only the controller minds.
func (w *world) mistakeType(drawn *autoscalingv2.MetricTarget) {
	if w.chance(0.04) {
		drawn.Type = pick(w.dice, autoscalingv2.ValueMetricType, autoscalingv2.AverageValueMetricType, autoscalingv2.UtilizationMetricType)
	}
}

func (w *world) drawUsageTarget(target *workload, name v1.ResourceName, container string) autoscalingv2.MetricTarget {
	request := target.template.requestOf(name, container)
	if w.chance(0.3) {
		average := times(request, 0.2+w.Float64())
		target.units[string(name)] = average
		return autoscalingv2.MetricTarget{Type: autoscalingv2.AverageValueMetricType, AverageValue: ptr.To(w.quantity(max(1, average)))}
	}
	percent := pick(w.dice, 1, 50, 80, 100, 150, w.between(2, 300))
	if w.has("vast") && w.chance(0.3) {
		percent = pick(w.dice, math.MaxInt32, 1_000_000)
	}
	target.units[string(name)] = times(request, float64(percent)/100)
	return autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: ptr.To(int32(percent))}
}

// drawTotalTarget is for what is measured of the whole.
func (w *world) drawTotalTarget(target *workload, name string) autoscalingv2.MetricTarget {
	value := w.drawValue(target, name)
	isPerPod := w.chance(0.6)
	target.isTotal[name] = !isPerPod
	drawn := autoscalingv2.MetricTarget{Type: autoscalingv2.ValueMetricType, Value: value}
	if isPerPod {
		drawn = autoscalingv2.MetricTarget{Type: autoscalingv2.AverageValueMetricType, AverageValue: value}
	}
	w.mistakeType(&drawn)
	return drawn
}

func (w *world) drawValue(target *workload, name string) *resource.Quantity {
	amount := milli(pick(w.dice, 1, 1000, w.between(1, 99), w.between(100, 99_999), 1000*w.between(1, 500)))
	if w.has("huge") {
		amount = milli(1)<<w.between(30, 62) + milli(w.IntN(1000))
	}
	target.units[name] = amount
	return ptr.To(w.quantity(amount))
}
