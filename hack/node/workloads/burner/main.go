// Command burner is a workload for tests on a real node: each request uses CPU time, or holds memory.
//
//	GET /burn?ms=20   uses 20 ms of CPU time
//	GET /hold?mib=64  holds 64 MiB until the process ends
//	GET /ready
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"
)

var (
	mutex sync.Mutex
	held  [][]byte
)

func main() {
	http.HandleFunc("/ready", func(http.ResponseWriter, *http.Request) {})
	http.HandleFunc("/burn", func(w http.ResponseWriter, r *http.Request) {
		burn(time.Duration(number(r, "ms")) * time.Millisecond)
		fmt.Fprintln(w, os.Getenv("HOSTNAME"))
	})
	http.HandleFunc("/hold", func(_ http.ResponseWriter, r *http.Request) {
		hold(number(r, "mib"))
	})
	go endLate()
	log.Fatal(http.ListenAndServe(":8080", nil))
}

func number(r *http.Request, name string) int {
	value, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil {
		return 0
	}
	return value
}

// burn uses CPU time, not time: in a pod at its limit, it takes longer.
func burn(d time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	sum := uint64(1)
	for end := threadTime() + d; threadTime() < end; {
		for range 20_000 {
			sum = sum*6364136223846793005 + 1
		}
	}
	runtime.KeepAlive(sum)
}

func threadTime() time.Duration {
	const ofThread = 1
	var usage syscall.Rusage
	if err := syscall.Getrusage(ofThread, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func hold(mib int) {
	bytes := make([]byte, mib<<20)
	for i := 0; i < len(bytes); i += 4096 {
		bytes[i] = 1
	}
	mutex.Lock()
	defer mutex.Unlock()
	held = append(held, bytes)
}

// endLate serves until the pod has left all EndpointSlices.
func endLate() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	<-signals
	time.Sleep(2 * time.Second)
	os.Exit(0)
}
