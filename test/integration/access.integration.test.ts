import { describe, expect } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./objects.ts";
import { it, type Sandbox } from "./sandbox.ts";
import { unguarded } from "./unguarded.ts";

const rbac = "apis/rbac.authorization.k8s.io/v1";
const group = "autoscaling.trimtab.dev";
const anyone = { apiGroups: [group], resources: ["*"], verbs: ["*"] };

/** Who somebody is, as `kubectl --as` has it. */
interface Person {
  readonly user: string;
  readonly groups?: readonly string[];
}

/** A role in the sandbox, for one subject. */
async function grant(sandbox: Sandbox, name: string, rules: readonly object[], subject: object) {
  await sandbox.create(`${rbac}/roles`, { metadata: { name }, rules });
  const apiGroup = "rbac.authorization.k8s.io";
  await sandbox.create(`${rbac}/rolebindings`, {
    metadata: { name },
    roleRef: { apiGroup, kind: "Role", name },
    subjects: [subject],
  });
}

const subjectOf = (kind: "User" | "Group", name: string) => ({
  ...{ apiGroup: "rbac.authorization.k8s.io", kind, name },
});

/** Everybody may write objects of ours; `scale` is the right in question. */
const open = (sandbox: Sandbox) =>
  grant(sandbox, "autoscalers", [anyone], subjectOf("Group", "system:authenticated"));
const mayScale = (sandbox: Sandbox, subject: object, verbs = ["patch"]) =>
  grant(
    sandbox,
    "scale",
    [{ apiGroups: ["apps"], resources: ["deployments/scale"], verbs }],
    subject,
  );

const serviceAccount = ({ namespace }: Sandbox): Person => ({
  user: `system:serviceaccount:${namespace}:deployer`,
});

async function apply(
  sandbox: Sandbox,
  { user, groups = [] }: Person,
  object: object,
): Promise<string> {
  const as = [`--as=${user}`, ...groups.map(name => `--as-group=${name}`)];
  const all = groups.length > 0 ? ["--as-group=system:authenticated"] : [];
  const args = ["apply", "--server-side", "--force-conflicts", ...as, ...all, "--filename=-"];
  const { code, stderr } = await sandbox.cluster.kubectl(args, JSON.stringify(object));
  return code === 0 ? "applied" : stderr;
}

const autoscalerOf = ({ namespace }: Sandbox, spec: object = {}, labels: object = {}) => ({
  ...{ apiVersion: `${group}/v1alpha1`, kind: "Autoscaler" },
  metadata: { name: "web", namespace, labels },
  spec: {
    scaleTargetRef: scaleTarget("Deployment", "web"),
    maxReplicas: 3,
    mode: "Paused",
    ...spec,
  },
});

const says = (person: Person) =>
  new RegExp(`${person.user} may not update (deployments.apps/scale|the scale of Deployment web)`);

