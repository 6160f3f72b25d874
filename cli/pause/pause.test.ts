import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { type Arrived, StubServer } from "../../kube/testing/stub-server.ts";
import { ingress, web } from "../testing/objects.ts";
import { kubeconfigFor } from "../testing/kubeconfig.ts";
import { trimtab } from "../testing/trimtab.ts";

const prefix = "autoscaling.trimtab.dev";
const directory = mkdtempSync(join(tmpdir(), "trimtab-"));
const kubeconfig = join(directory, "config");
let server: StubServer;
/** The answers to GET, by plural, and the status of PATCH. */
let stored: Record<string, object> = {};
let patched = 200;

const isPatch = ({ method }: Arrived): boolean => method === "PATCH";
const writes = () =>
  server.requests.filter(isPatch).map(({ path, query, headers, body }) => ({
    ...{ path, query, type: headers["content-type"], body: JSON.parse(body) as unknown },
  }));

beforeAll(async () => {
  server = await StubServer.start((request, response) => {
    const plural = request.path.split("/").at(-2) ?? "";
    const object = stored[plural];
    const status = isPatch(request) ? patched : object ? 200 : 404;
    const refusal = { kind: "Status", status: "Failure", message: "admission refuses it" };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? object : refusal));
  });
  writeFileSync(kubeconfig, kubeconfigFor(server.url));
});

afterAll(async () => {
  rmSync(directory, { recursive: true });
  await server.close();
});

const object = (annotations: object = {}, spec: object = {}) => ({
  ...web,
  metadata: { ...web.metadata, uid: "u-1", annotations },
  spec: { ...web.spec, ...spec },
});

beforeEach(() => {
  vi.stubEnv("KUBECONFIG", kubeconfig);
  server.requests.length = 0;
  stored = { autoscalers: object() };
  patched = 200;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-02T10:05:00.100Z") });
  return () => vi.useRealTimers();
});

const annotated = (annotations: object) => [
  {
    path: `/apis/${prefix}/v1alpha1/namespaces/shop/autoscalers/web`,
    query: { fieldManager: "trimtab-cli" },
    type: "application/merge-patch+json",
    body: { metadata: { uid: "u-1", annotations } },
  },
];

describe("trimtab pause", () => {
  // prettier-ignore
  it.each<{ args: string[]; writes: object; says: string }>([
    { args: ["--for", "2h", "--reason", "INC-7"], writes: { "paused-until": "2026-01-02T12:05:00Z", "paused-reason": "INC-7" }, says: "is paused until 2026-01-02 12:05:00Z (in 2 hours)" },
    { args: ["--for", "1h30m"],                   writes: { "paused-until": "2026-01-02T11:35:00Z", "paused-reason": null },    says: "is paused until 2026-01-02 11:35:00Z (in 90 minutes)" },
    { args: ["--for", "30d", "--scale-down"],     writes: { "scale-down-paused-until": "2026-02-01T10:05:00Z", "paused-reason": null }, says: "takes no replicas away until 2026-02-01 10:05:00Z (in 30 days)" },
  ])("$args writes $writes", async ({ args, writes: want, says }) => {
    const { stdout, stderr, status } = await trimtab(["pause", "web", ...args]);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toBe(`Autoscaler shop/web ${says}. \`trimtab resume web --namespace shop\` ends this earlier.\n`);
    const keyed = Object.entries(want).map(([key, value]) => [`${prefix}/${key}`, value as unknown]);
    expect(writes()).toEqual(annotated(Object.fromEntries(keyed) as object));
  });

  // prettier-ignore
  it.each<{ shows: string; args: string[]; given?: () => void; status: number; says: string }>([
    { shows: "no duration",               args: [],                status: 2, says: "--for <duration>' not specified" },
    { shows: "a duration without a unit", args: ["--for", "2"],    status: 2, says: "from 1m to 30d" },
    { shows: "31 days",                   args: ["--for", "31d"],  status: 2, says: "from 1m to 30d" },
    { shows: "a few seconds",             args: ["--for", "59s"],  status: 2, says: "from 1m to 30d" },
    { shows: "an unknown kind",           args: ["--for", "1h", "--kind", "hpa"], status: 2, says: "autoscaler, asc, cpa" },
    { shows: "no such object",            args: ["--for", "1h"],   given: () => (stored = {}), status: 1, says: "there is no Autoscaler and no ClusterProportionalAutoscaler web in namespace shop" },
    { shows: "two of that name",          args: ["--for", "1h"],   given: () => (stored["clusterproportionalautoscalers"] = { ...ingress, metadata: web.metadata }), status: 2, says: "choose with --kind" },
    { shows: "a refusal",                 args: ["--for", "1h"],   given: () => (patched = 422), status: 1, says: "admission refuses it" },
    { shows: "no right",                  args: ["--for", "1h"],   given: () => (patched = 403), status: 1, says: "ask for that right" },
    { shows: "a deletion in between",     args: ["--for", "1h"],   given: () => (patched = 404), status: 1, says: "trimtab: " },
  ])("with $shows fails with $status: $says", async ({ args, given, status, says }) => {
    given?.();
    const ran = await trimtab(["pause", "web", ...args]);
    expect({ stdout: ran.stdout, status: ran.status }).toEqual({ stdout: "", status });
    expect(ran.stderr).toContain(says);
    expect(writes()).toHaveLength(patched === 200 ? 0 : 1);
  });
});

describe("trimtab resume", () => {
  const both = { [`${prefix}/paused-until`]: "x", [`${prefix}/paused-reason`]: "y" };
  const removed = { [`${prefix}/paused-until`]: null, [`${prefix}/paused-reason`]: null };
  const inMode = "but spec.mode is Paused; set it to Active where the object is defined.";

  // prettier-ignore
  it.each<{ shows: string; stored: object; writes: object[]; status: number; says: string }>([
    { shows: "removes the annotations",         stored: object({ ...both, other: "z" }),  writes: annotated(removed), status: 0, says: "Autoscaler shop/web is no longer paused by annotations.\n" },
    { shows: "writes nothing if nothing is",    stored: object({ other: "z" }),           writes: [],                 status: 0, says: "Autoscaler shop/web has no pause.\n" },
    { shows: "cannot end a mode",               stored: object({}, { mode: "Paused" }),   writes: [],                 status: 1, says: `trimtab: Autoscaler shop/web has no pause, ${inMode}\n` },
    { shows: "removes them, but ends no mode",  stored: object(both, { mode: "Paused" }), writes: annotated(removed), status: 1, says: `trimtab: Autoscaler shop/web is no longer paused by annotations, ${inMode}\n` },
  ])("$shows", async ({ stored: given, writes: want, status, says }) => {
    stored = { autoscalers: given };
    const ran = await trimtab(["resume", "web"]);
    expect([ran.stdout + ran.stderr, ran.status]).toEqual([says, status]);
    expect(writes()).toEqual(want);
  });
});
