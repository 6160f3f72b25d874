import { hostname } from "node:os";

import { describe, expect, it } from "vitest";

import { upstreamSettings } from "../../engine/model/spec/settings.ts";
import { parseConfig } from "./config.ts";

const own = () => "own";
const files = ["--tls-cert-file=c", "--tls-private-key-file=k"];
const parse = (args: readonly string[], environment: Record<string, string> = {}) =>
  parseConfig([...files, ...args], environment, own);
const problem = (args: readonly string[], environment: Record<string, string> = {}) => {
  const config = parse(args, environment);
  return config.ok ? "" : config.error;
};

describe("parseConfig", () => {
  it("requires only the certificate files", () => {
    expect(parse([])).toEqual({
      ok: true,
      value: {
        port: 8443,
        metricsPort: 8080,
        bindAddress: "::",
        certificate: { kind: "files", certFile: "c", keyFile: "k" },
        webhookPath: "/validate",
        clients: null,
        namespace: "own",
        leaseName: "trimtab",
        election: { leaseDurationMs: 15_000 },
        replica: hostname(),
        logLevel: "info",
        workers: 16,
        requestTimeoutMs: 10_000,
        shutdownGraceMs: 5_000,
        objectMetrics: true,
        ...{
          watchNamespaces: null,
          clusterRights: true,
          nodes: true,
          configMaps: false,
          objectCounts: false,
        },
        settings: { ...upstreamSettings, scaleToZero: true },
        rails: {
          leastSyncPeriodSeconds: 3,
          largestMaxReplicas: 2_147_483_647,
          scaleToZero: true,
          permitted: new Set(),
          allowedTargetKinds: null,
          metricSources: new Map(),
        },
        ...{ metricSources: new Map(), metricSourceCredentials: "" },
        watchedTargets: [],
      },
    });
  });

  const managed = ["--tls-secret-name=s", "--tls-dns-names=d", "--webhook-name=w"];

  // prettier-ignore
  it.each([
    { shows: "/validate with files",         args: files,                                   webhookPath: "/validate" },
    { shows: "the given path with files",    args: [...files, "--webhook-path=/a/b-1"],     webhookPath: "/a/b-1" },
    { shows: "its own path with a Secret",   args: managed,                                 webhookPath: null },
    { shows: "the given path with a Secret", args: [...managed, "--webhook-path=/validate"], webhookPath: "/validate" },
  ])("serves reviews at $shows", ({ args, webhookPath }) => {
    expect(parseConfig(args, {}, own)).toMatchObject({ value: { webhookPath } });
  });

  it("accepts the clients that may send reviews", () => {
    const args = [
      "--webhook-client-ca-file=ca",
      "--webhook-client-names=kube-apiserver,konnectivity",
    ];
    const clients = { caFile: "ca", names: ["kube-apiserver", "konnectivity"] };
    expect(parse(args)).toMatchObject({ value: { clients } });
  });

  it("accepts the defaults for all Autoscalers", () => {
    const args = ["--tolerance=0.05", "--downscale-stabilization-seconds=60"];
    const late = ["--cpu-initialization-period-seconds=0", "--initial-readiness-delay-seconds=5"];
    expect(parse([...args, ...late, "--scale-to-zero=false"])).toMatchObject({
      value: {
        settings: {
          tolerance: 0.05,
          downscaleStabilizationSeconds: 60,
          cpuInitializationPeriodSeconds: 0,
          initialReadinessDelaySeconds: 5,
          scaleToZero: false,
        },
      },
    });
  });

  it("accepts the watched resources", () => {
    const flag = "--watched-targets=rollouts.argoproj.io,machines.example.dev";
    expect(parse([flag])).toMatchObject({
      value: { watchedTargets: ["rollouts.argoproj.io", "machines.example.dev"] },
    });
  });

  it("accepts guard rails", () => {
    const kinds = "--allowed-target-kinds=Deployment.apps,ReplicationController";
    const args = ["--least-sync-period-seconds=10", "--largest-max-replicas=50", kinds];
    expect(parse(args)).toMatchObject({
      value: {
        rails: {
          leastSyncPeriodSeconds: 10,
          largestMaxReplicas: 50,
          allowedTargetKinds: ["Deployment.apps", "ReplicationController"],
        },
      },
    });
  });

  it("accepts variables, which flags override", () => {
    const environment = {
      TRIMTAB_PORT: "1",
      TRIMTAB_WORKERS: "2",
      TRIMTAB_REPLICA_NAME: "r-1",
      TRIMTAB_REQUEST_TIMEOUT_SECONDS: "3",
      TRIMTAB_SHUTDOWN_GRACE_SECONDS: "0",
    };
    expect(parse(["--port", "9", "--bind-address=127.0.0.1"], environment)).toMatchObject({
      value: {
        port: 9,
        workers: 2,
        replica: "r-1",
        requestTimeoutMs: 3_000,
        shutdownGraceMs: 0,
        bindAddress: "127.0.0.1",
      },
    });
  });

  it("accepts the files as variables", () => {
    const environment = { TRIMTAB_TLS_CERT_FILE: "c", TRIMTAB_TLS_PRIVATE_KEY_FILE: "k" };
    expect(parseConfig([], environment, own)).toMatchObject({
      value: { certificate: { kind: "files", certFile: "c", keyFile: "k" } },
    });
  });

  it("accepts a Secret instead of files, and the webhook that uses it", () => {
    const names = ["--tls-secret-name=s", "--tls-dns-names=a.b.svc,a.b.svc.cluster.local"];
    expect(parseConfig([...names, "--webhook-name=w"], {}, own)).toMatchObject({
      value: {
        certificate: {
          ...{ kind: "secret", secretName: "s", webhookName: "w", lifeMs: 7_776_000_000 },
          dnsNames: ["a.b.svc", "a.b.svc.cluster.local"],
        },
      },
    });
  });

  it("accepts another namespace than its own", () => {
    expect(parse(["--namespace=other"])).toMatchObject({ value: { namespace: "other" } });
  });

  it("accepts the namespaces to work in, each once", () => {
    const args = ["--watch-namespaces=team-a,team-b,team-a", "--nodes=false"];
    expect(parse(args)).toMatchObject({
      value: { watchNamespaces: ["team-a", "team-b"], nodes: false, clusterRights: true },
    });
  });

  // prettier-ignore
  it.each([
    { shows: "the kinds that the policy reviews", allowed: [],                                                       kinds: ["Deployment.apps", "StatefulSet.apps", "ReplicaSet.apps", "ReplicationController"] },
    { shows: "those of them that are allowed",    allowed: ["--allowed-target-kinds=Rollout.argoproj.io,Deployment.apps"], kinds: ["Deployment.apps"] },
  ])("allows without rights in the cluster only $shows", ({ allowed, kinds }) => {
    const args = ["--watch-namespaces=team-a", "--cluster-rights=false", ...allowed];
    expect(parse(args)).toMatchObject({ value: { rails: { allowedTargetKinds: kinds } } });
  });

  it.each<[string, boolean | readonly string[]]>([
    ["true", true],
    ["false", false],
    ["", []],
    ["kube-system,dns", ["kube-system", "dns"]],
  ])("reads ConfigMaps as --config-maps=%s says", (given, configMaps) => {
    expect(parse([`--config-maps=${given}`])).toMatchObject({ value: { configMaps } });
  });

  it("leads without an election if leader election is off", () => {
    expect(parse(["--leader-elect=false"])).toMatchObject({ value: { election: null } });
  });

  // prettier-ignore
  it.each([
    { shows: "port 0",                         args: ["--port=0"],                     says: "--port must be a whole number from 1 to 65535, not 0" },
    { shows: "a port too high",                args: ["--port=65536"],                 says: "--port must be" },
    { shows: "a port in words",                args: ["--port=https"],                 says: "not https" },
    { shows: "an empty port",                  args: ["--port="],                      says: "--port must be" },
    { shows: "a fractional number of workers", args: ["--workers=1.5"],                says: "--workers must be a whole number from 1 to 1000, not 1.5" },
    { shows: "no workers",                     args: ["--workers=0"],                  says: "--workers must be" },
    { shows: "a timeout of an hour",           args: ["--request-timeout-seconds=3600"], says: "--request-timeout-seconds must be a whole number from 1 to 600" },
    { shows: "a negative tolerance",           args: ["--tolerance=-1"],               says: "--tolerance must be a number from 0 up, such as 0.1, not -1" },
    { shows: "a tolerance in percent",         args: ["--tolerance=10%"],              says: "--tolerance must be a number" },
    { shows: "an infinite tolerance",          args: ["--tolerance=Infinity"],         says: "--tolerance must be a number" },
    { shows: "an empty tolerance",             args: ["--tolerance="],                 says: "--tolerance must be a number" },
    { shows: "a kind in the plural",           args: ["--allowed-target-kinds=deployments"], says: `--allowed-target-kinds must list kinds such as Deployment.apps, not "deployments"` },
    { shows: "kinds with a space",             args: ["--allowed-target-kinds=Deployment.apps, Job.batch"], says: `not " Job.batch"` },
    { shows: "a resource without a group",     args: ["--watched-targets=deployments"], says: `--watched-targets must list resources such as rollouts.argoproj.io, not "deployments"` },
    { shows: "all resources",                  args: ["--watched-targets=a.b,*.argoproj.io"], says: `not "*.argoproj.io"` },
    { shows: "a word as a boolean",            args: ["--scale-to-zero=yes"],          says: "--scale-to-zero must be true or false, not yes" },
    { shows: "a number as a boolean",          args: ["--object-metrics=1"],           says: "--object-metrics must be true or false, not 1" },
    { shows: "a window of two hours",          args: ["--downscale-stabilization-seconds=7200"], says: "from 0 to 3600, not 7200" },
    { shows: "a grace of an hour",             args: ["--shutdown-grace-seconds=3600"], says: "--shutdown-grace-seconds must be a whole number from 0 to 60" },
    { shows: "namespaces with a space",        args: ["--watch-namespaces=a, b"],      says: `--watch-namespaces must list namespaces such as team-a, not " b"` },
    { shows: "odd namespaces of ConfigMaps",   args: ["--config-maps=Yes"],            says: `--config-maps must list namespaces such as team-a, not "Yes"` },
    { shows: "a namespace with a dot",         args: ["--watch-namespaces=a.b"],       says: `not "a.b"` },
    { shows: "a namespace of 64 characters",   args: [`--watch-namespaces=${"a".repeat(64)}`], says: "must list namespaces" },
    { shows: "101 namespaces",                 args: [`--watch-namespaces=${Array.from({ length: 101 }, (_, n) => `n${n}`).join(",")}`], says: "--watch-namespaces lists 101 namespaces, at most 100; divide them among installations" },
    { shows: "all namespaces without rights",  args: ["--cluster-rights=false"],       says: "--cluster-rights=false needs --watch-namespaces" },
    { shows: "an unknown log level",           args: ["--log-level=loud"],             says: "--log-level must be one of trace, debug, info, warn, error, fatal, silent, not loud" },
    { shows: "an unknown flag",                args: ["--prot=1"],                     says: "known flags: --port, --metrics-port, --bind-address" },
    { shows: "a Secret together with files",   args: ["--tls-secret-name=s"],          says: "either --tls-cert-file and --tls-private-key-file, or --tls-secret-name" },
    { shows: "a lease of a second",            args: ["--lease-duration-seconds=1"],   says: "--lease-duration-seconds must be a whole number from 3 to 3600" },
    { shows: "a flag without its value",       args: ["--port"],                       says: "--port" },
    { shows: "a path with a query",            args: ["--webhook-path=/validate?a"],   says: "--webhook-path must be a path such as /validate, not /validate?a" },
    { shows: "client names without a CA",      args: ["--webhook-client-names=a"],     says: "--webhook-client-names needs --webhook-client-ca-file" },
    { shows: "one port for both",              args: ["--port=9", "--metrics-port=9"], says: "--metrics-port must be another port than --port, not 9 again" },
    { shows: "an argument that is not a flag", args: ["8443"],                         says: "8443" },
  ])("reports $shows", ({ args, says }) => {
    expect(problem(args)).toContain(says);
  });

  it("reports that it has no namespace of its own", () => {
    const config = parseConfig(files, {}, () => {
      throw new Error("no kubeconfig");
    });
    expect(config.ok ? "" : config.error).toContain("--namespace is needed");
  });

  it("reports an invalid variable by its flag", () => {
    expect(problem([], { TRIMTAB_PORT: "no" })).toContain("--port must be a whole number");
  });

  it("reports all problems at once", () => {
    const config = parseConfig(["--port=0", "--log-level=loud"], {}, own);
    expect(config.ok ? [] : config.error.split("; ")).toEqual([
      "--port must be a whole number from 1 to 65535, not 0",
      expect.stringContaining("name the webhook's certificate: either --tls-cert-file"),
      expect.stringContaining("--log-level must be one of"),
    ]);
  });
});
