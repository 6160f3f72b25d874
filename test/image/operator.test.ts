import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { milliUnits } from "../../engine/model/values/quantity.ts";
import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { useOrStartCluster } from "../../hack/cluster/cluster.ts";
import type { Cluster } from "../../hack/cluster/types.ts";
import { buildImage } from "../../hack/image/build.ts";
import { runInImage, type Container, type Mount } from "../../hack/image/run.ts";
import { ownedBy, serviceAccountOf } from "../../hack/image/service-account.ts";
import { unpackImage, type UnpackedImage } from "../../hack/image/unpack.ts";
import { choosePorts, isFree, searchStart } from "../../hack/host/ports.ts";
import {
  makeCertificate,
  type WebhookCertificate,
} from "../../hack/cluster/operator/certificate.ts";
import { operatorNamespace, renderedObject } from "../../hack/cluster/operator/chart.ts";
import {
  installProduct,
  installTest,
  installWebhook,
  removeWebhook,
} from "../../hack/cluster/operator/install.ts";
import {
  processOf,
  type PodProcess,
  type RenderedDeployment,
} from "../../hack/cluster/operator/pod.ts";
import { probe, type Asked } from "./probe.ts";
import { eventually } from "../integration/eventually.ts";
import { leasePath, secretPath } from "../rights/scene.ts";

const folder = mkdtempSync(join(tmpdir(), "trimtab-image-"));
let certificate: WebhookCertificate;
let cluster: Cluster;
let image: UnpackedImage;

beforeAll(async () => {
  const starting = useOrStartCluster({ name: "image" });
  const { layout } = await buildImage(join(folder, "image"));
  image = await unpackImage(layout, join(folder, "rootfs"));
  certificate = await makeCertificate();
  cluster = await starting;
  await installProduct(cluster);
  // What the operators of another file have left: a Lease that has not expired, and their certificate.
  await apiRequest(cluster, "DELETE", leasePath);
  await mustRequest(cluster, "PATCH", secretPath, { data: null });
});

afterAll(async () => {
  await removeWebhook(cluster);
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

interface Pod {
  readonly container: Container;
  readonly process: PodProcess;
  /** As a kubelet asks. */
  readonly probe: (which: "startupProbe" | "livenessProbe" | "readinessProbe") => Promise<Asked>;
  readonly get: (path: string) => Promise<Asked>;
}

const webhookAt = (port: number) => ({ webhook: { url: `https://localhost:${port}/validate` } });
const ownFiles = { certificate: { source: "secret", secretName: "mine" } };
/** What OpenShift's restricted-v2 adds: a user of the namespace's range, which is in group 0. */
const openShift = { podSecurityContext: { runAsUser: 1_000_730_000 } };

type Edit = (deployment: RenderedDeployment) => RenderedDeployment;
const same: Edit = deployment => deployment;

interface Start {
  readonly edit?: Edit | undefined;
  /** The webhook's caBundle, where the operator does not write it. */
  readonly ca?: string | null;
}

let serial = 0;

/** Pods that start at the same time search for their ports in separate ranges. */
const firstRange = searchStart.other();
let ranges = 0;
const nextRange = () => 0.5 + ((firstRange + 0.01 * ranges++) % 0.5);

/** Starts what the chart's Deployment says as a kubelet would, with the network of this machine. */
async function start(values: object, { edit = same, ca = null }: Start = {}): Promise<Pod> {
  const choice = { taken: new Set<number>(), isFree, start: nextRange() };
  const [port = 0, metricsPort = 0] = await choosePorts(2, choice);
  const rendered = await renderedObject<RenderedDeployment>("Deployment", {
    ...{ port, metricsPort, shutdownGraceSeconds: 0 },
    ...webhookAt(port),
    ...values,
    // All addresses of this machine are more than a test should listen on.
    extraArgs: ["--bind-address=127.0.0.1"],
  });
  await installWebhook(cluster, webhookAt(port).webhook.url, ca);
  const started = processOf(edit(rendered), `image-${++serial}`);
  const { uid, gid, serviceAccountName, container: spec } = started;
  const identity = { namespace: operatorNamespace, serviceAccount: serviceAccountName, uid };
  const account = await serviceAccountOf(cluster, identity, folder);
  const container = await runInImage({
    ...{ image, uid, gid, args: started.args, network: "host" },
    env: { ...started.env, ...account.env },
    mounts: [account.mount, ...(await secretMounts(started))],
    memoryBytes: Number(parseMemory(spec.resources?.limits?.memory ?? "")),
  });
  const get = (path: string) => probe({ path, port: started.port, scheme: "HTTP" });
  return {
    ...{ container, process: started, get },
    probe: which => {
      const { path, port: name, scheme } = spec[which].httpGet;
      const at = spec.ports.find(each => each.name === name)?.containerPort ?? 0;
      return probe({ path, port: at, scheme });
    },
  };
}

/** What the pod of `helm test` says, as a container of the same image. */
async function helmTest() {
  const pod = await installTest(cluster);
  const pods = `/api/v1/namespaces/${operatorNamespace}/pods`;
  await mustRequest(cluster, "POST", `${pods}?dryRun=All&fieldValidation=Strict`, pod);
  const { spec } = pod;
  const { serviceAccountName: serviceAccount, containers } = spec;
  const identity = { namespace: operatorNamespace, serviceAccount, uid: image.uid };
  const account = await serviceAccountOf(cluster, identity, folder);
  const command = containers[0].command;
  const container = await runInImage({
    ...{ image, command, args: containers[0].args, network: "host" },
    ...{ env: { ...account.env, ...environmentOf(containers[0].env) }, mounts: [account.mount] },
  });
  return { exit: await container.exited, log: container.log() };
}

const environmentOf = (variables: readonly { name: string; value: string }[]) =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]));

