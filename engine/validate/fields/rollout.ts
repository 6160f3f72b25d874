import type { FieldReader } from "../field-reader.ts";

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
