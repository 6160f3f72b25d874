import { expect } from "vitest";

import { eventually } from "../../integration/eventually.ts";
import { setNodes, statusOf, untilCount } from "../cluster/fault-cluster.ts";
import type { Test } from "../cluster/operator-in.ts";
import type { Scene } from "../cluster/scene.ts";
import { isScaleWrite } from "../requests.ts";
import { openScaled } from "./open-scaled.ts";

type Line = Readonly<Record<string, unknown>>;

/** Each line of the log names its object, and the decision in the status. */
export async function logLines(scene: Scene, test: Test): Promise<void> {
  const { place, proxy, operator } = await openScaled(scene, test, "log");
  const lines = (): Line[] =>
    operator
      .log()
      .split("\n")
      // The last one may be incomplete.
      .slice(0, -1)
      .map(line => JSON.parse(line) as Line);
  const told = (msg: string): Line[] => lines().filter(line => line["msg"] === msg);
  const isTold = (msg: string): Promise<void> =>
    eventually(() => {
      expect(told(msg)).not.toEqual([]);
    });

  proxy.inject({ matches: isScaleWrite, before: () => ({ code: 403 }) });
  await setNodes(place, 3);
  await isTold("the target was not scaled");
  proxy.heal();
  proxy.cutWatches();
  proxy.inject({
    matches: ({ url }) => url.searchParams.has("watch"),
    before: () => ({ code: 500 }),
  });
  proxy.cutWatches();
  await isTold("watch cut off; trying again until it is back");
  proxy.heal();
  await isTold("watch is back");
  await untilCount(place, "web", 3);
  await eventually(() => {
    expect(told("scale").filter(({ to }) => to === 3)).not.toEqual([]);
  });

  for (const line of lines()) {
    expect(line["level"]).toBeTypeOf("number");
    expect(line["time"]).toBeTypeOf("number");
    expect(line["msg"]).toBeTypeOf("string");
    expect(line["replica"]).toBe("log");
  }
  const ofObjects = lines().filter(line => JSON.stringify(line).includes(`${place.namespace}/web`));
  // At least the rejected write and the successful one.
  expect(ofObjects.length).toBeGreaterThanOrEqual(2);
  for (const line of ofObjects) {
    expect(line).toMatchObject({
      kind: "ClusterProportionalAutoscaler",
      key: `${place.namespace}/web`,
    });
  }
  for (const line of [...told("scale"), ...told("the target was not scaled")]) {
    expect(line["decision"]).toMatch(/^[-0-9a-f]{36}[/]\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
  await eventually(async () => {
    const { targets = [] } = await statusOf(place, "web");
    const { decision, history } = targets[0]!;
    const uid = (history as { targetUID: string }).targetUID;
    expect(told("scale").at(-1)).toMatchObject({
      ...{ decision: `${uid}/${decision!.time}`, from: 2, to: 3 },
    });
  });
}
