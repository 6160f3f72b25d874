import { setTimeout as sleep } from "node:timers/promises";

import { expect, it } from "vitest";

import type { Condition } from "../../../crds/generated/shared.ts";
import { mustRequest } from "../../../hack/cluster/api.ts";
import { eventually } from "../../integration/eventually.ts";
import { createScaler, scalerPath } from "../cluster/busy-place.ts";
import {
  autoscalerPath,
  createAutoscaler,
  createDeployment,
  deployment,
  makePlace,
  setNodes,
  type Place,
} from "../cluster/fault-cluster.ts";
import type { World } from "./workload.ts";

const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

/** An autoscaler and the count that it wants for the shared target. */
interface Rival {
  readonly kind: "Autoscaler" | "ClusterProportionalAutoscaler";
  readonly name: string;
  readonly wants: number;
}

const pathOf = (place: Place, { kind, name }: Rival): string =>
  kind === "Autoscaler" ? scalerPath(place, name) : autoscalerPath(place, name);

function create(place: Place, { kind, name, wants }: Rival) {
  if (kind === "Autoscaler") {
    const bounds = { minReplicas: wants, maxReplicas: wants };
    return createScaler(place, name, { scaleTargetRef: target, ...bounds });
  }
  // The place has three nodes.
  const linear = { nodesPerReplica: 3 / wants };
  return createAutoscaler(place, name, { scaleTargetRefs: [target], linear });
}

async function conditionsOf(place: Place, rival: Rival): Promise<Record<string, string>> {
  const { status } = await mustRequest(place.cluster, "GET", pathOf(place, rival));
  const { conditions = [] } = (status ?? {}) as { conditions?: Condition[] };
  return Object.fromEntries(
    conditions.map(({ type, status, reason, message }) => [
      type,
      `${status}/${reason}: ${message}`,
    ]),
  );
}

/** One autoscaler wins; the others wait and name it. */
const wins = (place: Place, winner: Rival, losers: readonly Rival[]) =>
  eventually(async () => {
    expect((await deployment(place, "web")).replicas).toBe(winner.wants);
    const conditions = await conditionsOf(place, winner);
    expect(conditions["Ready"]).toMatch(/^True/);
    expect(conditions).not.toHaveProperty("Stalled");
    const waits = new RegExp(
      `^True/ConflictingAutoscaler: ${winner.kind} ${winner.name} is older .*; delete one`,
    );
    for (const loser of losers)
      expect((await conditionsOf(place, loser))["Stalled"]).toMatch(waits);
  });

/** Lets the autoscalers win in order of creation, each after the deletion of the previous one. */
async function winInTurn(place: Place, rivals: readonly Rival[]): Promise<void> {
  for (const [index, rival] of rivals.entries()) {
    await wins(place, rival, rivals.slice(index + 1));
    // One write for each turn; the first generation is the creation.
    expect((await deployment(place, "web")).generation).toBe(index + 2);
    await mustRequest(place.cluster, "DELETE", pathOf(place, rival));
  }
}

const untilSeen = (place: Place, rivals: readonly Rival[]) =>
  eventually(async () => {
    for (const rival of rivals) expect(await conditionsOf(place, rival)).toHaveProperty("Ready");
  });

const nextSecond = () => sleep(1_010 - (Date.now() % 1_000));

/** Creates all in the same second; returns them in the order of their uids. */
async function createAtOnce(place: Place, rivals: readonly Rival[]): Promise<Rival[]> {
  for (;;) {
    await nextSecond();
    const made = await Promise.all(
      rivals.map(async rival => ({ rival, metadata: (await create(place, rival)).metadata })),
    );
    const seconds = new Set(made.map(({ metadata }) => metadata?.creationTimestamp));
    const uid = ({ metadata }: (typeof made)[number]): string => metadata?.uid ?? "";
    made.sort((one, other) => (uid(one) < uid(other) ? -1 : 1));
    if (seconds.size === 1) return made.map(({ rival }) => rival);
    for (const rival of rivals) await mustRequest(place.cluster, "DELETE", pathOf(place, rival));
  }
}

/** Of several objects for one target ... */
export function rivals(world: () => World): void {
  const open = async (): Promise<Place> => {
    const place = await makePlace(world().cluster);
    await setNodes(place, 3);
    return place;
  };

  it.each([
    { older: "Autoscaler", younger: "ClusterProportionalAutoscaler" },
    { older: "ClusterProportionalAutoscaler", younger: "Autoscaler" },
    { older: "Autoscaler", younger: "Autoscaler" },
  ] as const)("the older $older writes, and the $younger waits", async ({ older, younger }) => {
    const place = await open();
    const first = { kind: older, name: "z", wants: 6 };
    const second = { kind: younger, name: "a", wants: 3 };
    await create(place, first);
    // creationTimestamp has a resolution of one second.
    await nextSecond();
    await create(place, second);
    await untilSeen(place, [first, second]);
    await createDeployment(place, "web", 1);
    await winInTurn(place, [first, second]);
  });

  it("the one with the smaller uid writes first if both are equally old", async () => {
    const place = await open();
    const sameAge: readonly Rival[] = [
      { kind: "Autoscaler", name: "a", wants: 2 },
      { kind: "Autoscaler", name: "b", wants: 4 },
      { kind: "ClusterProportionalAutoscaler", name: "c", wants: 6 },
    ];
    const inOrder = await createAtOnce(place, sameAge);
    await untilSeen(place, sameAge);
    await createDeployment(place, "web", 1);
    await winInTurn(place, inOrder);
  });
}
