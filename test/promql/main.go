// Command promql reads queries with the parser of Prometheus, all of its experimental syntax included, and
// reports which of their selectors lack enforced matchers.
//
// Each line of the input is the JSON of a query, and each line of the output that of its readings, one for each of parsers.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

type matcher struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

type query struct {
	Query    string    `json:"query"`
	Matchers []matcher `json:"matchers"`
}

// reading is what Prometheus understands of a query.
type reading struct {
	// Error says why this is not a query; empty if it is one.
	Error string `json:"error"`
	// Selectors are all selectors, as Prometheus writes them.
	Selectors []string `json:"selectors"`
	// Unrestricted are those without all of the matchers.
	Unrestricted []string `json:"unrestricted"`
	// Calls are the names of the functions, because info reads series that no selector names.
	Calls []string `json:"calls"`
}

// parsers are those of servers that differ in whether names may have letters of all languages without quotes.
var parsers = []parser.Parser{
	parser.NewParser(parser.Options{EnableExperimentalFunctions: true, EnableBinopFillModifiers: true}),
	parser.NewParser(parser.Options{EnableExperimentalFunctions: true, EnableBinopFillModifiers: true, EnableUnquotedUTF8Names: true}),
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	answers := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(answers)
	for lines.Scan() {
		var asked query
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			log.Fatal(err)
		}
		readings := []reading{}
		for _, each := range parsers {
			readings = append(readings, read(each, asked))
		}
		if err := encoder.Encode(readings); err != nil {
			log.Fatal(err)
		}
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	if err := answers.Flush(); err != nil {
		log.Fatal(err)
	}
}

func read(prometheus parser.Parser, asked query) reading {
	found := reading{Selectors: []string{}, Unrestricted: []string{}, Calls: []string{}}
	expression, err := prometheus.ParseExpr(asked.Query)
	if err != nil {
		found.Error = err.Error()
		return found
	}
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		switch part := node.(type) {
		case *parser.Call:
			found.Calls = append(found.Calls, part.Func.Name)
		case *parser.VectorSelector:
			found.Selectors = append(found.Selectors, part.String())
			if !isRestricted(part.LabelMatchers, asked.Matchers) {
				found.Unrestricted = append(found.Unrestricted, part.String())
			}
		}
		return nil
	})
	return found
}

// isRestricted reports whether a selector has all of the enforced matchers: Prometheus combines matchers by a logical AND.
func isRestricted(matchers []*labels.Matcher, enforced []matcher) bool {
	for _, wanted := range enforced {
		found := false
		for _, each := range matchers {
			found = found || each.Type == labels.MatchEqual && each.Name == wanted.Label && each.Value == wanted.Value
		}
		if !found {
			return false
		}
	}
	return true
}
