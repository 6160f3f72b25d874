// Command cel-costs prints, for each CRD in the given files, whether the API server of one Kubernetes
// release accepts it, and the cost that this release estimates for each of its CEL rules. The release is
// that of the k8s.io modules that the program is built with.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"sigs.k8s.io/yaml"
)

type report struct {
	CRD      string   `json:"crd"`
	Refusals []string `json:"refusals"`
	Total    uint64   `json:"total"`
	Rules    []cost   `json:"rules"`
}

// cost is what one rule costs for as many values as an object may have.
type cost struct {
	Path string `json:"path"`
	Rule string `json:"rule"`
	Cost uint64 `json:"cost"`
}

type output struct {
	RuleLimit uint64   `json:"ruleLimit"`
	CRDLimit  uint64   `json:"crdLimit"`
	CRDs      []report `json:"crds"`
}

func main() {
	out := output{
		RuleLimit: validation.StaticEstimatedCostLimit,
		CRDLimit:  validation.StaticEstimatedCRDCostLimit,
	}
	for _, file := range os.Args[1:] {
		crd, err := reportOf(file)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			os.Exit(1)
		}
		out.CRDs = append(out.CRDs, crd)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func reportOf(file string) (report, error) {
	crd, err := read(file)
	if err != nil {
		return report{}, err
	}
	r := report{CRD: crd.Name, Refusals: []string{}}
	for _, refusal := range validation.ValidateCustomResourceDefinition(context.Background(), crd) {
		r.Refusals = append(r.Refusals, refusal.Error())
	}
	for _, version := range crd.Spec.Versions {
		schema := version.Schema
		if schema == nil {
			schema = crd.Spec.Validation // where the conversion puts a schema that all versions share
		}
		root := schema.OpenAPIV3Schema
		costs, err := costsOf(root, nil, validation.RootCELContext(root))
		if err != nil {
			return report{}, err
		}
		r.Rules = append(r.Rules, costs...)
	}
	for _, c := range r.Rules {
		r.Total += c.Cost
	}
	return r, nil
}

// read applies the defaults and the conversion of the API server.
func read(file string) (*apiextensions.CustomResourceDefinition, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	install.Install(scheme)
	written := &apiextensionsv1.CustomResourceDefinition{}
	if err := yaml.UnmarshalStrict(text, written); err != nil {
		return nil, err
	}
	scheme.Default(written)
	for _, version := range written.Spec.Versions {
		if version.Storage {
			written.Status.StoredVersions = []string{version.Name}
		}
	}
	crd := &apiextensions.CustomResourceDefinition{}
	return crd, scheme.Convert(written, crd, nil)
}

// costsOf does what upstream's validation does at each schema with rules, but keeps the costs.
func costsOf(schema *apiextensions.JSONSchemaProps, path *field.Path, at *validation.CELSchemaContext) ([]cost, error) {
	if schema == nil {
		return nil, nil
	}
	costs, err := ruleCosts(schema, path, at)
	if err != nil {
		return nil, err
	}
	visit := func(child *apiextensions.JSONSchemaProps, path *field.Path, at *validation.CELSchemaContext) {
		if err == nil {
			var more []cost
			more, err = costsOf(child, path, at)
			costs = append(costs, more...)
		}
	}
	names := make([]string, 0, len(schema.Properties))
	for name := range schema.Properties {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		child := schema.Properties[name]
		visit(&child, path.Child(name), at.ChildPropertyContext(&child, name))
	}
	if schema.Items != nil {
		visit(schema.Items.Schema, path.Key("*"), at.ChildItemsContext(schema.Items.Schema))
	}
	if schema.AdditionalProperties != nil {
		child := schema.AdditionalProperties.Schema
		visit(child, path.Key("*"), at.ChildAdditionalPropertiesContext(child))
	}
	return costs, err
}

func ruleCosts(schema *apiextensions.JSONSchemaProps, path *field.Path, at *validation.CELSchemaContext) ([]cost, error) {
	if len(schema.XValidations) == 0 {
		return nil, nil
	}
	info, err := at.TypeInfo()
	if err != nil || info == nil {
		return nil, fmt.Errorf("%s: no types: %v", path, err)
	}
	results, err := cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, baseEnvironment(), cel.NewExpressionsEnvLoader())
	if err != nil {
		return nil, fmt.Errorf("%s: %v", path, err)
	}
	var costs []cost
	for i, result := range results {
		rule := schema.XValidations[i]
		times := result.MaxCardinality
		if at.MaxCardinality != nil {
			times = *at.MaxCardinality
		}
		costs = append(costs, cost{Path: path.String(), Rule: rule.Rule, Cost: result.MaxCost * times})
		if result.MessageExpression != nil {
			costs = append(costs, cost{Path: path.String(), Rule: rule.MessageExpression, Cost: result.MessageExpressionMaxCost})
		}
	}
	return costs, nil
}

// baseEnvironment is that of new CRDs. Below 1.34 the constructor has a second parameter, which the API server
// sets to true.
var baseEnvironment = sync.OnceValue(func() *environment.EnvSet {
	constructor := reflect.ValueOf(environment.MustBaseEnvSet)
	args := []reflect.Value{reflect.ValueOf(environment.DefaultCompatibilityVersion()), reflect.ValueOf(true)}
	return constructor.Call(args[:constructor.Type().NumIn()])[0].Interface().(*environment.EnvSet)
})
