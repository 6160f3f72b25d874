# Every tool runs through an npm script, so it uses the Node.js of package.json, whatever the machine has.
MAKEFLAGS += --no-print-directory
RUN := npm run --silent
NAME ?=
SAMPLE ?=

.PHONY: help setup try demo image npm-package release-archive test test-again test-ha test-mutations test-rights test-versions kills mutants lint build cluster-up cluster-down clean
.PHONY: attack bench bench-admission bench-ceiling bench-decisions bench-growth bench-lists bench-load-reaction bench-nodes bench-quick bench-reaction oracle twins

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: node_modules/.package-lock.json ## Install the npm packages if they are missing or outdated
	@:

# package-lock.json pins each package by its hash, so what npm has cached is current. The second try asks the registry.
node_modules/.package-lock.json: package-lock.json
	@echo "Installing packages." >&2
	@node hack/setup/install.mjs || npm ci --loglevel=error >/dev/null
	@touch $@

try: build ## Compare an HPA with an Autoscaler under a recorded load, without a cluster; REPORT=reports/try.html PRICE=0.04
	@mkdir -p reports
	@$(RUN) try -- --price "$(or $(PRICE),0.04)" --report "$(or $(REPORT),reports/try.html)"
	@echo
	@echo "A replica is assumed to cost $(or $(PRICE),0.04) an hour, about one virtual CPU on demand; PRICE=0.1 sets another price."
	@echo "The report with charts is in $(abspath $(or $(REPORT),reports/try.html))"

demo: build ## See the operator scale workloads on a real API server, built the first time; SAMPLE, DEMO_SECONDS, NODE=real
	@$(RUN) $(if $(filter real,$(NODE)),demo:node,demo) -- $(SAMPLE)

.PHONY: fleet-demo
fleet-demo: build ## Report on two generated clusters with 4,000 autoscalers; OBJECTS, REPORT=reports/fleet.html
	@$(RUN) demo:fleet

test: build ## Run all checks; the last line counts the tests
	@$(RUN) programs:build
	@$(RUN) test

test-again: setup ## Repeat "make test", every second run with one core busy; resumes if interrupted; TIMES
	@$(RUN) test:again -- $(or $(TIMES),10)

test-ha: build ## Run three replicas under 200 random faults (make test runs 8); TRIALS, SEED, FROM
	@TRIALS=$(or $(TRIALS),200) TRIMTAB_FIGURES=1 $(RUN) test:ha

test-rights: build ## Remove each permission in turn (11 minutes); make test runs a sample, picked by SEED
	@$(RUN) test:rights

test-mutations: build ## Check the verdicts on 10,000 mutated objects; make test runs 400; MUTATIONS, SEED
	@MUTATIONS=$(or $(MUTATIONS),10000) $(RUN) test:mutations

test-versions: setup ## Compare the API servers of the supported Kubernetes releases; VERSIONS
	@$(RUN) test:versions

attack: build ## Attack the operator as a tenant and an outsider; measure the effect on others; MINUTES=60, OBJECTS, SEED, RATE, SEATS
	@$(RUN) attack

kills: build ## Kill the operator 100 times under load (make test: 8 times); KILLS, SEED
	@KILLS=$(or $(KILLS),100) TRIMTAB_FIGURES=1 $(RUN) kills

mutants: setup ## List code mutants that no unit test kills; SEED, MUTANTS, FOLDERS
	@$(RUN) mutants

.PHONY: mutants-threats
mutants-threats: setup ## Remove each protection of the threat model in turn; its test must fail; CLUSTERS=1
	@$(RUN) mutants:threats -- $(if $(CLUSTERS),--clusters)

lint: setup ## Check types, lint rules, format, imports, unused code, prose and sizes
	@$(RUN) lint

build: setup ## Bundle the operator and the CLI into dist/
	@$(RUN) build

npm-package: build ## Pack the command line as an npm package, dist/trimtab-VERSION.tgz
	@$(RUN) npm:package

.PHONY: site site-check lint-workflows
site: build ## Build the site of docs/ into dist/site/
	@$(RUN) site

site-check: site ## Open the site in Chromium at two widths, and follow its links and anchors
	@$(RUN) site:check

lint-workflows: ## Check the workflows with actionlint and zizmor, of the Go and Python registries
	@$(RUN) lint:workflows

.PHONY: release
release: build ## Write the image, the chart, the command line and their proofs into dist/release/; VERSION, REGISTRY, COSIGN_PRIVATE_KEY
	@$(RUN) release

.PHONY: release-check
release-check: setup ## Release the last commit from two clones, compare, publish on loopback and run docs/verify.md
	@$(RUN) test:release

release-archive: build ## Pack the chart and the operator into dist/, from which tests upgrade; VERSION
	@$(RUN) release:archive

