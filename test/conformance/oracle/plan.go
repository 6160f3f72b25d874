package oracle

import (
	"errors"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// plan is what goes wrong in an object's next sync.
type plan struct {
	// getScale and updateScale are the errors of the first read and of the write; nil: none.
	getScale, updateScale error
	// isUnknownKind: the target's kind cannot be found, as while its CRD is away.
	isUnknownKind bool
	// hasLanded: the write is on the target although it fails.
	hasLanded bool
	// conflicts is how many writes of the count are refused; before each a person writes one of
	// counts, or the read before it fails.
	conflicts int
	counts    []int32
	isReread  []bool
	// updateStatus: the status write fails. With edit it does so because the object is edited
	// after the sync has read it.
	updateStatus bool
	edit         *autoscalingv2.HorizontalPodAutoscaler
}

// errors of the plan, as a case records them.
func (p *plan) errors() []string {
	var calls []string
	if p.getScale != nil || p.isUnknownKind {
		calls = append(calls, "getScale")
	}
	if p.updateScale != nil {
		calls = append(calls, "updateScale")
	}
	if p.updateStatus || p.edit != nil {
		calls = append(calls, "updateStatus")
	}
	return calls
}

func (w *world) drawPlan(of *object) *plan {
	p := &plan{}
	if w.has("get-scale") && w.chance(0.12) {
		p.isUnknownKind = w.chance(0.3)
		p.getScale = w.drawError(of)
	}
	if of.target.isGone {
		p.getScale = apierrors.NewNotFound(scaleResource, of.target.name)
	}
	if w.has("update-scale") && w.chance(0.25) {
		p.updateScale = w.drawError(of)
		p.hasLanded = w.chance(0.2)
	}
	if w.has("conflicts") && w.chance(0.35) {
		p.conflicts = w.between(1, 6)
		for range p.conflicts {
			p.counts = append(p.counts, int32(w.between(0, w.largest)))
			p.isReread = append(p.isReread, w.chance(0.8))
		}
	}
	if w.has("update-status") && w.chance(0.2) {
		p.updateStatus = true
		if !p.isUnknownKind && w.chance(0.3) {
			p.edit = w.edited(of.authored, of.target)
		}
	}
	return p
}

func (w *world) drawError(of *object) error {
	return pick[error](w.dice,
		errors.New("dial tcp 10.0.0.1:443: connect: connection refused"),
		apierrors.NewInternalError(errOutage),
		apierrors.NewForbidden(scaleResource, of.target.name, errOutage),
		apierrors.NewTimeoutError("request timed out", 1),
	)
}