describe.concurrent("whoever may not scale a workload may not have it scaled", () => {
  const ann: Person = { user: "ann" };

  it.for<{
    who: string;
    person: (sandbox: Sandbox) => Person;
    subject: (sandbox: Sandbox) => object;
  }>([
    { who: "a user", person: () => ann, subject: () => subjectOf("User", "ann") },
    {
      who: "a member of a group",
      person: () => ({ user: "bob", groups: ["shop-team"] }),
      subject: () => subjectOf("Group", "shop-team"),
    },
    {
      who: "a service account",
      person: serviceAccount,
      subject: ({ namespace }) => ({ kind: "ServiceAccount", name: "deployer", namespace }),
    },
  ])(
    "$who: refused without the right, and accepted with it",
    async ({ person, subject }, { sandbox }) => {
      await sandbox.deployments({ web: 1 });
      await open(sandbox);
      const who = person(sandbox);
      expect(await apply(sandbox, who, autoscalerOf(sandbox))).toMatch(says(who));
      await mayScale(sandbox, subject(sandbox));
      await eventually(async () => {
        expect(await apply(sandbox, who, autoscalerOf(sandbox))).toBe("applied");
      }, 20_000);
    },
  );

  it("the right to update the scale is enough, too", async ({ sandbox }) => {
    await open(sandbox);
    await mayScale(sandbox, subjectOf("User", "ann"), ["update"]);
    expect(await apply(sandbox, ann, autoscalerOf(sandbox))).toBe("applied");
  });

  it("an edit of the spec is asked about, one of a label is not", async ({ sandbox }) => {
    await sandbox.deployments({ web: 1 });
    await open(sandbox);
    await mustRequest(
      sandbox.cluster,
      "POST",
      sandbox.path(`apis/${group}/v1alpha1/autoscalers`),
      autoscalerOf(sandbox),
    );
    expect(await apply(sandbox, ann, autoscalerOf(sandbox, { maxReplicas: 9 }))).toMatch(says(ann));
    expect(await apply(sandbox, ann, autoscalerOf(sandbox, {}, { team: "shop" }))).toBe("applied");
  });

  it("the API server itself refuses it where the webhook is away", async ({ sandbox }) => {
    await open(sandbox);
    await sandbox.deployments({ web: 1 });
    await unguarded(sandbox, async () => {
      const refusal = await apply(sandbox, ann, autoscalerOf(sandbox));
      expect(refusal).toContain("ValidatingAdmissionPolicy 'trimtab-scale-access'");
      expect(refusal).toMatch(says(ann));
    });
  });

  it("all of sixteen targets are asked about, more there cannot be", async ({ sandbox }) => {
    await open(sandbox);
    const names = Array.from({ length: 16 }, (_, index) => `web-${index}`);
    const object = {
      ...{ apiVersion: `${group}/v1alpha1`, kind: "ClusterProportionalAutoscaler" },
      metadata: { name: "many", namespace: sandbox.namespace },
      spec: {
        scaleTargetRefs: names.map(name => scaleTarget("Deployment", name)),
        ...{ linear: { nodesPerReplica: 16 }, mode: "Paused" },
      },
    };
    const rule = { apiGroups: ["apps"], resources: ["deployments/scale"], verbs: ["patch"] };
    const mine = { ...rule, resourceNames: names.slice(0, -1) };
    await grant(sandbox, "fifteen", [mine], subjectOf("User", "ann"));
    await unguarded(sandbox, async () => {
      const refusal = await apply(sandbox, ann, object);
      expect(refusal).toContain("ann may not update the scale of Deployment web-15");
    });
    const last = { ...rule, resourceNames: names.slice(-1) };
    await grant(sandbox, "last", [last], subjectOf("User", "ann"));
    await eventually(async () => {
      expect(await apply(sandbox, ann, object)).toBe("applied");
    }, 20_000);
  });

  it("the right to scale one by name is not enough for a selector, with the webhook or without", async ({
    sandbox,
  }) => {
    await open(sandbox);
    await sandbox.deployments({ web: 1 });
    const rule = { apiGroups: ["apps"], resources: ["deployments/scale"], verbs: ["patch"] };
    await grant(sandbox, "one", [{ ...rule, resourceNames: ["web"] }], subjectOf("User", "ann"));
    const { apiVersion, kind } = scaleTarget("Deployment", "web");
    const targetSelector = { apiVersion, kind, matchLabels: { app: "web" } };
    const object = autoscalerOf(sandbox, { scaleTargetRef: undefined, targetSelector });
    const byWebhook = "ann may not update every deployments.apps/scale";
    await eventually(async () => {
      expect(await apply(sandbox, ann, autoscalerOf(sandbox))).toBe("applied");
    }, 20_000);
    await sandbox.delete(`apis/${group}/v1alpha1/autoscalers`, "web");
    expect(await apply(sandbox, ann, object)).toMatch(
      new RegExp(`${byWebhook}|ann may not update the scale of every Deployment`),
    );
    await unguarded(sandbox, async () => {
      const refusal = await apply(sandbox, ann, object);
      expect(refusal).toContain("ValidatingAdmissionPolicy 'trimtab-scale-access'");
      expect(refusal).toContain("ann may not update the scale of every Deployment");
    });
    await mayScale(sandbox, subjectOf("User", "ann"));
    await eventually(async () => {
      expect(await apply(sandbox, ann, object)).toBe("applied");
    }, 20_000);
  });

  it("one right among several targets is not enough", async ({ sandbox }) => {
    await open(sandbox);
    const rule = { apiGroups: ["apps"], resources: ["deployments/scale"], verbs: ["patch"] };
    await grant(sandbox, "one", [{ ...rule, resourceNames: ["web"] }], subjectOf("User", "ann"));
    const scaleTargetRefs = ["web", "db"].map(name => scaleTarget("Deployment", name));
    const object = {
      ...{ apiVersion: `${group}/v1alpha1`, kind: "ClusterProportionalAutoscaler" },
      metadata: { name: "both", namespace: sandbox.namespace },
      spec: { scaleTargetRefs, linear: { nodesPerReplica: 16 }, mode: "Paused" },
    };
    const refusal = await apply(sandbox, ann, object);
    expect(refusal).toContain("Deployment db");
    expect(refusal).not.toContain("Deployment web");
  });
});
