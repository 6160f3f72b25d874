import { MAX_REPLICAS } from "../../engine/pipeline/stages/bound.ts";
import { upstreamSettings } from "../../engine/spec/settings.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Every flag with its default and its line for `--help`. */
export const flags = {
  port: { fallback: "8443", about: "port of the webhooks" },
  "metrics-port": { fallback: "8080", about: "port of the probes and metrics, without TLS" },
  "bind-address": { fallback: "::", about: "address to listen on; :: means all addresses" },
  "tls-cert-file": { fallback: "", about: "PEM file with the webhook's certificate" },
  "tls-private-key-file": { fallback: "", about: "PEM file with the webhook's private key" },
  "tls-secret-name": {
    fallback: "",
    about: "Secret in which the operator creates and stores a certificate, instead of these files",
  },
  "tls-dns-names": { fallback: "", about: "DNS names of that certificate: trimtab.ns.svc,..." },
  "tls-lifetime-seconds": { fallback: "7776000", about: "validity of that certificate" },
  "webhook-name": {
    fallback: "",
    about: "ValidatingWebhookConfiguration whose caBundle is kept in step with that certificate",
  },
  "webhook-path": {
    fallback: "",
    about: "URL path of the webhook; default: /validate, or a random path with --tls-secret-name",
  },
  "webhook-client-ca-file": {
    fallback: "",
    about:
      "PEM file with the CA of the API server's client certificate; default: no client certificate required",
  },
  "webhook-client-names": {
    fallback: "",
    about: "common names accepted in a client certificate: kube-apiserver,...; default: any",
  },
  namespace: {
    fallback: "",
    about: "namespace of the Lease and the Secret; default: the operator's own",
  },
  "leader-elect": { fallback: "true", about: "whether replicas elect a leader through a Lease" },
  "lease-name": { fallback: "trimtab", about: "name of the Lease" },
  "lease-duration-seconds": {
    fallback: "15",
    about: "how long other replicas wait for a leader that stops renewing the Lease",
  },
  "replica-name": { fallback: "", about: "name of this replica; default: the host name" },
  "log-level": { fallback: "info", about: logLevels.join("|") },
  workers: {
    fallback: "16",
    about: "objects reconciled concurrently; one namespace uses at most half",
  },
  "request-timeout-seconds": { fallback: "10", about: "timeout of a request to the API server" },
  "shutdown-grace-seconds": {
    fallback: "5",
    about: "how long the webhook keeps serving after SIGTERM",
  },
  "object-metrics": { fallback: "true", about: "whether /metrics has per-object series" },
  tolerance: {
    fallback: String(upstreamSettings.tolerance),
    about: "allowed deviation of the usage ratio from 1.0 before scaling",
  },
  "downscale-stabilization-seconds": {
    fallback: String(upstreamSettings.downscaleStabilizationSeconds),
    about: "window whose highest recommendation limits scale-down",
  },
  "cpu-initialization-period-seconds": {
    fallback: String(upstreamSettings.cpuInitializationPeriodSeconds),
    about: "period after pod start in which CPU counts only while the pod is ready",
  },
  "initial-readiness-delay-seconds": {
    fallback: String(upstreamSettings.initialReadinessDelaySeconds),
    about: "period after pod start in which a pod may become ready for the first time",
  },
  "least-sync-period-seconds": {
    fallback: "3",
    about: "smallest syncPeriodSeconds that an Autoscaler may set",
  },
  "largest-max-replicas": {
    fallback: String(MAX_REPLICAS),
    about: "largest replica count that any object may request",
  },
  "allowed-target-kinds": {
    fallback: "",
    about: "kinds that may be scaled, such as Deployment.apps,StatefulSet.apps; default: all",
  },
  "watched-targets": {
    fallback: "",
    about: "resources of additional target kinds to watch: rollouts.argoproj.io,...",
  },
  "scale-to-zero": {
    fallback: "true",
    about:
      "whether targets that autoscaling took to 0 scale up again, as with upstream's feature gate HPAScaleToZero",
  },
} as const;

export type Flag = keyof typeof flags;

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
