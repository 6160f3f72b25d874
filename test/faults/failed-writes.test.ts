import { describe, expect, it } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import { eventually } from "../integration/eventually.ts";
import {
  autoscalerPath,
  createDeployment,
  createScaled,
  deployment,
  historyOf,
  setNodes,
  untilCount,
  untilHistory,
} from "./cluster/fault-cluster.ts";
import { respondWith, neverRespond, type Passing } from "./cluster/fault-proxy.ts";
import { isScaleWrite, isStatusWrite, isWriteAhead } from "./requests.ts";
import { sideBySide, type Part } from "./side-by-side.ts";

const withPart = sideBySide("failed-writes");

const passedSince = ({ passed }: Part, moment: number): Passing[] =>
  passed().filter(({ at }) => at >= moment);
const isOf =
  (name: string) =>
  ({ url }: Passing): boolean =>
    url.pathname.includes(`/${name}/`);

describe.concurrent("an API server that fails", () => {
  it(
    "only at status writes keeps every count, and gets requests at growing intervals",
    withPart(async given => {
      const began = performance.now();
      given.inject(respondWith(isStatusWrite, { code: 500 }));
      await setNodes(given.place, 3);
      const tries = () => passedSince(given, began).filter(isStatusWrite);
      await eventually(() => {
        expect(tries().length).toBeGreaterThanOrEqual(5);
      });
      expect(passedSince(given, began).filter(isScaleWrite)).toEqual([]);
      // Backoff starts at 100 ms or more. One of the four is excluded: an event may end it early.
      const [first, fifth] = [tries()[0]!, tries()[4]!];
      expect(fifth.at - first.at).toBeGreaterThanOrEqual(100 + 200 + 400);

      given.heal();
      await untilHistory(given.place, "web", { up: 2, down: 0 });
      expect((await deployment(given.place, "web")).replicas).toBe(3);
    }),
  );

  it(
    "after storing the status leaves no announced change undone",
    withPart(async given => {
      given.inject({ matches: isStatusWrite, after: () => ({ code: 500 }) });
      await setNodes(given.place, 3);
      const pending = async () => (await historyOf(given.place, "web")).pending;
      await eventually(async () => {
        expect(await pending()).not.toBeNull();
      });
      await setNodes(given.place, 2);
      const isTakenBack = (): boolean => {
        const last = given.passed().findLast(isStatusWrite);
        return last !== undefined && !isWriteAhead(last);
      };
      await eventually(() => {
        expect(isTakenBack()).toBe(true);
      });
      given.heal();

      await untilHistory(given.place, "web", { up: 1, down: 0 });
      expect((await deployment(given.place, "web")).replicas).toBe(2);
    }),
  );

  it(
    "only at scale writes gets the change once, later",
    withPart(async given => {
      given.inject(respondWith(isScaleWrite, { code: 500 }));
      await setNodes(given.place, 3);
      await eventually(async () => {
        expect(await historyOf(given.place, "web")).toMatchObject({
          up: 1,
          pending: { from: 2, to: 3 },
        });
      });
      given.heal();
      await untilHistory(given.place, "web", { up: 2, down: 0 });
      // Its creation and two changes of its count.
      expect(await deployment(given.place, "web")).toMatchObject({ replicas: 3, generation: 3 });
    }),
  );

  it(
    "after storing the count records the change once in the history",
    withPart(async given => {
      const end = given.inject({ matches: isScaleWrite, after: () => ({ code: 500 }) });
      await setNodes(given.place, 3);
      await untilCount(given.place, "web", 3);
      await untilHistory(given.place, "web", { up: 2, down: 0 });
      end();
      expect((await deployment(given.place, "web")).generation).toBe(3);
    }),
  );

  it(
    "to grant the scale permission for a moment gets the write once it is granted again",
    withPart(async given => {
      const began = performance.now();
      given.inject(respondWith(isScaleWrite, { code: 403 }));
      await setNodes(given.place, 3);
      const refused = () => passedSince(given, began).filter(isScaleWrite).length;
      await eventually(() => {
        expect(refused()).toBeGreaterThan(1);
      });
      expect((await deployment(given.place, "web")).replicas).toBe(2);
      given.heal();
      await untilCount(given.place, "web", 3);
      await untilHistory(given.place, "web", { up: 2, down: 0 });
    }),
  );
});

describe.concurrent("one of three targets", () => {
  it.for([
    {
      which: "is refused",
      fail: (part: Part) => part.inject(respondWith(isSecond, { code: 403 })),
    },
    { which: "fails", fail: (part: Part) => part.inject(respondWith(isSecond, { code: 500 })) },
    { which: "gets no response", fail: (part: Part) => part.inject(neverRespond(isSecond)) },
  ])("whose write $which does not block the others and is written later", ({ fail }, test) =>
    withPart(async given => {
      await addTargets(given, ["second", "third"]);
      const began = performance.now();
      const end = fail(given);
      await setNodes(given.place, 3);
      await untilCount(given.place, "web", 3);
      await untilCount(given.place, "third", 3);
      const writes = passedSince(given, began).filter(isScaleWrite);
      const [failed, again] = writes.filter(isSecond);
      const others = writes.filter(write => !isSecond(write));
      // Without waiting for a retry of the failed write, or for the timeout of a hanging one.
      const until = Math.min(again?.at ?? Infinity, failed?.code === 0 ? endOf(failed) : Infinity);
      expect(
        others
          .filter(({ at }) => at < until)
          .map(({ url }) => url.pathname)
          .sort(),
      ).toEqual(["third", "web"].map(name => expect.stringContaining(`/${name}/`) as string));
      expect((await deployment(given.place, "second")).replicas).toBe(2);
      end();
      await setNodes(given.place, 4);
      for (const name of ["web", "second", "third"]) await untilCount(given.place, name, 4);
    })(test),
  );
});

/** For requests about the object `web`. */
async function addTargets({ cluster, place }: Part, names: readonly string[]): Promise<void> {
  for (const name of names) await createDeployment(place, name, 2);
  const scaleTargetRefs = ["web", ...names].map(name => ({
    ...{ apiVersion: "apps/v1", kind: "Deployment", name },
  }));
  const patch = { spec: { scaleTargetRefs } };
  const path = autoscalerPath(place, "web");
  await mustRequest(cluster, "PATCH", path, patch);
}

const isSecond = (passing: Passing): boolean => isScaleWrite(passing) && isOf("second")(passing);
const endOf = ({ endedAt }: Passing): number => endedAt ?? Infinity;

describe.concurrent("a request without a response", () => {
  it(
    "delays only its own object",
    withPart(async given => {
      await createScaled(given.place, "other");
      await untilCount(given.place, "other", 2);
      const began = performance.now();
      const end = given.inject(
        neverRespond(passing => isScaleWrite(passing) && isOf("web")(passing)),
      );
      await setNodes(given.place, 3);
      await untilCount(given.place, "other", 3);
      const first = (name: string) =>
        passedSince(given, began).filter(isScaleWrite).find(isOf(name))!;
      await eventually(() => {
        expect(first("web")).toBeDefined();
      });
      // It times out after that, not before.
      expect(first("other").at).toBeLessThan(endOf(first("web")));
      expect((await deployment(given.place, "web")).replicas).toBe(2);
      end();
      await untilHistory(given.place, "web", { up: 2, down: 0 });
    }),
  );
});
