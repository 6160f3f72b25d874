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
 * the same second: of those the first by uid writes, and it may be the last to come. Nothing that the
 * object says of itself spares it the look: its status may be anybody's.
 *
 * @param mayShare  whether a look of a moment ago will do that shows the object as the first of all who
 *   claim its targets
 */
export async function lookForRivals(
  { clock, rivals }: { readonly clock: Clock; readonly rivals: Pick<Rivals, "read"> },
  { namespace = "", uid, creationTimestamp = "" }: ObjectMeta,
  targets: readonly ScaleTargetRef[],
  mayShare: boolean,
): Promise<SoleWriter> {
  const allThereAt = Date.parse(creationTimestamp) + sameSecondMs;
  const waitMs = allThereAt - clock.now();
  if (waitMs > 0) return { kind: "early", waitMs };
  const claims = await rivals.read(
    namespace,
    seen =>
      mayShare &&
      seen.begunAt >= allThereAt &&
      targets.every(ref => seen.claims.isFirst(uid, namespace, ref)),
  );
  if (!claims.ok) return { kind: "unknown", error: claims.error };
  return { kind: "known", winnerOf: ref => claims.value.olderThan(uid, namespace, ref) };
}
