import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

import { specCases } from "../../engine/validate/cluster-proportional-autoscaler.cases.ts";
import { validateClusterProportionalAutoscaler as validate } from "../../engine/validate/cluster-proportional-autoscaler.ts";
import { apiRequest, type ApiObject } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { fullStatus as status } from "./cpa-status.ts";
import { sharedCluster } from "./shared-cluster.ts";

const crds = resolve(import.meta.dirname, "../../crds");
const crdFile = `${crds}/clusterproportionalautoscalers.autoscaling.trimtab.dev.yaml`;
const samples = readdirSync(`${crds}/samples`).filter(file => file.startsWith("cpa-"));

const productGroup = "autoscaling.trimtab.dev";
const namespace = `crd-${randomUUID().slice(0, 8)}`;
/** The CRD under another group and no short name: no operator answers to what is written there. */
const group = `${namespace}.example.dev`;
const inGroup = (apiGroup: string, file = crdFile) =>
  readFileSync(file, "utf8").replaceAll(productGroup, apiGroup).replace("shortNames: [cpa]", "");
let cluster: Cluster;

/** A good spec for tests about something else. */
const spec = {
  scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: "coredns" }],
  linear: { nodesPerReplica: 16 },
};

const object = (name: string, fields: object, apiGroup = group) => ({
  apiVersion: `${apiGroup}/v1alpha1`,
  kind: "ClusterProportionalAutoscaler",
  metadata: { name, namespace },
  ...fields,
});

const path = (rest = "", apiGroup = group) =>
  `/apis/${apiGroup}/v1alpha1/namespaces/${namespace}/clusterproportionalautoscalers${rest}`;

const create = (name: string, fields: object, query = "") =>
  apiRequest(cluster, "POST", path(`?fieldValidation=Strict${query}`), object(name, fields));

const writeStatus = (name: string, status: object, apiGroup = group) =>
  apiRequest(
    cluster,
    "PATCH",
    path(`/${name}/status?fieldValidation=Strict`, apiGroup),
    { status },
    "application/merge-patch+json",
  );

async function kubectl(args: readonly string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await cluster.kubectl(args, stdin);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** A CRD is served a moment after it was accepted. */
async function untilServed(apiGroup: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await apiRequest(cluster, "GET", path("", apiGroup))).code === 200) return;
    await sleep(50);
  }
  throw new Error(`${apiGroup} is not served after 10 s`);
}

beforeAll(async () => {
  cluster = await sharedCluster();
  await kubectl(["create", "--filename=-"], inGroup(group));
  await kubectl(["create", "namespace", namespace]);
  await untilServed(group);
}, 600_000);

afterAll(async () => {
  await kubectl(["delete", "crd", `clusterproportionalautoscalers.${group}`]);
  await kubectl(["delete", "namespace", namespace, "--wait=false"]);
});

describe("the CRD on a real API server", () => {
  it.each(specCases)("judges as validate does: $when ($errors)", async row => {
    const { code, text } = await create("case", { spec: row.spec }, "&dryRun=All");
    expect([code, text]).toEqual([row.errors.length === 0 ? 201 : 422, text]);

    for (const error of validate(row.spec).filter(({ severity }) => severity === "error")) {
      expect(text).toContain(error.path.replace(/\[[^\]]*\]$/, ""));
      if (!row.bySchema && !schemaCodes.has(error.code)) {
        expect(text).toContain(JSON.stringify(error.remedy).slice(1, -1));
      }
    }
  });

  it.each(samples)("accepts the sample %s as it stands", async file => {
    const documents = parseAllDocuments(inGroup(group, `${crds}/samples/${file}`));
    for (const document of documents) {
      const sample = document.toJS() as ApiObject;
      if (sample.kind === "ClusterProportionalAutoscaler")
        expect(validate(sample.spec)).toEqual([]);
      const moved = { ...sample, metadata: { ...sample.metadata, namespace } };
      const dryRun = ["create", "--dry-run=server", "--validate=strict", "--filename=-"];
      expect(await kubectl(dryRun, JSON.stringify(moved))).toContain("created (server dry run)");
    }
  });

  it.each([
    { where: "the spec", fields: { excludeTaints: [] }, named: "spec.excludeTaints" },
    { where: "linear", fields: { linear: { ...spec.linear, max: 5 } }, named: "spec.linear.max" },
  ])("refuses an unknown field in $where under strict validation", async ({ fields, named }) => {
    const { code, text } = await create("unknown", { spec: { ...spec, ...fields } }, "&dryRun=All");
    expect(code).toBe(400);
    expect(text).toContain(`unknown field \\"${named}\\"`);
  });

  it("fills in these defaults and no others", async () => {
    const { body } = await create("defaults", { spec }, "&dryRun=All");
    expect(body.spec).toEqual({
      ...spec,
      mode: "Active",
      linear: { ...spec.linear, minReplicas: 1, preventSinglePointFailure: false },
      includeUnschedulableNodes: false,
      compatibility: "None",
    });
  });
});

