import { describe, expect } from "vitest";

import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { it, utilization } from "./cluster/workloads.ts";

type Spec = Partial<AutoscalerSpec>;

const object = (spec: Spec): string =>
  JSON.stringify({
    apiVersion: "autoscaling.trimtab.dev/v1alpha1",
    kind: "Autoscaler",
    metadata: { name: "web" },
    spec: {
      scaleTargetRef: scaleTarget("Deployment", "web"),
      maxReplicas: 10,
      metrics: [utilization("cpu", 50)],
      ...spec,
    },
  });

const absent = "spec.scaleTargetRef: there is no Deployment";
/** A busy API server may not respond to the read of the target in time. */
const aboutTarget = "Warning: spec.scaleTargetRef: ";
const withRules = (direction: "scaleUp" | "scaleDown", rules: object): Spec => ({
  behavior: { [direction]: rules },
});
const pods = { type: "Pods", value: 1, periodSeconds: 5 };

describe.concurrent("an Autoscaler is accepted with a warning", () => {
  // prettier-ignore
  it.for<{ of: string; spec: Spec; says: string }>([
    { of: "a missing target",               spec: {},                                                          says: absent },
    { of: "equal bounds",                   spec: { minReplicas: 10 },                                         says: "spec.maxReplicas: " },
    { of: "no metric",                      spec: { metrics: [] },                                             says: "spec.metrics: " },
    { of: "a tolerance above a half",       spec: withRules("scaleUp", { tolerance: "600m" }),                 says: "spec.behavior.scaleUp.tolerance: " },
    { of: "a window below the period",      spec: withRules("scaleDown", { stabilizationWindowSeconds: 10 }),  says: "spec.behavior.scaleDown.stabilizationWindowSeconds: " },
    { of: "a policy below the period",      spec: withRules("scaleUp", { policies: [pods] }),                  says: "spec.behavior.scaleUp.policies[0].periodSeconds: " },
  ])("about $of", async ({ spec, says }, { workloads }) => {
    const { cluster, namespace } = workloads;
    const create = ["create", "--dry-run=server", "--filename=-", `--namespace=${namespace}`];
    // On a busy API server, the operator may not read the target in time, and then warns about that.
    await eventually(async () => {
      const { code, stderr } = await cluster.kubectl(create, object(spec));
      expect(code).toBe(0);
      const warnings = stderr.trimEnd().split("\n");
      expect(warnings.filter(line => !line.startsWith("Warning: spec."))).toEqual([]);
      const others = warnings.filter(line => !line.startsWith(aboutTarget));
      const [first = ""] = says === absent ? warnings : others;
      expect(first).toContain(`Warning: ${says}`);
      expect(others).toHaveLength(says === absent ? 0 : 1);
    });
  });

  it("about a percentage of a resource that no container requests", async ({ workloads }) => {
    await workloads.run("web", { replicas: 1, usage: {}, requests: null });
    const create = ["create", "--dry-run=server", "--filename=-"];
    await eventually(async () => {
      const { stderr } = await workloads.cluster.kubectl(
        [...create, `--namespace=${workloads.namespace}`],
        object({}),
      );
      expect(stderr).toMatch(
        /^Warning: spec\.metrics\[0\]: pod web-\S+ has no request for cpu in container main, so there is nothing to take a percentage of; let every container request cpu, or aim for an averageValue\n$/,
      );
    });
  });

  it("about a target at 0, with the command that ends that", async ({ workloads }) => {
    await workloads.run("web", { replicas: 0, usage: {} });
    const create = ["create", "--dry-run=server", "--filename=-"];
    await eventually(async () => {
      const { stderr } = await workloads.cluster.kubectl(
        [...create, `--namespace=${workloads.namespace}`],
        object({}),
      );
      const command = `kubectl scale --namespace ${workloads.namespace} deployment/web --replicas=1`;
      expect(stderr).toBe(
        `Warning: spec.scaleTargetRef: Deployment web has 0 replicas, which only a person ends, unless the operator scaled it to 0; set it to 1 or more: ${command}\n`,
      );
    });
  });

  it("only if there is a reason to warn", async ({ workloads }) => {
    await workloads.run("web", { replicas: 1, usage: {} });
    const create = ["create", "--dry-run=server", "--filename=-"];
    await eventually(async () => {
      const { code, stderr } = await workloads.cluster.kubectl(
        [...create, `--namespace=${workloads.namespace}`],
        object({}),
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    });
  });
});
