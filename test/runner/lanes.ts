import { globSync } from "node:fs";

import { lackOfChromium, lackOfDebian12, type Machine } from "./machine.ts";
import { share, type Claim, type Seconds } from "./schedule.ts";

/** The work of one process of `npm test`. */
export interface Lane extends Claim {
  readonly runs: Script | Tests;
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

const testsOf = (project: string, clusters: number, computes = false): Lane => ({
  ...{ name: project, clusters, computes },
  runs: { project },
});

const single: readonly Lane[] = [
  { name: "lint", clusters: 0, computes: true, runs: { script: "lint" } },
  testsOf("unit", 0, true),
  // Short. It runs while the two clusters of the next lane start, which leaves the cores idle.
  testsOf("tooling", 0),
  testsOf("clusters", 2),
  testsOf("install", 1),
  testsOf("integration", 1, true),
];

/** The lanes that use one of the two clusters after the first lane of faults, and before the second one. */
const neighbours = ["install", "integration"];

/** The files of the project `faults`. */
export const exclusive = ["test/faults/**/*.test.ts", "test/image/operator.test.ts"];

/**
 * The files of `faults` run one after the other, each with exclusive use of the cluster. Two lanes share
 * them, so that both clusters are in use until the end.
 */
export function lanesIn(root: string, seconds: Seconds): Lane[] {
  const files = globSync(exclusive, { cwd: root }).sort();
  const others = neighbours.map(name => seconds(name) ?? 0);
  const faults = share(files, others, seconds).map((files, index) => ({
    ...{ name: `faults-${index + 1}`, clusters: 1, computes: false },
    runs: { project: "faults", files },
  }));
  return [...single, ...faults];
}

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
