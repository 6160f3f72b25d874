import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";

import { deployment, hpa, other, scaledObject } from "../testing/objects.ts";
import { readFolder } from "./folder.ts";

const list = (items: readonly object[], kind = "List") => ({ apiVersion: "v1", items, kind });
const untyped = (object: object) => {
  const { apiVersion: _, kind: __, ...rest } = object as Record<string, unknown>;
  return rest;
};
const json = (value: unknown): string => JSON.stringify(value, null, 2);

describe("a folder", () => {
  let folder = "";
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), "fleet-")), "prod");
    mkdirSync(folder);
  });
  afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

  const read = async (files: Readonly<Record<string, string | Buffer>>, path = "") => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const answer = await readFolder(join(folder, path));
    return answer.ok ? answer.value : answer.error.map(each => each.replaceAll(folder, "."));
  };
  const namesIn = (answer: Awaited<ReturnType<typeof read>>) => {
    if (!("objects" in answer)) return answer;
    const { objects, workloads } = answer;
    return [...objects, ...workloads].map(({ kind, name }) => `${kind} ${name}`);
  };

  const both = ["HorizontalPodAutoscaler web", "Deployment web"];
  const objects = [hpa(), deployment()];

  it.each([
    { shows: "the output of kubectl", files: { "all.json": json(list(objects)) } },
    {
      shows: "one file for each kind",
      files: { "a.json": json(list([hpa()])), "b.json": json(list([deployment()])) },
    },
    { shows: "gzip", files: { "all.json.gz": gzipSync(json(list(objects))) } },
    { shows: "YAML", files: { "all.yaml": stringify(list(objects)) } },
    {
      shows: "documents in YAML, gzip",
      files: { "all.yml.gz": gzipSync(objects.map(each => stringify(each)).join("---\n")) },
    },
    { shows: "the output of jq", files: { "all.json": objects.map(json).join("\n") } },
    { shows: "an array", files: { "all.json": json(objects) } },
    {
      shows: "lists in lists",
      files: { "all.json": json(list([list([hpa()]), list([list([deployment()])])])) },
    },
    {
      shows: "a typed list whose kind follows its items",
      files: {
        "a.json": json({
          items: [untyped(hpa())],
          apiVersion: "autoscaling/v2",
          kind: "HorizontalPodAutoscalerList",
        }),
        "b.json": json(deployment()),
      },
    },
    {
      shows: "what PowerShell writes",
      files: { "all.json": Buffer.from(`\uFEFF${json(list(objects))}`, "utf16le") },
    },
    {
      shows: "the same object twice",
      files: { "a.json": json(list(objects)), "b.json": json(list(objects)) },
    },
    {
      shows: "other kinds and files",
      files: {
        "all.json": json(list([...objects, other("v1", "ConfigMap", {})])),
        "readme.txt": "{",
      },
    },
  ])("may have $shows", async ({ files }) => {
    expect(namesIn(await read(files as Record<string, string | Buffer>))).toEqual(both);
  });

  it("gives the inventory its name, as a file does", async () => {
    const files = { "blue.json.gz": gzipSync(json(list(objects))) };
    expect(await read(files)).toMatchObject({ cluster: "prod" });
    expect(await read(files, "blue.json.gz")).toMatchObject({ cluster: "blue" });
  });

  const whole = json(list(objects));
  it.each([
    {
      shows: "a list that is cut off",
      files: { "all.json": whole.slice(0, -100) },
      says: /^cannot read .\/all.json: it is not one list in JSON, and ends at line \d+$/,
    },
    {
      shows: "an item that is not JSON",
      files: { "all.json": whole.replace('"minReplicas": 2', '"minReplicas": two') },
      says: /^cannot read .\/all.json: it is not JSON in the object that ends at line \d+$/,
    },
    {
      shows: "broken YAML",
      files: { "all.yaml": "a: 1\nb: [\nc" },
      says: /^cannot read .\/all.yaml: .* at line \d$/,
    },
    {
      shows: "no gzip",
      files: { "all.json.gz": "{}" },
      says: /^cannot read .\/all.json.gz: incorrect header check$/,
    },
    {
      shows: "no autoscaler",
      files: { "all.json": json(list([deployment()])) },
      says: /has no HorizontalPodAutoscaler and no ScaledObject$/,
    },
  ])("with $shows is an error that says where", async ({ files, says }) => {
    expect(await read(files)).toEqual([expect.stringMatching(says)]);
  });

  it("quotes nothing of a broken file", async () => {
    const secret = { apiVersion: "v1", kind: "Secret", data: { token: "s3cr3t" } };
    const text = json(list([secret])).replace('"s3cr3t"', '"s3cr3t');
    expect(
      JSON.stringify(await read({ "a.json": text, "b.yaml": `token: "s3cr3t\nb: [` })),
    ).not.toContain("s3cr3t");
  });

  const elsewhere = (name: string, namespace: string) => ({
    ...deployment(),
    metadata: { name, namespace },
  });
  it.each([
    { shows: "is there", others: [deployment()], exists: true },
    {
      shows: "is not among those of its namespace",
      others: [elsewhere("api", "shop")],
      exists: false,
    },
    {
      shows: "is not among those of several namespaces",
      others: [elsewhere("api", "a"), elsewhere("api", "b")],
      exists: false,
    },
    {
      shows: "would be in a namespace that was not saved",
      others: [elsewhere("api", "a")],
      exists: null,
    },
    {
      shows: "is of a kind that was not saved",
      others: [other("apps/v1", "StatefulSet", {})],
      exists: null,
    },
  ])("a target that $shows", async ({ others, exists }) => {
    const answer = await read({ "all.json": json(list([hpa(), ...others])) });
    expect(answer).toMatchObject({ objects: [{ targetExists: exists }] });
  });

  it("says which kinds were not saved", async () => {
    const answer = await read({
      "all.json": json(list([...objects, other("v1", "ResourceQuota", {})])),
    });
    expect("unread" in answer && answer.unread.map(({ resource }) => resource)).toEqual([
      "poddisruptionbudgets.policy",
      "nodes",
      "pods",
    ]);
  });
});

describe("an HPA of an older version", () => {
  it("is read as autoscaling/v2", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fleet-"));
    const { scaleTargetRef } = hpa()["spec"] as { scaleTargetRef: object };
    const spec = { scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 70 };
    const old = { ...hpa(), apiVersion: "autoscaling/v1", spec };
    writeFileSync(
      join(folder, "all.json"),
      json(list([old, deployment(), scaledObject({}, {}, { name: "x" })])),
    );
    const answer = await readFolder(folder);
    rmSync(folder, { recursive: true });
    const target = { type: "Utilization", averageUtilization: 70 };
    const metrics = [{ type: "Resource", resource: { name: "cpu", target } }];
    expect(answer).toMatchObject({
      value: {
        objects: [{ hpa: { spec: { metrics } } }, { kind: "ScaledObject" }],
      },
    });
  });
});
