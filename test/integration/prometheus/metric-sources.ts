import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { choosePorts, isFree, searchStart } from "../../../hack/host/ports.ts";

/** The metric sources of the shared operator. A test starts their servers; until then they are down. */
export interface SharedMetricSources {
  readonly folder: string;
  /** Of `platform`, which restricts queries to the namespace. */
  readonly platformPort: number;
  /** Of `secured`, which has a Secret. */
  readonly securedPort: number;
  /** Of `shop`, which restricts queries to the namespace; its server stops and starts again. */
  readonly shopPort: number;
  /** Of the external scaler `queues`, without TLS. */
  readonly queuesPort: number;
  /** Of the external scaler `guarded`, which has a Secret. */
  readonly guardedPort: number;
}

declare module "vitest" {
  interface ProvidedContext {
    readonly metricSources: SharedMetricSources;
  }
}

/** Part of every credential, which the operator must never log. */
export const secretMark = "hunter2";
const secretName = "prometheus-credentials";
export const scalerSecretName = "scaler-credentials";

const enforcedMatchers = [{ label: "namespace", value: "$(namespace)" }];

/** Writes the files that a pod of the chart would have mounted. */
export async function prepareMetricSources(): Promise<SharedMetricSources> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-metric-sources-"));
  // Free until a test listens on them: the operator and others take theirs from the other half of the range.
  const choice = { taken: new Set<number>(), isFree, start: searchStart.cluster() };
  const ports = await choosePorts(5, choice);
  const [platformPort = 0, securedPort = 0, queuesPort = 0, guardedPort = 0, shopPort = 0] = ports;
  const metricSources = [
    {
      ...{ name: "platform", type: "Prometheus", allowedNamespaces: ["*"] },
      prometheus: { url: `http://127.0.0.1:${platformPort}`, enforcedMatchers },
    },
    {
      ...{ name: "shop", type: "Prometheus", allowedNamespaces: ["*"] },
      prometheus: { url: `http://127.0.0.1:${shopPort}`, enforcedMatchers },
    },
    {
      ...{ name: "secured", type: "Prometheus", allowedNamespaces: ["*"] },
      prometheus: { url: `https://localhost:${securedPort}`, timeoutSeconds: 1 },
      credentialsSecret: secretName,
    },
    {
      ...{ name: "of-others", type: "Prometheus", allowedNamespaces: ["elsewhere"] },
      prometheus: { url: `http://127.0.0.1:${platformPort}` },
    },
    {
      ...{ name: "queues", type: "ExternalScaler", allowedNamespaces: ["*"] },
      externalScaler: { address: `127.0.0.1:${queuesPort}`, plaintext: true, timeoutSeconds: 1 },
    },
    {
      ...{ name: "guarded", type: "ExternalScaler", allowedNamespaces: ["*"] },
      externalScaler: { address: `localhost:${guardedPort}` },
      credentialsSecret: scalerSecretName,
    },
  ];
  // JSON is valid YAML.
  writeFileSync(join(folder, "metric-sources.yaml"), JSON.stringify({ metricSources }));
  return { folder, platformPort, securedPort, shopPort, queuesPort, guardedPort };
}

export const metricSourceArgs = ({ folder }: SharedMetricSources): string[] => [
  `--metric-sources=${join(folder, "metric-sources.yaml")}`,
  `--metric-source-credentials=${join(folder, "credentials")}`,
];

/** Replaces all files of the Secret at once, as a kubelet does. */
export function mountSecret(
  { folder }: SharedMetricSources,
  files: Readonly<Record<string, string>>,
  secret = secretName,
): void {
  const mounted = join(folder, "credentials", secret);
  mkdirSync(mounted, { recursive: true });
  const version = mkdtempSync(join(mounted, "..version-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(version, name), text);
  symlinkSync(version, join(mounted, "..new"));
  renameSync(join(mounted, "..new"), join(mounted, "..data"));
}

export const removeMetricSources = ({ folder }: SharedMetricSources): void => {
  rmSync(folder, { recursive: true, force: true });
};