image: build ## Build the container image in dist/image/, without a container engine; ARCHITECTURE=arm64
	@$(RUN) image

cluster-up: setup ## Start a persistent cluster and print how to use it; NAME=dev
	@$(RUN) cluster:up -- $(or $(NAME),dev)

cluster-down: setup ## Stop the cluster NAME, or all clusters that cluster-up started
	@$(RUN) cluster:down -- $(NAME)

bench: build ## Compare the cost of autoscaling with HPA and KEDA; BENCH_N, BENCH_S, BENCH_PEERS, BENCH_OUT (a file), BENCH_PROFILE (a folder)
	@$(RUN) bench

bench-admission: build ## Measure admission under load, with 1,000 and 10,000 objects; RATE, SECONDS
	@$(RUN) bench:admission

bench-ceiling: build ## Measure 10,000 objects with 100,000 pods against a replay API server; VARIANTS, OBJECTS, PODS, NAMESPACES, BYSTANDERS, MEMORY; BENCH_FIELDS compares features of the specs, RELEASES several releases
	@$(RUN) bench:ceiling

bench-growth: build ## Measure how the cost grows from 100 to 10,000 objects; SIZES, BENCH_OUT (a file)
	@$(RUN) bench:growth

bench-quick: build ## Count the API requests of 200 Autoscalers, at the start and at rest; part of make test
	@TRIMTAB_FIGURES=1 $(RUN) bench:quick

bench-reaction: build ## Measure the time from node event to scale write, over 200 node changes
	@$(RUN) bench:reaction

bench-lists: setup ## Compare lists in pages with WatchList on a real API server; PODS, READERS, ROUNDS, DELAY, CHANGES
	@$(RUN) bench:lists

bench-load-reaction: build ## Measure the time from load change to scale write, over 100 changes; PERIOD, CHANGES, RESOLUTION
	@$(RUN) bench:load-reaction

bench-nodes: build ## Measure the cost of 5,000 nodes for 100 cluster services; OBJECTS, DIMENSION, MEMORY, NODES, ROUNDS, ROUND_SECONDS, CHANGES
	@$(RUN) bench:nodes

bench-decisions: setup ## Benchmark the engine against upstream's ReplicaCalculator; ROUNDS, SECONDS
	@$(RUN) bench:decisions

oracle: setup ## Compare decisions with upstream's HPA controller in random scenarios; SEED, CASES, SYNCS; RELEASE=1.37 PROFILE=1.36
	@$(RUN) oracle

.PHONY: test-promql
test-promql: ## Read 50,000 random queries with the parser of Prometheus 3, and run a fifth (make test: 2,000); QUERIES, SEED
	@PROMQL_QUERIES=$(or $(QUERIES),50000) $(RUN) test:promql

.PHONY: pairs
pairs: setup ## Try every two features together in 100 random worlds (make test: 5); WORLDS
	@WORLDS=$(or $(WORLDS),100) $(RUN) test:pairs

.PHONY: e2e
e2e: build ## Install the image and the chart on a real node, with a kubelet and containerd (root, cgroup v1)
	@TRIMTAB_FIGURES=1 $(RUN) test:node

.PHONY: foresight
foresight: setup ## Play six weeks of each load with and without a forecast; SEED=1, LOADS
	@SEED=$(or $(SEED),1) LOADS='$(LOADS)' $(RUN) test:foresight

.PHONY: closed-loop
closed-loop: setup ## Run every two features next to an HPA under the same loads; SEEDS=6, SEED, FEATURES, FUZZ, PAGE=1, CASE (a file)
	@SEEDS=$(or $(SEEDS),6) SEED=$(or $(SEED),1) FEATURES='$(FEATURES)' FUZZ='$(or $(FUZZ),$(if $(FEATURES),0,150))' PAGE='$(PAGE)' CASE='$(CASE)' $(RUN) test:closed-loop

.PHONY: neighbours
neighbours: setup ## Run next to Flux, Argo CD, Argo Rollouts and servers of metrics, built from their Go modules; MINUTES=2 of changing load
	@MINUTES=$(or $(MINUTES),2) $(RUN) test:neighbours

.PHONY: parity
parity: build ## Compare verdicts on random specs, each rule 20 times (make test: 5); HITS, SEED
	@HITS=$(or $(HITS),20) $(RUN) test:integration -- test/integration/parity.integration.test.ts

twins: build ## Run the HPA controller and Trimtab side by side under the same load; PERIOD, RECORD (a file)
	@$(RUN) twins

# Keeps the control plane's binaries in the cache: $TRIMTAB_CACHE or ~/.cache/trimtab (hack/README.md).
clean: ## Remove dist/, node_modules/ and tool output; keep the cache outside the checkout
	@rm -rf dist node_modules coverage reports *.tsbuildinfo
