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
	server.shapes = shapes
	for index := range p.Nodes {
		if err := server.add("nodes", shapes.node, identity{name: fmt.Sprintf("node-%d", index)}, nil); err != nil {
			return err
		}
	}
	for index := range p.Namespaces {
		for other := range p.Bystanders {
			id := identity{fmt.Sprintf("scale-%d", index), fmt.Sprintf("other-%d", other), "other"}
			if err := server.add("pods", shapes.pod, id, nil); err != nil {
				return err
			}
		}
	}
	for index := range p.Objects {
		if err := server.addWorkload(fmt.Sprintf("scale-%d", index%p.Namespaces), fmt.Sprintf("web-%d", index), p.Pods); err != nil {
			return err
		}
	}
	// The events that created them are not kept.
	for _, each := range server.resources {
		each.oldest = server.clock.current() + 1
	}
	return nil
}

// identity is what distinguishes objects of one shape; app is the value of their label.
type identity struct{ namespace, name, app string }

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
	if err := s.add("deployments", s.shapes.deployment, identity{namespace, name, name}, size); err != nil {
		return err
	}
	for index := range pods {
		if err := s.add("pods", s.shapes.pod, podOf(namespace, name, index), nil); err != nil {
			return err
		}
	}
	aim := func(value map[string]any) {
		value["spec"].(map[string]any)["scaleTargetRef"].(map[string]any)["name"] = name
		value["spec"].(map[string]any)["maxReplicas"] = 2 * pods
		// The default of the CRD. The client writes its own.
		value["status"] = map[string]any{"observedGeneration": -1}
	}
	return s.add("autoscalers", s.shapes.autoscaler, identity{namespace, name, name}, aim)
}

func podOf(namespace, deployment string, index int) identity {
	return identity{namespace, fmt.Sprintf("%s-7d9c5b8f6d-%05d", deployment, index), deployment}
}

// add stores a copy of a shape without an event: nothing watches yet.
func (s *Server) add(plural string, shape []byte, id identity, change func(value map[string]any)) error {
	value := s.copyOf(shape, id)
	if change != nil {
		change(value)
	}
	resource := s.named(plural)
	object, err := resource.render(value, s.clock.next())
	if err != nil {
		return err
	}
	resource.store(object)
	return nil
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
