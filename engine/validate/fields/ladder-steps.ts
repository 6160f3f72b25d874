import type { FieldReader } from "../field-reader.ts";

export interface Step {
  readonly entry: FieldReader;
  readonly size: number | bigint;
  /** The size as the user wrote it. */
  readonly written: string;
  readonly replicas: number | undefined;
}

export type CountedUnit = "cores" | "namespaces" | "nodes" | "pods";

export function checkSteps(ladder: FieldReader, key: string, unit: CountedUnit): void {
  const steps: Step[] = [];
  for (const entry of ladder.objects(key)) {
    const size = entry.number(unit);
    const replicas = entry.number("replicas");
    if (size === undefined) continue;
    if (steps.some(step => step.size === size)) {
      entry.report("", {
        code: "DuplicateStep",
        message: `there is another step for ${unit}: ${size}`,
        remedy: "keep one of them and remove the other",
      });
    }
    steps.push({ entry, size, written: String(size), replicas });
  }
  warnOfDescent(steps, unit);
}

/** Legal and the same in upstream, but a service should rarely shrink as the cluster grows. */
export function warnOfDescent(steps: readonly Step[], unit: string): void {
  let highest: Step | undefined;
  for (const step of steps.toSorted((a, b) => Number(a.size > b.size) - Number(a.size < b.size))) {
    if (step.replicas === undefined) continue;
    if (highest?.replicas !== undefined && step.replicas < highest.replicas) {
      step.entry.warn("replicas", {
        code: "LadderDescends",
        message: `${step.replicas} from ${step.written} ${unit} is fewer than ${highest.replicas} from ${highest.written}`,
        remedy: "write as many or more, unless the service shall shrink as the cluster grows",
      });
    } else highest = step;
  }
}
