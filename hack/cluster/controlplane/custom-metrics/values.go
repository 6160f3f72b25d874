package main

import (
	"maps"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// sample is what a test sets of a metric.
type sample struct {
	// nil: there is none any more
	Value *resource.Quantity `json:"value"`
	// nil: whenever it is asked for
	Timestamp     *metav1.Time `json:"timestamp"`
	WindowSeconds *int64       `json:"windowSeconds"`
}

func (s sample) time() metav1.Time {
	if s.Timestamp == nil {
		return metav1.Now()
	}
	return *s.Timestamp
}

type customValue struct {
	// As a path has it: pods, deployments.apps
	Resource  string     `json:"resource"`
	Namespace string     `json:"namespace"`
	Name      string     `json:"name"`
	Metric    string     `json:"metric"`
	Labels    labels.Set `json:"labels"`
	sample
}

func (v customValue) isSame(other customValue) bool {
	return v.Resource == other.Resource && v.Namespace == other.Namespace &&
		v.Name == other.Name && v.Metric == other.Metric && maps.Equal(v.Labels, other.Labels)
}

// belongsTo tells what goes when a test clears a namespace; a namespace has metrics itself.
func (v customValue) belongsTo(namespace string) bool {
	return v.Namespace == namespace || (v.Resource == "namespaces" && v.Name == namespace)
}

type externalValue struct {
	Namespace string     `json:"namespace"`
	Metric    string     `json:"metric"`
	Labels    labels.Set `json:"labels"`
	sample
}

func (v externalValue) isSame(other externalValue) bool {
	return v.Namespace == other.Namespace && v.Metric == other.Metric &&
		maps.Equal(v.Labels, other.Labels)
}

// values are all that tests have set, in the order in which they did.
type values struct {
	lock     sync.RWMutex
	custom   []customValue
	external []externalValue
}

func (v *values) setCustom(all []customValue) {
	v.lock.Lock()
	defer v.lock.Unlock()
	for _, value := range all {
		v.custom = set(v.custom, value, value.isSame, value.Value == nil)
	}
}

func (v *values) setExternal(all []externalValue) {
	v.lock.Lock()
	defer v.lock.Unlock()
	for _, value := range all {
		v.external = set(v.external, value, value.isSame, value.Value == nil)
	}
}

// set returns a list of its own: readers keep theirs.
func set[Value any](all []Value, value Value, isSame func(Value) bool, isGone bool) []Value {
	changed := slices.Clone(all)
	at := slices.IndexFunc(changed, isSame)
	switch {
	case at < 0 && isGone:
		return all
	case at < 0:
		return append(changed, value)
	case isGone:
		return slices.Delete(changed, at, at+1)
	}
	changed[at] = value
	return changed
}

func (v *values) clear(namespace string) {
	v.lock.Lock()
	defer v.lock.Unlock()
	v.custom = slices.DeleteFunc(slices.Clone(v.custom), func(value customValue) bool {
		return value.belongsTo(namespace)
	})
	v.external = slices.DeleteFunc(slices.Clone(v.external), func(value externalValue) bool {
		return value.Namespace == namespace
	})
}

func (v *values) allCustom() []customValue {
	v.lock.RLock()
	defer v.lock.RUnlock()
	return v.custom
}

func (v *values) allExternal() []externalValue {
	v.lock.RLock()
	defer v.lock.RUnlock()
	return v.external
}
