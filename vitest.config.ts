import { join } from "node:path";

import { defineConfig } from "vitest/config";

import { exclusive, install } from "./test/runner/lanes.ts";
import { SlowFirst } from "./test/runner/sequencer.ts";
import { SummaryReporter } from "./test/runner/summary-reporter.ts";

const second = 1000;
const elsewhere = ["**/node_modules/**", "dist/**"];
/** Starts two clusters, and so must not run next to what holds another: see test/runner/lanes.ts. */
const clusters = "hack/cluster/cluster.integration.test.ts";
const images = ["test/image/arm64.test.ts", "test/image/operator.test.ts"];
const browser = "test/browser/*.test.ts";
/** Run other tools, and so take seconds. */
const tooling = [
  "hack/versions/cel-costs.test.ts",
  "test/advisories.test.ts",
  "test/alerts.test.ts",
  "test/chart/alerts.test.ts",
  "test/chart/chart.test.ts",
  "test/chart/several-teams.test.ts",
  "test/chart/values.test.ts",
  "test/gitops.test.ts",
  "test/image/files.test.ts",
  "test/lint-rules.test.ts",
  "test/npm-package.test.ts",
  "test/pepr-build.test.ts",
  "test/promql/*.test.ts",
  "test/runner/summary-reporter.test.ts",
];

/** Pepr reads its mode on its first import, which may come before the one of capabilities/pepr-mode.ts in a test. */
export const unitEnvironment = { PEPR_MODE: "dev", PEPR_WATCH_MODE: "false", LOG_LEVEL: "silent" };

export default defineConfig({
  test: {
    reporters: ["default", new SummaryReporter()],
    // Node.js runs TypeScript without Vite. Vite would transform every module in a new checkout, where its cache is empty.
    experimental: { viteModuleRunner: false },
    maxWorkers: "100%",
    sequence: { sequencer: SlowFirst },
    // A limit that is reached on a busy machine says nothing about the product.
    expect: { poll: { timeout: 60 * second } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [
            ...elsewhere,
            "**/*.integration.test.ts",
            "test/faults/**",
            ...install,
            ...images,
            "test/neighbours/**",
            "test/release/**",
            "test/rights/**",
            "test/node/**",
            browser,
            ...tooling,
          ],
          globalSetup: ["test/command-line-setup.ts"],
          setupFiles: ["test/property-runs.ts"],
          env: unitEnvironment,
          // One worker loads a module once for all of its files, which is most of the time otherwise.
          // What a test stubs is restored, so that no file finds what another one left.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          // Two clusters come first, and can leave little CPU time to these tests.
          testTimeout: 300 * second,
          hookTimeout: 300 * second,
        },
      },
      {
        extends: true,
        test: {
          name: "tooling",
          include: tooling,
          // One worker loads a module, and renders the chart, once for all of its files.
          isolate: false,
          testTimeout: 300 * second,
          // Next to two clusters, `pepr build` takes minutes.
          hookTimeout: 600 * second,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: [browser],
          isolate: false,
          testTimeout: 300 * second,
          hookTimeout: 600 * second,
        },
      },
      {
        extends: true,
        test: {
          name: "clusters",
          include: [clusters],
          testTimeout: 60 * second,
          hookTimeout: 180 * second,
        },
      },
      {
        extends: true,
        test: {
          name: "install",
          include: install,
          fileParallelism: false,
          // In a run of the whole project. `make test` runs each file in a process of its own.
          isolate: false,
          testTimeout: 60 * second,
          hookTimeout: 180 * second,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts", "hack/**/*.integration.test.ts"],
          exclude: [...elsewhere, clusters],
          // First the cluster that all share, then its operator; they end the other way round.
          globalSetup: [
            "test/integration/cluster/global-setup.ts",
            "test/integration/cluster/operator-setup.ts",
          ],
          // Each test has a namespace of its own. Most of a file's time is waiting,
          // for periods and for metrics, so ten run at a time on two cores.
          maxWorkers: 10,
          // Node.js compiles the command line once for all of its processes.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
          // One worker loads a module once for all of its files.
          isolate: false,
          sequence: { groupOrder: 1 },
          // Waits end with the state that they wait for: this is for a machine that is busy.
          testTimeout: 300 * second,
          hookTimeout: 180 * second,
        },
      },
      {
        extends: true,
        test: {
          // Only in a world of its own: `make e2e`.
          name: "node",
          include: ["test/node/*.test.ts"],
          globalSetup: ["test/node/global-setup.ts"],
          fileParallelism: false,
          testTimeout: 240 * second,
          hookTimeout: 240 * second,
        },
      },
      {
        extends: true,
        test: {
          // Programs of other projects, which take minutes to build: `make neighbours`.
          name: "neighbours",
          include: ["test/neighbours/*.test.ts"],
          // Each file has a cluster and a neighbour of its own.
          fileParallelism: false,
          testTimeout: 600 * second,
          hookTimeout: 3_600 * second,
        },
      },
      {
        extends: true,
        test: {
          // Two releases, each of which takes a minute: `make release-check`.
          name: "release",
          include: ["test/release/*.test.ts"],
          testTimeout: 120 * second,
          hookTimeout: 3_600 * second,
        },
      },
      {
        extends: true,
        test: {
          name: "rights",
          include: ["test/rights/rights.test.ts"],
          testTimeout: 60 * second,
          hookTimeout: 180 * second,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: exclusive,
          globalSetup: ["test/faults/cluster/global-setup.ts"],
          fileParallelism: false,
          // One worker loads a module, and renders the chart, once for all of its files.
          isolate: false,
          // Tests that run side by side wait for most of their time.
          maxConcurrency: 50,
          // Waits end with the state that they wait for: this is for a machine that is busy.
          testTimeout: 300 * second,
          hookTimeout: 300 * second,
        },
      },
    ],
  },
});