describe("the status", () => {
  it("is written by its subresource alone, and comes back whole", async () => {
    const created = await create("whole", { spec, status: { nodes: 7 } });
    expect(created.body.status).toBeUndefined();
    expect((await writeStatus("whole", status)).body.status).toEqual(status);
    const { body } = await apiRequest(cluster, "GET", path("/whole"));
    expect(body).toMatchObject({ status, metadata: { generation: 1 } });
  });

  it("accepts words and numbers that this version would not write", async () => {
    await create("newer", { spec });
    const [target] = status.targets;
    const decision = {
      ...target!.decision,
      votes: [{ source: "pods", kind: "Guess", message: "" }],
      steps: [{ step: "smooth", before: 1, after: 1, reason: "Smooth", message: "" }],
    };
    const parameters = { source: "Secret", linear: { maxReplicas: 2 ** 40 } };
    const newer = { parameters, targets: [{ ...target, decision }] };
    expect((await writeStatus("newer", newer)).code).toBe(200);
  });

  it("is not blocked by a rule that the stored spec breaks", async () => {
    const apiGroup = `strict.${group}`;
    const bad = { scaleTargetRefs: [{ ...spec.scaleTargetRefs[0], name: "Bad" }], linear: {} };
    const apply = (definition: string) => kubectl(["apply", "--filename=-"], definition);
    const strict = inGroup(apiGroup);
    await apply(withoutRules(strict));
    await untilServed(apiGroup);
    const stored = object("old", { spec: bad }, apiGroup);
    expect((await apiRequest(cluster, "POST", path("", apiGroup), stored)).code).toBe(201);
    await apply(strict);
    const refused = () => apiRequest(cluster, "POST", path("?dryRun=All", apiGroup), stored);
    await expect.poll(async () => (await refused()).code, { timeout: 10_000 }).toBe(422);

    expect((await writeStatus("old", status, apiGroup)).body.status).toEqual(status);
    await kubectl(["delete", "crd", `clusterproportionalautoscalers.${apiGroup}`]);
  }, 30_000);
});

describe("kubectl", () => {
  it("prints every column", async () => {
    await create("printed", { spec });
    await writeStatus("printed", status);
    const name = `clusterproportionalautoscalers.${group}/printed`;
    const lines = (await kubectl(["get", name, "--namespace", namespace])).split("\n");
    expect(lines.map(line => line.trim().split(/ {2,}/))).toMatchObject([
      ["NAME", "MODE", "NODES", "CORES", "CURRENT", "DESIRED", "READY", "WHY", "AGE"],
      [
        "printed",
        "Active",
        "40",
        "320",
        "2",
        "3",
        "True",
        status.summary,
        expect.stringMatching(/^\d+s$/),
      ],
      [""],
    ]);
  });

  it("lists it in the category autoscaling", async () => {
    await create("listed", { spec });
    expect(await kubectl(["get", "autoscaling", "--namespace", namespace])).toContain("listed");
  });

  it.each(["spec.linear.coresPerReplica", "status.targets.history.pending", "spec.nodeSelector"])(
    "explains cpa.%s",
    async field => {
      const version = `--api-version=${group}/v1alpha1`;
      const path = `clusterproportionalautoscalers.${field}`;
      expect(await kubectl(["explain", path, version])).toMatch(/DESCRIPTION:\n {4}\S/);
    },
  );
});

/** What the schema itself refuses, in the API server's own words. */
const schemaCodes: ReadonlySet<string> = new Set(
  "Required Type Range TooFew TooMany TooLong NotSupported".split(" "),
);

const withoutRules = (crd: string): string =>
  JSON.stringify(parse(crd), (key, value: unknown) =>
    key === "x-kubernetes-validations" ? undefined : value,
  );
