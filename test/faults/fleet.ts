import type { BehaviorSpec, ScalingPolicy } from "../../engine/model/spec/autoscaler-spec.ts";
import { type Behavior, withDefaults } from "../../engine/spec/defaults.ts";
import { upstreamSettings } from "../../engine/model/spec/settings.ts";
import { forEachConcurrently, mustRequest } from "../../hack/cluster/api.ts";
import { createBusy, createScaler } from "./cluster/busy-place.ts";
import { createDeployment, type Place } from "./cluster/fault-cluster.ts";
import { type Level, loadScript, type LoadShape, wantedAt } from "./load-script.ts";
import type { UsageOf } from "../../hack/cluster/operator/metrics-api.ts";

interface Rules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: "Min";
  readonly policies?: ScalingPolicy[];
}

/** One Autoscaler of many, and the load on its target. */
export interface Member {
  readonly name: string;
  readonly given: { readonly scaleUp?: Rules; readonly scaleDown: Rules };
  /** The effective behavior. */
  readonly behavior: Behavior;
  readonly maxReplicas: number;
  readonly levels: readonly Level[];
  /**
   * True if the number of pods matches the count. Otherwise the count is only a number, and a single pod has
   * a usage that requests exactly as many replicas as the load does.
   */
  readonly hasPods: boolean;
}

const pods = (value: number, periodSeconds: number): ScalingPolicy => ({
  ...{ type: "Pods", value, periodSeconds },
});
const percent = (value: number, periodSeconds: number): ScalingPolicy => ({
  ...{ type: "Percent", value, periodSeconds },
});
const at = (...policies: ScalingPolicy[]): Rules => ({ policies });
const atLeast = (...policies: ScalingPolicy[]): Rules => ({ policies, selectPolicy: "Min" });
const atOnce = at(pods(1000, 1));
const after = (seconds: number, rules: Rules): Rules => ({
  ...rules,
  stabilizationWindowSeconds: seconds,
});

/** Periods from one sync to seven, and upstream's defaults. */
// prettier-ignore
const behaviors: readonly { readonly scaleUp?: Rules; readonly scaleDown?: Rules }[] = [
  { scaleUp: at(pods(2, 5)),                       scaleDown: at(pods(3, 7)) },
  { scaleUp: at(percent(50, 10)),                  scaleDown: at(percent(30, 10)) },
  { scaleUp: at(pods(1, 4), percent(100, 20)),     scaleDown: at(pods(1, 4), percent(60, 20)) },
  { scaleUp: atLeast(pods(4, 6), percent(100, 12)), scaleDown: atLeast(pods(4, 6), percent(50, 12)) },
  { scaleUp: at(pods(6, 20)),                      scaleDown: at(pods(6, 20)) },
  { scaleUp: at(percent(10, 5)),                   scaleDown: at(percent(90, 15)) },
  { scaleUp: atLeast(pods(3, 3), pods(5, 9)),      scaleDown: at(pods(2, 3), pods(9, 18)) },
  {},
  { scaleUp: after(12, atOnce),                    scaleDown: after(8, atOnce) },
  { scaleUp: at(pods(20, 5)),                      scaleDown: after(20, at(percent(50, 5))) },
  { scaleUp: after(7, atOnce),                     scaleDown: at(pods(8, 6)) },
];

/** Upstream's five minutes would prevent every scale-down. */
const soon: Rules = { stabilizationWindowSeconds: 0 };

/** The effective behavior of a spec. */
export function behaviorOf(given: BehaviorSpec): Behavior {
  const { behavior } = withDefaults({ maxReplicas: 1, behavior: given }, upstreamSettings);
  if (behavior === null) throw new Error("a behavior means nothing");
  return behavior;
}

/** Every behavior once with pods, and this many times without. */
export function makeFleet(
  copies: number,
  when: { readonly seed: number; readonly start: number; readonly seconds: number },
): Member[] {
  return Array.from({ length: copies + 1 }, (_, copy) =>
    behaviors.map(({ scaleUp, scaleDown }, index): Member => {
      const hasPods = copy === 0;
      const maxReplicas = hasPods ? 8 : 60;
      const given = { ...(scaleUp && { scaleUp }), scaleDown: { ...soon, ...scaleDown } };
      const behavior = behaviorOf(given);
      const seed = when.seed + copy * behaviors.length + index;
      const levels = loadScript(shapeFor(behavior, maxReplicas + 2), { ...when, seed });
      return { name: `web-${index}-${copy}`, given, behavior, maxReplicas, levels, hasPods };
    }),
  ).flat();
}

/** If a window remembers levels, they last long enough to be noticed, and some outlast the window. */
function shapeFor({ scaleUp, scaleDown }: Behavior, largest: number): LoadShape {
  const { stabilizationWindowSeconds: up } = scaleUp;
  const { stabilizationWindowSeconds: down } = scaleDown;
  const least = up + down > 0 ? 4 : 2;
  return { largest, low: [least, down + 5], high: [least, up + 5] };
}

export async function createFleet(place: Place, fleet: readonly Member[]): Promise<void> {
  await forEachConcurrently(fleet, async ({ name, hasPods, given: behavior, maxReplicas }) => {
    if (hasPods) await createBusy(place, name, 1);
    else await createNumber(place, name);
    await createScaler(place, name, { behavior, maxReplicas });
  });
}

/** A Deployment that creates no pods, and a pod on the place's node that its selector nevertheless matches. */
export async function createNumber(place: Place, name: string): Promise<void> {
  await createDeployment(place, name, 1);
  const [nodeName] = place.nodes;
  const resources = { requests: { cpu: "100m" } };
  await mustRequest(place.cluster, "POST", `/api/v1/namespaces/${place.namespace}/pods`, {
    metadata: { name, labels: { app: name } },
    spec: {
      nodeName,
      containers: [{ name: "main", image: "none", resources }],
      terminationGracePeriodSeconds: 1,
    },
  });
}

/**
 * The target is half of the 100m that a pod requests. Half a replica less than wanted is rounded up to the
 * wanted count, however many pods share the load, and is never within the tolerance.
 */
export function usageOf(fleet: readonly Member[]): UsageOf {
  const levels = new Map(fleet.map(member => [member.name, member.levels]));
  return ({ app, siblings }) => (50 * wantedAt(levels.get(app) ?? [], Date.now()) - 25) / siblings;
}
