import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { smallProgram } from "../cluster/controlplane/go-program.ts";
import { cacheKey } from "../cluster/controlplane/go-module.ts";
import { command } from "../host/command.ts";
import { runOrThrow } from "../host/run.ts";
import { buildInRelease } from "./build.ts";

const module = join(import.meta.dirname, "cel-costs");

/** The estimates of one Kubernetes release. An API server refuses CRDs beyond the limits. */
export interface CelCosts {
  readonly ruleLimit: number;
  readonly crdLimit: number;
  readonly crds: readonly CrdCosts[];
}

export interface CrdCosts {
  readonly crd: string;
  /** Why the release refuses the CRD, for any reason. */
  readonly refusals: readonly string[];
  readonly total: number;
  readonly rules: readonly RuleCost[];
}

export interface RuleCost {
  /** The schema that has the rule: spec.metrics[*].resource.target */
  readonly path: string;
  /** A rule, or the expression of its message. */
  readonly rule: string;
  readonly cost: number;
}

/** Trimtab's CRDs, by the names of their files. */
export const crdFiles = ["autoscalers", "clusterproportionalautoscalers"].map(plural =>
  fileURLToPath(new URL(`../../crds/${plural}.autoscaling.trimtab.dev.yaml`, import.meta.url)),
);

/** What the oldest supported release estimates. */
export async function oldestCelCosts(files: readonly string[] = crdFiles): Promise<CelCosts> {
  return costsBy(await buildCelCosts(), files);
}

/** Builds the oldest release's estimator if it is not cached (two minutes of CPU time), and returns its path. */
export const buildCelCosts = (): Promise<string> => smallProgram(module, ".");

/** What another release estimates. Fast if the API server of this release has just been built. */
export async function celCostsOf(release: string): Promise<CelCosts> {
  const source = await readFile(join(module, "main.go"), "utf8");
  const name = `cel-costs-${cacheKey([source])}`;
  return costsBy(await buildInRelease(release, name, { "main.go": source }, "."), crdFiles);
}

async function costsBy(program: string, files: readonly string[]): Promise<CelCosts> {
  return JSON.parse(await runOrThrow(program, files)) as CelCosts;
}

/** Another release, and other engineers, need some room. */
const share = 0.8;

/** The CRDs that the release refuses, and what uses more than 80% of a limit. */
export function overrunsOf({ ruleLimit, crdLimit, crds }: CelCosts): string[] {
  return crds.flatMap(({ crd, refusals, total, rules }) => [
    ...refusals.map(refusal => `${crd} is refused: ${refusal}`),
    ...(total > share * crdLimit
      ? [`the rules of ${crd} use ${percent(total, crdLimit)} of the limit for a CRD`]
      : []),
    ...rules
      .filter(({ cost }) => cost > share * ruleLimit)
      .map(
        ({ path, rule, cost }) =>
          `${crd}: ${path}: a rule uses ${percent(cost, ruleLimit)} of its limit, at most 80%: bound the ` +
          `length of what it reads (maxLength, maxItems, maxProperties): ${rule}`,
      ),
  ]);
}

/** One line for each CRD. */
export function headroomOf({ ruleLimit, crdLimit, crds }: CelCosts): string[] {
  return crds.map(({ crd, total, rules }) => {
    const [most] = [...rules].sort((a, b) => b.cost - a.cost);
    const rule = most
      ? `, its most expensive rule ${percent(most.cost, ruleLimit)} (${most.path})`
      : "";
    return `${crd} uses ${percent(total, crdLimit)} of the limit for its rules${rule}`;
  });
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;

if (import.meta.main) {
  await command(async () => {
    const costs = await oldestCelCosts();
    for (const line of [...headroomOf(costs), ...overrunsOf(costs)]) console.log(line);
    if (overrunsOf(costs).length > 0) process.exitCode = 1;
  });
}
