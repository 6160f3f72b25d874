import { globSync } from "node:fs";

import { lackOfChromium, lackOfDebian12, type Machine } from "./machine.ts";
import { share, type Claim, type Seconds } from "./schedule.ts";

/** The work of one process of `npm test`. */
export interface Lane extends Claim {
  readonly runs: Script | Tests;
  /** The name of the optional part without which the lane has no tests. */
  readonly part?: string;
}

/** Counts as one failed test if it fails, and as no test otherwise. */
export interface Script {
  readonly script: string;
}

export interface Tests {
  /** The project in vitest.config.ts. */
  readonly project: string;
  /** Some of the project's files; default: all of them. */
  readonly files?: readonly string[];
}

const single: readonly Lane[] = [
  { name: "lint", clusters: 0, runs: { script: "lint" } },
  { name: "tooling", clusters: 0, runs: { project: "tooling" } },
  { name: "unit", clusters: 0, runs: { project: "unit" } },
  // A page has 30 seconds for each step, so Chromium has the place and the priority of a cluster.
  { name: "browser", clusters: 1, runs: { project: "browser" }, part: "browser" },
  { name: "clusters", clusters: 2, runs: { project: "clusters" } },
  { name: "integration", clusters: 1, load: "busy", runs: { project: "integration" } },
];

/** The files of the project `install`. Each starts a cluster of its own, and is a lane of its own. */
export const install = [
  "test/chart/install.test.ts",
  "test/chart/namespaces.test.ts",
  "test/chart/upgrade.test.ts",
  "test/rights/sample.test.ts",
];

/** The files of the project `faults`. */
export const exclusive = [
  "test/faults/**/*.test.ts",
  "test/image/arm64.test.ts",
  "test/image/operator.test.ts",
];

/**
 * The files of `faults` that mostly wait: for sync periods, for Leases, or for the end of an outage. They are in the
 * first lane of `faults`, which runs next to `integration`, because `integration` needs the cores.
 */
export const patient = [
  "test/faults/fairness.test.ts",
  "test/faults/ha.test.ts",
  "test/faults/outage-at-start.test.ts",
  "test/faults/outage-frozen.test.ts",
  "test/faults/outage-killed.test.ts",
  "test/faults/refusals.test.ts",
  "test/faults/renewal.test.ts",
  "test/faults/shared-metrics.test.ts",
];

/**
 * The files of `faults` run one after the other, each with exclusive use of the cluster. Two lanes share them, so that
 * both clusters are in use: the first one next to `integration`, the second one next to `install`.
 */
export function lanesIn(root: string, seconds: Seconds): Lane[] {
  const files = globSync(exclusive, { cwd: root }).sort();
  const sumOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (seconds(name) ?? 0), 0);
  const others = [sumOf([...install, ...patient]), sumOf(["integration"])];
  const rest = files.filter(file => !patient.includes(file));
  const [first = [], second = []] = share(rest, others, seconds);
  return [
    ...single,
    { ...filesOf("faults", "faults-1", [...patient, ...first]), load: "idle" },
    filesOf("faults", "faults-2", second),
    ...install.map(file => filesOf("install", laneNameOf(file), [file])),
  ];
}

const filesOf = (project: string, name: string, files: readonly string[]): Lane => ({
  ...{ name, clusters: 1 },
  runs: { project, files },
});

/** `chart-upgrade` for `test/chart/upgrade.test.ts`. */
const laneNameOf = (file: string): string =>
  file.replaceAll(/^test\/|\.test\.ts$/g, "").replaceAll("/", "-");

/** Tests that need more of the machine than CONTRIBUTING.md asks for. */
export interface OptionalPart {
  readonly name: string;
  /** Globs. */
  readonly files: readonly string[];
  /** What they need, as part of a sentence. */
  readonly needs: string;
  /** Why this machine lacks it; undefined if it has it. */
  readonly lackOn: (machine: Machine) => string | undefined;
}

const debian = { needs: "packages of Debian 12", lackOn: lackOfDebian12 };

export const optionalParts: readonly OptionalPart[] = [
  {
    ...debian,
    name: "Prometheus",
    files: [
      "test/alerts.test.ts",
      "test/fleet/past.test.ts",
      "test/integration/metrics-die-at-peak.integration.test.ts",
      "test/integration/prometheus.integration.test.ts",
      "test/integration/prometheus-source.integration.test.ts",
      "test/promql/tenants.test.ts",
    ],
  },
  { ...debian, name: "image", files: ["test/image/*.test.ts"] },
  {
    name: "browser",
    files: ["test/browser/*.test.ts", "test/faults/ui.test.ts"],
    needs: "the command chromium",
    lackOn: lackOfChromium,
  },
];
