import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { StubServer } from "../../kube/testing/stub-server.ts";
import { kubeconfigFor } from "../testing/kubeconfig.ts";
import { trimtab } from "../testing/trimtab.ts";

const directory = mkdtempSync(join(tmpdir(), "trimtab-"));
const kubeconfig = join(directory, "config");
const manifest = join(directory, "rollout.yaml");
let server: StubServer;
/** The status of each method. */
let statuses = { GET: 200, POST: 201 };

beforeAll(async () => {
  server = await StubServer.start((request, response) => {
    const status = statuses[request.method as keyof typeof statuses];
    const refusal = { kind: "Status", status: "Failure", message: "the API server says no" };
    const answer =
      request.body === "" ? { metadata: { name: "web" } } : (JSON.parse(request.body) as object);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status < 300 ? answer : refusal));
  });
  writeFileSync(kubeconfig, kubeconfigFor(server.url));
  writeFileSync(
    manifest,
    "apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: web}\n",
  );
});

afterAll(async () => {
  rmSync(directory, { recursive: true });
  await server.close();
});

beforeEach(() => {
  vi.stubEnv("KUBECONFIG", kubeconfig);
  server.requests.length = 0;
  statuses = { GET: 200, POST: 201 };
});

const resource = (name: string, target: object) => ({
  type: "Resource",
  resource: { name, target },
});
const percent = (value: number) => ({ type: "Utilization", averageUtilization: value });
const each = (value: string) => ({ type: "AverageValue", averageValue: value });
const ref = (kind: string, apiVersion = "apps/v1") => ({ apiVersion, kind, name: "web" });

const dryRun = ["--dry-run=client", "-o", "json"];

describe("trimtab autoscale --dry-run=client", () => {
  // prettier-ignore
  it.each<{ args: string; spec: object }>([
    { args: "deployment/web --cpu-percent=70 --min=2 --max=10", spec: { scaleTargetRef: ref("Deployment"), minReplicas: 2, maxReplicas: 10, metrics: [resource("cpu", percent(70))] } },
    { args: "deployment web --max=5",                   spec: { scaleTargetRef: ref("Deployment"), maxReplicas: 5 } },
    { args: "deploy.apps/web --max=5 --min=0",          spec: { scaleTargetRef: ref("Deployment"), maxReplicas: 5 } },
    { args: "deployments.v1.apps/web --max=5 --min=-1", spec: { scaleTargetRef: ref("Deployment"), maxReplicas: 5 } },
    { args: "rs web --min=2 --max=5 --cpu-percent=80",  spec: { scaleTargetRef: ref("ReplicaSet"), minReplicas: 2, maxReplicas: 5, metrics: [resource("cpu", percent(80))] } },
    { args: "rs/web --max=5 --cpu=80%",                 spec: { scaleTargetRef: ref("ReplicaSet"), maxReplicas: 5, metrics: [resource("cpu", percent(80))] } },
    { args: "sts/web --max=5 --cpu=500",                spec: { scaleTargetRef: ref("StatefulSet"), maxReplicas: 5, metrics: [resource("cpu", each("500m"))] } },
    { args: "rc/web --max=5 --cpu=500m --memory=200",   spec: { scaleTargetRef: ref("ReplicationController", "v1"), maxReplicas: 5, metrics: [resource("cpu", each("500m")), resource("memory", each("200Mi"))] } },
    { args: "deployment/web --max=5 --memory=1.5Gi",    spec: { scaleTargetRef: ref("Deployment"), maxReplicas: 5, metrics: [resource("memory", each("1.5Gi"))] } },
    { args: "deployment/web --max=5 --memory=60% --cpu-percent=-1", spec: { scaleTargetRef: ref("Deployment"), maxReplicas: 5, metrics: [resource("memory", percent(60))] } },
    { args: `-f ${manifest} --max=5`,                   spec: { scaleTargetRef: ref("Rollout", "argoproj.io/v1alpha1"), maxReplicas: 5 } },
  ])("$args", async ({ args, spec }) => {
    const { stdout, stderr, status } = await trimtab(["autoscale", ...args.split(" "), ...dryRun]);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(JSON.parse(stdout)).toEqual({
      ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
      ...{ metadata: { name: "web" }, spec },
    });
    expect(ownRequests()).toEqual([]);
  });

  // prettier-ignore
  it.each<{ args: string; prints: string }>([
    { args: "-o yaml -n shop --name=front", prints: "---\napiVersion: autoscaling.trimtab.dev/v1alpha1\nkind: Autoscaler\nmetadata:\n  name: front\n  namespace: shop\nspec:\n  scaleTargetRef:\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web\n  maxReplicas: 5\n" },
    { args: "-o name",                      prints: "autoscaler.autoscaling.trimtab.dev/web\n" },
    { args: "--max=5",                      prints: "autoscaler.autoscaling.trimtab.dev/web created (dry run)\n" },
  ])("$args prints $prints", async ({ args, prints }) => {
    const given = ["deployment/web", "--max=5", "--dry-run", ...args.split(" ")];
    expect((await trimtab(["autoscale", ...given])).stdout).toBe(prints);
  });

  // prettier-ignore
  it.each<{ args: string; says: string }>([
    { args: "deployment/web",                              says: "--max <pods>' not specified" },
    { args: "deployment/web --max=0",                      says: "--max must be at least 1, but is 0" },
    { args: "deployment/web --max=2 --min=3",              says: "--max must be at least --min, but is 2, and --min is 3" },
    { args: "deployment/web --max=2.5",                    says: "It is not a whole number." },
    { args: "deployment/web --max=5 --cpu=70% --cpu-percent=70", says: "--cpu-percent and --cpu are mutually exclusive" },
    { args: "deployment/web --max=5 --cpu=7x",             says: "--cpu=7x is no cpu: write 70% or 500m" },
    { args: "deployment/web --max=5 --memory=-5%",         says: "--memory=-5% is no memory: write 60% or 200Mi" },
    { args: "deployment --max=5",                          says: "write TYPE/NAME, such as deployment/web" },
    { args: "deployment/a/b --max=5",                      says: "deployment/a/b is not TYPE/NAME" },
    { args: "daemonset/web --max=5",                       says: "daemonset is no deployment, replicaset, statefulset or replicationcontroller" },
    { args: "deployment a b --max=5 --name=c",             says: "--name names one object, but there are 2 targets" },
    { args: `deployment/web -f ${manifest} --max=5`,       says: "write either TYPE/NAME or -f, not both" },
    { args: "-f absent.yaml --max=5",                      says: "cannot read absent.yaml" },
  ])("$args fails: $says", async ({ args, says }) => {
    const given = ["autoscale", ...args.split(" "), "--dry-run=client"];
    const { stdout, stderr, status } = await trimtab(given);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toContain(says);
  });
});

