package main

import (
	"encoding/json"
	"sort"
	"strconv"
	"sync"
)

// Object is a stored object and its metadata alone, both as JSON that is rendered once.
type Object struct {
	namespace, name string
	labels          map[string]string
	version         uint64
	whole, partial  []byte
}

func (o *Object) key() string { return o.namespace + "/" + o.name }

// Event is a change that watches receive.
type Event struct {
	kind   string
	object *Object
}

// keptEvents limits the changes that a watch may have missed. A real watch cache is limited likewise.
const keptEvents = 20_000

// Resource is a collection of objects, in the order of their keys, as etcd lists them.
type Resource struct {
	group, version, plural, kind string
	scalable                     bool

	mutex   sync.Mutex
	objects map[string]*Object
	// sorted is nil after an object was added or removed.
	sorted   []*Object
	events   []Event
	oldest   uint64
	watchers map[*watcher]struct{}
	clock    *versions
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

// list returns the objects of a namespace ("": all) after a key, at most limit (0: all), and the version.
func (r *Resource) list(namespace, after string, limit int) (page []*Object, more bool, version uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.sorted == nil {
		r.sorted = make([]*Object, 0, len(r.objects))
		for _, object := range r.objects {
			r.sorted = append(r.sorted, object)
		}
		sort.Slice(r.sorted, func(a, b int) bool { return r.sorted[a].key() < r.sorted[b].key() })
	}
	start := max(after, namespace+"/")
	if namespace == "" {
		start = after
	}
	from := sort.Search(len(r.sorted), func(at int) bool { return r.sorted[at].key() > start })
	for _, object := range r.sorted[from:] {
		if namespace != "" && object.namespace != namespace {
			break
		}
		if limit > 0 && len(page) == limit {
			more = true
			break
		}
		page = append(page, object)
	}
	return page, more, r.clock.current()
}

func (r *Resource) get(namespace, name string) *Object {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.objects[namespace+"/"+name]
}

// update replaces an object by what change makes of it, or reports its failure. A nil value deletes it.
func (r *Resource) update(namespace, name string, change func(value map[string]any) (map[string]any, *failure)) (*Object, *failure) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	before := r.objects[namespace+"/"+name]
	value := map[string]any{}
	if before != nil {
		if err := json.Unmarshal(before.whole, &value); err != nil {
			return nil, &failure{code: 500, message: err.Error()}
		}
	}
	next, failed := change(value)
	if failed != nil {
		return nil, failed
	}
	if next == nil {
		return before, r.remove(before)
	}
	return r.put(next, before != nil)
}

func (r *Resource) put(value map[string]any, exists bool) (*Object, *failure) {
	object, err := r.render(value, r.clock.next())
	if err != nil {
		return nil, &failure{code: 500, message: err.Error()}
	}
	kind := "MODIFIED"
	if !exists {
		kind = "ADDED"
	}
	r.store(object)
	r.announce(Event{kind, object})
	return object, nil
}

func (r *Resource) remove(before *Object) *failure {
	if before == nil {
		return &failure{code: 404, message: "not found"}
	}
	gone := *before
	gone.version = r.clock.next()
	delete(r.objects, before.key())
	r.sorted = nil
	r.announce(Event{"DELETED", &gone})
	return nil
}

func (r *Resource) store(object *Object) {
	_, exists := r.objects[object.key()]
	r.objects[object.key()] = object
	if !exists {
		r.sorted = nil
		return
	}
	if r.sorted != nil {
		at := sort.Search(len(r.sorted), func(at int) bool { return r.sorted[at].key() >= object.key() })
		r.sorted[at] = object
	}
}

func (r *Resource) announce(event Event) {
	r.events = append(r.events, event)
	if len(r.events) > 2*keptEvents {
		r.events = append([]Event(nil), r.events[keptEvents:]...)
		r.oldest = r.events[0].object.version
	}
	for each := range r.watchers {
		each.offer(event)
	}
}

func (r *Resource) render(value map[string]any, version uint64) (*Object, error) {
	metadata := value["metadata"].(map[string]any)
	metadata["resourceVersion"] = strconv.FormatUint(version, 10)
	value["apiVersion"], value["kind"] = r.apiVersion(), r.kind
	whole, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	about := map[string]any{"apiVersion": "meta.k8s.io/v1", "kind": "PartialObjectMetadata", "metadata": metadata}
	partial, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	labels := map[string]string{}
	given, _ := metadata["labels"].(map[string]any)
	for name, text := range given {
		labels[name], _ = text.(string)
	}
	namespace, _ := metadata["namespace"].(string)
	name, _ := metadata["name"].(string)
	return &Object{namespace, name, labels, version, whole, partial}, nil
}
