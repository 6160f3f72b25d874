import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { Behavior } from "../../engine/spec/defaults.ts";
import { furthest } from "../../engine/testing/rate-model.ts";
import type { Member } from "./fleet.ts";
import type { ScaleWrite, StoredStatus } from "./scale-log.ts";

/** 1 for a scale-up, -1 for a scale-down. */
const signOf = ({ from, to }: ScaleWrite): 1 | -1 => (to > from ? 1 : -1);

const rulesFor = ({ scaleUp, scaleDown }: Behavior, write: ScaleWrite) =>
  signOf(write) > 0 ? scaleUp : scaleDown;

interface Moments {
  readonly at: (write: ScaleWrite) => number;
  readonly earliest?: (write: ScaleWrite) => number;
  readonly begun?: (write: ScaleWrite) => number;
  readonly slack: number;
}

/**
 * How many more replicas the policies would have allowed at each change; negative: the change exceeds them.
 * As upstream, a policy limits the distance of a change from the count at the start of the window that ends
 * with this change.
 *
 * @param at the clock for the time of a change; `earliest` if that is known only within limits
 * @param begun when the change was sent: a late change may count from then, if that allows more
 * @param slack milliseconds by which a change may be in or out of a window, whichever allows more
 */
export function roomsOf(
  { behavior }: Pick<Member, "behavior">,
  writes: readonly ScaleWrite[],
  { at, earliest = at, begun = at, slack }: Moments,
): number[] {
  return writes.map((write, index) => {
    const sign = signOf(write);
    const past = writes.slice(0, index).map(earlier => {
      const { from, to } = earlier;
      const isSame = signOf(earlier) === sign;
      return { change: to - from, time: isSame ? earliest(earlier) - slack : at(earlier) + slack };
    });
    const rooms = [at(write), begun(write)].map(now => {
      const moment = { now, current: write.from, past };
      return sign * (furthest(rulesFor(behavior, write), moment, sign) - write.to);
    });
    return Math.max(...rooms);
  });
}

/**
 * The changes that exceed a load level that is still in the stabilization window. A level counts from the
 * first status, stored while it lasted, that recommends it. Until the load changes, nothing else can be
 * recommended; after that, the level counts for one window, whichever replica dies meanwhile.
 */
export function forgetful(
  { name, behavior, levels }: Member,
  writes: readonly ScaleWrite[],
  statuses: readonly StoredStatus[],
): ScaleWrite[] {
  const own = statuses.filter(stored => stored.name === name);
  const noticed = levels.flatMap(({ since, until, wanted }) => {
    const first = own.find(
      ({ at, status }) => since < at && at < until && recommendedIn(status) === wanted,
    );
    return first ? [{ at: first.at, until, wanted }] : [];
  });
  return writes.filter(write => {
    const { decided, from, to } = write;
    const sign = signOf(write);
    const windowMs = rulesFor(behavior, write).stabilizationWindowSeconds * 1000;
    return noticed.some(({ at, until, wanted }) => {
      const counts = at < decided && decided < until + windowMs;
      return counts && sign * to > Math.max(sign * from, sign * wanted);
    });
  });
}

const recommendedIn = ({ history }: AutoscalerStatus): number | undefined =>
  history?.recommendations?.at(-1)?.value;