/** A client of an earlier server on the same port, which still tries to reach it, does not count. */
function ownRequests() {
  return server.requests.filter(({ headers }) => headers["user-agent"]?.startsWith("trimtab-cli/"));
}

describe("trimtab autoscale", () => {
  const args = ["autoscale", "deployment/web", "--max=5"];

  // prettier-ignore
  it.each<{ more: string[]; query: object; says: string }>([
    { more: [],                              query: { fieldManager: "trimtab-cli" },             says: "autoscaled" },
    { more: ["--field-manager=me"],          query: { fieldManager: "me" },                      says: "autoscaled" },
    { more: ["--dry-run=server"],            query: { fieldManager: "trimtab-cli", dryRun: "All" }, says: "autoscaled (server dry run)" },
  ])("$more looks the workload up and posts with $query", async ({ more, query, says }) => {
    const { stdout, stderr, status } = await trimtab([...args, ...more]);
    expect({ stdout, stderr, status }).toEqual({
      ...{ stderr: "", status: 0 },
      stdout: `autoscaler.autoscaling.trimtab.dev/web ${says}\n`,
    });
    const [get, post, ...rest] = ownRequests();
    expect(get).toMatchObject({ method: "GET", path: "/apis/apps/v1/namespaces/shop/deployments/web" });
    const path = "/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/shop/autoscalers";
    expect(post).toMatchObject({ method: "POST", path, query });
    expect(JSON.parse(post?.body ?? "")).toMatchObject({ metadata: { name: "web", namespace: "shop" } });
    expect(rest).toEqual([]);
  });

  it.each([
    {
      shows: "no such workload",
      given: { GET: 404, POST: 201 },
      requests: 1,
      says: "there is no Deployment web in namespace shop",
    },
    {
      shows: "a refusal",
      given: { GET: 200, POST: 422 },
      requests: 2,
      says: "the API server answers: the API server says no",
    },
  ])("with $shows exits with 1", async ({ given, requests, says }) => {
    statuses = given;
    const { stdout, stderr, status } = await trimtab(args);
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
    expect(stderr).toBe(`trimtab: ${says}\n`);
    expect(ownRequests()).toHaveLength(requests);
  });
});
