package oracle

import (
	"fmt"
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// features are what a world may have, each with how often.
var features = []struct {
	name        string
	probability float64
}{
	{"edits", 0.5}, {"replicas", 0.4}, {"rollouts", 0.35}, {"metric-errors", 0.3}, {"uneven", 0.5},
	{"exact", 0.25}, {"windows", 0.3}, {"idle", 0.3}, {"huge", 0.2}, {"vast", 0.15}, {"several", 0.2}, {"conflicts", 0.25},
	{"get-scale", 0.2}, {"update-scale", 0.2}, {"update-status", 0.25}, {"restarts", 0.25},
	{"recreation", 0.25}, {"selectors", 0.1}, {"target-gone", 0.1}, {"status", 0.1}, {"flags", 0.4},
	{"troubled", 0.4},
}

// newWorld is the world of a seed, before anything happens in it.
func newWorld(seed uint64, profile string) *world {
	w := &world{dice: newDice(seed), features: map[string]bool{}, failing: map[string]bool{}}
	for _, each := range features {
		w.features[each.name] = w.chance(each.probability)
	}
	w.settings = w.drawSettings(profile)
	w.largest = w.between(3, 24)
	w.trouble, w.missing = 0.003, 0.02
	if w.has("troubled") {
		w.trouble, w.missing = 0.05, 0.2
	}
	w.pass = &pass{plan: &plan{}}
	return w
}

func (w *world) drawSettings(profile string) Settings {
	settings := Settings{
		Profile: profile, SyncPeriodSeconds: 15, Tolerance: 0.1, DownscaleStabilizationSeconds: 300,
		CPUInitializationPeriodSeconds: 300, InitialReadinessDelaySeconds: 30,
		ScaleToZero: w.chance(0.35),
	}
	if w.has("flags") {
		settings.SyncPeriodSeconds = pick(w.dice, 5, 10, 15, 30, 60)
		settings.Tolerance = pick(w.dice, 0, 0.01, 0.1, 0.2, 1.0/3)
		settings.DownscaleStabilizationSeconds = pick(w.dice, 0, 60, 300, 900)
		settings.CPUInitializationPeriodSeconds = pick(w.dice, 0, 60, 300)
		settings.InitialReadinessDelaySeconds = pick(w.dice, 0, 30, 120)
	}
	return settings
}

// populate makes the targets, the objects that scale them, and the pods that run already.
func (w *world) populate() {
	w.server = newServer(w.onStatusWrite)
	w.isOfSeveral = w.has("several")
	count := 1
	if w.isOfSeveral {
		count = w.between(2, 4)
	}
	names := []string{"web", "api", "jobs", "cache"}
	for i := range count {
		namespace := "shop"
		if i > 0 && w.chance(0.2) {
			namespace = "stage"
		}
		target := w.targetFor(namespace, names[i])
		w.addObject(target, names[i])
	}
	now := time.Now()
	for _, target := range w.workloads {
		for range target.replicas {
			target.pods = append(target.pods, w.settledPod(target, now))
		}
		target.statusReplicas = target.replicas
		w.age(target, now)
	}
	w.measured = w.measure(now)
}

// targetFor is a new workload, or one of another object in the same namespace.
func (w *world) targetFor(namespace, name string) *workload {
	for _, each := range w.workloads {
		if each.namespace == namespace && w.chance(0.25) {
			return each
		}
	}
	target := &workload{
		namespace: namespace, name: name, kind: pick(w.dice, "Deployment", "StatefulSet", "Rollout"),
		labels:   map[string]string{"app": name, "tier": pick(w.dice, "front", "back"), "rev": pick(w.dice, "1", "20", "x")},
		template: w.newTemplate(),
		replicas: int32(w.between(0, w.largest+1)),
		load:     w.Float64() * float64(w.largest),
		units:    map[string]milli{}, isTotal: map[string]bool{},
	}
	target.selector = w.goodSelector(target)
	w.workloads = append(w.workloads, target)
	return target
}

func (w *world) goodSelector(target *workload) string {
	if w.isOfSeveral && w.chance(0.4) {
		return pick(w.dice, "tier="+target.labels["tier"], "app in ("+target.name+",web)", "tier", "app!=web", "!gone",
			"app notin (api, jobs),tier", "rev>1", "rev<5,app=="+target.name, "app,tier="+target.labels["tier"])
	}
	return "app=" + target.name
}

// addObject is there from the beginning, and has then lived for a while under another controller,
// or is new.
func (w *world) addObject(target *workload, name string) {
	hpa := w.newAutoscaler(target.namespace, name, target)
	if w.has("status") {
		hpa.Status = w.drawStatus()
	}
	of := &object{name: name, target: target, authored: hpa, isThere: true, plan: &plan{}, lastSync: time.Now()}
	w.objects = append(w.objects, of)
	w.server.put(hpa, w.settings.ScaleToZero)
}

func (w *world) drawStatus() autoscalingv2.HorizontalPodAutoscalerStatus {
	condition := func(kind autoscalingv2.HorizontalPodAutoscalerConditionType, status v1.ConditionStatus, reason string) autoscalingv2.HorizontalPodAutoscalerCondition {
		return autoscalingv2.HorizontalPodAutoscalerCondition{
			Type: kind, Status: status, Reason: reason, LastTransitionTime: metav1.Now(), Message: "as it was",
		}
	}
	status := autoscalingv2.HorizontalPodAutoscalerStatus{DesiredReplicas: int32(w.between(0, w.largest))}
	status.Conditions = append(status.Conditions, condition(autoscalingv2.AbleToScale, v1.ConditionTrue, "ReadyForNewScale"))
	if w.chance(0.5) {
		status.Conditions = append(status.Conditions, condition(autoscalingv2.ScalingLimited, v1.ConditionFalse, "DesiredWithinRange"))
	}
	if w.chance(0.7) {
		status.Conditions = append(status.Conditions, pick(w.dice,
			condition(autoscalingv2.ScaledToZero, v1.ConditionTrue, "ScaledToZero"),
			condition(autoscalingv2.ScaledToZero, v1.ConditionFalse, "NotScaledToZero")))
	}
	return status
}

// toCase is what the world has come to, as a line of the file.
func (w *world) toCase(seed uint64, initial [][]byte, steps []*Step) *Case {
	made := &Case{Name: fmt.Sprintf("seed-%d", seed), Settings: w.settings, Steps: steps}
	for _, each := range features {
		if w.has(each.name) {
			made.World = append(made.World, each.name)
		}
	}
	if !w.isOfSeveral {
		made.Autoscaler = initial[0]
		return made
	}
	for _, each := range initial {
		made.Autoscalers = append(made.Autoscalers, each)
	}
	return made
}
