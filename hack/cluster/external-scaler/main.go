// Command external-scaler is an external scaler of KEDA, built from KEDA's own definition of the protocol, for
// tests and demos. A second port, plain HTTP, sets what it answers and returns what it was asked.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	pb "github.com/kedacore/keda/v2/pkg/scalers/externalscaler"
)

func main() {
	address := flag.String("address", "127.0.0.1:0", "where to serve gRPC")
	certFile := flag.String("tls-cert", "", "PEM file, read at each handshake; without it, there is no TLS")
	keyFile := flag.String("tls-key", "", "PEM file, read at each handshake")
	clientCA := flag.String("client-ca", "", "PEM file; clients need a certificate that it signed")
	mostStreams := flag.Uint("max-concurrent-streams", 0, "of one connection; 0: as many as gRPC allows")
	flag.Parse()

	state := newState()
	options := []grpc.ServerOption{grpc.StatsHandler(&state.counts), grpc.ForceServerCodecV2(&codec{state: state})}
	if *certFile != "" {
		options = append(options, grpc.Creds(credentials.NewTLS(tlsConfig(*certFile, *keyFile, *clientCA))))
	}
	if *mostStreams > 0 {
		options = append(options, grpc.MaxConcurrentStreams(uint32(*mostStreams)))
	}
	server := grpc.NewServer(options...)
	pb.RegisterExternalScalerServer(server, &scaler{state: state})
	asked, control := listen(*address), listen("127.0.0.1:0")
	go func() { log.Fatal(http.Serve(control, state)) }()
	fmt.Printf(`{"address":%q,"control":%q}`+"\n", asked.Addr(), control.Addr())
	log.Fatal(server.Serve(asked))
}

func listen(address string) net.Listener {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	return listener
}

func tlsConfig(certFile, keyFile, clientCA string) *tls.Config {
	config := &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			pair, err := tls.LoadX509KeyPair(certFile, keyFile)
			return &pair, err
		},
	}
	if clientCA != "" {
		pem, err := os.ReadFile(clientCA)
		if err != nil {
			log.Fatal(err)
		}
		config.ClientCAs = x509.NewCertPool()
		config.ClientCAs.AppendCertsFromPEM(pem)
		config.ClientAuth = tls.RequireAndVerifyClientCert
	}
	return config
}

// ServeHTTP: PUT replaces what is answered, about one object with ?object=namespace/name; GET returns the counts.
func (s *state) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	if request.Method == http.MethodPut {
		var answers answers
		if err := json.NewDecoder(request.Body).Decode(&answers); err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		s.set(request.URL.Query().Get("object"), &answers)
		return
	}
	if err := json.NewEncoder(response).Encode(s.counts.snapshot()); err != nil {
		log.Print(err)
	}
}
