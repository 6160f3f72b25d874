package main

import (
	"encoding/json"
	"fmt"
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

func apply(value map[string]any, operations []operation) *failure {
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
		last := steps[len(steps)-1]
		switch each.Op {
		case "test":
			if !reflect.DeepEqual(parent[last], each.Value) {
				return &failure{422, fmt.Sprintf("testing value %s failed", each.Path)}
			}
		case "add", "replace":
			parent[last] = each.Value
		default:
			return &failure{400, each.Op + " is not replayed"}
		}
	}
	return nil
}

func (s *Server) patch(to http.ResponseWriter, from *http.Request, resource *Resource, at target) {
	operations := []operation{}
	if err := json.NewDecoder(from.Body).Decode(&operations); err != nil {
		(&failure{415, "only JSON Patch is replayed: " + err.Error()}).write(to)
		return
	}
	if at.subresource == "scale" {
		s.scale(to, resource, at, operations)
		return
	}
	object, failed := resource.update(at.namespace, at.name, func(value map[string]any) (map[string]any, *failure) {
		if len(value) == 0 {
			return nil, &failure{404, "not found"}
		}
		return value, apply(value, operations)
	})
	if failed != nil {
		failed.write(to)
		return
	}
	to.Header().Set("Content-Type", "application/json")
	_, _ = to.Write(object.whole)
}

// scale changes the replicas of a Deployment, and its pods at once: they run and are ready immediately.
func (s *Server) scale(to http.ResponseWriter, resource *Resource, at target, operations []operation) {
	count := 0
	object, failed := resource.update(at.namespace, at.name, func(value map[string]any) (map[string]any, *failure) {
		if len(value) == 0 {
			return nil, &failure{404, "not found"}
		}
		view := viewScale(value)
		if failed := apply(view, operations); failed != nil {
			return nil, failed
		}
		replicas := view["spec"].(map[string]any)["replicas"]
		number, _ := replicas.(float64)
		count = int(number)
		value["spec"].(map[string]any)["replicas"] = replicas
		status, _ := value["status"].(map[string]any)
		metadata := value["metadata"].(map[string]any)
		generation, _ := metadata["generation"].(float64)
		metadata["generation"] = generation + 1
		for _, name := range []string{"replicas", "readyReplicas", "availableReplicas", "updatedReplicas"} {
			status[name] = replicas
		}
		status["observedGeneration"] = generation + 1
		return value, nil
	})
	if failed != nil {
		failed.write(to)
		return
	}
	writeJSON(to, http.StatusOK, scaleOf(object))
	if failed := s.resize(at.namespace, at.name, count); failed != nil {
		panic(failed.message)
	}
}

func scaleOf(object *Object) map[string]any {
	value := map[string]any{}
	if err := json.Unmarshal(object.whole, &value); err != nil {
		panic(err)
	}
	return viewScale(value)
}

func viewScale(value map[string]any) map[string]any {
	metadata := value["metadata"].(map[string]any)
	spec := value["spec"].(map[string]any)
	status, _ := value["status"].(map[string]any)
	selector := spec["selector"].(map[string]any)["matchLabels"].(map[string]any)
	about := map[string]any{}
	for _, name := range []string{"name", "namespace", "uid", "resourceVersion", "creationTimestamp"} {
		about[name] = metadata[name]
	}
	return map[string]any{
		"kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": about,
		"spec":   map[string]any{"replicas": spec["replicas"]},
		"status": map[string]any{"replicas": status["replicas"], "selector": fmt.Sprintf("app=%s", selector["app"])},
	}
}
