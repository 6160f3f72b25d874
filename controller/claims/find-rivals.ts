import type { ScaleTargetRef } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { Clock } from "../../kube/clock.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import type { ObjectMeta } from "../../kube/watch/object.ts";
import type { Claim } from "./claim.ts";
import type { ClaimLister } from "./claim-lister.ts";

/** What is known before an object's first write. */
export type FoundRivals =
  | { readonly kind: "early"; readonly waitMs: number }
  | { readonly kind: "unknown"; readonly error: KubeError }
  | { readonly kind: "known"; readonly winnerOf: (ref: ScaleTargetRef) => Claim | null };

interface Ports {
  readonly clock: Clock;
  readonly claimLister: Pick<ClaimLister, "read">;
}

/** Creation times are whole seconds, by a clock that may differ from ours by a second. */
const sameSecondMs = 2_000;

/**
 * Reads rivals from the API server, not from a cache, once all objects created in the same second exist: of
 * those, the first by uid writes, and it may be the last to appear. Nothing in the object itself skips this
 * check: anyone may have written its status.
 *
 * @param mayShare  whether a recent read suffices if it shows the object as the first to claim its targets
 */
export async function findRivals(
  { clock, claimLister }: Ports,
  { namespace = "", uid, creationTimestamp = "" }: ObjectMeta,
  targets: readonly ScaleTargetRef[],
  mayShare: boolean,
): Promise<FoundRivals> {
  const allThereAt = Date.parse(creationTimestamp) + sameSecondMs;
  const waitMs = allThereAt - clock.now();
  if (waitMs > 0) return { kind: "early", waitMs };
  const claims = await claimLister.read(
    namespace,
    seen =>
      mayShare &&
      seen.begunAt >= allThereAt &&
      targets.every(ref => seen.claims.isFirst(uid, namespace, ref)),
  );
  if (!claims.ok) return { kind: "unknown", error: claims.error };
  return { kind: "known", winnerOf: ref => claims.value.winnerOver(uid, namespace, ref) };
}
