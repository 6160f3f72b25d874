package main

import (
	"fmt"
	"net/http"
	"slices"
	"time"
)

// startupTime is how long a new pod takes until it runs and is ready, and the Deployment's status says so.
const startupTime = time.Second

var counts = []string{"replicas", "readyReplicas", "availableReplicas", "updatedReplicas"}

// scale changes the replicas of a Deployment. Pods start and end as if there were controllers and nodes.
func (s *Server) scale(to http.ResponseWriter, resource *Resource, at target, change *patch) {
	count := 0
	object, failed := resource.update(at.namespace, at.name, func(value map[string]any) (map[string]any, *failure) {
		if len(value) == 0 {
			return nil, &failure{404, "not found"}
		}
		view := viewScale(value)
		if failed := change.applyTo(view); failed != nil {
			return nil, failed
		}
		number, _ := view["spec"].(map[string]any)["replicas"].(float64)
		count = int(number)
		value["spec"].(map[string]any)["replicas"] = number
		metadata := value["metadata"].(map[string]any)
		generation, _ := metadata["generation"].(float64)
		metadata["generation"] = generation + 1
		own(metadata, change, count)
		return value, nil
	})
	if failed != nil {
		failed.write(to)
		return
	}
	writeJSON(to, http.StatusOK, viewScale(object.value()))
	s.resize(at.namespace, at.name, count)
	time.AfterFunc(startupTime, func() { s.complete(resource, at) })
}

// own makes the author of a change the only owner of the count. An omitted 0 has no owner, unless it is applied.
func own(metadata map[string]any, change *patch, count int) {
	entries, _ := metadata["managedFields"].([]any)
	others := []any{}
	for _, each := range entries {
		entry := each.(map[string]any)
		fields, _ := entry["fieldsV1"].(map[string]any)
		if spec, _ := fields["f:spec"].(map[string]any); spec != nil {
			delete(spec, "f:replicas")
		}
		if entry["subresource"] != "scale" {
			others = append(others, entry)
		}
	}
	operation := "Update"
	if change.isApply {
		operation = "Apply"
	}
	if count != 0 || change.isApply {
		others = append(others, map[string]any{
			"manager": change.manager, "operation": operation, "apiVersion": "autoscaling/v1", "subresource": "scale",
			"time": now(), "fieldsType": "FieldsV1",
			"fieldsV1": map[string]any{"f:spec": map[string]any{"f:replicas": map[string]any{}}},
		})
	}
	metadata["managedFields"] = others
}

// viewScale omits a count of 0, as the API does.
func viewScale(value map[string]any) map[string]any {
	metadata := value["metadata"].(map[string]any)
	spec := value["spec"].(map[string]any)
	status, _ := value["status"].(map[string]any)
	selector := spec["selector"].(map[string]any)["matchLabels"].(map[string]any)
	about := map[string]any{}
	for _, name := range []string{"name", "namespace", "uid", "resourceVersion", "creationTimestamp"} {
		about[name] = metadata[name]
	}
	wanted := map[string]any{}
	if replicas, _ := spec["replicas"].(float64); replicas != 0 {
		wanted["replicas"] = replicas
	}
	return map[string]any{
		"kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": about, "spec": wanted,
		"status": map[string]any{"replicas": status["replicas"], "selector": fmt.Sprintf("app=%s", selector["app"])},
	}
}

// resize adds pods, which wait for a node, or deletes pods until the Deployment has this many: marked ones before
// others, as the ReplicaSet controller does.
func (s *Server) resize(namespace, deployment string, count int) {
	pods := s.named("pods")
	existing := pods.ofApp(namespace, deployment)
	slices.SortFunc(existing, removedFirst)
	for _, each := range existing[:max(0, len(existing)-count)] {
		_, _ = pods.update(each.namespace, each.name, func(map[string]any) (map[string]any, *failure) { return nil, nil })
	}
	for index, missing := 0, count-len(existing); missing > 0; index++ {
		id := s.podOf(namespace, deployment, index)
		if pods.get(id.namespace, id.name) != nil {
			continue
		}
		missing--
		_, _ = pods.update(id.namespace, id.name, func(map[string]any) (map[string]any, *failure) {
			value := s.copyOf(s.shapes.pod, id)
			value["metadata"].(map[string]any)["creationTimestamp"] = now()
			delete(value["spec"].(map[string]any), "nodeName")
			value["status"] = map[string]any{"phase": "Pending", "qosClass": "Burstable"}
			return value, nil
		})
	}
}

// removedFirst orders pods: the marked ones come first, then those with the last names.
func removedFirst(a, b *Object) int {
	if a.isRemovedFirst != b.isRemovedFirst {
		if a.isRemovedFirst {
			return -1
		}
		return 1
	}
	return -byName(a, b)
}

// complete lets the waiting pods of a Deployment run, and updates its status.
func (s *Server) complete(resource *Resource, at target) {
	pods := s.named("pods")
	existing := pods.ofApp(at.namespace, at.name)
	for _, pod := range existing {
		if pod.isRunning {
			continue
		}
		_, _ = pods.update(pod.namespace, pod.name, func(value map[string]any) (map[string]any, *failure) {
			if len(value) == 0 {
				return nil, &failure{404, "not found"}
			}
			running := s.copyOf(s.shapes.pod, identity{namespace: pod.namespace, name: pod.name, app: at.name})
			running["metadata"] = value["metadata"]
			startAt(running["status"].(map[string]any), now())
			return running, nil
		})
	}
	_, _ = resource.update(at.namespace, at.name, func(value map[string]any) (map[string]any, *failure) {
		status := value["status"].(map[string]any)
		for _, name := range counts {
			status[name] = len(existing)
		}
		status["observedGeneration"] = value["metadata"].(map[string]any)["generation"]
		return value, nil
	})
}

// startAt sets the times of a running pod's status.
func startAt(status map[string]any, time string) {
	status["startTime"] = time
	conditions, _ := status["conditions"].([]any)
	for _, each := range conditions {
		each.(map[string]any)["lastTransitionTime"] = time
	}
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }
