package oracle

import (
	"fmt"
	"math"
	"slices"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// newAutoscaler is an object as a user writes it, before defaulting.
func (w *world) newAutoscaler(namespace, name string, target *workload) *autoscalingv2.HorizontalPodAutoscaler {
	hpa := &autoscalingv2.HorizontalPodAutoscaler{
		TypeMeta:   metav1.TypeMeta{APIVersion: "autoscaling/v2", Kind: "HorizontalPodAutoscaler"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Spec: autoscalingv2.HorizontalPodAutoscalerSpec{
			ScaleTargetRef: autoscalingv2.CrossVersionObjectReference{
				APIVersion: "apps/v1", Kind: target.kind, Name: target.name,
			},
		},
	}
	w.drawMetrics(hpa, target)
	w.drawBounds(hpa)
	hpa.Spec.Behavior = w.drawBehavior()
	return hpa
}

// edited is the object after a person was at it.
func (w *world) edited(before *autoscalingv2.HorizontalPodAutoscaler, target *workload) *autoscalingv2.HorizontalPodAutoscaler {
	hpa := before.DeepCopy()
	switch w.IntN(5) {
	case 0:
		hpa.Spec.Behavior = w.drawBehavior()
		w.drawBounds(hpa)
	case 1:
		w.drawMetrics(hpa, target)
		w.drawBounds(hpa)
	case 2, 3:
		largest := hpa.Spec.MaxReplicas
		w.drawBounds(hpa)
		hpa.Spec.MaxReplicas = max(largest, ptr.Deref(hpa.Spec.MinReplicas, 1))
	default:
		w.drawBounds(hpa)
	}
	return hpa
}

func (w *world) drawBounds(hpa *autoscalingv2.HorizontalPodAutoscaler) {
	isOutside := func(metric autoscalingv2.MetricSpec) bool {
		return metric.Type == autoscalingv2.ObjectMetricSourceType || metric.Type == autoscalingv2.ExternalMetricSourceType
	}
	hpa.Spec.MaxReplicas = int32(pick(w.dice, w.largest, w.between(w.largest/2, w.largest), w.between(1, w.largest)))
	hpa.Spec.MaxReplicas = max(1, hpa.Spec.MaxReplicas)
	if w.has("vast") {
		// Twice as many still is an int32: beyond that the controller asks for a negative count.
		hpa.Spec.MaxReplicas = pick[int32](w.dice, 1<<30-1, 1_000_000_000)
	}
	hpa.Spec.MinReplicas = nil
	if w.chance(0.8) {
		hpa.Spec.MinReplicas = ptr.To(int32(w.between(1, max(1, min(w.largest, int(hpa.Spec.MaxReplicas))/2))))
	}
	mayIdle := w.settings.ScaleToZero && slices.ContainsFunc(hpa.Spec.Metrics, isOutside)
	if mayIdle && w.chance(0.6) {
		hpa.Spec.MinReplicas = ptr.To[int32](0)
	}
}

func (w *world) drawBehavior() *autoscalingv2.HorizontalPodAutoscalerBehavior {
	if w.chance(0.3) {
		return nil
	}
	return &autoscalingv2.HorizontalPodAutoscalerBehavior{ScaleUp: w.drawRules(), ScaleDown: w.drawRules()}
}

func (w *world) drawRules() *autoscalingv2.HPAScalingRules {
	if w.chance(0.25) {
		return nil
	}
	rules := &autoscalingv2.HPAScalingRules{}
	if w.chance(0.7) {
		rules.StabilizationWindowSeconds = ptr.To(int32(pick(w.dice, 0, 0, 15, 30, 60, 90, 300, 600, 3600, w.between(1, 200))))
	}
	if w.chance(0.4) {
		rules.SelectPolicy = ptr.To(pick(w.dice, autoscalingv2.MaxChangePolicySelect, autoscalingv2.MinChangePolicySelect,
			autoscalingv2.MinChangePolicySelect, autoscalingv2.DisabledPolicySelect))
	}
	if w.chance(0.4) {
		rules.Tolerance = ptr.To(resource.MustParse(pick(w.dice, "0", "1", "2500m", "59m", "118m",
			fmt.Sprintf("%dm", w.IntN(1000)), fmt.Sprintf("%du", w.IntN(1_000_000)))))
	}
	for range pick(w.dice, 0, 1, 1, 2, 3) {
		rules.Policies = append(rules.Policies, w.drawPolicy())
	}
	return rules
}

func (w *world) drawPolicy() autoscalingv2.HPAScalingPolicy {
	policy := autoscalingv2.HPAScalingPolicy{
		Type:          autoscalingv2.PodsScalingPolicy,
		Value:         int32(w.between(1, 6)),
		PeriodSeconds: int32(pick(w.dice, 15, 15, 30, 60, 60, 120, 300, 1800, w.between(1, 180))),
	}
	if w.chance(0.5) {
		policy.Type = autoscalingv2.PercentScalingPolicy
		policy.Value = int32(pick(w.dice, 1, 10, 10, 20, 50, 90, 100, 100, 200, 700, w.between(1, 100)))
	}
	if w.has("vast") && w.chance(0.3) {
		policy.Value = pick[int32](w.dice, math.MaxInt32, math.MaxInt32-1, 1<<30, 1_000_000)
	}
	return policy
}
