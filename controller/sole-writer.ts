import type { ScaleTargetRef } from "../crds/generated/cluster-proportional-autoscaler.ts";
import type { Clock } from "../kube/clock.ts";
import type { KubeError } from "../kube/errors.ts";
import type { ObjectMeta } from "../kube/object.ts";
import type { Claim } from "./claim.ts";
import type { Rivals } from "./rivals.ts";

/** What is known before an object's first write. */
export type SoleWriter =
  | { readonly kind: "early"; readonly waitMs: number }
  | { readonly kind: "unknown"; readonly error: KubeError }
  | { readonly kind: "known"; readonly winnerOf: (ref: ScaleTargetRef) => Claim | null };

/** Creation is told in whole seconds, by a clock that may be a second off ours. */
const sameSecondMs = 2_000;

/**
 * Who else there is, read from the API server and no cache, once everyone is there who was created in
 * the same second: of those the first by uid writes, and it may be the last to come.
 */
export async function lookForRivals(
  { clock, rivals }: { readonly clock: Clock; readonly rivals: Pick<Rivals, "read"> },
  { namespace = "", uid, creationTimestamp = "" }: ObjectMeta,
): Promise<SoleWriter> {
  const waitMs = Date.parse(creationTimestamp) + sameSecondMs - clock.now();
  if (waitMs > 0) return { kind: "early", waitMs };
  const claims = await rivals.read(namespace);
  if (!claims.ok) return { kind: "unknown", error: claims.error };
  return { kind: "known", winnerOf: ref => claims.value.olderThan(uid, namespace, ref) };
}
