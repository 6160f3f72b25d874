import { expect, it } from "vitest";

import type { ApiResource } from "../../kube/api/discovery.ts";
import { failure } from "../../kube/testing/failure.ts";
import { ok } from "../../engine/model/values/result.ts";
import { discoveredKind } from "./discovered-kind.ts";

const scaledObject: ApiResource = {
  ...{ group: "keda.sh", version: "v1alpha1", kind: "ScaledObject", plural: "scaledobjects" },
  ...{ namespaced: true, scalable: false },
};
const served = ok(scaledObject);
const absent = failure("NotFound");
const away = failure("Unreachable");

// prettier-ignore
it.each<{ shows: string; answers: (typeof served | typeof absent)[]; told: boolean[] }>([
  { shows: "the kind",                                    answers: [served],                    told: [true] },
  { shows: "its absence",                                 answers: [absent],                    told: [false] },
  { shows: "its arrival",                                 answers: [absent, absent, served],    told: [false, true] },
  { shows: "its removal",                                 answers: [served, served, absent],    told: [true, false] },
  { shows: "nothing new while the API server is away",    answers: [served, away, away],        told: [true] },
])("reports $shows", async ({ answers, told }) => {
  const changes: boolean[] = [];
  const left = [...answers];
  let finish = (): void => undefined;
  const finished = new Promise<void>(resolve => (finish = resolve));
  const kind = discoveredKind(
    {
      discovery: { resolve: () => Promise.resolve(left.shift()!), invalidate: () => true },
      sleep: () => {
        if (left.length > 0) return Promise.resolve();
        finish();
        return new Promise(() => undefined);
      },
    },
    { apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject" },
    isServed => changes.push(isServed),
  );
  expect(kind.synced).toBe(false);
  kind.start();
  await kind.whenSynced();
  await finished;
  expect([changes, kind.synced]).toEqual([told, true]);
});
