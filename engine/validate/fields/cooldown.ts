import type { FieldReader } from "../field-reader.ts";

/** `syncPeriodSeconds` is undefined if it is invalid. */
export function checkCooldown(spec: FieldReader, syncPeriodSeconds: number | undefined): void {
  const cooldown = spec.object("cooldown");
  for (const field of ["scaleUpSeconds", "scaleDownSeconds"]) {
    const seconds = cooldown?.number(field);
    if (!seconds || syncPeriodSeconds === undefined || seconds >= syncPeriodSeconds) continue;
    cooldown?.warn(field, {
      code: "CooldownBelowSync",
      message: `the size changes every ${syncPeriodSeconds} seconds at most, so ${seconds} seconds are over by then`,
      remedy: `write ${syncPeriodSeconds} or more, or 0 for no cooldown`,
    });
  }
}
