module trimtab.dev/hack/node/workloads

go 1.26.4
