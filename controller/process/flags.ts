import { MAX_REPLICAS } from "../../engine/model/decision.ts";
import { permissions } from "../../engine/features/features.ts";
import { upstreamSettings } from "../../engine/model/spec/settings.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

const flag = (about: string, fallback: string | number = "") => ({
  about,
  fallback: String(fallback),
});

const fixed = {
  port: flag("port of the webhooks", "8443"),
  "metrics-port": flag("port of the probes and metrics, without TLS", "8080"),
  "bind-address": flag("address to listen on; :: means all addresses", "::"),
  "tls-cert-file": flag("PEM file with the webhook's certificate"),
  "tls-private-key-file": flag("PEM file with the webhook's private key"),
  "tls-secret-name": flag(
    "Secret in which the operator creates and stores a certificate, instead of these files",
  ),
  "tls-dns-names": flag("DNS names of that certificate: trimtab.ns.svc,..."),
  "tls-lifetime-seconds": flag("validity of that certificate", "7776000"),
  "webhook-name": flag(
    "ValidatingWebhookConfiguration whose caBundle is kept in step with that certificate",
  ),
  "webhook-path": flag(
    "URL path of the webhook; default: /validate, or a random path with --tls-secret-name",
  ),
  "webhook-client-ca-file": flag(
    "PEM file with the CA of the API server's client certificate; default: no client certificate required",
  ),
  "webhook-client-names": flag(
    "common names accepted in a client certificate: kube-apiserver,...; default: any",
  ),
  namespace: flag("namespace of the Lease and the Secret; default: the operator's own"),
  "leader-elect": flag("whether replicas elect a leader through a Lease", "true"),
  "lease-name": flag("name of the Lease", "trimtab"),
  "lease-duration-seconds": flag(
    "how long other replicas wait for a leader that stops renewing the Lease",
    "15",
  ),
  "replica-name": flag("name of this replica; default: the host name"),
  "log-level": flag(logLevels.join("|"), "info"),
  workers: flag("objects reconciled concurrently; one namespace uses at most half", "16"),
  "request-timeout-seconds": flag("timeout of a request to the API server", "10"),
  "shutdown-grace-seconds": flag("how long the webhook keeps serving after SIGTERM", "5"),
  "object-metrics": flag("whether /metrics has per-object series", "true"),
  "watch-namespaces": flag(
    "namespaces to work in: team-a,team-b,... (at most 100); default: all, which needs rights in all",
  ),
  "cluster-rights": flag(
    "with --watch-namespaces: whether the service account may create SubjectAccessReviews, and watch KEDA's CRD and the Leases of other installations",
    "true",
  ),
  nodes: flag(
    "whether the service account may list nodes, which ClusterProportionalAutoscalers need",
    "true",
  ),
  "object-counts": flag(
    "whether the service account may list the pods and namespaces of the cluster, which podsPerReplica and namespacesPerReplica need",
    "false",
  ),
  "config-maps": flag(
    "whether the service account may read ConfigMaps, which configMapRef needs; or the namespaces in which it may",
    "false",
  ),
  tolerance: flag(
    "allowed deviation of the usage ratio from 1.0 before scaling",
    upstreamSettings.tolerance,
  ),
  "downscale-stabilization-seconds": flag(
    "window whose highest recommendation limits scale-down",
    upstreamSettings.downscaleStabilizationSeconds,
  ),
  "cpu-initialization-period-seconds": flag(
    "period after pod start in which CPU counts only while the pod is ready",
    upstreamSettings.cpuInitializationPeriodSeconds,
  ),
  "initial-readiness-delay-seconds": flag(
    "period after pod start in which a pod may become ready for the first time",
    upstreamSettings.initialReadinessDelaySeconds,
  ),
  "least-sync-period-seconds": flag("smallest syncPeriodSeconds that an Autoscaler may set", "3"),
  "largest-max-replicas": flag("largest replica count that any object may request", MAX_REPLICAS),
  "allowed-target-kinds": flag(
    "kinds that may be scaled, such as Deployment.apps,StatefulSet.apps; default: all",
  ),
  "metric-sources": flag(
    "YAML file with the servers that metrics of type Prometheus and ExternalScaler may name; default: none",
  ),
  "metric-source-credentials": flag(
    "folder with a folder of credential files for each credentialsSecret of that file",
  ),
  "watched-targets": flag(
    "resources of additional target kinds to watch: rollouts.argoproj.io,...",
  ),
  "scale-to-zero": flag(
    "whether an Autoscaler may have a minimum of 0, as with upstream's feature gate HPAScaleToZero; without it, the least count is 1",
    "true",
  ),
};

/** The flag that says whether an administrator has granted the right which a field needs. */
type PermissionFlag = string & { readonly of: "Feature.permission" };

export type Flag = keyof typeof fixed | PermissionFlag;

export const permissionFlag = (field: string): PermissionFlag =>
  field.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`) as PermissionFlag;

const ofPermissions = permissions.map(({ field, resources, verbs }) => {
  const may = `whether the service account may ${verbs.join(" and ")} ${resources.join(" and ")}`;
  return [permissionFlag(field), flag(`${may}, which ${field} needs`, "false")] as const;
});

/** Every flag with its line for `--help` and its default. */
export const flags: Readonly<Record<Flag, ReturnType<typeof flag>>> = {
  ...fixed,
  ...Object.fromEntries(ofPermissions),
};

const longest = Math.max(...Object.keys(flags).map(({ length }) => length));

export const usage = (): string =>
  [
    "The Trimtab operator. Each flag can also be set as an environment variable: TRIMTAB_PORT ...",
    ...Object.entries(flags).map(([name, { fallback, about }]) => {
      const standard = fallback === "" ? "" : ` (${fallback})`;
      return `  --${name.padEnd(longest + 1)}${about}${standard}`;
    }),
    "",
  ].join("\n");

export const variable = (flag: string): string =>
  `TRIMTAB_${flag.toUpperCase().replaceAll("-", "_")}`;
