package oracle

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// workload is a target with a scale subresource, what its controller does, and its load.
type workload struct {
	namespace, name, kind string
	labels                map[string]string
	selector              string
	template              template
	revision              int
	made                  int
	pods                  []*pod
	// ghosts are gone, but still have samples.
	ghosts         []*pod
	replicas       int32
	statusReplicas int32
	// version moves with every write, as a resourceVersion does.
	version int
	isGone  bool
	// load is how many pods would be on target.
	load float64
	// units is what one pod's worth of load is, of each metric by its name.
	units map[string]milli
	// isTotal tells metrics of which the whole is compared with the target.
	isTotal map[string]bool
}

// reconcile is what the workload's own controller does, rollouts included: it surges.
func (w *world) reconcile(target *workload, now time.Time) {
	active := target.active()
	isCurrent := func(p *pod) bool { return p.revision == target.revision }
	current, old := split(active, isCurrent)
	// There is only so much room in this cluster.
	want := min(int(target.replicas), w.largest+5)
	if len(old) == 0 {
		w.create(target, want-len(active), now)
		w.remove(active, len(active)-want, now)
		return
	}
	surge := want/4 + 1
	w.create(target, min(want-len(current), want+surge-len(active)), now)
	ready, _ := split(current, (*pod).isReady)
	w.remove(old, len(ready)+len(old)-want, now)
	w.remove(current, len(current)-want, now)
}

func split(pods []*pod, is func(*pod) bool) (yes, no []*pod) {
	for _, each := range pods {
		if is(each) {
			yes = append(yes, each)
		} else {
			no = append(no, each)
		}
	}
	return yes, no
}

func (target *workload) active() []*pod {
	active, _ := split(target.pods, (*pod).isActive)
	return active
}

func (w *world) create(target *workload, count int, now time.Time) {
	for range min(count, 12) {
		target.pods = append(target.pods, w.newPod(target, now))
	}
}

// remove prefers those that are not ready, as a ReplicaSet does.
func (w *world) remove(pods []*pod, count int, now time.Time) {
	if count <= 0 {
		return
	}
	ready, unready := split(pods, (*pod).isReady)
	slices.Reverse(ready)
	for _, each := range append(unready, ready...)[:min(count, len(pods))] {
		each.removedAt = now.Add(w.seconds(pick(w.dice, 0, 30, 90)))
		each.object.DeletionTimestamp = &metav1.Time{Time: now}
	}
}

// selects tells whether the target's selector finds these labels, as the controller reads it.
func (target *workload) selects(set map[string]string) bool {
	selector, err := labels.Parse(target.selector)
	return err == nil && target.selector != "" && selector.Matches(labels.Set(set))
}

// drift moves the load: it holds, wanders, or jumps.
func (w *world) drift(target *workload) {
	switch {
	case w.chance(0.75):
	case w.has("idle") && w.chance(0.4):
		target.load = 0
	case w.chance(0.5):
		target.load *= 0.9 + 0.2*w.Float64()
	case w.has("vast") && w.chance(0.7):
		target.load = pick(w.dice, 100, 300, 1000, 50_000, 1e6, 1e9, 3e9) * w.Float64()
	default:
		target.load = w.Float64() * 1.1 * float64(w.largest)
	}
}
