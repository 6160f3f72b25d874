import { hostname } from "node:os";
import { parseArgs } from "node:util";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { permissions } from "../../engine/features/features.ts";
import { MAX_REPLICAS } from "../../engine/model/decision.ts";
import { upstreamSettings } from "../../engine/model/spec/settings.ts";
import { loadMetricSources, type MetricSources } from "../metric-sources/read-metric-sources.ts";
import { flags, logLevels, permissionFlag, variable, type Flag } from "./flags.ts";

/** Each kind has a watch in each of them (docs/install-options.md, "Some namespaces only"). */
const mostNamespaces = 100;
const namespaceName = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** The kinds for which the chart's policy asks whether a user may scale them (I9). */
const reviewedByPolicy = [
  "Deployment.apps",
  "StatefulSet.apps",
  "ReplicaSet.apps",
  "ReplicationController",
];

/**
 * Returns an error as one sentence for the person who starts the process.
 *
 * @param ownNamespace the namespace of the process, used if no namespace is set
 */
export function parseConfig(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  ownNamespace: () => string,
) {
  const given = readFlags(args);
  if (!given.ok) return given;
  const text = (flag: Flag): string =>
    given.value[flag] ?? environment[variable(flag)] ?? flags[flag]?.fallback ?? "";
  const list = (flag: Flag): readonly string[] => text(flag).split(",").filter(Boolean);
  const problems: string[] = [];
  const whole = (flag: Flag, least: number, most: number): number => {
    const value = Number(text(flag));
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    problems.push(`--${flag} must be a whole number from ${least} to ${most}, not ${text(flag)}`);
    return least;
  };
  const fraction = (flag: Flag): number => {
    const value = Number(text(flag));
    if (text(flag) !== "" && value >= 0 && value < Infinity) return value;
    problems.push(`--${flag} must be a number from 0 up, such as 0.1, not ${text(flag)}`);
    return 0;
  };
  const boolean = (flag: Flag): boolean => {
    const value = text(flag);
    if (value !== "true" && value !== "false") {
      problems.push(`--${flag} must be true or false, not ${value}`);
    }
    return value === "true";
  };
  const checked = (flag: Flag, shape: RegExp, what: string, listed = list(flag)) => {
    const odd = listed.find(each => !shape.test(each));
    if (odd !== undefined) problems.push(`--${flag} must list ${what}, not "${odd}"`);
    return listed;
  };
  const allowedKinds = (): readonly string[] | null => {
    const flag = "allowed-target-kinds";
    const shape = /^[A-Z][A-Za-z0-9]*([.][a-z0-9][-a-z0-9.]*)?$/;
    const given = text(flag) === "" ? null : text(flag).split(",");
    const named = given && checked(flag, shape, "kinds such as Deployment.apps", given);
    if (text("cluster-rights") !== "false") return named;
    return named?.filter(kind => reviewedByPolicy.includes(kind)) ?? reviewedByPolicy;
  };
  const configMaps = (): boolean | readonly string[] => {
    const value = text("config-maps");
    if (value === "true" || value === "false") return value === "true";
    return checked("config-maps", namespaceName, "namespaces such as team-a");
  };
  const watchNamespaces = (): readonly string[] | null => {
    const given = checked("watch-namespaces", namespaceName, "namespaces such as team-a");
    if (given.length === 0) return null;
    const named = [...new Set(given)];
    if (named.length > mostNamespaces) {
      problems.push(
        `--watch-namespaces lists ${named.length} namespaces, at most ${mostNamespaces}; divide them among installations, or watch all`,
      );
    }
    return named;
  };
  const clusterRights = (): boolean => {
    const value = boolean("cluster-rights");
    if (!value && list("watch-namespaces").length === 0) {
      problems.push("--cluster-rights=false needs --watch-namespaces");
    }
    return value;
  };
  const certificate = () => {
    const [certFile, keyFile] = [text("tls-cert-file"), text("tls-private-key-file")];
    const secretName = text("tls-secret-name");
    const lifeMs = whole("tls-lifetime-seconds", 30, 315_360_000) * 1_000;
    if ((certFile === "") !== (keyFile === "") || (certFile === "") === (secretName === "")) {
      const files = "--tls-cert-file and --tls-private-key-file";
      problems.push(`name the webhook's certificate: either ${files}, or --tls-secret-name`);
    }
    if (secretName === "") return { kind: "files", certFile, keyFile } as const;
    const dnsNames = list("tls-dns-names");
    const webhookName = text("webhook-name");
    if (dnsNames.length === 0 || webhookName === "") {
      problems.push("--tls-secret-name needs --tls-dns-names and --webhook-name");
    }
    return { kind: "secret", secretName, dnsNames, lifeMs, webhookName } as const;
  };
  const webhookPath = (): string | null => {
    const path = text("webhook-path");
    if (path === "") return text("tls-secret-name") === "" ? "/validate" : null;
    if (!/^\/[-.~%\w/]*$/.test(path)) {
      problems.push(`--webhook-path must be a path such as /validate, not ${path}`);
    }
    return path;
  };
  const clients = () => {
    const caFile = text("webhook-client-ca-file");
    const names = list("webhook-client-names");
    if (caFile !== "") return { caFile, names };
    if (names.length > 0) problems.push("--webhook-client-names needs --webhook-client-ca-file");
    return null;
  };
  const own = (): string => {
    try {
      return ownNamespace();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      problems.push(`--namespace is needed where the process has none of its own: ${why}`);
      return "";
    }
  };
  const election = () => {
    const leaseDurationMs = whole("lease-duration-seconds", 3, 3_600) * 1_000;
    return boolean("leader-elect") ? { leaseDurationMs } : null;
  };
  const sources = (): MetricSources => {
    const file = text("metric-sources");
    if (file === "") return new Map();
    const loaded = loadMetricSources(file);
    const found = loaded.ok ? loaded.value : new Map<string, never>();
    if (!loaded.ok) problems.push(`--metric-sources: ${loaded.error}`);
    const secret = [...found.values()].find(source => source.credentialsSecret !== null);
    if (secret && text("metric-source-credentials") === "") {
      problems.push(`--metric-source-credentials is needed by metric source ${secret.name}`);
    }
    return found;
  };
  const metricSources = sources();
  const scaleToZero = boolean("scale-to-zero");
  const config = {
    port: whole("port", 1, 65_535),
    metricsPort: whole("metrics-port", 1, 65_535),
    bindAddress: text("bind-address"),
    /** PEM files of another component, or what the operator stores in a Secret and in the caBundle of a webhook. */
    certificate: certificate(),
    /** Null: a generated path, which the webhook configuration contains. */
    webhookPath: webhookPath(),
    /** Certificates that clients must present, and their common names (none: any); null: none needed. */
    clients: clients(),
    /** Namespace of the Lease and the Secret. */
    namespace: text("namespace") || own(),
    /** With the namespace, this names the installation. */
    leaseName: text("lease-name"),
    /** Null: this is the only replica, and it is always elected. */
    election: election(),
    /** This replica's name, in its User-Agent and its events. */
    replica: text("replica-name") || hostname(),
    logLevel: text("log-level"),
    workers: whole("workers", 1, 1_000),
    /** The longest time that one request to the API server may take. */
    requestTimeoutMs: whole("request-timeout-seconds", 1, 600) * 1_000,
    /** How long admission goes on after the stop signal, until no more reviews arrive. */
    shutdownGraceMs: whole("shutdown-grace-seconds", 0, 60) * 1_000,
    objectMetrics: boolean("object-metrics"),
    /** Null: all. */
    watchNamespaces: watchNamespaces(),
    /** Whether the service account has the few rights that no Role can grant. */
    clusterRights: clusterRights(),
    nodes: boolean("nodes"),
    objectCounts: boolean("object-counts"),
    /** Whether ConfigMaps may be read, or the namespaces in which they may. */
    configMaps: configMaps(),
    /** Limits that no object can exceed. */
    rails: {
      leastSyncPeriodSeconds: whole("least-sync-period-seconds", 3, 3_600),
      largestMaxReplicas: whole("largest-max-replicas", 1, MAX_REPLICAS),
      scaleToZero,
      permitted: new Set(
        permissions.map(({ field }) => field).filter(field => boolean(permissionFlag(field))),
      ),
      allowedTargetKinds: allowedKinds(),
      metricSources,
    },
    metricSources,
    /** Contains a folder for each Secret with credentials of a metric source. */
    metricSourceCredentials: text("metric-source-credentials"),
    /** Resources besides the built-in ones that may be watched: `rollouts.argoproj.io`. */
    watchedTargets: checked(
      "watched-targets",
      /^[a-z][a-z0-9]*[.][a-z0-9][-a-z0-9.]*$/,
      "resources such as rollouts.argoproj.io",
    ),
    settings: {
      ...upstreamSettings,
      tolerance: fraction("tolerance"),
      downscaleStabilizationSeconds: whole("downscale-stabilization-seconds", 0, 3_600),
      cpuInitializationPeriodSeconds: whole("cpu-initialization-period-seconds", 0, 86_400),
      initialReadinessDelaySeconds: whole("initial-readiness-delay-seconds", 0, 86_400),
      scaleToZero,
    },
  };
  if (config.port === config.metricsPort) {
    problems.push(`--metrics-port must be another port than --port, not ${config.port} again`);
  }
  if (!logLevels.includes(config.logLevel)) {
    problems.push(`--log-level must be one of ${logLevels.join(", ")}, not ${config.logLevel}`);
  }
  return problems.length > 0 ? err(problems.join("; ")) : ok(config);
}

/** All settings of an installation, parsed once. Flags take precedence over TRIMTAB_... variables. */
export type Config = Readonly<Extract<ReturnType<typeof parseConfig>, { ok: true }>["value"]>;

function readFlags(args: readonly string[]): Result<Partial<Record<Flag, string>>, string> {
  const names = Object.keys(flags) as Flag[];
  const options = Object.fromEntries(names.map(name => [name, { type: "string" as const }]));
  try {
    return ok(parseArgs({ args: [...args], options, strict: true }).values);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return err(`${message}; known flags: ${names.map(name => `--${name}`).join(", ")}`);
  }
}
