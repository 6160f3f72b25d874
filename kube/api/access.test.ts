import { describe, expect, it } from "vitest";

import { err, ok } from "../../engine/model/values/result.ts";
import { missingRights, type Right } from "./access.ts";
import { kubeError } from "../transport/errors.ts";
import { ScriptedTransport } from "../testing/scripted-transport.ts";

const scale: Right = { group: "apps", resource: "deployments/scale", verb: "patch" };
const lease: Right = {
  ...{ group: "coordination.k8s.io", resource: "leases", verb: "update" },
  ...{ name: "trimtab", namespace: "ns" },
};

interface Asked {
  readonly path: string;
  readonly kind: string;
  readonly spec: { readonly resourceAttributes?: object };
}

/** @param allowed the answer to each SelfSubjectAccessReview */
function scene(rules: readonly object[], allowed = false) {
  const asked: Asked[] = [];
  const transport = new ScriptedTransport(({ path, body }) => {
    const review = { ...(body as Omit<Asked, "path">), path };
    asked.push(review);
    const isList = review.kind === "SelfSubjectRulesReview";
    return ok({ status: isList ? { resourceRules: rules } : { allowed } });
  });
  return { asked, missing: (rights: readonly Right[]) => missingRights(transport, rights) };
}

const rule = (group: string, resources: string[], verbs: string[], resourceNames?: string[]) => ({
  ...{ apiGroups: [group], resources, verbs },
  ...(resourceNames ? { resourceNames } : {}),
});

describe("missingRights", () => {
  // prettier-ignore
  it.each([
    { shows: "the exact rule",               right: scale, has: rule("apps", ["deployments/scale"], ["get", "patch"]), granted: true },
    { shows: "any verb",                     right: scale, has: rule("apps", ["deployments/scale"], ["*"]),            granted: true },
    { shows: "any resource",                 right: scale, has: rule("apps", ["*"], ["patch"]),                        granted: true },
    { shows: "any kind's scale",             right: scale, has: rule("apps", ["*/scale"], ["patch"]),                  granted: true },
    { shows: "any group",                    right: scale, has: rule("*", ["deployments/scale"], ["patch"]),           granted: true },
    { shows: "the object but not its scale", right: scale, has: rule("apps", ["deployments"], ["patch"]),              granted: false },
    { shows: "another verb",                 right: scale, has: rule("apps", ["deployments/scale"], ["get"]),          granted: false },
    { shows: "another group",                right: scale, has: rule("", ["deployments/scale"], ["patch"]),            granted: false },
    { shows: "only one object by its name",  right: scale, has: rule("apps", ["deployments/scale"], ["patch"], ["a"]), granted: false },
    { shows: "the object of that name",      right: lease, has: rule("coordination.k8s.io", ["leases"], ["update"], ["trimtab"]), granted: true },
    { shows: "another name",                 right: lease, has: rule("coordination.k8s.io", ["leases"], ["update"], ["other"]),   granted: false },
    { shows: "all names",                    right: lease, has: rule("coordination.k8s.io", ["leases"], ["update"]),   granted: true },
  ])("a rule for $shows grants the right: $granted", async ({ right, has, granted }) => {
    const { missing } = scene([has]);
    expect(await missing([right])).toEqual(ok(granted ? [] : [right]));
  });

  it("sends a request for each namespace that a right names, and one for all others", async () => {
    const { missing, asked } = scene([rule("*", ["*"], ["*"])]);
    expect(await missing([scale, lease])).toEqual(ok([]));
    expect(asked.map(({ kind }) => kind)).toEqual([
      "SelfSubjectRulesReview",
      "SelfSubjectRulesReview",
    ]);
  });

  it("does not treat a right in one namespace as a right everywhere", async () => {
    const all = rule("*", ["*"], ["*"]);
    const transport = new ScriptedTransport(({ body }) => {
      const { kind, spec } = body as { kind: string; spec: { namespace?: string } };
      const isList = kind === "SelfSubjectRulesReview";
      const resourceRules = spec.namespace === "ns" ? [all] : [];
      return ok({ status: isList ? { resourceRules } : { allowed: false } });
    });
    expect(await missingRights(transport, [scale, lease])).toEqual(ok([scale]));
  });

  it("checks a right that is not in the list, which another authorizer may grant", async () => {
    const { missing, asked } = scene([], true);
    expect(await missing([lease])).toEqual(ok([]));
    const collection = "/apis/authorization.k8s.io/v1/";
    expect(asked.map(({ kind, path }) => [kind, path])).toEqual([
      ["SelfSubjectRulesReview", `${collection}selfsubjectrulesreviews`],
      ["SelfSubjectAccessReview", `${collection}selfsubjectaccessreviews`],
    ]);
    expect(asked.at(-1)?.spec.resourceAttributes).toEqual({
      ...{ group: "coordination.k8s.io", resource: "leases", subresource: "", verb: "update" },
      ...{ name: "trimtab", namespace: "ns" },
    });
  });

  it("does not treat a failure as a missing right", async () => {
    const failure = err(kubeError("Unreachable", { request: "POST", message: "away" }));
    const transport = new ScriptedTransport(() => failure);
    expect(await missingRights(transport, [scale])).toEqual(failure);
  });
});
