package oracle

import (
	"encoding/json"
	"testing/synctest"
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
)

// world is a cluster under a virtual clock, with everything that the controller can see of it. It
// moves between the syncs, never during one.
type world struct {
	dice
	features map[string]bool
	settings Settings
	// largest is the most replicas that anybody asks for.
	largest int
	// trouble and missing are how often a pod has some, and how often its sample is not there.
	trouble, missing float64

	server      *server
	workloads   []*workload
	objects     []*object
	isOfSeveral bool
	measured    *measured
	failing     map[string]bool
	stop        func()

	events     []Event
	pass       *pass
	unfinished []*pass
	busyUntil  time.Time
	steps      []*Step
}

// object is an autoscaler, which may be away for a while.
type object struct {
	name     string
	target   *workload
	authored *autoscalingv2.HorizontalPodAutoscaler
	isThere  bool
	// edit is the version that no sync has seen yet; nil: none.
	edit json.RawMessage
	plan *plan
	// lastSync is when its last sync began, or it was created.
	lastSync time.Time
}

func (o *object) key() string { return o.target.namespace + "/" + o.name }

func (o *object) takeEdit() json.RawMessage {
	edit := o.edit
	o.edit = nil
	return edit
}

func (w *world) takeEvents() []Event {
	events := w.events
	w.events = nil
	return events
}

func (w *world) tell(kind string, about *object, autoscaler json.RawMessage) {
	event := Event{Type: kind, Autoscaler: autoscaler}
	if about != nil && w.isOfSeveral {
		event.Object = about.key()
	}
	w.events = append(w.events, event)
}

func (w *world) has(feature string) bool { return w.features[feature] }

// takenUp is called by the controller whenever it begins with an object, also with one that is gone.
func (w *world) takenUp(key string, isFound bool) {
	for _, each := range w.objects {
		if each.key() != key {
			continue
		}
		each.lastSync = time.Now()
		// There is one worker, so the syncs before this one are over, and this one may write the same status.
		w.record()
		if isFound {
			w.begin(each)
		} else {
			w.tell("Forgotten", each, nil)
		}
	}
}

// edit replaces the object's spec.
func (w *world) edit(of *object, version *autoscalingv2.HorizontalPodAutoscaler) {
	of.authored = version
	of.edit = toJSON(version)
	w.server.put(version, w.settings.ScaleToZero)
}

// live runs the world until it has so many syncs.
func (w *world) live(syncs int) []*Step {
	w.stop = w.startController()
	period := w.settings.SyncPeriodSeconds
	for moment := 0; len(w.steps) < syncs && moment < 20*syncs; moment++ {
		// Never twice between two syncs, and never at the same moment as one: those are whole
		// milliseconds apart from each other.
		pause := time.Duration(w.between(350*period, 650*period)) * time.Millisecond
		time.Sleep(time.Until(time.Now().Truncate(time.Millisecond).Add(pause + time.Millisecond/2)))
		w.settle()
		w.change()
	}
	w.stop()
	return w.steps[:min(syncs, len(w.steps))]
}

// settle waits for the syncs in progress, of which conflicts hold one up, and records them.
func (w *world) settle() {
	synctest.Wait()
	for time.Now().Before(w.busyUntil) {
		time.Sleep(50 * time.Millisecond)
		synctest.Wait()
	}
	w.record()
}

// record is for syncs that are over.
func (w *world) record() {
	for _, each := range w.unfinished {
		w.finish(each)
	}
	w.unfinished = nil
}
