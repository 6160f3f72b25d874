import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { isKubeObject, isOlder, objectKey, resourcePath, splitKey } from "./object.ts";

describe("resourcePath", () => {
  const apps = { group: "apps", version: "v1", plural: "deployments" };
  const core = { group: "", version: "v1", plural: "configmaps" };

  // prettier-ignore
  it.each([
    { shows: "a list of the core group",        options: core,                                                    want: "/api/v1/configmaps" },
    { shows: "a list in a namespace",           options: { ...core, namespace: "x" },                             want: "/api/v1/namespaces/x/configmaps" },
    { shows: "a list of all namespaces",        options: { ...apps, namespace: "" },                              want: "/apis/apps/v1/deployments" },
    { shows: "one object",                      options: { ...apps, namespace: "x", name: "web" },                want: "/apis/apps/v1/namespaces/x/deployments/web" },
    { shows: "a subresource",                   options: { ...apps, namespace: "x", name: "web", subresource: "scale" }, want: "/apis/apps/v1/namespaces/x/deployments/web/scale" },
    { shows: "one cluster-scoped object",       options: { ...core, plural: "nodes", name: "a" },                 want: "/api/v1/nodes/a" },
    { shows: "a name that needs escaping",      options: { ...core, namespace: "x", name: "a:b/../c?d#e%" },      want: "/api/v1/namespaces/x/configmaps/a%3Ab%2F..%2Fc%3Fd%23e%25" },
    { shows: "a namespace that needs escaping", options: { ...core, namespace: "x/y" },                           want: "/api/v1/namespaces/x%2Fy/configmaps" },
  ])("addresses $shows", ({ options, want }) => {
    expect(resourcePath(options)).toBe(want);
  });
});

describe("objectKey and splitKey", () => {
  it.each([
    { shows: "a namespaced object", namespace: "x", name: "web", key: "x/web" },
    { shows: "a cluster-scoped object", namespace: "", name: "node-1", key: "node-1" },
  ])("are inverse for $shows", ({ namespace, name, key }) => {
    expect(objectKey({ namespace, name })).toBe(key);
    expect(splitKey(key)).toEqual({ namespace, name });
  });

  it("treat an absent namespace as an empty one", () => {
    expect(objectKey({ name: "node-1" })).toBe("node-1");
  });

  it("never return the same key for two objects", () => {
    const word = fc.stringMatching(/^[a-z0-9]([-.a-z0-9]{0,8}[a-z0-9])?$/);
    const object = fc.record({ namespace: fc.oneof(fc.constant(""), word), name: word });
    const distinct = fc.property(object, object, (a, b) => {
      const same = a.namespace === b.namespace && a.name === b.name;
      expect(objectKey(a) === objectKey(b)).toBe(same);
    });
    fc.assert(distinct, runs(200));
  });
});

describe("isOlder", () => {
  // prettier-ignore
  it.each([
    { a: "9",                    b: "10",                   want: true },
    { a: "10",                   b: "9",                    want: false },
    { a: "7",                    b: "7",                    want: false },
    { a: "9007199254740992",     b: "9007199254740993",     want: true },
    { a: "99999999999999999999", b: "100000000000000000000", want: true },
    { a: "a1",                   b: "2",                    want: false },
    { a: "1",                    b: "b2",                   want: false },
    { a: "",                     b: "1",                    want: false },
  ])("$a is older than $b: $want", ({ a, b, want }) => {
    expect(isOlder({ resourceVersion: a }, { resourceVersion: b })).toBe(want);
  });
});

describe("isKubeObject", () => {
  it.each([
    { shows: "an object", value: { metadata: { name: "a", resourceVersion: "1" } }, want: true },
    { shows: "a nameless object", value: { metadata: { resourceVersion: "1" } }, want: false },
    { shows: "an object without a version", value: { metadata: { name: "a" } }, want: false },
    { shows: "an object without metadata", value: {}, want: false },
    { shows: "null metadata", value: { metadata: null }, want: false },
    { shows: "null", value: null, want: false },
    { shows: "a word", value: "object", want: false },
  ])("accepts $shows: $want", ({ value, want }) => {
    expect(isKubeObject(value)).toBe(want);
  });
});
