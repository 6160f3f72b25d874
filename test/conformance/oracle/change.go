package oracle

import (
	"math"
	"slices"
	"testing/synctest"
	"time"
)

// change is all that happens between two syncs.
func (w *world) change() {
	now := time.Now()
	for _, target := range w.workloads {
		w.drift(target)
		w.people(target)
		w.reconcile(target, now)
		w.age(target, now)
		w.report(target)
	}
	w.measured = w.measure(now)
	for _, each := range w.objects {
		if each.isThere && w.has("edits") && w.chance(0.06) {
			w.edit(each, w.edited(each.authored, each.target))
			// Since 1.37, an edit is synced at once.
			w.settle()
		}
		if each.isThere && w.has("windows") && w.chance(0.1) {
			edited := each.authored.DeepCopy()
			edited.Spec.Behavior = w.drawBehavior()
			w.edit(each, edited)
			w.settle()
		}
	}
	w.comeAndGo()
	for _, each := range w.objects {
		each.plan = w.drawPlan(each)
	}
	synctest.Wait()
}

// people do things to a target that nobody expects.
func (w *world) people(target *workload) {
	if (w.has("replicas") || w.has("vast")) && w.chance(0.05) {
		target.setReplicas(int32(pick(w.dice, 0, 1, w.between(0, w.largest+3))))
		if w.has("vast") {
			target.setReplicas(pick[int32](w.dice, math.MaxInt32, 1<<30-1, 1_000_000_000, 1_000_000, 1000, 100, 100, 3))
		}
	}
	if target.replicas == 0 && w.chance(0.06) {
		target.setReplicas(int32(w.between(1, w.largest)))
	}
	if w.has("rollouts") && w.chance(0.06) {
		target.revision++
		target.template = w.newTemplate()
	}
	if w.has("target-gone") && w.chance(0.08) {
		target.isGone = !target.isGone
	}
	if w.has("selectors") && w.chance(0.1) {
		target.selector = pick(w.dice, w.goodSelector(target), w.goodSelector(target), w.goodSelector(target), "", "app in (web", "a==b,,c")
	}
}

// age moves the pods on by what happened to them since the last time.
func (w *world) age(target *workload, now time.Time) {
	for i, each := range target.pods {
		hasChanged := each.advance(now)
		hasChanged = w.misfortune(each, now) || hasChanged
		isGoing := !each.removedAt.IsZero()
		if hasChanged || isGoing || !each.isStored {
			w.server.store(each)
		}
		// A watch holds a hundred events that nobody has taken yet.
		if i%40 == 39 {
			synctest.Wait()
		}
	}
	target.ghosts = slices.DeleteFunc(target.ghosts, func(*pod) bool { return w.chance(0.4) })
	target.pods = slices.DeleteFunc(target.pods, func(each *pod) bool {
		isOver := !each.removedAt.IsZero() && !now.Before(each.removedAt)
		isOver = isOver || (!each.isActive() && w.chance(0.1))
		if isOver {
			w.server.removePod(each)
			target.ghosts = append(target.ghosts, each)
		}
		return isOver
	})
	synctest.Wait()
}

// report is what the target says of itself, now and then a bit late.
func (w *world) report(target *workload) {
	switch {
	case w.chance(0.9):
		target.statusReplicas = int32(len(target.active()))
	case w.chance(0.1):
		target.statusReplicas = pick(w.dice, 0, target.replicas)
	}
}

// comeAndGo restarts the controller, and deletes and creates objects, at whole milliseconds that
// no sync begins at: each of these is where a rhythm begins.
func (w *world) comeAndGo() {
	for _, each := range w.objects {
		isDue := w.has("recreation") && w.chance(0.07)
		if !each.isThere {
			isDue = w.chance(0.3)
		}
		if !isDue {
			continue
		}
		w.awaitQuietMillisecond()
		if each.isThere {
			w.server.delete(each.target.namespace, each.name)
			each.isThere = false
			each.edit = nil
			w.tell("Deleted", each, nil)
			continue
		}
		if w.chance(0.3) {
			each.authored = w.edited(each.authored, each.target)
		}
		w.tell("Created", each, toJSON(each.authored))
		each.isThere = true
		each.lastSync = time.Now()
		w.server.put(each.authored, w.settings.ScaleToZero)
		w.settle()
	}
	if w.has("restarts") && w.chance(0.05) {
		w.restart()
	}
}

func (w *world) restart() {
	w.awaitQuietMillisecond()
	w.stop()
	time.Sleep(w.seconds(pick(w.dice, 0, 2, 20)))
	w.tell("Restarted", nil, nil)
	for _, each := range w.objects {
		each.lastSync = time.Now()
	}
	w.stop = w.startController()
}

// awaitQuietMillisecond waits until a moment that is a whole number of milliseconds and, by ten of
// them, is at none at which a sync can begin: conflicts hold one up by ten each. No sync is in
// progress then.
func (w *world) awaitQuietMillisecond() {
	isTaken := func(each *object) bool {
		return time.Since(each.lastSync)%(10*time.Millisecond) == 0
	}
	for {
		w.settle()
		time.Sleep(time.Until(time.Now().Truncate(time.Millisecond).Add(time.Millisecond)))
		for slices.ContainsFunc(w.objects, isTaken) {
			time.Sleep(time.Millisecond)
		}
		synctest.Wait()
		if len(w.unfinished) == 0 {
			return
		}
	}
}
