# Every tool runs through an npm script, and so on the Node.js of package.json, whatever the machine has.
MAKEFLAGS += --no-print-directory
RUN := npm run --silent
NAME ?=
SAMPLE ?=

.PHONY: help setup demo image test test-again test-ha test-mutations test-rights test-versions kills mutants lint build cluster-up cluster-down clean
.PHONY: attack bench-admission bench-decisions bench-load-reaction bench-nodes bench-reaction bench-steady bench-watch-feed oracle twins

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: node_modules/.package-lock.json ## Install the packages, if that is not done yet
	@:

node_modules/.package-lock.json: package-lock.json
	@echo "Installing packages." >&2
	@npm ci --loglevel=error >/dev/null
	@touch $@

demo: build ## Watch the operator scale a workload on a real API server; SAMPLE
	@$(RUN) demo -- $(SAMPLE)

test: build ## Check everything; the last line counts the tests
	@$(RUN) cluster:build >/dev/null
	@$(RUN) test

test-again: setup ## "make test" in a row, every second run with one core less; goes on; TIMES
	@$(RUN) test:again -- $(or $(TIMES),10)

test-ha: build ## Three replicas under 200 random faults, and what they wrote; TRIALS, SEED, FROM
	@TRIALS=$(or $(TRIALS),200) TRIMTAB_FIGURES=1 $(RUN) test:ha

test-rights: build ## Take away each right in turn, eleven minutes; make test takes a sample; SEED there
	@$(RUN) test:rights

test-mutations: build ## 10,000 mutated objects and the verdicts on each; make test has 1,500; MUTATIONS, SEED
	@MUTATIONS=$(or $(MUTATIONS),10000) $(RUN) test:mutations

test-versions: setup ## CRDs and policy on the oldest and the newest API server; VERSIONS
	@$(RUN) test:versions

attack: build ## A tenant and a stranger attack the operator; what others notice; MINUTES=60, OBJECTS, SEED
	@$(RUN) attack

kills: build ## Kill the operator 100 times under load, and check what it wrote; KILLS, SEED
	@KILLS=$(or $(KILLS),100) TRIMTAB_FIGURES=1 $(RUN) kills

mutants: setup ## Which small changes of the code no unit test notices; SEED, MUTANTS, FOLDERS
	@$(RUN) mutants

lint: setup ## Check types, rules, format, imports and unused code
	@$(RUN) lint

build: setup ## Bundle the operator and the command line into dist/
	@$(RUN) build

image: build ## Make the container image in dist/image/, without a container engine
	@$(RUN) image

cluster-up: setup ## Start a cluster that stays, and print how to use it; NAME=dev
	@$(RUN) cluster:up -- $(or $(NAME),dev)

cluster-down: setup ## End the cluster NAME, or all that cluster-up started
	@$(RUN) cluster:down -- $(NAME)

bench-admission: build ## Reviews under load, with 1,000 and 10,000 objects; RATE, SECONDS
	@$(RUN) bench:admission

bench-reaction: build ## Node event to scale write, over 200 node changes
	@$(RUN) bench:reaction

bench-load-reaction: build ## Load change to scale write, over 100 changes; PERIOD, CHANGES
	@$(RUN) bench:load-reaction

bench-steady: build ## Requests of a steady cluster in ten minutes; MINUTES, OBJECTS, NODES
	@$(RUN) bench:steady

bench-nodes: build ## What 5,000 nodes and their heartbeats cost; NODES, ROUNDS
	@$(RUN) bench:nodes

bench-decisions: setup ## Our engine beside upstream's ReplicaCalculator; ROUNDS, SECONDS
	@$(RUN) bench:decisions

oracle: setup ## Upstream's HPA controller in random worlds, beside our decisions; SEED, CASES, SYNCS
	@$(RUN) oracle

bench-watch-feed: setup ## Pepr's watch feed beside our reflector, with 10,000 objects
	@$(RUN) bench:watch-feed

.PHONY: parity
parity: build ## Random specs as an HPA and as an Autoscaler, each rule 20 times; HITS, SEED
	@HITS=$(or $(HITS),20) $(RUN) test:integration -- test/integration/parity.integration.test.ts

twins: build ## The HPA controller and Trimtab side by side, under one load; PERIOD
	@$(RUN) twins

# The control plane's binaries stay in the cache: $TRIMTAB_CACHE, else ~/.cache/trimtab (hack/README.md).
clean: ## Remove dist/, node_modules/ and what tools left; the cache outside the checkout stays
	@rm -rf dist node_modules coverage reports *.tsbuildinfo
