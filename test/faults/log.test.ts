import { expect, it } from "vitest";

import { untilCount, setNodes, statusOf } from "./cluster/fault-cluster.ts";
import { proxied } from "./cluster/proxied.ts";
import { isScaleWrite } from "./requests.ts";
import { eventually } from "../integration/eventually.ts";

type Line = Readonly<Record<string, unknown>>;

const given = proxied("log");
const lines = (): Line[] =>
  given.operator
    .log()
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line) as Line);
const told = (msg: string): Line[] => lines().filter(line => line["msg"] === msg);
const isTold = (msg: string) =>
  expect.poll(() => told(msg).length, { timeout: 60_000 }).toBeGreaterThan(0);

it("each line of the log names its object, and the decision in the status", async () => {
  const { proxy, place } = given;
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
  const logged = () => told("scale").filter(({ to }) => to === 3).length;
  await expect.poll(logged, { timeout: 60_000 }).toBeGreaterThan(0);

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
});
