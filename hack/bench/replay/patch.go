package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"strings"
)

// operation is one of a JSON Patch (RFC 6902), on members of objects only.
type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

// patch is a JSON Patch, or a server-side apply of a Scale or of a pod's annotations.
type patch struct {
	manager    string
	operations []operation
	isApply    bool
	applied    map[string]any
}

func (p *patch) applyTo(value map[string]any) *failure {
	if !p.isApply {
		return applyAll(value, p.operations)
	}
	metadata := value["metadata"].(map[string]any)
	given, _ := p.applied["metadata"].(map[string]any)
	for _, name := range []string{"uid", "resourceVersion"} {
		if wanted, isGiven := given[name]; isGiven && wanted != metadata[name] {
			return &failure{409, "the object has been modified: " + name}
		}
	}
	if annotations, _ := given["annotations"].(map[string]any); len(annotations) > 0 {
		all, _ := metadata["annotations"].(map[string]any)
		if all == nil {
			all = map[string]any{}
		}
		maps.Copy(all, annotations)
		metadata["annotations"] = all
	}
	if spec, isGiven := p.applied["spec"]; isGiven {
		value["spec"] = spec
	}
	return nil
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

func applyAll(value map[string]any, operations []operation) *failure {
	for _, each := range operations {
		steps := strings.Split(strings.TrimPrefix(each.Path, "/"), "/")
		parent := value
		for _, step := range steps[:len(steps)-1] {
			child, ok := parent[step].(map[string]any)
			if !ok {
				return &failure{422, each.Path + " does not exist"}
			}
			parent = child
		}
		last := unescape.Replace(steps[len(steps)-1])
		current, exists := parent[last]
		switch {
		case each.Op == "test" && (!exists || !reflect.DeepEqual(current, each.Value)):
			return &failure{422, fmt.Sprintf("testing value %s failed", each.Path)}
		case each.Op == "test":
		case each.Op != "add" && !exists:
			return &failure{422, each.Path + " does not exist"}
		case each.Op == "remove":
			delete(parent, last)
		case each.Op == "add", each.Op == "replace":
			parent[last] = each.Value
		default:
			return &failure{400, each.Op + " is not replayed"}
		}
	}
	return nil
}

func readPatch(from *http.Request, at target) (*patch, error) {
	read := &patch{manager: from.URL.Query().Get("fieldManager")}
	content := json.NewDecoder(from.Body)
	switch kind := from.Header.Get("Content-Type"); {
	case kind == "application/json-patch+json":
		return read, content.Decode(&read.operations)
	case kind == "application/apply-patch+yaml" && (at.subresource == "scale" || at.plural == "pods"):
		// YAML that is JSON, which clients here send.
		read.isApply = true
		return read, content.Decode(&read.applied)
	default:
		return nil, fmt.Errorf("%s of %s is not replayed", kind, at.plural)
	}
}

func (s *Server) patch(to http.ResponseWriter, from *http.Request, resource *Resource, at target) {
	change, err := readPatch(from, at)
	if err != nil {
		(&failure{415, err.Error()}).write(to)
		return
	}
	if at.subresource == "scale" {
		s.scale(to, resource, at, change)
		return
	}
	object, failed := resource.update(at.namespace, at.name, func(value map[string]any) (map[string]any, *failure) {
		if len(value) == 0 {
			return nil, &failure{404, "not found"}
		}
		return value, change.applyTo(value)
	})
	if failed != nil {
		failed.write(to)
		return
	}
	to.Header().Set("Content-Type", "application/json")
	_, _ = to.Write(object.as(wantsPartial(from)))
}
