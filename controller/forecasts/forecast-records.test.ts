import { describe, expect, it } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { aMonday, dayMs, learnedForecaster } from "../../engine/testing/forecast-scene.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { kubeError } from "../../kube/transport/errors.ts";
import { ForecastRecords, type FoundRecord } from "./forecast-records.ts";
import { serializeForecast } from "./forecast-state.ts";

const api = "/apis/autoscaling.trimtab.dev/v1alpha1";
const { stored } = learnedForecaster({ from: aMonday, until: aMonday + dayMs });
const state = serializeForecast(stored);

const itemOf = (name: string, fields: object = {}, owners: object[] = []) => ({
  metadata: {
    ...{ namespace: "shop", name, uid: `uid-${name}`, resourceVersion: "1" },
    ...(owners.length > 0 && { ownerReferences: owners }),
  },
  ...fields,
});
const listOf = (items: readonly object[], next?: string) => ({
  metadata: { resourceVersion: "9", ...(next !== undefined && { continue: next }) },
  items,
});

function scene(
  answer: ConstructorParameters<typeof ScriptedTransport>[0],
  { namespaces = null, mayWrite = true }: { namespaces?: string[] | null; mayWrite?: boolean } = {},
) {
  const transport = new ScriptedTransport(answer);
  const asked: string[] = [];
  const records = new ForecastRecords({
    ...{ transport, namespaces },
    mayWrite: key => {
      asked.push(key);
      return mayWrite;
    },
  });
  const found: FoundRecord[] = [];
  const load = async (signal = new AbortController().signal) => {
    for (const namespace of records.namespaces) {
      const listed = await records.load(namespace, signal);
      if (!listed.ok) return listed;
      found.push(...listed.value);
    }
    return ok(null);
  };
  return { records, transport, found, load, asked };
}

describe("a list of records", () => {
  it("is one of all namespaces, page by page", async () => {
    const pages: Readonly<Record<string, object>> = {
      "": listOf([itemOf("a", { state })], "more"),
      more: listOf([itemOf("b", { state })]),
    };
    const { transport, found, load } = scene(({ query }) =>
      ok(pages[String(query?.["continue"] ?? "")]),
    );
    expect((await load()).ok).toBe(true);
    expect(transport.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(2).fill(`GET ${api}/forecastrecords`),
    );
    expect(found.map(({ key }) => key)).toEqual(["shop/a", "shop/b"]);
  });

  it("is one of each namespace if only some are watched", async () => {
    const { transport, load } = scene(() => ok(listOf([])), { namespaces: ["shop", "bank"] });
    expect((await load()).ok).toBe(true);
    expect(transport.requests.map(({ path }) => path)).toEqual(
      ["shop", "bank"].map(namespace => `${api}/namespaces/${namespace}/forecastrecords`),
    );
  });

  it("fails with the reason", async () => {
    const forbidden = kubeError("Forbidden", { request: "GET", message: "no" });
    const { load } = scene(() => err(forbidden), { namespaces: ["shop"] });
    expect(await load()).toEqual(err(forbidden));
  });

  it("ends when the term does", async () => {
    const term = new AbortController();
    const { found, load } = scene(() => {
      term.abort();
      return ok(listOf([itemOf("a", { state })]));
    });
    expect(await load(term.signal)).toMatchObject({ ok: false, error: { code: "Stopped" } });
    expect(found).toEqual([]);
  });
});

describe("a record that is found", () => {
  const owner = { kind: "Autoscaler", name: "a", uid: "u", controller: true };
  const other = { ...owner, uid: "other", controller: false };

  // prettier-ignore
  it.each<{ shows: string; item: object; uid: string | undefined; problem: string | null }>([
    { shows: "has its owner's uid",                   item: itemOf("a", { state }, [other, owner]), uid: "u",       problem: null },
    { shows: "has no owner that does not control it", item: itemOf("a", { state }, [other]),        uid: undefined, problem: null },
    { shows: "has no owner",                          item: itemOf("a", { state }),                 uid: undefined, problem: null },
    { shows: "has no state",                          item: itemOf("a", {}, [owner]),               uid: "u",       problem: "state" },
    { shows: "has another state",                     item: itemOf("a", { state: { ...state, counts: "many" } }, [owner]), uid: "u", problem: "state.counts" },
  ])("$shows", async ({ item, uid, problem }) => {
    const { found, load } = scene(() => ok(listOf([item])));
    await load();
    const [record] = found;
    expect(record).toMatchObject({ key: "shop/a", uid });
    const read = record?.stored;
    if (problem === null) expect(read).toMatchObject({ ok: true, value: { records: stored.records } });
    else expect(read).toEqual(err(expect.stringContaining(problem)));
  });
});

describe("a save", () => {
  const owner = { key: "shop/web", uid: "uid-web" };

  it("applies the whole record, which goes with its owner", async () => {
    const { records, transport } = scene(() => ok({}));
    await records.save(owner, stored);
    expect(transport.requests).toMatchObject([
      {
        method: "PATCH",
        path: `${api}/namespaces/shop/forecastrecords/web`,
        query: { fieldManager: "trimtab", force: true },
        contentType: "application/apply-patch+yaml",
        body: {
          apiVersion: "autoscaling.trimtab.dev/v1alpha1",
          kind: "ForecastRecord",
          metadata: {
            ...{ namespace: "shop", name: "web" },
            ownerReferences: [
              {
                apiVersion: "autoscaling.trimtab.dev/v1alpha1",
                ...{ kind: "Autoscaler", name: "web", uid: "uid-web", controller: true },
              },
            ],
          },
          state,
        },
      },
    ]);
    // The answer is not the record again.
    expect(transport.requests[0]?.accept).toContain("as=PartialObjectMetadata;");
  });

  it("asks whether this replica may still write", async () => {
    const { records, transport, asked } = scene(() => ok({}), { mayWrite: false });
    expect(await records.save(owner, stored)).toMatchObject({ error: { code: "Stopped" } });
    expect([asked, transport.requests]).toEqual([["shop/web"], []]);
  });
});
