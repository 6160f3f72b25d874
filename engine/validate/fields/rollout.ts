import type { FieldReader } from "../field-reader.ts";

export function checkRollout(spec: FieldReader): void {
  const rollout = spec.object("rollout");
  if (!rollout) return;
  const scaleDown = rollout.oneOf("scaleDown", ["Allow", "Hold"]);
  if (!rollout.has("maxHoldSeconds")) return;
  rollout.integer("maxHoldSeconds", { min: 1, max: 86_400 });
  if (scaleDown === "Hold") return;
  rollout.warn("maxHoldSeconds", {
    code: "HoldUnused",
    message: "nothing is held during a rollout, so this has no effect",
    remedy: "write scaleDown: Hold, or remove it",
  });
}
