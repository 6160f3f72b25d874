import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Fields } from "../../../engine/model/values/json-values.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { readYaml } from "../../validate/yaml/read-yaml.ts";
import { takeoverScript } from "./script.ts";

/** Records its arguments, one per line with its line ends escaped, and what it has to apply. */
const kubectl = `#!/bin/sh
node -e 'for (const one of process.argv.slice(1)) console.log(JSON.stringify(one))' -- "$@" >> "$FOLDER/arguments"
case "$*" in *apply*) cat > "$FOLDER/applied" ;; esac
`;

const command = `touch "$FOLDER/hacked"`;

// prettier-ignore
const hostile: readonly { text: string; is: string }[] = [
  { text: `a'b"c\\`,                                     is: "quotes" },
  { text: `$(${command})\`${command}\``,                 is: "substitutions" },
  { text: `'; ${command}; '`,                            is: "a quote that ends early" },
  { text: `a\n${command}\n#`,                            is: "a line of its own" },
  { text: `a\n\nEND_OF_MANIFEST\n${command}\n`,          is: "the end of the manifest" },
  { text: `\nEND_OF_MANIFEST\n${command}`,               is: "the end of the manifest after an empty line" },
  { text: "END_OF_MANIFEST",                             is: "only the end of the manifest" },
  { text: "a\r\u2028\u0085b",                            is: "other line ends" },
  { text: "no",                                          is: "a word that YAML takes for false" },
];

const scaledObject = { apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject" };
const deployment = { apiVersion: "apps/v1", kind: "Deployment" };
const metadata = { name: "web" };
const selector = { matchLabels: { "k8s-app": "dns", tier: "a'b" } };

// prettier-ignore
const kinds: readonly { shows: string; old: Fields; stop: string[]; start: string[] }[] = [
  {
    shows: "an HPA of a version that is no longer served",
    old: { apiVersion: "autoscaling/v2beta2", kind: "HorizontalPodAutoscaler", metadata, spec: {} },
    stop: ["delete horizontalpodautoscaler.v2.autoscaling/web --wait=true"],
    start: ["apply --filename=-"],
  },
  {
    shows: "a ScaledObject",
    old: { ...scaledObject, metadata, spec: {} },
    stop: [
      "get scaledobject.v1alpha1.keda.sh/web --output=jsonpath={.status.hpaName}",
      `patch scaledobject.v1alpha1.keda.sh/web --type=merge --patch {"metadata":{"annotations":{"autoscaling.keda.sh/paused":"true"}},"spec":{"advanced":{"restoreToOriginalReplicaCount":false}}}`,
      "delete scaledobject.v1alpha1.keda.sh/web --wait=true",
    ],
    start: ["apply --filename=-", "annotate scaledobject.v1alpha1.keda.sh/web autoscaling.keda.sh/paused-"],
  },
  {
    shows: "a ScaledObject that was paused",
    old: { ...scaledObject, metadata: { ...metadata, annotations: { "autoscaling.keda.sh/paused": "true" } }, spec: {} },
    stop: expect.anything() as string[],
    start: ["apply --filename=-"],
  },
  {
    shows: "a cluster-proportional-autoscaler",
    old: { ...deployment, metadata, spec: { replicas: 2, selector } },
    stop: ["scale deployment.v1.apps/web --replicas=0", "get pods --selector=k8s-app=dns,tier=a'b --ignore-not-found --output=name"],
    start: ["apply --filename=-", "scale deployment.v1.apps/web --replicas=2"],
  },
  {
    shows: "one without a number of replicas",
    old: { ...deployment, metadata, spec: { replicas: "$(2)" } },
    stop: ["scale deployment.v1.apps/web --replicas=0"],
    start: ["apply --filename=-", "scale deployment.v1.apps/web --replicas=1"],
  },
];

describe("the script of a takeover", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "takeover-"));
    writeFileSync(join(folder, "kubectl"), kubectl, { mode: 0o755 });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(hostile)("takes $is for text, wherever it is", ({ text }) => {
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: text };
    const metadata = { name: text, namespace: text, annotations: { [text]: text } };
    const spec = { scaleTargetRef, maxReplicas: 3, [text]: { [text]: [text] } };
    const old = { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", metadata, spec };
    const result = { apiVersion: "a/v1", kind: "Autoscaler", metadata, spec: { scaleTargetRef } };
    const lost = { verdict: "lost", from: ["spec", text], to: null, reason: text } as const;
    const file = join(folder, "takeover.sh");
    writeFileSync(file, takeoverScript({ old, result, fields: [lost] }));

    const env = { ...process.env, FOLDER: folder, KUBECTL: join(folder, "kubectl") };
    const ran = spawnSync("sh", [file, "back"], { env, encoding: "utf8", cwd: folder });
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: "" });

    const applied = readYaml(readFileSync(join(folder, "applied"), "utf8"));
    expect(valueAt(applied, ["value"])).toEqual(old);
    const lines = readFileSync(join(folder, "arguments"), "utf8").trimEnd().split("\n");
    const args = lines.map(line => JSON.parse(line) as string);
    expect(args.slice(0, 4)).toEqual(["--namespace", text, "get", `autoscaler.v1.a/${text}`]);
    expect(() => readFileSync(join(folder, "hacked"))).toThrow("ENOENT");
  });

  it.each(kinds)("stops $shows, and starts it again", ({ old, stop, start }) => {
    const result = {
      apiVersion: "a/v1",
      kind: "Autoscaler",
      metadata,
      spec: { scaleTargetRef: {} },
    };
    const script = takeoverScript({ old, result, fields: [] });
    const [functions = ""] = script.split("\ncase ${1-} in");
    const called = (name: string): string[] => {
      rmSync(join(folder, "arguments"), { force: true });
      const file = join(folder, "functions.sh");
      writeFileSync(
        file,
        `${functions}\nkubectl() { echo "$*" >> ${join(folder, "arguments")}; }\n${name}\n`,
      );
      const { status, stderr } = spawnSync("sh", [file], { encoding: "utf8" });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      return readFileSync(join(folder, "arguments"), "utf8").trimEnd().split("\n");
    };
    expect([called("stop_old"), called("start_old")]).toEqual([stop, start]);
  });
});
