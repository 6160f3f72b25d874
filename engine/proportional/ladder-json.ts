import { err, ok, type Result } from "../model/values/result.ts";
import {
  goBool,
  goInt,
  goInt64,
  type GoJson,
  kindOf,
  type MemberReaders,
  type ParameterError,
  readMembers,
  saturated,
  scalar,
} from "./go-json.ts";
import type {
  ConfigMapReader,
  LadderParameters,
  LadderStep,
  OtherStep,
} from "../model/spec/proportional-parameters.ts";

/** As in the JSON: an absent list differs from an empty one. */
interface LadderDraft {
  readonly coresToReplicas: readonly LadderStep[] | null;
  readonly nodesToReplicas: readonly LadderStep[] | null;
  readonly includeUnschedulableNodes: boolean;
}

const ZERO: LadderDraft = {
  coresToReplicas: null,
  nodesToReplicas: null,
  includeUnschedulableNodes: false,
};

const stepsInto =
  (name: "coresToReplicas" | "nodesToReplicas") =>
  (value: GoJson, path: string): Result<Partial<LadderDraft>, ParameterError> => {
    const steps = readSteps(value, path);
    return steps.ok ? ok({ [name]: steps.value }) : steps;
  };

const FIELDS: MemberReaders<LadderDraft> = {
  coresToReplicas: stepsInto("coresToReplicas"),
  nodesToReplicas: stepsInto("nodesToReplicas"),
  includeUnschedulableNodes: scalar("includeUnschedulableNodes", goBool, "write true or false"),
};

/** As many as fit into the status, so that the last good parameters survive a restart. */
export const MAX_STEPS = 4096;
const STEP = "write steps as [size, replicas], two whole numbers from 0 on";

/**
 * Validates only after decoding, as upstream does: a list that a duplicate key replaces may hold
 * negative numbers.
 *
 * Source  upstream ladder_controller.go, ladderParams and parseParams.
 */
export function ladderFromJson(
  json: GoJson,
  path: string,
  reader: ConfigMapReader,
): Result<LadderParameters, ParameterError> {
  const read = readMembers(json, path, ZERO, FIELDS);
  if (!read.ok) return read;
  const { coresToReplicas, nodesToReplicas, includeUnschedulableNodes } = read.value;
  const steps = [...(coresToReplicas ?? []), ...(nodesToReplicas ?? [])];
  // Upstream scales to 0 if there are no steps, as when a template renders lists that are not set.
  const isEmpty = reader === "Upstream" ? !coresToReplicas && !nodesToReplicas : !steps[0];
  if (isEmpty) {
    const message = "has no step in coresToReplicas or nodesToReplicas";
    const remedy = "give at least one step, such as [[1, 1]]";
    return err({ code: "LadderEmpty", path, message, remedy });
  }
  const negative = steps.find(({ size, replicas }) => size < 0 || replicas < 0);
  if (negative !== undefined) {
    return err({ code: "Range", path, message: "has a negative step", remedy: STEP });
  }
  return ok({
    mode: "ladder",
    coresToReplicas: coresToReplicas ?? [],
    nodesToReplicas: nodesToReplicas ?? [],
    includeUnschedulableNodes,
  });
}

const isList = (value: GoJson): value is readonly GoJson[] => Array.isArray(value);

/** A step with its exact size, which a double may not hold. */
type ExactStep = Omit<OtherStep, "written">;

/** `null`: no list, as Go sets a slice to nil. */
function readSteps(value: GoJson, path: string) {
  if (value === null) return ok(null);
  if (!isList(value)) {
    return err({ code: "Type", path, message: `is ${kindOf(value)}`, remedy: STEP });
  }
  if (value.length > MAX_STEPS) {
    const message = `has more than ${MAX_STEPS} steps`;
    return err({ code: "TooMany", path, message, remedy: `keep at most ${MAX_STEPS}` });
  }
  const steps: ExactStep[] = [];
  for (const [index, item] of value.entries()) {
    const step = readStep(item);
    if (!step.ok) {
      const at = `${path}[${index}]`;
      return err({ code: "StepMalformed", path: at, message: step.error, remedy: STEP });
    }
    steps.push(step.value);
  }
  return ok(toLadder(steps));
}

/**
 * Sizes beyond 2^53 all become one size, which no cluster reaches. If all steps are such, the
 * lowest must apply. It is sorted first, because below all steps the first of equal ones applies.
 */
function toLadder(steps: readonly ExactStep[]): LadderStep[] {
  const unreachable = steps.every(({ size }) => saturated(size) === Number.MAX_SAFE_INTEGER);
  const ordered = unreachable
    ? [...steps].sort((a, b) => (a.size < b.size ? -1 : Number(a.size > b.size)))
    : steps;
  return ordered.map(({ size, replicas }) => ({ size: saturated(size), replicas }));
}

function readStep(value: GoJson): Result<ExactStep, string> {
  if (!isList(value)) return err(`is ${kindOf(value)}`);
  const [size, replicas] = value;
  if (size === undefined || replicas === undefined || value.length > 2) {
    return err("does not have two elements");
  }
  const from = goInt64(size);
  if (!from.ok) return from;
  const count = goInt(replicas);
  if (!count.ok) return count;
  return ok({ size: from.value, replicas: count.value });
}
