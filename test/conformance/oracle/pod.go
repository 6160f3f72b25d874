package oracle

import (
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metricsapi "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// pod lives from its creation to its removal; its object is what the API server has of it.
type pod struct {
	object    *v1.Pod
	revision  int
	runsAt    time.Time
	isReadyAt time.Time
	// removedAt is zero until it is being deleted.
	removedAt time.Time
	// sampledFrom is when its first sample is there.
	sampledFrom time.Time
	sample      *metricsapi.PodMetrics
	factor      float64
	isStored    bool
}

func (w *world) newPod(target *workload, now time.Time) *pod {
	target.made++
	runsAt := now.Add(w.seconds(pick(w.dice, 0, 2, 10, 40, 400)))
	readyAt := runsAt.Add(w.seconds(pick(w.dice, 1, 10, 30, 90, 700)))
	made := &pod{
		object: &v1.Pod{
			ObjectMeta: metav1.ObjectMeta{
				Name: fmt.Sprintf("%s-%03d", target.name, target.made), Namespace: target.namespace, Labels: target.labels,
			},
			Spec:   target.template.spec,
			Status: v1.PodStatus{Phase: v1.PodPending},
		},
		revision:    target.revision,
		runsAt:      runsAt,
		isReadyAt:   readyAt,
		sampledFrom: runsAt.Add(w.seconds(60)),
		factor:      1,
	}
	if w.has("uneven") {
		made.factor = 0.5 + w.Float64()
	}
	return made
}

// settled is a pod that has been there for a while.
func (w *world) settledPod(target *workload, now time.Time) *pod {
	made := w.newPod(target, now)
	made.runsAt = now.Add(-time.Duration(w.between(20, 900)) * time.Second)
	made.isReadyAt = made.runsAt.Add(w.seconds(60))
	made.sampledFrom = now
	made.advance(now)
	return made
}

func (w *world) seconds(atMost int) time.Duration {
	return time.Duration(w.between(0, atMost)) * time.Second
}

func (p *pod) isActive() bool {
	phase := p.object.Status.Phase
	return p.removedAt.IsZero() && phase != v1.PodFailed && phase != v1.PodSucceeded
}

func (p *pod) isReady() bool {
	ready := p.readiness()
	return p.object.Status.Phase == v1.PodRunning && ready != nil && ready.Status == v1.ConditionTrue
}

func (p *pod) readiness() *v1.PodCondition {
	for i := range p.object.Status.Conditions {
		if p.object.Status.Conditions[i].Type == v1.PodReady {
			return &p.object.Status.Conditions[i]
		}
	}
	return nil
}

// advance is what the kubelet does; it says whether anything changed.
func (p *pod) advance(now time.Time) bool {
	status := &p.object.Status
	hasChanged := false
	if status.Phase == v1.PodPending && !now.Before(p.runsAt) {
		status.Phase = v1.PodRunning
		status.StartTime = &metav1.Time{Time: p.runsAt}
		p.setReady(v1.ConditionFalse, p.runsAt)
		hasChanged = true
	}
	ready := p.readiness()
	isStarting := ready != nil && ready.Status == v1.ConditionFalse && ready.LastTransitionTime.Time.Before(p.isReadyAt)
	if status.Phase == v1.PodRunning && isStarting && !now.Before(p.isReadyAt) {
		p.setReady(v1.ConditionTrue, p.isReadyAt)
		hasChanged = true
	}
	return hasChanged
}

func (p *pod) setReady(status v1.ConditionStatus, since time.Time) {
	ready := p.readiness()
	if ready == nil {
		p.object.Status.Conditions = append(p.object.Status.Conditions, v1.PodCondition{Type: v1.PodReady})
		ready = p.readiness()
	}
	if ready.Status != status {
		ready.LastTransitionTime = metav1.NewTime(since)
	}
	ready.Status = status
}

// misfortune is what else happens to pods; it says whether anything did.
func (w *world) misfortune(p *pod, now time.Time) bool {
	status := &p.object.Status
	if !w.chance(w.trouble) || status.Phase != v1.PodRunning {
		return false
	}
	switch w.IntN(9) {
	case 0:
		status.Phase = v1.PodFailed
		// A kubelet that is gone with its pod does not say that it is not ready.
		if w.chance(0.7) {
			p.setReady(v1.ConditionFalse, now)
		}
	case 1:
		status.Phase = v1.PodSucceeded
		p.setReady(v1.ConditionFalse, now)
	case 2:
		p.setReady(v1.ConditionUnknown, now)
	case 3:
		status.Conditions = nil
	case 4:
		status.StartTime = nil
	case 5, 6:
		// It becomes ready again by itself.
		p.setReady(v1.ConditionFalse, now)
		p.isReadyAt = now.Add(w.seconds(60))
	case 7:
		p.setReady(v1.ConditionTrue, now.Add(-w.seconds(5)))
	case 8:
		// Nobody knows since when.
		if ready := p.readiness(); ready != nil {
			ready.LastTransitionTime = metav1.Time{}
		}
	}
	return true
}
