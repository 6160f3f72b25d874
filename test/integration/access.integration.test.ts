import { describe, expect } from "vitest";

import { actingFor, apiRequest, type ApiObject, type Person } from "../../hack/cluster/api.ts";
import { eventually } from "./eventually.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";
import { guardOnlyBy, type Guard } from "./cluster/unguarded.ts";

const rbac = "apis/rbac.authorization.k8s.io/v1";
const group = "autoscaling.trimtab.dev";
const autoscalers = `apis/${group}/v1alpha1/autoscalers`;
/** Longer than the 10 s for which the webhook caches the result of an access review. */
const granted = 60_000;

/** A role in the sandbox, for one subject. */
async function grant(sandbox: Sandbox, name: string, rule: object, subject: object) {
  await sandbox.create(`${rbac}/roles`, { metadata: { name }, rules: [rule] });
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
const ann: Person = { user: "ann" };
const annAsSubject = subjectOf("User", "ann");
const everybody = subjectOf("Group", "system:authenticated");

const ownKinds = { apiGroups: [group], resources: ["*"], verbs: ["*"] };
const scale = { apiGroups: ["apps"], resources: ["deployments/scale"], verbs: ["patch"] };

/** Everyone may write Trimtab's objects there; only one guard checks the permission to scale. */
async function openTo(sandbox: Sandbox, guard: Guard): Promise<void> {
  await guardOnlyBy(sandbox, guard);
  await grant(sandbox, "autoscalers", ownKinds, everybody);
}

const plurals: Readonly<Record<string, string>> = {
  Autoscaler: autoscalers,
  ClusterProportionalAutoscaler: `apis/${group}/v1alpha1/clusterproportionalautoscalers`,
};

/** Like `kubectl apply --server-side --as`; returns the refusal. */
async function apply(
  sandbox: Sandbox,
  { user, groups }: Person,
  object: ApiObject,
): Promise<string> {
  const as = groups ? { user, groups: [...groups, "system:authenticated"] } : { user };
  const path = sandbox.path(plurals[object.kind ?? ""]!, object.metadata?.name);
  const { code, body, text } = await apiRequest(
    actingFor(sandbox.cluster, as),
    "PATCH",
    `${path}?fieldManager=person&force=true`,
    object,
    "application/apply-patch+yaml",
  );
  return code < 300 ? "applied" : (body.message ?? text);
}

const isApplied = (sandbox: Sandbox, person: Person, object: ApiObject) =>
  eventually(async () => {
    expect(await apply(sandbox, person, object)).toBe("applied");
  }, granted);

const isRefused = (
  sandbox: Sandbox,
  person: Person,
  object: ApiObject,
  { says, omits = [] }: { readonly says: readonly string[]; readonly omits?: readonly string[] },
) =>
  eventually(async () => {
    const refusal = await apply(sandbox, person, object);
    for (const words of says) expect(refusal).toContain(words);
    for (const words of omits) expect(refusal).not.toContain(words);
  }, granted);

const autoscalerOf = (
  { namespace }: Sandbox,
  spec: object = {},
  labels: Readonly<Record<string, string>> = {},
) => ({
  ...{ apiVersion: `${group}/v1alpha1`, kind: "Autoscaler" },
  metadata: { name: "web", namespace, labels },
  spec: {
    scaleTargetRef: scaleTarget("Deployment", "web"),
    ...{ maxReplicas: 3, mode: "Paused" },
    ...spec,
  },
});

const ofTargets = ({ namespace }: Sandbox, names: readonly string[]) => ({
  ...{ apiVersion: `${group}/v1alpha1`, kind: "ClusterProportionalAutoscaler" },
  metadata: { name: "many", namespace },
  spec: {
    scaleTargetRefs: names.map(name => scaleTarget("Deployment", name)),
    ...{ linear: { nodesPerReplica: 16 }, mode: "Paused" },
  },
});

/** The parts of a rejection: the guard, and the target. */
const guards: readonly {
  readonly guard: Guard;
  readonly by: string;
  readonly named: (sandbox: Sandbox, name: string) => string;
  readonly every: string;
}[] = [
  {
    guard: "webhook",
    by: 'admission webhook "validate.autoscaling.trimtab.dev" denied the request',
    named: ({ namespace }, name) =>
      `may not update deployments.apps/scale of ${namespace}/${name},`,
    every: "may not update every deployments.apps/scale",
  },
  {
    guard: "policy",
    by: "ValidatingAdmissionPolicy 'trimtab-scale-access'",
    named: (_, name) => `may not update the scale of Deployment ${name},`,
    every: "may not update the scale of every Deployment,",
  },
];

const people: readonly {
  readonly who: string;
  readonly person: (sandbox: Sandbox) => Person;
  readonly subject: (sandbox: Sandbox) => object;
}[] = [
  { who: "a user", person: () => ann, subject: () => annAsSubject },
  {
    who: "a member of a group",
    person: () => ({ user: "bob", groups: ["shop-team"] }),
    subject: () => subjectOf("Group", "shop-team"),
  },
  {
    who: "a service account",
    person: ({ namespace }) => ({ user: `system:serviceaccount:${namespace}:deployer` }),
    subject: ({ namespace }) => ({ kind: "ServiceAccount", name: "deployer", namespace }),
  },
];

describe.concurrent.each(guards)(
  "the $guard alone prevents users from scaling a forbidden target through an autoscaler",
  ({ guard, by, named, every }) => {
    it.for(people)(
      "$who is rejected without the permission and accepted with it",
      async ({ person, subject }, { sandbox }) => {
        await sandbox.deployments({ web: 1 });
        await openTo(sandbox, guard);
        const who = person(sandbox);
        const says = [by, `${who.user} ${named(sandbox, "web")}`];
        await isRefused(sandbox, who, autoscalerOf(sandbox), { says });
        await grant(sandbox, "scale", scale, subject(sandbox));
        await isApplied(sandbox, who, autoscalerOf(sandbox));
      },
    );

    it("permission to update the scale is sufficient, too", async ({ sandbox }) => {
      await openTo(sandbox, guard);
      await isRefused(sandbox, ann, autoscalerOf(sandbox), { says: [by, "ann may not update"] });
      await grant(sandbox, "scale", { ...scale, verbs: ["update"] }, annAsSubject);
      await isApplied(sandbox, ann, autoscalerOf(sandbox));
    });

    it("an edit of the spec is checked, an edit of a label is not", async ({ sandbox }) => {
      await sandbox.deployments({ web: 1 });
      await openTo(sandbox, guard);
      await sandbox.create(autoscalers, autoscalerOf(sandbox));
      const edited = autoscalerOf(sandbox, { maxReplicas: 9 });
      await isRefused(sandbox, ann, edited, { says: [by, `ann ${named(sandbox, "web")}`] });
      await isApplied(sandbox, ann, autoscalerOf(sandbox, {}, { team: "shop" }));
    });

    it("all of the sixteen targets, the maximum, are checked", async ({ sandbox }) => {
      await openTo(sandbox, guard);
      const names = Array.from({ length: 16 }, (_, index) => `web-${index}`);
      const object = ofTargets(sandbox, names);
      const fifteen = { ...scale, resourceNames: names.slice(0, -1) };
      await grant(sandbox, "fifteen", fifteen, annAsSubject);
      await isRefused(sandbox, ann, object, { says: [by, `ann ${named(sandbox, "web-15")}`] });
      const last = { ...scale, resourceNames: names.slice(-1) };
      await grant(sandbox, "last", last, annAsSubject);
      await isApplied(sandbox, ann, object);
    });

    it("permission to scale one target by name does not cover a selector", async ({ sandbox }) => {
      await sandbox.deployments({ web: 1 });
      await openTo(sandbox, guard);
      await grant(sandbox, "one", { ...scale, resourceNames: ["web"] }, annAsSubject);
      await isApplied(sandbox, ann, autoscalerOf(sandbox));
      await sandbox.delete(autoscalers, "web");
      const { apiVersion, kind } = scaleTarget("Deployment", "web");
      const targetSelector = { apiVersion, kind, selector: { matchLabels: { app: "web" } } };
      const object = autoscalerOf(sandbox, { scaleTargetRef: undefined, targetSelector });
      await isRefused(sandbox, ann, object, { says: [by, `ann ${every}`] });
      await grant(sandbox, "all", scale, annAsSubject);
      await isApplied(sandbox, ann, object);
    });

    it("permission for one of several targets does not cover the others", async ({ sandbox }) => {
      await openTo(sandbox, guard);
      await grant(sandbox, "one", { ...scale, resourceNames: ["web"] }, annAsSubject);
      await isRefused(sandbox, ann, ofTargets(sandbox, ["web", "db"]), {
        says: [by, `ann ${named(sandbox, "db")}`],
        omits: [named(sandbox, "web")],
      });
    });
  },
);
