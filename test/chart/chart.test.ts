import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseDocument, stringify } from "yaml";

import { packRelease, unpackRelease } from "../../hack/build/archive.ts";
import type { ApiObject } from "../../hack/cluster/api.ts";
import { buildHelm } from "../../hack/cluster/helm/helm.ts";
import { run } from "../../hack/host/run.ts";
import { image } from "../../hack/image/image.ts";
import {
  chart,
  renderChart,
  renderedObject,
  withRequired,
} from "../../hack/cluster/operator/chart.ts";
import type { RenderedDeployment } from "../../hack/cluster/operator/pod.ts";

const root = join(import.meta.dirname, "../..");
const crdNames = ["autoscalers", "clusterproportionalautoscalers", "forecastrecords"];

/** The values of typical installations. */
const sets: Readonly<Record<string, object>> = {
  defaults: {},
  "cert-manager": {
    certificate: { source: "certManager" },
    serviceMonitor: { enabled: true, labels: { release: "prometheus" } },
    prometheusRule: { enabled: true },
    dashboard: { enabled: true },
  },
  "own-certificate": {
    certificate: { source: "secret", secretName: "my-tls" },
    crds: { install: false },
    rbac: { configMaps: true },
    webhook: { url: "https://localhost:9443/validate", failurePolicy: "Ignore" },
  },
  hardened: {
    replicas: 3,
    fullnameOverride: "scaler",
    image: {
      repository: "registry.example.com/trimtab",
      tag: "1.2.3",
      digest: `sha256:${"a".repeat(64)}`,
    },
    imagePullSecrets: [{ name: "pull" }],
    guardRails: {
      leastSyncPeriodSeconds: 15,
      largestMaxReplicas: 200,
      allowedTargetKinds: ["Deployment.apps"],
    },
    metricSources: [
      {
        ...{ name: "platform", type: "Prometheus", allowedNamespaces: ["*"] },
        prometheus: {
          url: "https://prometheus.monitoring.svc:9090",
          enforcedMatchers: [{ label: "namespace", value: "$(namespace)" }],
        },
        credentialsSecret: "platform-prometheus",
      },
      {
        ...{ name: "long-term", type: "Prometheus", allowedNamespaces: ["shop"] },
        prometheus: { url: "https://mimir.monitoring.svc/prometheus" },
        credentialsSecret: "platform-prometheus",
      },
    ],
    extraTargets: [
      { apiGroup: "argoproj.io", resource: "rollouts" },
      { apiGroup: "example.dev", resource: "machines", watch: true },
    ],
    webhook: {
      path: "/validate/nobody-guesses-this",
      clients: { caSecretName: "webhook-clients", names: ["kube-apiserver", "konnectivity"] },
    },
    networkPolicy: {
      from: [{ ipBlock: { cidr: "10.0.0.1/32" } }],
      metricsFrom: [{ namespaceSelector: { matchLabels: { team: "monitoring" } } }],
      egress: [{ ports: [{ port: 6443 }] }],
    },
    nodeSelector: { "node-role.kubernetes.io/control-plane": "" },
    tolerations: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
  },
  namespaced: {
    watchNamespaces: ["team-a", "team-b", "team-a"],
    webhook: { namespaceSelector: { matchExpressions: [{ key: "team", operator: "Exists" }] } },
    rbac: { nodes: false, configMaps: ["team-b"] },
    crds: { install: false },
  },
  "without-cluster-role": {
    watchNamespaces: ["team-a"],
    rbac: { clusterRole: false, aggregateToDefaultRoles: false },
    certificate: { source: "secret", secretName: "my-tls" },
    extraTargets: [{ apiGroup: "argoproj.io", resource: "rollouts", watch: true }],
  },
  least: {
    replicas: 1,
    crds: { keep: false },
    serviceAccount: { create: false, name: "mine" },
    rbac: { create: false, aggregateToDefaultRoles: false },
    scaleAccessPolicy: { enabled: false },
    statusPolicy: { enabled: false },
    networkPolicy: { enabled: false },
    flowSchema: { enabled: false },
    podDisruptionBudget: { enabled: false },
    priorityClassName: "",
    resources: {},
  },
};

/** Long, and except for labels identical to their own files. */
const isLong = ({ kind, metadata }: ApiObject): boolean =>
  kind === "CustomResourceDefinition" ||
  kind === "ValidatingAdmissionPolicy" ||
  /-(dashboard|runbooks)$/.test(metadata?.name ?? "") ||
  kind === "PrometheusRule";

