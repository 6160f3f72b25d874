import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { gunzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { decideAutoscalerCase } from "../../engine/autoscaler-case.ts";
import { milliUnits } from "../../engine/observation/quantity.ts";

/** One sync of the HorizontalPodAutoscaler controller of Kubernetes 1.36.1, and what it came to. */
interface Recorded {
  readonly scaleTo: number | null;
  readonly desiredReplicas: number;
  readonly conditions: Readonly<Record<string, string>>;
  readonly currentMetrics?: readonly unknown[] | null;
}

interface RecordedCase {
  readonly name: string;
  readonly steps: readonly { readonly expect: Recorded }[];
}

interface Printed {
  readonly name: string;
  readonly steps: readonly Recorded[];
}

const run = promisify(execFile);

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const casesOf = (file: string): RecordedCase[] =>
  gunzipSync(readFileSync(pathOf(file)))
    .toString()
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as RecordedCase);

/** The four fields of a step, quantities by value and not by spelling. */
const comparable = ({
  scaleTo,
  desiredReplicas,
  conditions,
  currentMetrics,
}: Recorded): unknown => ({
  scaleTo,
  desiredReplicas,
  conditions,
  currentMetrics: (currentMetrics ?? []).map(metric => byValue(metric)),
});

function byValue(value: unknown, key?: string): unknown {
  if (typeof value === "string" && (key === "value" || key === "averageValue")) {
    const milli = milliUnits(value);
    return milli.ok ? milli.value : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, part]) => [name, byValue(part, name)]));
}

/** "case[step]" of all that differ, which reads better than a difference of thousands of steps. */
function differences(wanted: RecordedCase, steps: readonly Recorded[]): string[] {
  return wanted.steps.flatMap(({ expect: recorded }, index) => {
    const ours = steps[index];
    const isEqual = ours && isDeepStrictEqual(comparable(ours), comparable(recorded));
    return isEqual ? [] : [`${wanted.name}[${index}]`];
  });
}

describe.each([
  { file: "hpa-1.36.jsonl.gz", steps: 3600 },
  { file: "hpa-1.36-scale-to-zero.jsonl.gz", steps: 2400 },
])("$steps syncs of the HorizontalPodAutoscaler controller, $file", ({ file, steps }) => {
  it("are decided alike, step by step", () => {
    const cases = casesOf(file);
    expect(cases.flatMap(wanted => wanted.steps)).toHaveLength(steps);
    const different = cases.flatMap(wanted => {
      const outcome = decideAutoscalerCase(wanted);
      return outcome.ok ? differences(wanted, outcome.value.steps) : [outcome.error];
    });
    expect(different).toEqual([]);
  });

  it("are decided alike by trimtab evaluate, too", async () => {
    const main = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
    const args = [main, "evaluate", "-f", pathOf(file), "-o", "json"];
    const { stdout, stderr } = await run(process.execPath, args, { maxBuffer: 2 ** 28 });
    expect(stderr).toBe("");
    const printed = stdout.trimEnd().split("\n");
    const different = casesOf(file).flatMap((wanted, index) => {
      const { name, steps: ours } = JSON.parse(printed[index] ?? "{}") as Printed;
      return name === wanted.name ? differences(wanted, ours) : [wanted.name];
    });
    expect(different).toEqual([]);
  });
});
