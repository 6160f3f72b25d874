import { describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const web = "{apiVersion: apps/v1, kind: Deployment, name: web}";
const hpa = (more = "") =>
  `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec:\n  scaleTargetRef: ${web}\n  maxReplicas: 3\n${more}`;
const service = "apiVersion: v1\nkind: Service\n";
const proportional =
  "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: tools}\nspec: {template: {spec: {containers: [{image: cluster-proportional-autoscaler:1, args: [--target=deployment/web, --configmap=c, --namespace=dns]}]}}}\n";
const scaledObject = (trigger: string) =>
  `apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: web}\nspec:\n  scaleTargetRef: {name: web}\n  triggers: [{type: cpu, metricType: Utilization, metadata: {value: "5"}}, ${trigger}]\n`;

describe("trimtab convert", () => {
  // prettier-ignore
  it.each<{ shows: string; stdin: string; args?: string[]; status: number; says: string }>([
    { shows: "an object",              stdin: hpa(),                                status: 0, says: "-:2:1: HorizontalPodAutoscaler web becomes Autoscaler: 3 same, 1 changed, 0 lost" },
    { shows: "one among twenty",       stdin: `${service}---\n`.repeat(19) + hpa(), status: 0, says: "-:59:1: HorizontalPodAutoscaler web" },
    { shows: "a loss",                 stdin: scaledObject("{type: cron}"),         status: 1, says: "trigger cron: its timezone" },
    { shows: "a loss that is accepted", stdin: scaledObject("{type: cron}"), args: ["--allow-lost"], status: 0, says: "trigger cron: its timezone" },
    { shows: "an unknown field",       stdin: hpa("  minReplcas: 2\n"),             status: 1, says: "Autoscaler has no such field" },
    { shows: "an unknown field in a metric", stdin: hpa("  metrics: [{type: Resource, resourc: {name: cpu}}]\n"), status: 1, says: "spec.metrics[0].resourc: Autoscaler has no such" },
    { shows: "an invalid result",      stdin: hpa("  minReplicas: 4\n"),            status: 1, says: "invalid  spec" },
    { shows: "nothing to convert",     stdin: service,                              status: 1, says: "there is nothing to convert" },
  ])("of $shows exits with $status: $says", async ({ stdin, args = [], status, says }) => {
    const ran = await trimtab(["convert", "-", ...args], { stdin });
    expect(ran.stdout).not.toBe("");
    expect(ran.stderr).toContain(says);
    expect(ran.status).toBe(status);
  });

  // prettier-ignore
  it.each<{ shows: string; stdin: string; args?: string[]; status: number; says: string }>([
    { shows: "invalid YAML",         stdin: `${service}---\n${hpa("  metrics: [\n")}`, status: 2, says: "trimtab: -:11: is not YAML" },
    { shows: "a duplicate key",      stdin: hpa("  maxReplicas: 4\n"),               status: 2, says: "trimtab: -:7: spec.maxReplicas: is there twice" },
    { shows: "an unreadable file",   stdin: "", args: ["absent.yaml"],               status: 2, says: "cannot read absent.yaml" },
    { shows: "an unknown target",    stdin: "", args: ["--to", "vpa"],               status: 2, says: "Allowed choices are trimtab, hpa" },
    { shows: "a script for two",     stdin: `${hpa()}---\n${hpa()}`, args: ["--takeover"], status: 1, says: "a script hands over one object, but there are 2" },
    { shows: "a script for nothing", stdin: service, args: ["--takeover"],           status: 1, says: "but there are 0" },
    { shows: "a script for an object without a name", stdin: hpa().replace("{name:", "{generateName:"), args: ["--takeover"], status: 1, says: "has no metadata.name" },
    { shows: "a script to an HPA",   stdin: "", args: ["--takeover", "--to", "hpa"],  status: 2, says: "--takeover hands a target to an Autoscaler" },
    { shows: "a script for two namespaces", stdin: proportional, args: ["--takeover"], status: 1, says: "the old object is in tools and the new one in dns" },
    { shows: "a script for an invalid result", stdin: hpa("  minReplicas: 4\n"), args: ["--takeover"], status: 1, says: "the result is invalid" },
  ])("of $shows prints nothing and exits with $status: $says", async ({ stdin, args = [], status, says }) => {
    const ran = await trimtab(["convert", "-", ...args], { stdin });
    expect({ stdout: ran.stdout, status: ran.status }).toEqual({ stdout: "", status });
    expect(ran.stderr).toContain(says);
  });

  it("prints the fields and the result as JSON", async () => {
    const { stdout, stderr } = await trimtab(["convert", "-", "-o", "json"], { stdin: hpa() });
    expect(stderr).toBe("");
    const added = { verdict: "changed", from: null, to: "spec.algorithm" };
    expect(JSON.parse(stdout)).toMatchObject({
      objects: [
        {
          ...{ file: "-", line: 2, column: 1, kind: "HorizontalPodAutoscaler", name: "web" },
          ...{ errors: [], result: { kind: "Autoscaler", spec: { maxReplicas: 3 } } },
          fields: expect.arrayContaining([expect.objectContaining(added)]) as unknown,
        },
      ],
    });
  });
});
