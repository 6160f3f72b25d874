import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

import { apiRequest, untilServed } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import type { Finished } from "../../hack/host/run.ts";
import { crdKinds } from "./cluster/crd-kinds.ts";
import { eventually } from "./eventually.ts";
import { inGroup, productGroup, sampleObjects } from "./cluster/crd-files.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";

const namespace = `crd-${randomUUID().slice(0, 8)}`;
/** The CRDs with another group and without a short name: no operator processes their objects. */
const group = `${namespace}.example.dev`;
let cluster: Cluster;

async function kubectl(args: readonly string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await cluster.kubectl(args, stdin);
  expect(code, stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  cluster = await sharedCluster();
  await kubectl(["create", "namespace", namespace]);
}, 600_000);

afterAll(() => kubectl(["delete", "namespace", namespace, "--wait=false"]));

describe.each(crdKinds)("the CRD of the $kind on a real API server", crd => {
  const { kind, plural, spec, status, validate } = crd;
  const crdFile = `${plural}.${productGroup}.yaml`;

  const object = (name: string, fields: object, apiGroup = group) => ({
    apiVersion: `${apiGroup}/v1alpha1`,
    kind,
    metadata: { name, namespace },
    ...fields,
  });

  const path = (rest = "", apiGroup = group) =>
    `/apis/${apiGroup}/v1alpha1/namespaces/${namespace}/${plural}${rest}`;

  const create = (name: string, fields: object, query = "") =>
    apiRequest(cluster, "POST", path(`?fieldValidation=Strict${query}`), object(name, fields));

  const writeStatus = (name: string, written: object, apiGroup = group, query = "") =>
    apiRequest(cluster, "PATCH", path(`/${name}/status?fieldValidation=Strict${query}`, apiGroup), {
      status: written,
    });

  beforeAll(async () => {
    await kubectl(["create", "--filename=-"], inGroup(group, crdFile));
    await untilServed(cluster, path());
  });

  afterAll(() => kubectl(["delete", "crd", `${plural}.${group}`]));

  it.each(crd.cases)("judges as validate does: $when ($errors)", async row => {
    const { code, text } = await create("case", { spec: row.spec }, "&dryRun=All");
    const isAccepted = row.errors.length === 0 || row.byWebhook === true;
    expect([code, text]).toEqual([isAccepted ? 201 : 422, text]);
    if (isAccepted) return;

    for (const error of validate(row.spec).filter(({ severity }) => severity === "error")) {
      expect(text).toContain(error.path.replace(/\[[^\]]*\]$/, ""));
      if (!row.bySchema && !schemaCodes.has(error.code)) {
        expect(text).toContain(JSON.stringify(error.remedy).slice(1, -1));
      }
    }
  });

  describe("its samples", () => {
    const samples = sampleObjects(group, crd.samples);
    let told: Finished;

    // At once: each run of kubectl first asks which kinds there are.
    beforeAll(async () => {
      const items = samples.map(({ object: { metadata, ...sample } }) => {
        return { ...sample, metadata: { ...metadata, namespace } };
      });
      const dryRun = ["create", "--dry-run=server", "--validate=strict", "--filename=-"];
      const list = JSON.stringify({ apiVersion: "v1", kind: "List", items });
      told = await cluster.kubectl(dryRun, list);
    });

    it.each(samples)("accept $name of $file", ({ name, object: sample }) => {
      if (sample.kind === kind) expect(validate(sample.spec)).toEqual([]);
      expect(told.stdout, told.stderr).toContain(`/${name} created (server dry run)`);
    });
  });

  it.each(crd.unknown)("rejects the unknown field $named under strict validation", async row => {
    const fields = { spec: { ...spec, ...row.fields } };
    const { code, text } = await create("unknown", fields, "&dryRun=All");
    expect(code).toBe(400);
    expect(text).toContain(`unknown field \\"${row.named}\\"`);
  });

  it("sets its defaults and no others", async () => {
    const { body } = await create("defaults", { spec }, "&dryRun=All");
    expect(body.spec).toEqual({ ...spec, ...crd.defaults });
  });

  it("stores a status only through the subresource, and returns it completely", async () => {
    const created = await create("whole", { spec, status: { summary: "mine" } });
    expect(created.body.status).toEqual({ observedGeneration: -1 });
    expect((await writeStatus("whole", status)).body.status).toEqual(status);
    const { body } = await apiRequest(cluster, "GET", path("/whole"));
    expect(body).toMatchObject({ status, metadata: { generation: 1 } });
  });

  it("keeps a status that this version would not write", async () => {
    await create("newer", { spec });
    const { code, body } = await writeStatus("newer", crd.newerStatus);
    expect([code, body.status]).toEqual([200, crd.newerStatus]);
  });

  it("keeps a status of v0.1.0-alpha.1, whose votes have a kind instead of a type", async () => {
    await create("alpha", { spec });
    const body = { status: withFormerVotes(status) };
    const { code, text } = await apiRequest(cluster, "PATCH", path("/alpha/status"), body);
    expect([code, text]).toEqual([200, expect.stringContaining('"votes":[{')]);
  });

  it("accepts a status write although the stored spec violates a rule", async () => {
    const apiGroup = `strict.${group}`;
    const apply = (definition: string) => kubectl(["apply", "--filename=-"], definition);
    const strict = inGroup(apiGroup, crdFile);
    await apply(withoutRules(strict));
    await untilServed(cluster, path("", apiGroup));
    const stored = object("old", { spec: crd.badSpec }, apiGroup);
    expect((await apiRequest(cluster, "POST", path("", apiGroup), stored)).code).toBe(201);
    await apply(strict);
    const refused = () => apiRequest(cluster, "POST", path("?dryRun=All", apiGroup), stored);
    await eventually(async () => {
      expect((await refused()).code).toBe(422);
    });

    expect((await writeStatus("old", status, apiGroup)).body.status).toEqual(status);
    await kubectl(["delete", "crd", `${plural}.${apiGroup}`]);
  });

  it("accepts what follows a status with conditions that the schema of an earlier release accepted", async () => {
    const apiGroup = `lenient.${group}`;
    const apply = (definition: string) => kubectl(["apply", "--filename=-"], definition);
    const current = inGroup(apiGroup, crdFile);
    await apply(withLenientConditions(current));
    await untilServed(cluster, path("", apiGroup));
    const stored = object("old", { spec }, apiGroup);
    expect((await apiRequest(cluster, "POST", path("", apiGroup), stored)).code).toBe(201);
    const old = await writeStatus("old", crd.oldStatus, apiGroup);
    expect([old.code, old.body.status]).toEqual([200, crd.oldStatus]);
    await apply(current);
    // What it contains is refused now, unless it is unchanged.
    await eventually(async () => {
      const added = {
        conditions: [...crd.oldStatus.conditions, { type: "Other", status: "True" }],
      };
      // Stored before the new schema is in force, it would be unchanged the next time.
      expect((await writeStatus("old", added, apiGroup, "&dryRun=All")).code).toBe(422);
    });

    const next = crd.statusAfter(old.body.status as typeof crd.oldStatus);
    const { code, body } = await writeStatus("old", next, apiGroup);
    expect([code, body.status]).toEqual([200, JSON.parse(JSON.stringify(next))]);
    await kubectl(["delete", "crd", `${plural}.${apiGroup}`]);
  });

  it("is printed by kubectl with every column", async () => {
    await create("printed", { spec });
    await writeStatus("printed", status);
    const name = `${plural}.${group}/printed`;
    const lines = (await kubectl(["get", name, "--namespace", namespace])).split("\n");
    expect(lines.map(line => line.trim().split(/ {2,}/))).toMatchObject([
      [...Object.keys(crd.columns), "AGE"],
      [...Object.values(crd.columns), expect.stringMatching(/^\d+s$/)],
      [""],
    ]);
  });

  it("prints the message in a wide table, as the last column", async () => {
    await create("wide", { spec });
    await writeStatus("wide", status);
    const name = `${plural}.${group}/wide`;
    const table = await kubectl(["get", name, "--namespace", namespace, "--output=wide"]);
    const cells = table.split("\n").map(line => line.trim().split(/ {2,}/).at(-1));
    expect(cells).toEqual(["MESSAGE", crd.message, ""]);
  });

  it.each(Object.entries(crd.selectable))("is selected by its field %s", async (field, value) => {
    const name = field.replaceAll(".", "-").toLowerCase();
    await create(name, { spec });
    const selected = (selector: string) =>
      kubectl([
        ...["get", `${plural}.${group}`, "--namespace", namespace, "--output=name"],
        `--field-selector=metadata.name=${name},${selector}`,
      ]);
    expect(await selected(`${field}=${value}`)).toContain(`/${name}`);
    expect(await selected(`${field}=other`)).toBe("");
  });

  it("is listed in the category autoscaling", async () => {
    await create("listed", { spec });
    // A kind of another test may end between kubectl's discovery and its list.
    await eventually(async () => {
      const list = await kubectl(["get", "autoscaling", "--namespace", namespace, "--output=name"]);
      expect(list).toContain(`${kind.toLowerCase()}.${group}/listed`);
    });
  });

  it.each(crd.explained)(`is explained by kubectl: ${crd.shortName}.%s`, async field => {
    const version = `--api-version=${group}/v1alpha1`;
    // The API server publishes the schema a moment after it serves the kind.
    await eventually(async () => {
      expect(await kubectl(["explain", `${plural}.${field}`, version])).toMatch(
        /DESCRIPTION:\n {4}\S/,
      );
    });
  });
});

/** Rejections by the schema itself, in the API server's terms. */
const schemaCodes: ReadonlySet<string> = new Set(
  "Required Type Range TooFew TooMany TooShort TooLong NotSupported".split(" "),
);

const withFormerVotes = (status: object): unknown =>
  JSON.parse(JSON.stringify(status), (key, value: unknown) =>
    key === "votes"
      ? (value as { type: string }[]).map(({ type: kind, ...vote }) => ({ ...vote, kind }))
      : value,
  );

/** The CRD with conditions that only need a type and a status, as before `metav1.Condition`. */
const withLenientConditions = (crd: string): string =>
  JSON.stringify(parse(crd), (key, value: unknown) =>
    key === "conditions"
      ? {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["type"],
          items: {
            type: "object",
            "x-kubernetes-preserve-unknown-fields": true,
            required: ["type", "status"],
            properties: { type: { type: "string" }, status: { type: "string" } },
          },
        }
      : value,
  );

const withoutRules = (crd: string): string =>
  JSON.stringify(parse(crd), (key, value: unknown) =>
    key === "x-kubernetes-validations" ? undefined : value,
  );
