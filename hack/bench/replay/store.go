package main

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// keptEvents limits the changes that a watch may have missed, and those that it may not have read yet. A real
// watch cache is limited likewise.
const keptEvents = 20_000

// Resource is a collection of objects.
type Resource struct {
	group, version, plural, kind string
	scalable                     bool
	clock                        *versions

	mutex      sync.Mutex
	namespaces map[string]*namespace
	events     []Event
	// oldest is the first version that a watch can see. Without the version before it, a watch fails.
	oldest uint64
	// changed is the version of the last change.
	changed   uint64
	watchers  map[*watcher]struct{}
	snapshots snapshots
}

// namespace holds its objects by name, in the order of their names as etcd lists them, and by their label app.
type namespace struct {
	objects map[string]*Object
	// sorted is nil after an object was added or removed.
	sorted []*Object
	apps   map[string]map[string]*Object
}

// versions counts the writes to all resources.
type versions struct {
	mutex sync.Mutex
	last  uint64
}

func (v *versions) next() uint64 {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	v.last++
	return v.last
}

func (v *versions) current() uint64 {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return v.last
}

func (r *Resource) apiVersion() string {
	if r.group == "" {
		return r.version
	}
	return r.group + "/" + r.version
}

func (r *Resource) get(namespace, name string) *Object {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if in := r.namespaces[namespace]; in != nil {
		return in.objects[name]
	}
	return nil
}

// matching returns the objects that a filter accepts, in order, and the version of this state.
func (r *Resource) matching(filter filter) ([]*Object, uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.find(filter), r.clock.current()
}

// ofApp returns the objects of a namespace with this label app.
func (r *Resource) ofApp(namespace, app string) []*Object {
	found, _ := r.matching(filter{namespace: namespace, labels: map[string]map[string]bool{"app": {app: true}}})
	return found
}

func (r *Resource) find(filter filter) []*Object {
	if filter.namespace != "" {
		if in := r.namespaces[filter.namespace]; in != nil {
			return in.find(filter)
		}
		return nil
	}
	found := []*Object{}
	for _, name := range slices.Sorted(maps.Keys(r.namespaces)) {
		found = append(found, r.namespaces[name].find(filter)...)
	}
	return found
}

// find uses the index of the label app: a client may ask for each of 10,000 Deployments separately.
func (n *namespace) find(filter filter) []*Object {
	var candidates []*Object
	if apps, isLimited := filter.labels["app"]; isLimited {
		for app := range apps {
			candidates = slices.AppendSeq(candidates, maps.Values(n.apps[app]))
		}
		slices.SortFunc(candidates, byName)
	} else {
		candidates = n.inOrder()
	}
	found := make([]*Object, 0, len(candidates))
	for _, object := range candidates {
		if filter.accepts(object) {
			found = append(found, object)
		}
	}
	return found
}

func byName(a, b *Object) int { return strings.Compare(a.name, b.name) }

func (n *namespace) inOrder() []*Object {
	if n.sorted == nil {
		n.sorted = slices.SortedFunc(maps.Values(n.objects), byName)
	}
	return n.sorted
}

// update replaces an object by what change makes of it, or reports its failure. A nil value deletes it.
func (r *Resource) update(namespace, name string, change func(value map[string]any) (map[string]any, *failure)) (*Object, *failure) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var before *Object
	if in := r.namespaces[namespace]; in != nil {
		before = in.objects[name]
	}
	value := map[string]any{}
	if before != nil {
		value = before.value()
	}
	next, failed := change(value)
	if failed != nil {
		return nil, failed
	}
	if next == nil {
		return before, r.remove(before)
	}
	object, err := r.render(next, r.clock.next())
	if err != nil {
		return nil, &failure{500, err.Error()}
	}
	kind := "MODIFIED"
	if before == nil {
		kind = "ADDED"
	}
	r.store(object)
	r.announce(Event{kind, object, object.version})
	return object, nil
}

func (r *Resource) remove(before *Object) *failure {
	if before == nil {
		return &failure{404, "not found"}
	}
	value := before.value()
	gone, err := r.render(value, r.clock.next())
	if err != nil {
		return &failure{500, err.Error()}
	}
	in := r.namespaces[before.namespace]
	delete(in.objects, before.name)
	delete(in.apps[before.labels["app"]], before.name)
	in.sorted = nil
	r.announce(Event{"DELETED", gone, gone.version})
	return nil
}

func (r *Resource) store(object *Object) {
	in := r.namespaces[object.namespace]
	if in == nil {
		in = &namespace{objects: map[string]*Object{}, apps: map[string]map[string]*Object{}}
		r.namespaces[object.namespace] = in
	}
	_, exists := in.objects[object.name]
	in.objects[object.name] = object
	app := object.labels["app"]
	if in.apps[app] == nil {
		in.apps[app] = map[string]*Object{}
	}
	in.apps[app][object.name] = object
	switch {
	case !exists:
		in.sorted = nil
	case in.sorted != nil:
		at, _ := slices.BinarySearchFunc(in.sorted, object, byName)
		in.sorted[at] = object
	}
}

func (r *Resource) announce(event Event) {
	r.changed = event.version
	r.events = append(r.events, event)
	if len(r.events) > 2*keptEvents {
		r.events = slices.Clone(r.events[keptEvents:])
		r.oldest = r.events[0].version
	}
	for each := range r.watchers {
		each.offer(event)
	}
}
