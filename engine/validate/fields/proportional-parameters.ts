import type { FieldReader } from "../field-reader.ts";
import { milliIn } from "./quantities.ts";

/** Warns of the parameters of a spec, or of the default for a ConfigMap. */
export function adviseParameters(parent: FieldReader, algorithm: string | undefined): void {
  const linear = parent.object("linear");
  if (linear && algorithm === "CPA-1.10") warnOfPrevention(linear);
  const ladder = parent.object("ladder");
  if (ladder) adviseLadder(ladder);
}

/** Upstream applies the prevention after the cap, so a maximum of 1 gives 2 replicas. */
function warnOfPrevention(linear: FieldReader): void {
  if (linear.raw("preventSinglePointFailure") !== true || linear.number("maxReplicas") !== 1)
    return;
  linear.warn("maxReplicas", {
    code: "MaxExceeded",
    message: "with preventSinglePointFailure, 2 replicas run although maxReplicas is 1",
    remedy: "write maxReplicas: 2 or more, or preventSinglePointFailure: false",
  });
}

const ladders = {
  coresToReplicas: "cores",
  nodesToReplicas: "nodes",
  podsToReplicas: "pods",
  namespacesToReplicas: "namespaces",
} as const;

function adviseLadder(ladder: FieldReader): void {
  for (const [key, unit] of Object.entries(ladders)) {
    warnOfDescent(stepsOf(ladder.objects(key), unit), unit);
  }
  for (const each of ladder.objects("resourcesToReplicas")) {
    warnOfDescent(stepsOf(each.objects("steps"), "quantity"), each.text("name") ?? "");
  }
}

interface Step {
  readonly entry: FieldReader;
  /** In thousandths. */
  readonly size: bigint;
  /** The size as the user wrote it. */
  readonly written: string;
  readonly replicas: number | undefined;
}

const stepsOf = (entries: readonly FieldReader[], key: string): Step[] =>
  entries.flatMap(entry => {
    const size = milliIn(entry, key);
    if (size === undefined) return [];
    return { entry, size, written: String(entry.raw(key)), replicas: entry.number("replicas") };
  });

/** Legal and the same in upstream, but a service should rarely shrink as the cluster grows. */
function warnOfDescent(steps: readonly Step[], unit: string): void {
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
