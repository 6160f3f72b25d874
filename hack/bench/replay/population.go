package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
)

// Population is what the server holds at the start.
type Population struct {
	Namespaces, Objects, Pods, Nodes, Bystanders int
	Shapes                                       string
}

// shapes are recorded objects, of which each generated one is a copy with its own identity.
type shapes struct {
	deployment, pod, node, autoscaler []byte
	// serial numbers give every object its own uid.
	serial int
}

func (p *Population) create(server *Server) error {
	shapes := &shapes{}
	for name, into := range map[string]*[]byte{
		"deployment": &shapes.deployment, "pod": &shapes.pod, "node": &shapes.node, "autoscaler": &shapes.autoscaler,
	} {
		content, err := os.ReadFile(filepath.Join(p.Shapes, name+".json"))
		if err != nil {
			return err
		}
		*into = content
	}
	server.shapes, server.population = shapes, *p
	for index := range p.Nodes {
		if _, err := server.add("nodes", shapes.node, identity{name: fmt.Sprintf("node-%d", index)}, nil); err != nil {
			return err
		}
	}
	for index := range p.Namespaces {
		for other := range p.Bystanders {
			id := identity{namespace: fmt.Sprintf("scale-%d", index), name: fmt.Sprintf("other-%d", other), app: "other"}
			if _, err := server.add("pods", shapes.pod, id, nil); err != nil {
				return err
			}
		}
	}
	for index := range p.Objects {
		namespace, name := p.workload(index)
		if err := server.addWorkload(namespace, name, p.Pods); err != nil {
			return err
		}
	}
	// The events that created them are not kept.
	for _, each := range server.resources {
		each.oldest = server.clock.current() + 1
	}
	return nil
}

// workload is the namespace and the name of a Deployment and of its Autoscaler.
func (p *Population) workload(index int) (namespace, name string) {
	return fmt.Sprintf("scale-%d", index%p.Namespaces), fmt.Sprintf("web-%d", index)
}

// identity is what distinguishes objects of one shape; app is the value of their label, owner the object that
// controls them, if there is one.
type identity struct {
	namespace, name, app string
	owner                *owner
}

type owner struct{ apiVersion, kind, name, uid string }

func (s *Server) addWorkload(namespace, name string, pods int) error {
	size := func(value map[string]any) {
		value["spec"].(map[string]any)["replicas"] = pods
		status := value["status"].(map[string]any)
		for _, field := range counts {
			status[field] = pods
		}
		app := map[string]any{"app": name}
		value["spec"].(map[string]any)["selector"] = map[string]any{"matchLabels": app}
	}
	id := identity{namespace: namespace, name: name, app: name}
	deployment, err := s.add("deployments", s.shapes.deployment, id, size)
	if err != nil {
		return err
	}
	replicaSet := identity{namespace, replicaSetOf(name), name, &owner{"apps/v1", "Deployment", name, deployment}}
	if _, err := s.add("replicasets", s.shapes.deployment, replicaSet, metadataAlone); err != nil {
		return err
	}
	for index := range pods {
		if _, err := s.add("pods", s.shapes.pod, s.podOf(namespace, name, index), nil); err != nil {
			return err
		}
	}
	aim := func(value map[string]any) {
		value["spec"] = s.autoscalerSpec(name)
		// The default of the CRD. The client writes its own.
		value["status"] = map[string]any{"observedGeneration": -1}
	}
	_, err = s.add("autoscalers", s.shapes.autoscaler, id, aim)
	return err
}

func (s *Server) autoscalerSpec(target string) map[string]any {
	shape := struct{ Spec map[string]any }{}
	if err := json.Unmarshal(s.shapes.autoscaler, &shape); err != nil {
		panic(err)
	}
	shape.Spec["scaleTargetRef"].(map[string]any)["name"] = target
	shape.Spec["maxReplicas"] = 2 * s.population.Pods
	return shape.Spec
}

// metadataAlone is all that clients read of a ReplicaSet here.
func metadataAlone(value map[string]any) {
	delete(value, "spec")
	delete(value, "status")
}

func replicaSetOf(deployment string) string { return deployment + "-7d9c5b8f6d" }

// podOf is a pod of a Deployment's ReplicaSet, which exists before its pods.
func (s *Server) podOf(namespace, deployment string, index int) identity {
	replicaSet := s.named("replicasets").get(namespace, replicaSetOf(deployment))
	by := &owner{"apps/v1", "ReplicaSet", replicaSet.name, replicaSet.uid}
	return identity{namespace, fmt.Sprintf("%s-%05d", replicaSet.name, index), deployment, by}
}

// add stores a copy of a shape without an event, because nothing watches yet, and returns its uid.
func (s *Server) add(plural string, shape []byte, id identity, change func(value map[string]any)) (uid string, err error) {
	value := s.copyOf(shape, id)
	if change != nil {
		change(value)
	}
	resource := s.named(plural)
	object, err := resource.render(value, s.clock.next())
	if err != nil {
		return "", err
	}
	resource.store(object)
	return object.uid, nil
}

func (s *Server) copyOf(shape []byte, id identity) map[string]any {
	value := map[string]any{}
	if err := json.Unmarshal(shape, &value); err != nil {
		panic(err)
	}
	s.mutex.Lock()
	s.shapes.serial++
	uid := fmt.Sprintf("00000000-0000-4000-8000-%012x", s.shapes.serial)
	s.mutex.Unlock()
	metadata := value["metadata"].(map[string]any)
	maps.Copy(metadata, map[string]any{"name": id.name, "uid": uid})
	if id.namespace != "" {
		metadata["namespace"] = id.namespace
	}
	labels, _ := metadata["labels"].(map[string]any)
	if labels != nil && id.app != "" {
		labels["app"] = id.app
	}
	if by := id.owner; by != nil {
		metadata["ownerReferences"] = []any{map[string]any{
			"apiVersion": by.apiVersion, "kind": by.kind, "name": by.name, "uid": by.uid,
			"controller": true, "blockOwnerDeletion": true,
		}}
	}
	return value
}

func (s *Server) named(plural string) *Resource {
	for _, each := range s.resources {
		if each.plural == plural {
			return each
		}
	}
	return nil
}
