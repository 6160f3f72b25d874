import type { Binaries } from "./controlplane/build.ts";
import { customMetricsComponent } from "./metrics/custom-metrics-component.ts";
import type { Component, StartOptions } from "./types.ts";

/** kwokctl's names of its components' ports. */
const kwokctlPortNames = [
  "etcdPort",
  "etcdPeerPort",
  "kubeApiserverPort",
  "kubeControllerManagerPort",
  "kubeSchedulerPort",
  "kwokControllerPort",
  "metricsServerPort",
] as const;

/** The ports of every cluster. */
export const portNames = [
  ...kwokctlPortNames,
  "customMetricsPort",
  "customMetricsControlPort",
] as const;

/** The component that listens on each port. */
export const portOwners: Readonly<Record<(typeof portNames)[number], Component>> = {
  etcdPort: "etcd",
  etcdPeerPort: "etcd",
  kubeApiserverPort: "kube-apiserver",
  kubeControllerManagerPort: "kube-controller-manager",
  kubeSchedulerPort: "kube-scheduler",
  kwokControllerPort: "kwok-controller",
  metricsServerPort: "metrics-server",
  customMetricsPort: "custom-metrics",
  customMetricsControlPort: "custom-metrics",
};

/** @param ports in the order of their names */
export function portOf(ports: readonly number[], name: (typeof portNames)[number]): number {
  const port = ports[portNames.indexOf(name)];
  if (port === undefined)
    throw new Error(`This cluster is older than its ${name}: start a new one.`);
  return port;
}

export interface KwokctlConfigInput {
  readonly binaries: Binaries;
  /** The folder in which kwokctl will keep the cluster. */
  readonly home: string;
  readonly ports: readonly number[];
  readonly options: StartOptions;
  readonly auditPolicyFile: string;
  /** Contains the administrator's token. */
  readonly tokenFile: string;
}

/**
 * The audit policy: one event for each completed request, with bodies for writes of scales, of Trimtab's
 * statuses and of the operator's leases.
 */
export const auditPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [
    {
      level: "RequestResponse",
      verbs: ["patch", "update"],
      resources: [
        { group: "apps", resources: ["*/scale"] },
        { group: "", resources: ["replicationcontrollers/scale"] },
        { group: "autoscaling.trimtab.dev", resources: ["*/status"] },
      ],
    },
    // To see which replica was the leader. Nodes also have leases, which they renew all the time.
    {
      level: "Request",
      verbs: ["create", "update"],
      resources: [{ group: "coordination.k8s.io", resources: ["leases"] }],
      namespaces: ["trimtab-system"],
    },
    { level: "Metadata" },
  ],
};

export const kwokConfig = {
  apiVersion: "config.kwok.x-k8s.io/v1alpha1",
  kind: "KwokConfiguration",
  options: {
    // The default is four at once: 5,000 nodes would take 35 s to become ready.
    ...{ nodeLeaseParallelism: 16, nodePlayStageParallelism: 16, podPlayStageParallelism: 16 },
    // kwok turns every other node Ready again, whatever a test has written there.
    disregardStatusWithAnnotationSelector: "kwok.x-k8s.io/status=custom",
  },
};

/** kwokctl reads YAML, and JSON is valid YAML. */
export function kwokctlConfig(input: KwokctlConfigInput) {
  const { binaries, home, ports, options, auditPolicyFile, tokenFile } = input;
  return {
    apiVersion: "config.kwok.x-k8s.io/v1alpha1",
    kind: "KwokctlConfiguration",
    options: {
      runtime: "binary",
      kubeVersion: binaries.kubernetesVersion,
      bindAddress: options.realNode ? "0.0.0.0" : "127.0.0.1",
      ...(options.realNode
        ? { kubeApiserverCertSANs: [kubernetesService, options.realNode.address] }
        : {}),
      ...Object.fromEntries(kwokctlPortNames.map(name => [name, portOf(ports, name)])),
      etcdBinary: binaries.etcd,
      kubeApiserverBinary: binaries["kube-apiserver"],
      kubeControllerManagerBinary: binaries["kube-controller-manager"],
      kubeSchedulerBinary: binaries["kube-scheduler"],
      kwokControllerBinary: binaries.kwok,
      kubectlBinary: binaries.kubectl,
      metricsServerBinary: binaries["metrics-server"],
      metricsServerManifests: [binaries.metricsServerManifests],
      ...(options.metricsServer ? { enable: ["metrics-server"] } : {}),
      enableCRDs: ["ClusterResourceUsage", "ResourceUsage", "Metric"],
      ...(options.auditLog ? { kubeAuditPolicy: auditPolicyFile } : {}),
      ...(options.featureGates ? { kubeFeatureGates: options.featureGates } : {}),
      disableQPSLimits: true,
    },
    components: options.customMetrics
      ? [
          customMetricsComponent({
            binary: binaries["custom-metrics"],
            home,
            port: portOf(ports, "customMetricsPort"),
            controlPort: portOf(ports, "customMetricsControlPort"),
          }),
        ]
      : [],
    componentsPatches: patches(options, { tokenFile, home }),
  };
}