const shown = (object: ApiObject): object =>
  isLong(object)
    ? { kind: object.kind, metadata: object.metadata, note: "the rest is not repeated here" }
    : object;

let folder: string;
let helm: string;
beforeAll(async () => {
  helm = await buildHelm();
  folder = mkdtempSync(join(tmpdir(), "trimtab-chart-test-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Helm's output for these values, and its exit code. */
async function tried(verb: readonly string[], values: object) {
  const file = join(folder, "values.yaml");
  writeFileSync(file, JSON.stringify(withRequired(values)));
  return run(helm, [...verb, chart, `--values=${file}`], { env: { HOME: folder, PATH: "" } });
}

/** What Helm renders, as text. */
const rendered = async (values: object): Promise<string> =>
  (await renderChart(values)).map(object => stringify(shown(object))).join("---\n");

/** The lines that differ from the default values' output, below the kind of their object. */
async function changes(values: object): Promise<string> {
  const files = await Promise.all(
    Object.entries({ defaults: {}, values }).map(async ([name, each]) => {
      const file = join(folder, `${name}.rendered.yaml`);
      writeFileSync(file, await rendered(each));
      return file;
    }),
  );
  const { stdout, code } = await run("diff", ["-U0", "--show-function-line=^kind:", ...files]);
  // 1 means that the files differ.
  expect(code).toBe(1);
  // Without the names of the files.
  return stdout.replace(/^---.*\n\+\+\+.*\n/, "");
}

/** The output of the others has much in common with that of the default values. */
const recordedWhole = ["defaults", "least"];

describe.each(Object.entries(sets))("the chart with the values %s", (name, values) => {
  it("renders the recorded output; after an intended change: vitest -u", async () => {
    if (recordedWhole.includes(name)) {
      await expect(await rendered(values)).toMatchFileSnapshot(`goldens/${name}.yaml`);
    } else {
      await expect(await changes(values)).toMatchFileSnapshot(`goldens/${name}.diff`);
    }
  });

  it("passes helm lint", async () => {
    const { stdout, stderr, code } = await tried(["lint", "--strict"], values);
    expect(code, stdout + stderr).toBe(0);
  });
});

// prettier-ignore
const mistakes: readonly { shows: string; values: object; says: string }[] = [
  { shows: "a value that does not exist",    values: { replica: 3 },                                says: "'replica' not allowed" },
  { shows: "an unknown nested value",        values: { webhook: { failPolicy: "Fail" } },           says: "'failPolicy' not allowed" },
  { shows: "no replicas",                    values: { replicas: 0 },                               says: "at '/replicas'" },
  { shows: "replicas as a word",             values: { replicas: "two" },                           says: "at '/replicas'" },
  { shows: "an unknown failure policy",      values: { webhook: { failurePolicy: "Warn" } },        says: "at '/webhook/failurePolicy'" },
  { shows: "a webhook without TLS",          values: { webhook: { url: "http://localhost:1" } },    says: "at '/webhook/url'" },
  { shows: "a path next to a URL",           values: { webhook: { url: "https://a/validate", path: "/validate" } }, says: "webhook.path: the path is part of webhook.url" },
  { shows: "a path with a query",            values: { webhook: { path: "/validate?a" } },          says: "at '/webhook/path'" },
  { shows: "a client's name with a comma",   values: { webhook: { clients: { names: ["a,b"] } } },  says: "at '/webhook/clients/names/0'" },
  { shows: "an unknown certificate source",  values: { certificate: { source: "vault" } },          says: "at '/certificate/source'" },
  { shows: "an unnamed certificate Secret",  values: { certificate: { source: "secret" } },         says: "certificate.secretName must name the Secret" },
  { shows: "an unnamed service account",     values: { serviceAccount: { create: false } },         says: "serviceAccount.name must name the account" },
  { shows: "a target kind in the plural",    values: { guardRails: { allowedTargetKinds: ["deployments"] } }, says: "at '/guardRails/allowedTargetKinds/0'" },
  { shows: "all resources of a group",       values: { extraTargets: [{ apiGroup: "argoproj.io", resource: "*" }] }, says: "at '/extraTargets/0/resource'" },
  { shows: "all groups",                     values: { extraTargets: [{ apiGroup: "*", resource: "rollouts" }] },    says: "at '/extraTargets/0/apiGroup'" },
  { shows: "no repository of an image",      values: { image: { repository: "" } },                 says: "image.repository must name the repository that you pushed the image to" },
  { shows: "an IP family policy in lower case", values: { service: { ipFamilyPolicy: "dual" } },    says: "at '/service/ipFamilyPolicy'" },
  { shows: "a mount without a path",         values: { volumeMounts: [{ name: "ca" }] },            says: "at '/volumeMounts/0'" },
  { shows: "a probe of another path",        values: { readinessProbe: { httpGet: {} } },           says: "'httpGet' not allowed" },
  { shows: "an unknown strategy",            values: { strategy: { type: "OnDelete" } },            says: "at '/strategy/type'" },
  { shows: "an unknown alert",               values: { prometheusRule: { alerts: { TrimtabUp: {} } } }, says: "TrimtabUp" },
  { shows: "an invalid digest",              values: { image: { digest: "latest" } },               says: "at '/image/digest'" },
  { shows: "a name with a dot",              values: { fullnameOverride: "a.b" },                    says: "at '/fullnameOverride'" },
  { shows: "three replicas without election", values: { replicas: 3, extraArgs: ["--leader-elect=false"] }, says: "without an election each of several replicas leads" },
  { shows: "a Secret's name in capitals",    values: { certificate: { secretName: "Bad" } },         says: "at '/certificate/secretName'" },
  { shows: "a termination grace that is too short", values: { terminationGracePeriodSeconds: 5 },         says: "must be longer than shutdownGraceSeconds" },
  { shows: "a memory limit that is no quantity", values: { resources: { limits: { memory: "much" } } }, says: "must be a quantity such as 256Mi" },
  { shows: "a namespace in capitals",        values: { watchNamespaces: ["Team"] },                  says: "at '/watchNamespaces/0'" },
  { shows: "a list of namespaces as text",   values: { watchNamespaces: "a,b" },                     says: "at '/watchNamespaces'" },
  { shows: "101 namespaces",                 values: { watchNamespaces: Array.from({ length: 101 }, (_, n) => `n${n}`) }, says: "at '/watchNamespaces'" },
  { shows: "all namespaces without a ClusterRole", values: { rbac: { clusterRole: false } },         says: "rbac.clusterRole: false needs watchNamespaces" },
  { shows: "a managed certificate without a ClusterRole", values: { watchNamespaces: ["a"], rbac: { clusterRole: false } }, says: "needs certificate.source certManager or secret" },
  { shows: "ConfigMaps as text",             values: { rbac: { configMaps: "true" } },               says: "at '/rbac/configMaps'" },
  { shows: "ConfigMaps of a namespace that is not watched", values: { watchNamespaces: ["a"], rbac: { configMaps: ["a", "b"] } }, says: "rbac.configMaps: b is not in watchNamespaces" },
  { shows: "no check of users at all",       values: { watchNamespaces: ["a"], rbac: { clusterRole: false }, certificate: { source: "certManager" }, scaleAccessPolicy: { enabled: false } }, says: "needs scaleAccessPolicy.enabled" },
  { shows: "a lease of one second",          values: { leaderElection: { leaseDurationSeconds: 1 } }, says: "at '/leaderElection/leaseDurationSeconds'" },
];

describe("the chart rejects", () => {
  it.each(mistakes)("$shows", async ({ values, says }) => {
    const { code, stderr } = await tried(["template", "trimtab"], values);
    expect(code).not.toBe(0);
    expect(stderr).toContain(says);
  });
});

/** The values of the operator's variable NODE_OPTIONS. */
async function nodeOptions(values: object): Promise<(string | undefined)[]> {
  const { spec } = await renderedObject<RenderedDeployment>("Deployment", values);
  const { env } = spec.template.spec.containers[0];
  return env.filter(({ name }) => name === "NODE_OPTIONS").map(({ value }) => value);
}

interface CrdSpec {
  readonly names: { readonly kind: string };
  readonly versions: readonly [{ readonly name: string }];
}

interface Metadata {
  readonly home: string;
  readonly sources: readonly string[];
  readonly icon: string;
  readonly annotations: Readonly<Record<string, string>>;
}

describe("the chart", () => {
  it("introduces itself as the image does, with an icon and its CRDs", async () => {
    const text = readFileSync(join(chart, "Chart.yaml"), "utf8");
    const { home, sources, icon, annotations } = parse(text) as Metadata;
    const { labels } = image;
    const source = labels["org.opencontainers.image.source"];
    expect([home, ...sources]).toEqual([source, source]);
    expect(annotations["artifacthub.io/license"]).toBe(labels["org.opencontainers.image.licenses"]);
    expect(decodeURIComponent(icon)).toMatch(/^data:image\/svg[+]xml,<svg [^]*<\/svg>$/);
    const named = parse(annotations["artifacthub.io/crds"]!) as Record<string, string>[];
    const crds = (await renderChart()).filter(({ kind }) => kind === "CustomResourceDefinition");
    expect(named.map(({ kind, name, version }) => ({ kind, name, version }))).toEqual(
      crds.map(({ metadata, spec }) => {
        const { names, versions } = spec as CrdSpec;
        return { kind: names.kind, name: metadata?.name, version: versions[0].name };
      }),
    );
  });

  it("contains the unchanged CRDs and keeps them on uninstall", async () => {
    const rendered = (await renderChart()).filter(
      ({ kind }) => kind === "CustomResourceDefinition",
    );
    expect(rendered).toHaveLength(crdNames.length);
    for (const name of crdNames) {
      const file = join(root, `crds/${name}.autoscaling.trimtab.dev.yaml`);
      const own = parseDocument(readFileSync(file, "utf8")).toJS() as ApiObject;
      const found = rendered.find(({ metadata }) => metadata?.name === own.metadata?.name);
      expect(found?.spec).toEqual(own.spec);
      expect(found?.metadata?.annotations).toEqual({ "helm.sh/resource-policy": "keep" });
    }
  });

  it("grants no wildcard verbs, and Secrets only by name", async () => {
    const roles = (await renderChart()).filter(({ kind }) => /^(Cluster)?Role$/.test(kind ?? ""));
    const rules = roles.flatMap(role => (role as { rules?: readonly Rule[] }).rules ?? []);
    expect(rules.flatMap(({ verbs }) => verbs)).not.toContain("*");
    const secrets = rules.filter(({ resources }) => resources.includes("secrets"));
    expect(secrets.map(({ resourceNames, verbs }) => ({ resourceNames, verbs }))).toEqual([
      { resourceNames: ["trimtab-webhook-certificate"], verbs: ["list", "watch", "patch"] },
    ]);
  });

  // prettier-ignore
  it.each([
    { limit: "256Mi",     of: "--max-old-space-size=128 --max-semi-space-size=4" },
    { limit: "0.5Gi",     of: "--max-old-space-size=320 --max-semi-space-size=8" },
    { limit: "300M",      of: "--max-old-space-size=150 --max-semi-space-size=4" },
    { limit: "1e9",       of: "--max-old-space-size=650 --max-semi-space-size=14" },
    { limit: 536_870_912, of: "--max-old-space-size=320 --max-semi-space-size=8" },
    { limit: "4Gi",       of: "--max-old-space-size=3008 --max-semi-space-size=32" },
    { limit: "16Mi",      of: "--max-old-space-size=8 --max-semi-space-size=1" },
    { limit: null,        of: undefined },
    { limit: "0",         of: undefined },
  ])("derives V8's limits from a memory limit of $limit: $of", async ({ limit, of }) => {
    expect(await nodeOptions({ resources: { limits: { memory: limit } } })).toEqual(of ? [of] : []);
  });

  it("accepts that there are no resources", async () => {
    expect(await nodeOptions({ resources: null })).toEqual([]);
  });

  it("prefers a user's NODE_OPTIONS to those limits", async () => {
    const extraEnv = [{ name: "NODE_OPTIONS", value: "--stack-trace-limit=0" }];
    expect(await nodeOptions({ extraEnv })).toEqual(["--stack-trace-limit=0"]);
  });

  it("creates a managed certificate's Secret without keys that an upgrade removes", async () => {
    const secretsOf = async (values: object) =>
      (await renderChart(values)).filter(({ kind }) => kind === "Secret");
    const [secret, ...others] = await secretsOf({});
    expect(Object.keys(secret ?? {}).sort()).toEqual(["apiVersion", "kind", "metadata"]);
    expect(others).toEqual([]);
    for (const source of ["certManager", "secret"]) {
      const certificate = { source, secretName: "mine" };
      expect(await secretsOf({ certificate })).toEqual([]);
    }
  });

  it.each([
    { aggregateProportionalToEdit: false, of: [["autoscalers"]] },
    {
      aggregateProportionalToEdit: true,
      of: [["autoscalers"], ["clusterproportionalautoscalers"]],
    },
  ])("lets editors write $of: $aggregateProportionalToEdit", async ({ of, ...rbac }) => {
    const roles = await renderChart({ rbac });
    const editors = roles.filter(
      ({ metadata }) => metadata?.labels?.["rbac.authorization.k8s.io/aggregate-to-edit"],
    ) as (ApiObject & { readonly rules: readonly Rule[] })[];
    expect(editors.flatMap(({ rules }) => rules.map(({ resources }) => resources))).toEqual(of);
  });

  it("gives every object a name that is valid for a Service, for any release name", async () => {
    for (const name of ["my.release-1.0", `${"a".repeat(38)}--trimtab`, "trimtab"]) {
      const { stdout } = await tried(["template", name], {});
      const services = stdout.split(/^---$/m).filter(text => /^kind: Service$/m.test(text));
      const [, found] = /^  name: (.+)$/m.exec(services[0] ?? "") ?? [];
      expect(found).toMatch(/^[a-z]([-a-z0-9]*[a-z0-9])?$/);
    }
  });

  it("selects its pods for any user-defined labels", async () => {
    const podLabels = { "app.kubernetes.io/name": "mine", team: "platform" };
    const [deployment] = (await renderChart({ podLabels })).filter(
      ({ kind }) => kind === "Deployment",
    );
    const { selector, template } = deployment?.spec as {
      selector: { matchLabels: object };
      template: { metadata: { labels: object } };
    };
    expect(template.metadata.labels).toMatchObject({ ...selector.matchLabels, team: "platform" });
  });

  it("accepts a tolerance from --set", async () => {
    const [deployment] = (await renderChart({ settings: { tolerance: "0.05" } })).filter(
      ({ kind }) => kind === "Deployment",
    );
    expect(JSON.stringify(deployment)).toContain("--tolerance=0.05");
  });

  it("describes in its schema every value that its templates read", () => {
    const templates = readdirSync(join(chart, "templates")).map(name =>
      readFileSync(join(chart, "templates", name), "utf8"),
    );
    const read = new Set(
      templates.flatMap(text =>
        [...text.matchAll(/\.Values\.([A-Za-z]+)/g)].map(([, name]) => name),
      ),
    );
    const schema = JSON.parse(readFileSync(join(chart, "values.schema.json"), "utf8")) as {
      properties: object;
    };
    expect([...read].sort()).toEqual(
      Object.keys(schema.properties)
        .filter(name => !["global", "enabled"].includes(name))
        .sort(),
    );
  });

  it("has the version of a build where a release archive has it, without a plus sign in labels and tags", async () => {
    const file = join(folder, "release.tar.gz");
    // Any file is a bundle here.
    const release = { chart, bundle: join(chart, "Chart.yaml") };
    await packRelease(release, file, "1.2.3+g0123456789ab");
    const unpacked = join(folder, "release");
    mkdirSync(unpacked);
    const packed = await unpackRelease(file, unpacked);
    const about = parse(readFileSync(join(packed.chart, "Chart.yaml"), "utf8")) as object;
    const version = "1.2.3+g0123456789ab";
    expect(about).toMatchObject({ version, appVersion: version, apiVersion: "v2" });
    const deployment = await renderedObject<RenderedDeployment>("Deployment", {}, packed.chart);
    expect(deployment.metadata?.labels).toMatchObject({
      "helm.sh/chart": "trimtab-1.2.3_g0123456789ab",
      "app.kubernetes.io/version": "1.2.3_g0123456789ab",
    });
    const [container] = deployment.spec.template.spec.containers;
    expect(container).toMatchObject({
      image: "registry.example.com/trimtab:1.2.3_g0123456789ab",
    });
  });

  it("accepts the metric sources that the operator accepts", () => {
    const read = (file: string): unknown => parse(readFileSync(join(root, file), "utf8"));
    const inChart = itemsOf(read("charts/trimtab/values.schema.json"));
    const file = "controller/metric-sources/metric-sources.schema.yaml";
    expect(rulesOf(inChart)).toEqual(rulesOf(itemsOf(read(file))));
  });
});

const itemsOf = (schema: unknown): unknown =>
  (schema as { properties: { metricSources: { items: unknown } } }).properties.metricSources.items;

const texts = new Set(["title", "description", "example"]);

/** A schema without its texts. */
function rulesOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rulesOf);
  if (typeof schema !== "object" || schema === null) return schema;
  const rules = Object.entries(schema).filter(([key]) => !texts.has(key));
  return Object.fromEntries(rules.map(([key, value]) => [key, rulesOf(value)]));
}

interface Rule {
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}
