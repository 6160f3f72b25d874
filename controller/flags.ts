import { MAX_REPLICAS } from "../engine/bound.ts";
import { upstreamSettings } from "../engine/settings.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Every flag with its default and its line for `--help`. */
export const flags = {
  port: { fallback: "8443", about: "port of webhooks" },
  "metrics-port": { fallback: "8080", about: "port of probes and metrics, without TLS" },
  "bind-address": { fallback: "::", about: "address to listen on; :: is all of them" },
  "tls-cert-file": { fallback: "", about: "PEM file with the webhook's certificate" },
  "tls-private-key-file": { fallback: "", about: "PEM file with its key" },
  "tls-secret-name": { fallback: "", about: "Secret to make and keep a certificate in, instead" },
  "tls-dns-names": { fallback: "", about: "what that certificate is for: trimtab.ns.svc,..." },
  "tls-lifetime-seconds": { fallback: "7776000", about: "how long it is valid" },
  "webhook-name": {
    fallback: "",
    about: "ValidatingWebhookConfiguration whose caBundle follows that certificate",
  },
  "webhook-path": {
    fallback: "",
    about:
      "where reviews are answered; without it /validate, and with --tls-secret-name a path that it makes up",
  },
  "webhook-client-ca-file": {
    fallback: "",
    about:
      "PEM file of the authority of the API server's client certificate; without it clients need none",
  },
  "webhook-client-names": {
    fallback: "",
    about: "common names that such a certificate may have: kube-apiserver,...; any without it",
  },
  namespace: { fallback: "", about: "where its Lease and its Secret are; its own without it" },
  "leader-elect": { fallback: "true", about: "whether one of several replicas leads, by Lease" },
  "lease-name": { fallback: "trimtab", about: "the Lease" },
  "lease-duration-seconds": {
    fallback: "15",
    about: "how long others wait for a leader that is silent",
  },
  "replica-name": { fallback: "", about: "this replica's name; the host's name without it" },
  "log-level": { fallback: "info", about: logLevels.join("|") },
  workers: {
    fallback: "16",
    about: "objects worked on at the same time; those of one namespace take half at most",
  },
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
  "watched-targets": {
    fallback: "",
    about: "resources of other kinds of targets that may be watched: rollouts.argoproj.io,...",
  },
  "scale-to-zero": {
    fallback: "true",
    about: "whether what scaling took to 0 comes back by itself, as upstream's gate HPAScaleToZero",
  },
} as const;

export type Flag = keyof typeof flags;

const longest = Math.max(...Object.keys(flags).map(({ length }) => length));

/** What `--help` prints. */
export const usage = (): string =>
  [
    "The Trimtab operator. Each flag can be given as an environment variable, too: TRIMTAB_PORT ...",
    ...Object.entries(flags).map(([name, { fallback, about }]) => {
      const standard = fallback === "" ? "" : ` (${fallback})`;
      return `  --${name.padEnd(longest + 1)}${about}${standard}`;
    }),
    "",
  ].join("\n");

/** The environment variable for a flag. */
export const variable = (flag: string): string =>
  `TRIMTAB_${flag.toUpperCase().replaceAll("-", "_")}`;
