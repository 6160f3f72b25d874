import { afterAll, beforeAll, expect, it } from "vitest";

import { specCases as autoscalerCases } from "../../engine/validate/autoscaler.cases.ts";
import { specCases as proportionalCases } from "../../engine/validate/cluster-proportional-autoscaler.cases.ts";
import { calendarCases } from "../../engine/validate/fields/schedules.cases.ts";
import { forEachConcurrently, mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { installProduct } from "../../hack/cluster/operator/install.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { crdKinds } from "../integration/cluster/crd-kinds.ts";
import { eventually } from "../integration/eventually.ts";
import {
  clearPlaces,
  createDeployment,
  makePlace,
  type Place,
  startFaultCluster,
} from "./cluster/fault-cluster.ts";
import {
  apiServerRefuses,
  commandLineFinds,
  controllerSays,
  createAll,
  loosen,
  toObject,
  webhookSays,
  type Wrong,
} from "./rule-table/asking.ts";
import { type Enforcer, type Example, toTable } from "./rule-table/table.ts";

let cluster: Cluster;
let operator: Operator;
let place: Place;

/** Guard rails that affect only their own examples. */
const rails = [
  "--least-sync-period-seconds=4",
  "--largest-max-replicas=2147483646",
  "--allowed-target-kinds=Deployment.apps,ReplicationController,Shop.example.com,Gadget.example.dev,DaemonSet.apps",
];

beforeAll(async () => {
  cluster = await startFaultCluster();
  await clearPlaces(cluster);
  place = await makePlace(cluster);
  operator = await startOperator(cluster, { replica: "rules", webhook: false, args: rails });
});
afterAll(async () => {
  await operator.stop();
  await clearPlaces(cluster);
  await installProduct(cluster);
  await cluster.stop();
});

const policyBinding =
  "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/trimtab-scale-access";

interface Case extends Example, Wrong {
  readonly name: string;
  /** Whether the API server accepts it. */
  readonly isByWebhook: boolean;
}

/** One mistake each; for a rule that never fails alone, the first example that violates it. */
function casesOf(kind: string, cases: typeof autoscalerCases): Case[] {
  const wrong = cases.filter(({ errors }) => errors.length > 0);
  const alone = wrong.filter(({ errors }) => new Set(errors).size === 1);
  const known = new Set(alone.flatMap(({ errors }) => errors));
  const others = wrong.flatMap(row =>
    row.errors.flatMap(code => {
      if (known.has(code)) return [];
      known.add(code);
      return [{ ...row, errors: [code] }];
    }),
  );
  return [...alone, ...others].map(({ errors: [code = ""], when, spec, byWebhook }, index) => ({
    ...{ code, kind, when, spec, name: `${kind.toLowerCase()}-${index}` },
    isByWebhook: byWebhook === true,
  }));
}

const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const autoscaler = (name: string, code: string, when: string, fields: object): Case => ({
  ...{ kind: "Autoscaler", name, code, when, isByWebhook: true },
  spec: { scaleTargetRef: web, maxReplicas: 3, ...fields },
});
const refOf = (kind: string) => ({ scaleTargetRef: { ...web, kind } });

// prettier-ignore
const ofTheCluster: readonly Case[] = [
  autoscaler("rail-period", "SyncPeriodBelowLimit",  "a shorter sync period than the installation allows", { syncPeriodSeconds: 3 }),
  autoscaler("rail-max",    "MaxAboveLimit",         "more replicas than the installation allows",         { maxReplicas: 2147483647 }),
  autoscaler("rail-kind",   "KindNotAllowed",        "a kind that the installation does not allow",        refOf("ReplicaSet")),
  autoscaler("kind-typo",   "UnknownKind",           "a kind that is not served",                          { scaleTargetRef: { ...web, apiVersion: "example.com/v1", kind: "Shop" } }),
  autoscaler("kind-fixed",  "NotScalable",           "a kind without a scale",                             refOf("DaemonSet")),
  autoscaler("rival",       "ConflictingAutoscaler", "a target that an older one scales",                  { scaleTargetRef: { ...web, name: "taken" } }),
];
const older = autoscaler("a-older", "", "", { scaleTargetRef: { ...web, name: "taken" } });

/** No rule of the CRD reads a calendar. */
const ofCalendars = casesOf("Autoscaler", calendarCases).map(each => ({
  ...each,
  ...{ name: `calendar-${each.name}`, isByWebhook: true },
}));
const cases = [
  ...casesOf("Autoscaler", autoscalerCases),
  ...casesOf("ClusterProportionalAutoscaler", proportionalCases),
  ...ofCalendars,
];

it("every rule is enforced in the layers that the documentation names", async () => {
  const { namespace } = place;
  const refusals = new Map<Case, Set<Enforcer>>(
    [...cases, ...ofTheCluster].map(each => [each, new Set<Enforcer>()]),
  );
  const note = (each: Case, enforcer: Enforcer): unknown => refusals.get(each)?.add(enforcer);
  const refusedNow = async (some: readonly Case[]): Promise<Set<Case>> => {
    const refused = new Set<Case>();
    await forEachConcurrently(some, async each => {
      if (await apiServerRefuses(cluster, namespace, each)) refused.add(each);
    });
    return refused;
  };
  const objects = [older, ...refusals.keys()].map(each => toObject(namespace, each.name, each));

  const [strict, found] = await Promise.all([refusedNow(cases), commandLineFinds(objects)]);
  const missed = cases.filter(each => strict.has(each) === each.isByWebhook);
  expect(missed.map(({ when }) => when)).toEqual([]);
  await createDeployment(place, "web", 1);
  await createDeployment(place, "taken", 1);
  await createAll(cluster, [toObject(namespace, older.name, older)]);
  // The rule that needs another object: once the operator has that one, it can enforce all.
  const rival = ofTheCluster.at(-1)!;
  await eventually(async () => {
    expect(await webhookSays(operator, namespace, rival)).not.toBe("");
  });
  const examples = [...refusals.keys()];
  await forEachConcurrently(examples, async each => {
    if ((await webhookSays(operator, namespace, each)) !== "") note(each, "webhook");
  });
  for (const each of examples) if (found.has(each.name)) note(each, "CLI");

  await loosen(cluster, "rules");
  // A CRD takes effect a moment after it is accepted.
  await eventually(async () => {
    for (const { kind, badSpec } of crdKinds) {
      expect(await apiServerRefuses(cluster, namespace, { kind, spec: badSpec })).toBe(false);
    }
  });
  const byCrd = cases.filter(({ isByWebhook }) => !isByWebhook);
  const bySchema = await refusedNow(byCrd);
  for (const each of byCrd) {
    note(each, bySchema.has(each) ? "schema" : "CEL");
  }

  await loosen(cluster, "everything");
  // The policy relies on an earlier check by the schema.
  await mustRequest(cluster, "DELETE", policyBinding);
  let left: readonly Case[] = cases;
  await eventually(async () => {
    left = [...(await refusedNow(left))];
    expect(left.map(({ when }) => when)).toEqual([]);
  });
  await createAll(cluster, objects.slice(1));
  const said = await controllerSays(cluster, namespace, objects.length);
  for (const each of examples) if (said.get(each.name)) note(each, "controller");

  await installProduct(cluster);
  const denied = await deniedToNobody(cluster, place);
  refusals.set(denied.example, denied.by);
  const table = toTable(refusals);
  console.log(table);
  await expect(`${intro}${table}\n`).toMatchFileSnapshot("../../docs/rules.md");
});

const intro = `# Who enforces which rule

\`test/faults/rule-table.test.ts\` generates this page: it sends every example to every enforcer, on a real API server. Do
not edit it. **schema** and **CEL** are rules of the CRD, and **policy** is the ValidatingAdmissionPolicy: these three work
without the operator. An entry such as "2 of 10" counts the examples of a rule that the enforcer refuses. An example
that the schema refuses does not count for CEL.

`;

/** A user who may write Trimtab's objects but scale nothing. */
async function deniedToNobody(target: Cluster, { namespace }: Place) {
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const rules = [{ apiGroups: ["autoscaling.trimtab.dev"], resources: ["*"], verbs: ["*"] }];
  const apiGroup = "rbac.authorization.k8s.io";
  await mustRequest(target, "POST", `${rbac}/roles`, { metadata: { name: "ours" }, rules });
  await mustRequest(target, "POST", `${rbac}/rolebindings`, {
    metadata: { name: "ours" },
    roleRef: { apiGroup, kind: "Role", name: "ours" },
    subjects: [{ apiGroup, kind: "User", name: "nobody" }],
  });
  const example = autoscaler("denied", "AccessDenied", "a workload that one may not scale", {});
  const by = new Set<Enforcer>();
  const said = await webhookSays(operator, namespace, example, "nobody", ["system:authenticated"]);
  if (said.includes("may not")) by.add("webhook");
  await eventually(async () => {
    const object = JSON.stringify(toObject(namespace, "denied", example));
    const args = ["create", "--dry-run=server", "--as=nobody", "--filename=-"];
    const { stderr } = await target.kubectl(args, object);
    expect(stderr).toContain("ValidatingAdmissionPolicy 'trimtab-scale-access'");
  });
  by.add("policy");
  return { example, by };
}