/** Where pods reach the API server. */
const kubernetesService = "10.0.0.1";

/**
 * Controllers for what simulated nodes do not have: volumes, devices, kubelets with certificates and caches,
 * and files in containers. They would write to each new node and to each new namespace.
 */
const idleControllers = [
  "ttl-controller",
  "root-ca-certificate-publisher-controller",
  "persistentvolume-binder-controller",
  "persistentvolume-attach-detach-controller",
  "persistentvolume-expander-controller",
  "persistentvolume-protection-controller",
  "persistentvolumeclaim-protection-controller",
  "ephemeral-volume-controller",
  "resourceclaim-controller",
  "device-taint-eviction-controller",
  "certificatesigningrequest-signing-controller",
  "certificatesigningrequest-approving-controller",
  "certificatesigningrequest-cleaner-controller",
];

/** Objects need no list of the LimitRanges of their namespace: there are none. */
const idlePlugins = ["LimitRanger"];

const allBut = (controllers: readonly string[]): string =>
  ["*", ...controllers.map(name => `-${name}`)].join(",");

interface Argument {
  readonly key: string;
  readonly value: string;
  readonly override?: true;
}

interface Files {
  readonly tokenFile: string;
  /** kwokctl's folder of the cluster. */
  readonly home: string;
}

/** How the API server and pods reach each other, and what has the say over nodes. */
function networkOf({ realNode }: StartOptions, { home }: Files): Record<string, Argument[]> {
  if (!realNode) {
    return {
      "kube-apiserver": [
        // By default it looks for an external network address, and exits if there is only loopback.
        // EndpointSlices reject loopback addresses, so the `kubernetes` Service has none.
        { key: "advertise-address", value: "127.0.0.1" },
        { key: "endpoint-reconciler-type", value: "none" },
      ],
      // Nodes have no InternalIP here, which metrics-server would use to reach outside this machine.
      "metrics-server": [
        { key: "kubelet-preferred-address-types", value: "Hostname", override: true },
      ],
    };
  }
  return {
    "kube-apiserver": [
      { key: "advertise-address", value: realNode.address },
      { key: "endpoint-reconciler-type", value: "lease" },
      { key: "kubelet-client-certificate", value: `${home}/pki/admin.crt` },
      { key: "kubelet-client-key", value: `${home}/pki/admin.key` },
      { key: "kubelet-preferred-address-types", value: "InternalIP" },
    ],
    "metrics-server": [
      { key: "kubelet-preferred-address-types", value: "InternalIP", override: true },
    ],
    // kwok would make its pods ready before their containers run.
    "kwok-controller": [
      { key: "manage-all-nodes", value: "false", override: true },
      {
        key: "manage-nodes-with-annotation-selector",
        value: "kwok.x-k8s.io/node=fake",
        override: true,
      },
    ],
  };
}

function patches(options: StartOptions, files: Files): { name: string; extraArgs: Argument[] }[] {
  const network = networkOf(options, files);
  const own: Record<string, Argument[]> = {
    ...network,
    // On a busy disk a write can take seconds, and requests fail with "etcdserver: request timed out". Only a
    // crash of the machine loses unsynced data: that cluster is gone anyway.
    ...(options.waitsForDisk ? {} : { etcd: [{ key: "unsafe-no-fsync", value: "true" }] }),
    "kube-apiserver": [
      ...(network["kube-apiserver"] ?? []),
      { key: "token-auth-file", value: files.tokenFile },
      ...(isForTests(options)
        ? [
            { key: "disable-admission-plugins", value: idlePlugins.join(",") },
            // One by default: hundreds of objects would take seconds.
            { key: "delete-collection-workers", value: "8" },
          ]
        : []),
      // Rotation would hide events from tests that count them: ten minutes are at most about 1 GB.
      ...(options.auditLog ? [{ key: "audit-log-maxsize", value: "4096" }] : []),
    ],
    // There is no competing replica. Leader election delays the start by up to two seconds, and a component
    // that cannot renew its lease exits: killing the API server in a test would end these two as well.
    "kube-controller-manager": [
      { key: "leader-elect", value: "false" },
      // A cluster for experiments has all controllers: nothing there is known beforehand.
      ...(hasAllControllers(options)
        ? []
        : [{ key: "controllers", value: allBut(idleControllers) }]),
    ],
    "kube-scheduler": [{ key: "leader-elect", value: "false" }],
  };
  for (const [name, values] of Object.entries(options.componentArgs ?? {})) {
    const extra = Object.entries(values).map(([key, value]) => ({ key, value }));
    own[name] = [...(own[name] ?? []), ...extra];
  }
  return Object.entries(own).map(([name, extraArgs]) => ({ name, extraArgs }));
}

const hasAllControllers = ({ outlivesProcess = false, realNode }: StartOptions): boolean =>
  outlivesProcess || realNode !== undefined;

/** Benchmarks measure the usual API server, and a cluster that stays has all plugins. */
const isForTests = (options: StartOptions): boolean =>
  options.waitsForDisk !== true && !hasAllControllers(options);
