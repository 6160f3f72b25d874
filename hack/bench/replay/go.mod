module trimtab.dev/replay

go 1.26.4
