import type { FieldReader } from "../../schema/field-reader.ts";
import { show } from "../../model/values/short-text.ts";

/** The rules of autoscaling/v2. `syncPeriodSeconds` is undefined if it is invalid. */
export function checkBehavior(spec: FieldReader, syncPeriodSeconds: number | undefined): void {
  const behavior = spec.object("behavior");
  const multiple = spec.number("replicaMultiple") ?? 1;
  for (const direction of ["scaleUp", "scaleDown"]) {
    const rules = behavior?.object(direction);
    if (rules === undefined) continue;
    warnIfSlow(rules, multiple);
    checkRules(rules, syncPeriodSeconds);
  }
}

function checkRules(rules: FieldReader, syncPeriodSeconds: number | undefined): void {
  const window = rules.number("stabilizationWindowSeconds");
  // A window of 0 is deliberate; a short one is a mistake.
  if (window !== undefined && window > 0 && isBelow(window, syncPeriodSeconds)) {
    rules.warn("stabilizationWindowSeconds", {
      code: "WindowBelowSync",
      message: `metrics are looked at every ${syncPeriodSeconds} seconds, so hardly anything falls into ${window} seconds`,
      remedy: `write ${syncPeriodSeconds} or more, or 0 for no window`,
    });
  }
  for (const policy of rules.objects("policies")) checkPolicy(policy, syncPeriodSeconds);
  checkTolerance(rules);
}

function checkPolicy(policy: FieldReader, syncPeriodSeconds: number | undefined): void {
  const period = policy.number("periodSeconds");
  if (period !== undefined && isBelow(period, syncPeriodSeconds)) {
    policy.warn("periodSeconds", {
      code: "PeriodBelowSync",
      message: `the size changes every ${syncPeriodSeconds} seconds at most, so value is the limit for that time and not for ${period} seconds`,
      remedy: `write ${syncPeriodSeconds} or more`,
    });
  }
}

function checkTolerance(rules: FieldReader): void {
  const milli = readFraction(rules, "tolerance");
  if (milli === undefined || milli <= 500n) return;
  rules.warn("tolerance", {
    code: "ToleranceLarge",
    message: `a metric may miss its target by ${Number(milli) / 10}% without a change`,
    remedy: "write a part of the target, such as 0.1 for 10%",
  });
}

/** A quantity in thousandths that CEL cannot read: 0 or more; undefined and an error for anything else. */
export function readFraction(reader: FieldReader, key: string): bigint | undefined {
  const milli = reader.milli(key);
  if (milli !== undefined && milli >= 0n) return milli;
  const value = reader.raw(key);
  if (value === undefined) return undefined;
  const [code, problem] =
    milli === undefined
      ? ["QuantityMalformed", `${show(value)} is not a quantity`]
      : ["QuantityNegative", `must not be negative, but is ${show(value)}`];
  const remedy = `write ${milli === undefined ? "a number" : "0 or more"}, such as 0.05 for 5%`;
  reader.report(key, { code, message: problem, remedy });
  return undefined;
}

const isBelow = (seconds: number, syncPeriodSeconds: number | undefined): boolean =>
  syncPeriodSeconds !== undefined && seconds < syncPeriodSeconds;

/** `syncPeriodSeconds` is undefined if it is invalid. */
export function checkCooldown(spec: FieldReader, syncPeriodSeconds: number | undefined): void {
  const cooldown = spec.object("cooldown");
  const seconds = cooldown?.number("scaleUpSeconds");
  if (!seconds || !isBelow(seconds, syncPeriodSeconds)) return;
  cooldown?.warn("scaleUpSeconds", {
    code: "CooldownBelowSync",
    message: `the size changes every ${syncPeriodSeconds} seconds at most, so ${seconds} seconds are over by then`,
    remedy: `write ${syncPeriodSeconds} or more, or 0 for no cooldown`,
  });
}

export function checkRollout(spec: FieldReader): void {
  const rollout = spec.object("rollout");
  if (!rollout) return;
  const byDefault = spec.has("monitorSelectors") ? "Hold" : "Allow";
  if (!rollout.has("maxHoldSeconds") || (rollout.text("scaleDown") ?? byDefault) === "Hold") return;
  rollout.warn("maxHoldSeconds", {
    code: "HoldUnused",
    message: "nothing is held during a rollout, so this has no effect",
    remedy: "write scaleDown: Hold, or remove it",
  });
}

/** A percentage depends on the count, so it is left out. */
function warnIfSlow(rules: FieldReader, multiple: number): void {
  const policies = rules.objects("policies");
  const limits = policies.map(policy =>
    policy.text("type") === "Pods" ? (policy.number("value") ?? Infinity) : Infinity,
  );
  const isMin = rules.text("selectPolicy") === "Min";
  const most = isMin ? Math.min(...limits) : Math.max(...limits);
  if (policies.length === 0 || most >= multiple) return;
  rules.warn("policies", {
    code: "PoliciesBelowMultiple",
    message: `the policies allow ${most} replicas in a period, but whole groups of ${multiple} are faster: one group is always allowed`,
    remedy: `write value: ${multiple}, with a periodSeconds that is longer in proportion`,
  });
}