const parseMemory = (text: string): bigint => {
  const parsed = milliUnits(text);
  if (!parsed.ok) throw new Error(`${text} is no amount of memory`);
  return parsed.value / 1000n;
};

async function secretMounts({ secrets, uid }: PodProcess): Promise<Mount[]> {
  const mounts = Object.keys(secrets).map(containerPath => {
    const hostPath = mkdtempSync(join(folder, "secret-"));
    writeFileSync(join(hostPath, "tls.crt"), certificate.cert);
    writeFileSync(join(hostPath, "tls.key"), certificate.key);
    return { hostPath, containerPath, readOnly: true };
  });
  for (const { hostPath } of mounts) {
    await ownedBy(uid, [hostPath, join(hostPath, "tls.crt"), join(hostPath, "tls.key")]);
  }
  return mounts;
}

const untilReady = (pod: Pod) =>
  eventually(async () => {
    const { code, text } = await pod.probe("readinessProbe");
    expect(code, `${text}\n${pod.container.log()}`).toBe(200);
  });

describe.each([
  { shows: "makes its own certificate", values: {}, ca: (): null => null, uid: 65532, gid: 65532 },
  {
    shows: "finds its certificate in a mounted Secret and runs as a user that OpenShift chooses",
    ...{ values: { ...ownFiles, ...openShift }, ca: (): string => certificate.ca },
    ...{ uid: 1_000_730_000, gid: 0 },
  },
])("a pod of the chart, from its image, that $shows", ({ values, ca, uid, gid }) => {
  let pod: Pod;
  beforeAll(async () => {
    pod = await start(values, { ca: ca() });
  });
  afterAll(async () => {
    await pod.container.stop();
  });

  it("is ready, by the probes that it comes with", async () => {
    await untilReady(pod);
    for (const which of ["startupProbe", "livenessProbe"] as const) {
      expect(await pod.probe(which)).toMatchObject({ code: 200 });
    }
  });

  it("passes helm test, which its webhook answers", async () => {
    expect(await helmTest()).toEqual({ exit: 0, log: "The webhook answers.\n" });
  });

  it("has all the rights that it needs", () => {
    expect(pod.container.log()).not.toContain("lacks rights");
  });

  it("needs less memory than its limit", async () => {
    const { text } = await pod.get("/metrics");
    const resident = Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]);
    const limit = 256 * 2 ** 20;
    expect(resident).toBeLessThan(limit);
    // Undefined where no cgroup can be made.
    expect(pod.container.peakMemoryBytes() ?? resident).toBeLessThanOrEqual(limit);
  });

  it(`is user ${uid} of group ${gid}, and has no place to write to`, () => {
    const status = readFileSync(`/proc/${pod.container.pid}/status`, "utf8");
    if (process.getuid?.() === 0) {
      for (const [name, id] of Object.entries({ Uid: uid, Gid: gid })) {
        expect(status).toMatch(new RegExp(`^${name}:(\\t${id}){4}$`, "m"));
      }
    }
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const mounts = readFileSync(`/proc/${pod.container.pid}/mounts`, "utf8").trim().split("\n");
    const writable = mounts
      .map(line => line.split(" "))
      .filter(([, , , options]) => options?.split(",").includes("rw"))
      .map(([, path]) => path);
    expect(writable.filter(path => !/^\/(proc|sys|dev)(\/|$)/.test(path!))).toEqual([]);
  });

  it("ends at SIGTERM, although it is process 1", async () => {
    expect(await pod.container.stop()).toBe(0);
  });
});

