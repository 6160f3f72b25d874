package main

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Object is a stored object, as JSON that is rendered once.
type Object struct {
	namespace, name, uid string
	labels               map[string]string
	version              uint64
	isRunning            bool
	// isRemovedFirst is whether the client has marked this pod.
	isRemovedFirst bool
	whole          []byte
}

func (o *Object) key() string { return o.namespace + "/" + o.name }

// value is a copy that the caller may change.
func (o *Object) value() map[string]any {
	value := map[string]any{}
	if err := json.Unmarshal(o.whole, &value); err != nil {
		panic(err)
	}
	return value
}

// partial is the object's metadata alone. Few kinds are listed like this, so it is not stored.
func (o *Object) partial() []byte {
	about := struct{ Metadata json.RawMessage }{}
	if err := json.Unmarshal(o.whole, &about); err != nil {
		panic(err)
	}
	return fmt.Appendf(nil, `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":%s}`, about.Metadata)
}

func (o *Object) as(partial bool) []byte {
	if partial {
		return o.partial()
	}
	return o.whole
}

func (r *Resource) render(value map[string]any, version uint64) (*Object, error) {
	metadata := value["metadata"].(map[string]any)
	metadata["resourceVersion"] = strconv.FormatUint(version, 10)
	value["apiVersion"], value["kind"] = r.apiVersion(), r.kind
	whole, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	labels := map[string]string{}
	given, _ := metadata["labels"].(map[string]any)
	for name, text := range given {
		labels[name], _ = text.(string)
	}
	annotations, _ := metadata["annotations"].(map[string]any)
	status, _ := value["status"].(map[string]any)
	return &Object{
		namespace: textOf(metadata["namespace"]), name: textOf(metadata["name"]), uid: textOf(metadata["uid"]), labels: labels,
		version: version, isRunning: status["phase"] == "Running", whole: whole,
		isRemovedFirst: annotations["controller.kubernetes.io/pod-deletion-cost"] != nil,
	}, nil
}

func textOf(value any) string {
	text, _ := value.(string)
	return text
}
