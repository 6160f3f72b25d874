import { setTimeout as wait } from "node:timers/promises";

import { permissions } from "../../engine/features/features.ts";
import { missingRights, type Right } from "../../kube/api/access.ts";
import { formatKubeError } from "../../kube/transport/errors.ts";
import { claimName } from "../leader/namespace-claims.ts";
import type { Config } from "./config.ts";
import type { Dependencies } from "./dependencies.ts";

type Needed = readonly [group: string, resources: readonly string[], verbs: readonly string[]];

const watchVerbs = ["list", "watch"] as const;
const ownKinds = ["autoscalers", "clusterproportionalautoscalers"] as const;
const workloads = ["deployments", "replicasets", "statefulsets"] as const;
const scaleOf = (kinds: readonly string[]) => kinds.map(kind => `${kind}/scale`);

/** The permissions on the objects of the watched namespaces, the same as in the chart. */
const onObjects: readonly Needed[] = [
  ["autoscaling.trimtab.dev", ownKinds, watchVerbs],
  ["autoscaling.trimtab.dev", ownKinds.map(kind => `${kind}/status`), ["patch"]],
  ["autoscaling.trimtab.dev", ["autoscalers/status"], ["operate"]],
  ["", ["pods", "replicationcontrollers"], watchVerbs],
  ["metrics.k8s.io", ["pods"], ["list"]],
  ["custom.metrics.k8s.io", ["*"], ["get"]],
  ["external.metrics.k8s.io", ["*"], ["list"]],
  ["apps", workloads, watchVerbs],
  ["apps", scaleOf(workloads), ["get", "patch"]],
  ["", scaleOf(["replicationcontrollers"]), ["get", "patch"]],
  ["autoscaling", ["horizontalpodautoscalers"], watchVerbs],
  ["keda.sh", ["scaledobjects"], watchVerbs],
  ["", ["events"], ["create", "patch"]],
];

const configMaps: Needed = ["", ["configmaps"], watchVerbs];

const expand = ([group, resources, verbs]: Needed, of: Partial<Right> = {}): Right[] =>
  resources.flatMap(resource => verbs.map(verb => ({ group, resource, verb, ...of })));

function onWatched(target: string): Needed[] {
  const [resource = "", ...group] = target.split(".");
  const of = group.join(".");
  return [
    [of, [resource], watchVerbs],
    [of, scaleOf([resource]), ["get", "patch"]],
  ];
}

const inEach = (namespaces: readonly string[]) => namespaces.map(namespace => ({ namespace }));

const leases = (verbs: readonly string[]): Needed => ["coordination.k8s.io", ["leases"], verbs];

/** Without watched namespaces, the pods of all namespaces are needed in any case. */
const counted = ({ nodes, objectCounts, watchNamespaces }: Config): string[] => [
  ...(nodes ? ["nodes"] : []),
  ...(objectCounts ? ["namespaces", ...(watchNamespaces ? ["pods"] : [])] : []),
];

/** What has no namespace, or is looked for in all of them. */
function inCluster(config: Config): Right[] {
  const { certificate, clusterRights } = config;
  const rights = counted(config).flatMap(resource => expand(["", [resource], watchVerbs]));
  if (clusterRights) {
    const crds: Needed = ["apiextensions.k8s.io", ["customresourcedefinitions"], watchVerbs];
    rights.push(
      ...expand(["authorization.k8s.io", ["subjectaccessreviews"], ["create"]]),
      ...expand(crds, { name: "scaledobjects.keda.sh" }),
      ...expand(leases(["list"]), { name: claimName }),
    );
  }
  if (certificate.kind === "files") return rights;
  const webhooks = ["validatingwebhookconfigurations"];
  const followed: Needed = ["admissionregistration.k8s.io", webhooks, ["list", "watch", "patch"]];
  return [...rights, ...expand(followed, { name: certificate.webhookName })];
}

function inNamespaces(config: Config): Right[] {
  const { certificate, election, namespace, watchNamespaces } = config;
  const watched = watchNamespaces ? inEach(watchNamespaces) : [{}];
  const needed: readonly Needed[] = [
    ...onObjects,
    ...permissions.flatMap(({ field, group, resources, verbs }): Needed[] =>
      config.rails.permitted.has(field) ? [[group, resources, verbs]] : [],
    ),
    ...config.watchedTargets.flatMap(onWatched),
  ];
  const rights = watched.flatMap(place => needed.flatMap(each => expand(each, place)));
  const readable = config.configMaps === true ? watched : inEach(config.configMaps || []);
  rights.push(...readable.flatMap(place => expand(configMaps, place)));
  const claimed = watchNamespaces ?? [namespace];
  const creating = new Set([...claimed, ...(election ? [namespace] : [])]);
  for (const each of creating) rights.push(...expand(leases(["create"]), { namespace: each }));
  for (const each of claimed) {
    rights.push(...expand(leases(["get", "update"]), { namespace: each, name: claimName }));
  }
  if (election) {
    const verbs = ["get", "list", "watch", "update"];
    rights.push(...expand(leases(verbs), { namespace, name: config.leaseName }));
  }
  if (certificate.kind === "files") return rights;
  const secrets: Needed = ["", ["secrets"], ["list", "watch", "patch"]];
  return [...rights, ...expand(secrets, { namespace, name: certificate.secretName })];
}

const againMs = 1_000;

/** Logs all missing permissions once at startup. Otherwise they would surface one by one over days. */
export async function reportMissingRights({
  config,
  transport,
  log,
}: Pick<Dependencies, "config" | "transport" | "log">): Promise<void> {
  const rights = [...inCluster(config), ...inNamespaces(config)];
  for (;;) {
    const missing = await missingRights(transport, rights);
    if (missing.ok) {
      if (missing.value.length > 0) log.error(explainMissing(missing.value));
      return;
    }
    log.debug({ error: formatKubeError(missing.error) }, "our rights are not known yet");
    await wait(againMs, undefined, { ref: false });
  }
}

/** One sentence, and the rules to add to each role. Namespaces that lack the same share a line. */
function explainMissing(missing: readonly Right[]): string {
  const verbs = new Map<string, { rule: string; namespace: string | undefined; of: string[] }>();
  for (const { group, resource, verb, name, namespace } of missing) {
    const names = name === undefined ? {} : { resourceNames: [name] };
    const rule = JSON.stringify({ apiGroups: [group], resources: [resource], ...names });
    const id = `${namespace ?? ""}: ${rule}`;
    verbs.set(id, { rule, namespace, of: [...(verbs.get(id)?.of ?? []), verb] });
  }
  const lacking = new Map<string, string[]>();
  for (const { rule, namespace, of } of verbs.values()) {
    // RBAC rules are YAML, and JSON is a subset of YAML.
    const whole = `${rule.slice(0, -1)},"verbs":${JSON.stringify(of)}}`;
    const id = `${namespace === undefined ? "ClusterRole" : "Role"} ${whole}`;
    lacking.set(id, [...(lacking.get(id) ?? []), namespace ?? ""]);
  }
  const rules = Array.from(lacking, ([id, namespaces]) => {
    const [role = ""] = id.split(" ", 1);
    const where = role === "Role" ? ` in ${namespaces.join(",")}` : "";
    return `${role}${where}: ${id.slice(role.length + 1)}`;
  });
  const why = "the service account lacks rights, and what needs them will fail; add to its roles:";
  return [why, ...rules].join("\n");
}
