import type { EpochMs } from "../../engine/model/values/result.ts";
import type { Lease } from "../../kube/api/lease.ts";
import type { Clock } from "../../kube/clock.ts";
import { objectKey } from "../../kube/watch/object.ts";

interface Ports {
  readonly clock: Clock;
  readonly identity: string;
  readonly durationMs: number;
}

/** By how much the clocks of two installations may differ. */
const skewMs = 300_000;
/** The longest duration that can be configured; a longer one is a mistake. */
const longestMs = 3_600_000;

/**
 * Tells which Leases of other installations are being renewed: a new version resets the time, by the local clock. A
 * Lease that was last renewed long ago is dead at first sight, so that what an uninstallation left delays no other one.
 *
 * @returns false: no other installation holds the Lease
 */
export function leaseSightings({ clock, identity, durationMs }: Ports): (lease: Lease) => boolean {
  const observed = new Map<string, { readonly version: string; readonly at: number }>();
  return ({ metadata, spec }) => {
    const { holderIdentity = "" } = spec ?? {};
    const key = objectKey(metadata);
    if (holderIdentity === "" || holderIdentity === identity) {
      observed.delete(key);
      return false;
    }
    const { resourceVersion: version } = metadata;
    const known = observed.get(key);
    const sighting = known?.version === version ? known : { version, at: clock.monotonic() };
    observed.set(key, sighting);
    if (clock.monotonic() - sighting.at >= durationOf(spec, durationMs)) return false;
    return isLiveLease(spec, durationMs, clock.now());
  };
}

/** Whether it was renewed not long ago by the wall clock, which may be wrong. */
export function isLiveLease(spec: Lease["spec"], durationMs: number, now: EpochMs): boolean {
  const renewedAt = Date.parse(spec?.renewTime ?? "");
  return Number.isNaN(renewedAt) || now - renewedAt < durationOf(spec, durationMs) + skewMs;
}

/** How long a holder that stops renewing keeps a Lease, at least as long as one of our own. */
export const durationOf = (spec: Lease["spec"], durationMs: number): number =>
  Math.max(durationMs, Math.min((spec?.leaseDurationSeconds ?? 0) * 1_000, longestMs));
