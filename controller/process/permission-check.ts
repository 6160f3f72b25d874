import { setTimeout as wait } from "node:timers/promises";

import { missingRights, type Right } from "../../kube/api/access.ts";
import { formatKubeError } from "../../kube/transport/errors.ts";
import type { Config } from "./config.ts";
import type { Dependencies } from "./dependencies.ts";

type Needed = readonly [group: string, resources: readonly string[], verbs: readonly string[]];

const watchVerbs = ["list", "watch"] as const;
const ownKinds = ["autoscalers", "clusterproportionalautoscalers"] as const;
const workloads = ["deployments", "replicasets", "statefulsets"] as const;
const scaleOf = (kinds: readonly string[]) => kinds.map(kind => `${kind}/scale`);

/** Cluster-wide permissions of the operator, the same as in the chart's ClusterRole. */
const everywhere: readonly Needed[] = [
  ["autoscaling.trimtab.dev", ownKinds, watchVerbs],
  ["autoscaling.trimtab.dev", ownKinds.map(kind => `${kind}/status`), ["patch"]],
  ["", ["nodes", "pods", "replicationcontrollers"], watchVerbs],
  ["metrics.k8s.io", ["pods"], ["list"]],
  ["custom.metrics.k8s.io", ["*"], ["get"]],
  ["external.metrics.k8s.io", ["*"], ["list"]],
  ["apps", workloads, watchVerbs],
  ["apps", scaleOf(workloads), ["get", "patch"]],
  ["", scaleOf(["replicationcontrollers"]), ["get", "patch"]],
  ["autoscaling", ["horizontalpodautoscalers"], watchVerbs],
  ["keda.sh", ["scaledobjects"], watchVerbs],
  ["authorization.k8s.io", ["subjectaccessreviews"], ["create"]],
  ["", ["events"], ["create", "patch"]],
];

const expand = ([group, resources, verbs]: Needed, of: Partial<Right> = {}): Right[] =>
  resources.flatMap(resource => verbs.map(verb => ({ group, resource, verb, ...of })));

function rightsOfWatched(target: string): Right[] {
  const [resource = "", ...group] = target.split(".");
  const of = group.join(".");
  return [
    [of, [resource], watchVerbs] as const,
    [of, scaleOf([resource]), ["get", "patch"]] as const,
  ].flatMap(needed => expand(needed));
}

function neededRights(config: Config): Right[] {
  const { certificate, election, namespace } = config;
  const crds: Needed = ["apiextensions.k8s.io", ["customresourcedefinitions"], watchVerbs];
  const rights = [
    ...everywhere.flatMap(needed => expand(needed)),
    ...(config.configMaps ? expand(["", ["configmaps"], watchVerbs]) : []),
    ...expand(crds, { name: "scaledobjects.keda.sh" }),
    ...config.watchedTargets.flatMap(rightsOfWatched),
  ];
  if (election) {
    const leases = (verbs: readonly string[]): Needed => ["coordination.k8s.io", ["leases"], verbs];
    const name = election.leaseName;
    rights.push(...expand(leases(["create"]), { namespace }));
    rights.push(...expand(leases(["get", "list", "watch", "update"]), { namespace, name }));
  }
  if (certificate.kind === "files") return rights;
  const secrets = (verbs: readonly string[]): Needed => ["", ["secrets"], verbs];
  const name = certificate.secretName;
  rights.push(...expand(secrets(["list", "watch", "patch"]), { namespace, name }));
  const webhooks = ["validatingwebhookconfigurations"];
  const followed: Needed = ["admissionregistration.k8s.io", webhooks, ["list", "watch", "patch"]];
  return [...rights, ...expand(followed, { name: certificate.webhookName })];
}

const againMs = 1_000;

/** Logs all missing permissions once at startup. Otherwise they would surface one by one over days. */
export async function reportMissingRights({
  config,
  transport,
  log,
}: Pick<Dependencies, "config" | "transport" | "log">): Promise<void> {
  const rights = neededRights(config);
  for (;;) {
    const missing = await missingRights(transport, config.namespace, rights);
    if (missing.ok) {
      if (missing.value.length > 0) log.error(explainMissing(missing.value));
      return;
    }
    log.debug({ error: formatKubeError(missing.error) }, "our rights are not known yet");
    await wait(againMs, undefined, { ref: false });
  }
}

/** One sentence, and the rules to add to each role. */
function explainMissing(missing: readonly Right[]): string {
  const verbs = new Map<string, string[]>();
  for (const { group, resource, verb, name, namespace } of missing) {
    const role = namespace === undefined ? "ClusterRole" : `Role in ${namespace}`;
    const names = name === undefined ? {} : { resourceNames: [name] };
    const rule = JSON.stringify({ apiGroups: [group], resources: [resource], ...names });
    const id = `${role}: ${rule.slice(0, -1)}`;
    verbs.set(id, [...(verbs.get(id) ?? []), verb]);
  }
  // RBAC rules are YAML, and JSON is a subset of YAML.
  const rules = Array.from(verbs, ([id, of]) => `${id},"verbs":${JSON.stringify(of)}}`);
  const why = "the service account lacks rights, and what needs them will fail; add to its roles:";
  return [why, ...rules].join("\n");
}
