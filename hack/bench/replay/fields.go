package main

import "maps"

// give adds these fields to the specs of all Autoscalers, which otherwise are as at the start, like the sizes of all
// Deployments and the load.
func (s *Server) give(fields map[string]any) {
	s.usage.set(usedAtStart)
	for index := range s.population.Objects {
		namespace, name := s.population.workload(index)
		s.renew(namespace, name)
		_, _ = s.named("autoscalers").update(namespace, name, func(value map[string]any) (map[string]any, *failure) {
			spec := s.autoscalerSpec(name)
			maps.Copy(spec, fields)
			metadata := value["metadata"].(map[string]any)
			generation, _ := metadata["generation"].(float64)
			metadata["generation"] = generation + 1
			value["spec"], value["status"] = spec, map[string]any{"observedGeneration": -1}
			return value, nil
		})
	}
}

// renew gives a Deployment its first size.
func (s *Server) renew(namespace, name string) {
	deployments := s.named("deployments")
	if len(s.named("pods").ofApp(namespace, name)) == s.population.Pods {
		return
	}
	_, _ = deployments.update(namespace, name, func(value map[string]any) (map[string]any, *failure) {
		value["spec"].(map[string]any)["replicas"] = s.population.Pods
		return value, nil
	})
	s.resize(namespace, name, s.population.Pods)
	s.complete(deployments, target{namespace: namespace, name: name})
}
