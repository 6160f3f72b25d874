import { hostname } from "node:os";
import { parseArgs } from "node:util";

import { err, ok, type Result } from "../engine/result.ts";
import { MAX_REPLICAS } from "../engine/bound.ts";
import { upstreamSettings, type Settings } from "../engine/settings.ts";
import type { GuardRails } from "../engine/validate/guard-rails.ts";

/** Everything that an installation can set, parsed once. Flags win over TRIMTAB_... variables. */
export interface Config {
  readonly port: number;
  /** Address to listen on. */
  readonly bindAddress: string;
  /** PEM files of the webhook's certificate; re-read when they change. */
  readonly certFile: string;
  readonly keyFile: string;
  /** This replica's name, in its User-Agent and its events. */
  readonly replica: string;
  readonly logLevel: string;
  readonly workers: number;
  /** The longest that one request to the API server may take. */
  readonly requestTimeoutMs: number;
  /** What holds for all Autoscalers. */
  readonly settings: Settings;
  /** What no object may go beyond. */
  readonly rails: GuardRails;
  /** How long admission goes on after the signal to stop, until nobody sends reviews here. */
  readonly shutdownGraceMs: number;
  /** Whether /metrics has series for every single object. */
  readonly objectMetrics: boolean;
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

const flags = {
  port: { fallback: "8443", about: "port of webhooks, probes and metrics" },
  "bind-address": { fallback: "::", about: "address to listen on; :: is all of them" },
  "tls-cert-file": { fallback: "", about: "PEM file with the webhook's certificate" },
  "tls-private-key-file": { fallback: "", about: "PEM file with its key" },
  "replica-name": { fallback: "", about: "this replica's name; the host's name without it" },
  "log-level": { fallback: "info", about: logLevels.join("|") },
  workers: { fallback: "16", about: "objects worked on at the same time" },
  "request-timeout-seconds": { fallback: "10", about: "deadline of a request to the API server" },
  "shutdown-grace-seconds": { fallback: "5", about: "how long admission outlives SIGTERM" },
  "object-metrics": { fallback: "true", about: "whether /metrics has series for every object" },
  tolerance: {
    fallback: String(upstreamSettings.tolerance),
    about: "part of its target by which a metric may miss it",
  },
  "downscale-stabilization-seconds": {
    fallback: String(upstreamSettings.downscaleStabilizationSeconds),
    about: "how long the highest recommendation holds a scale-down",
  },
  "cpu-initialization-period-seconds": {
    fallback: String(upstreamSettings.cpuInitializationPeriodSeconds),
    about: "how long after its start a pod's cpu counts only while it is ready",
  },
  "initial-readiness-delay-seconds": {
    fallback: String(upstreamSettings.initialReadinessDelaySeconds),
    about: "how long after its start a pod may become ready for the first time",
  },
  "least-sync-period-seconds": {
    fallback: "3",
    about: "the shortest syncPeriodSeconds that an Autoscaler may have",
  },
  "largest-max-replicas": {
    fallback: String(MAX_REPLICAS),
    about: "the most replicas that any object may ask for",
  },
  "allowed-target-kinds": {
    fallback: "",
    about: "kinds that may be scaled, such as Deployment.apps,StatefulSet.apps; all without it",
  },
  "scale-to-zero": {
    fallback: "true",
    about: "whether what scaling took to 0 comes back by itself, as upstream's gate HPAScaleToZero",
  },
} as const;

type Flag = keyof typeof flags;

/** What `--help` prints. */
export const usage = (): string =>
  [
    "The Trimtab operator. Each flag can be given as an environment variable, too: TRIMTAB_PORT ...",
    ...Object.entries(flags).map(([name, { fallback, about }]) => {
      const standard = fallback === "" ? "" : ` (${fallback})`;
      return `  --${name.padEnd(26)}${about}${standard}`;
    }),
    "",
  ].join("\n");

const variable = (flag: string): string => `TRIMTAB_${flag.toUpperCase().replaceAll("-", "_")}`;

/** Errors are one sentence for the person who starts the process. */
export function parseConfig(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Result<Config, string> {
  const given = readFlags(args);
  if (!given.ok) return given;
  const text = (flag: Flag): string =>
    given.value[flag] ?? environment[variable(flag)] ?? flags[flag].fallback;
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
  const kinds = (flag: Flag): readonly string[] | null => {
    if (text(flag) === "") return null;
    const listed = text(flag).split(",");
    const odd = listed.find(kind => !/^[A-Z][A-Za-z0-9]*([.][a-z0-9][-a-z0-9.]*)?$/.test(kind));
    if (odd !== undefined) {
      problems.push(`--${flag} must list kinds such as Deployment.apps, not "${odd}"`);
    }
    return listed;
  };
  const required = (flag: Flag): string => {
    if (text(flag) === "") problems.push(`--${flag} (or ${variable(flag)}) is required`);
    return text(flag);
  };
  const config = {
    port: whole("port", 1, 65_535),
    bindAddress: text("bind-address"),
    certFile: required("tls-cert-file"),
    keyFile: required("tls-private-key-file"),
    replica: text("replica-name") || hostname(),
    logLevel: text("log-level"),
    workers: whole("workers", 1, 1_000),
    requestTimeoutMs: whole("request-timeout-seconds", 1, 600) * 1_000,
    shutdownGraceMs: whole("shutdown-grace-seconds", 0, 60) * 1_000,
    objectMetrics: boolean("object-metrics"),
    rails: {
      leastSyncPeriodSeconds: whole("least-sync-period-seconds", 3, 3_600),
      largestMaxReplicas: whole("largest-max-replicas", 1, MAX_REPLICAS),
      allowedTargetKinds: kinds("allowed-target-kinds"),
    },
    settings: {
      ...upstreamSettings,
      tolerance: fraction("tolerance"),
      downscaleStabilizationSeconds: whole("downscale-stabilization-seconds", 0, 3_600),
      cpuInitializationPeriodSeconds: whole("cpu-initialization-period-seconds", 0, 86_400),
      initialReadinessDelaySeconds: whole("initial-readiness-delay-seconds", 0, 86_400),
      scaleToZero: boolean("scale-to-zero"),
    },
  };
  if (!logLevels.includes(config.logLevel)) {
    problems.push(`--log-level must be one of ${logLevels.join(", ")}, not ${config.logLevel}`);
  }
  return problems.length > 0 ? err(problems.join("; ")) : ok(config);
}

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