/** The Deployment as text, in which something is replaced. */
const broken =
  (from: string | RegExp, to: string): Edit =>
  deployment => {
    const text = JSON.stringify(deployment);
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`the Deployment has no ${String(from)}`);
    return JSON.parse(edited) as RenderedDeployment;
  };

/** What a test observes of a pod: how its probe is answered, how it ended, and what it says. */
interface PodOutcome {
  readonly probe: Asked;
  readonly ended: number | NodeJS.Signals | null;
  readonly log: string;
}

const isGood = ({ probe: { code }, log }: PodOutcome): boolean =>
  code === 200 && log.includes('"leading"') && !log.includes("lacks rights");

// prettier-ignore
const breaks: readonly { shows: string; values?: object; edit?: Edit; becomes: (outcome: PodOutcome) => boolean }[] = [
  { shows: "nothing",                            becomes: isGood },
  { shows: "an argument that there is not",      edit: broken("--workers=", "--worker="),                       becomes: ({ ended }) => ended === 2 },
  { shows: "the wrong Lease",                    edit: broken("--lease-name=trimtab", "--lease-name=other"),    becomes: ({ log }) => /lacks rights.*leases.*other/.test(log) },
  { shows: "the wrong Secret",                   edit: broken("--tls-secret-name=trimtab-webhook-certificate", "--tls-secret-name=other"), becomes: ({ log }) => /lacks rights.*secrets.*other/.test(log) },
  { shows: "an environment without a namespace", edit: broken('"POD_NAMESPACE","valueFrom"', '"NAMESPACE","valueFrom"'),           becomes: ({ log }) => /lacks rights.*Role in \$\(POD_NAMESPACE\)/.test(log) },
  { shows: "another service account",            edit: broken('"serviceAccountName":"trimtab"', '"serviceAccountName":"default"'), becomes: ({ log }) => /lacks rights.*autoscalers/.test(log) },
  { shows: "a Secret mounted elsewhere", values: ownFiles, edit: broken('"mountPath":"/etc/trimtab/tls"', '"mountPath":"/etc/tls"'), becomes: ({ ended, log }) => ended === 1 && log.includes("/etc/trimtab/tls/tls.crt") },
  { shows: "a probe of another path",            edit: broken('"path":"/readyz"', '"path":"/ready"'),           becomes: ({ probe }) => probe.code === 404 },
  { shows: "a probe of the webhook's port",      edit: broken('"path":"/readyz","port":"metrics"', '"path":"/readyz","port":"https"'), becomes: ({ probe, log }) => probe.code === 0 && log.includes('"started"') },
  { shows: "a port that it does not listen on",  edit: broken(/"metrics","containerPort":\d+/, '"metrics","containerPort":1'),      becomes: ({ probe, log }) => probe.code === 0 && log.includes('"started"') },
];

// The pods that work take turns as the leader.
describe.concurrent("a Deployment in which something is wrong", () => {
  it.each(breaks)("is found out: $shows", async ({ values = {}, edit, becomes }) => {
    const pod = await start(values, { edit });
    let ended: PodOutcome["ended"] = null;
    void pod.container.exited.then(code => (ended = code));
    await eventually(async () => {
      const outcome = { probe: await pod.probe("readinessProbe"), ended, log: pod.container.log() };
      expect(becomes(outcome), JSON.stringify(outcome)).toBe(true);
      expect(isGood(outcome)).toBe(edit === undefined);
    });
    await pod.container.stop();
  });
});
