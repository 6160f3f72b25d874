// A replay API server: lists, watches, pod metrics and /scale of recorded shape for populations that the
// real control plane cannot carry on one machine. It uses little CPU, so that the client is measured.
//
//	GET  /replay/requests  the requests so far, by verb and resource
//	POST /replay/load      {"used": 0.75}: what the pods use of what they request
//	POST /replay/fields    {"schedules": [...]}: what the specs of all Autoscalers have besides those at the start;
//	                       all Deployments and the load are as at the start again
//	POST /replay/cut       ends all watches; with ?gone, their versions are gone, too
package main

import (
	"encoding/json"
	"flag"
	"log"
	"net"
	"net/http"
	"time"
)

func main() {
	population := Population{}
	flag.IntVar(&population.Namespaces, "namespaces", 10, "namespaces with objects")
	flag.IntVar(&population.Objects, "objects", 1000, "Deployments with an Autoscaler each")
	flag.IntVar(&population.Pods, "pods", 2, "pods of each Deployment")
	flag.IntVar(&population.Nodes, "nodes", 10, "nodes")
	flag.IntVar(&population.Bystanders, "bystanders", 0, "other pods of each namespace")
	flag.StringVar(&population.Shapes, "shapes", "", "folder with deployment, pod, node and autoscaler .json")
	pace := pace{}
	flag.DurationVar(&pace.read, "read", 2*time.Millisecond, "latency of reads")
	flag.DurationVar(&pace.write, "write", 5*time.Millisecond, "latency of writes")
	flag.DurationVar(&pace.bookmarks, "bookmarks", time.Minute, "interval of bookmarks, by default that of a real API server")
	cert := flag.String("cert", "", "certificate file")
	key := flag.String("key", "", "key file")
	flag.Parse()

	server := newServer(pace)
	if err := population.create(server); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	address, err := json.Marshal(map[string]string{"address": listener.Addr().String()})
	if err != nil {
		log.Fatal(err)
	}
	// On stderr, for which the parent process waits.
	println(string(address))
	log.Fatal(http.ServeTLS(listener, server, *cert, *key))
}
