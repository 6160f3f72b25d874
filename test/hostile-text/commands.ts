import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { stringify } from "yaml";

import { trimtab } from "../../cli/testing/trimtab.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { CredentialSource } from "../../kube/transport/credentials.ts";
import { load, objectsOf } from "./objects.ts";

const kubeconfig = {
  ...{ apiVersion: "v1", kind: "Config", "current-context": "c" },
  clusters: [{ name: "c", cluster: { server: "https://127.0.0.1:6443" } }],
  users: [{ name: "c", user: { token: "abc" } }],
  contexts: [{ name: "c", context: { cluster: "c", user: "c", namespace: "shop" } }],
};

/** Takes the place of a text until the file is written, so that the text is not quoted. */
const place = "HOSTILE";

/** A file with the given object, as YAML without quotes or as JSON. */
function fileOf(given: unknown, text: string, isJson: boolean): string {
  if (isJson) return JSON.stringify(given);
  const marked = JSON.parse(
    JSON.stringify(given).replaceAll(JSON.stringify(text), `"${place}"`),
  ) as unknown;
  return stringify(marked).replaceAll(place, () => text);
}

const verbs = [
  ["validate", "-"],
  ["convert", "-"],
  ["explain", "web", "-f", "-"],
];
const manifests = [
  "hpa",
  "hpa-v1",
  "scaled-object",
  "cluster-proportional",
  "watermark",
  "predictive",
];

const cpu = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "AverageValue", averageValue: "100m" } },
};
/** Unready, so that a decision reads the time and the window of its sample. */
const pod = {
  metadata: { name: "web-1", namespace: "shop", labels: { app: "web" } },
  spec: { containers: [{ name: "main", resources: { requests: { cpu: "100m" } } }] },
  status: {
    ...{ phase: "Running", startTime: "2026-01-01T00:00:00Z" },
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-01T00:00:10Z" }],
  },
};
const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

/** The command line on files, whose text is given separately. */
export const commands = {
  usual: () => [
    ...objectsOf("Autoscaler"),
    ...objectsOf("ClusterProportionalAutoscaler"),
    ...manifests.flatMap(name => load(`docs/convert/${name}.yaml`)),
  ],
  cases: () => [
    {
      name: "recorded",
      autoscaler: { kind: "Autoscaler", spec: { scaleTargetRef, maxReplicas: 9, metrics: [cpu] } },
      steps: [
        {
          now: "2026-01-01T00:01:00Z",
          scale: { specReplicas: 1, statusReplicas: 1, selector: "app=web" },
          pods: [pod],
          metrics: {
            resource: [
              {
                metadata: { name: "web-1", namespace: "shop" },
                ...{ timestamp: "2026-01-01T00:01:00Z", window: "15s" },
                containers: [{ name: "main", usage: { cpu: "250m" } }],
              },
            ],
          },
        },
      ],
    },
    {
      name: "cpa",
      configMap: { data: { linear: '{"coresPerReplica":2}' } },
      cluster: { totalNodes: 5, schedulableNodes: 4, totalCores: 15, schedulableCores: 13 },
    },
  ],
  verbs,
  run: (verb: readonly string[], given: unknown, text: string, isJson: boolean) =>
    trimtab(verb, { stdin: fileOf(given, text, isJson) }),
  kubeconfig,
  readKubeconfig: async (given: unknown, text: string, isJson: boolean) => {
    const folder = mkdtempSync(join(tmpdir(), "trimtab-"));
    const before = process.env["KUBECONFIG"];
    try {
      process.env["KUBECONFIG"] = join(folder, "config");
      writeFileSync(join(folder, "config"), fileOf(given, text, isJson));
      return await new CredentialSource(new ManualClock()).get();
    } finally {
      if (before === undefined) delete process.env["KUBECONFIG"];
      else process.env["KUBECONFIG"] = before;
      rmSync(folder, { recursive: true });
    }
  },
};
