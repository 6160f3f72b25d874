import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

import type { ApiObject } from "../../hack/cluster/api.ts";
import { renderChart } from "../../hack/cluster/operator/chart.ts";

const docs = join(import.meta.dirname, "../../docs");
const valuesOf = (file: string): object =>
  parse(readFileSync(join(docs, "several-teams", file), "utf8")) as object;
const page = readFileSync(join(docs, "several-teams.md"), "utf8");

interface Binding extends ApiObject {
  readonly subjects: readonly { readonly name: string; readonly namespace: string }[];
  readonly roleRef: { readonly name: string };
}

interface Role extends ApiObject {
  readonly rules: readonly { readonly resources: readonly string[] }[];
}

const argsOf = (objects: readonly ApiObject[]): string =>
  JSON.stringify(objects.filter(({ kind }) => kind === "Deployment"));

describe("the manifests of docs/several-teams.md", async () => {
  const objects = await renderChart(valuesOf("values.yaml"));
  const named = (kind: string, namespace?: string) =>
    objects.filter(each => each.kind === kind && each.metadata?.namespace === namespace);

  it("limit every object of the installation", () => {
    const args = argsOf(objects);
    expect(args).toContain("--least-sync-period-seconds=15");
    expect(args).toContain("--largest-max-replicas=100");
    expect(args).toContain("--allowed-target-kinds=Deployment.apps,StatefulSet.apps");
  });

  it.each(["team-a", "team-b"])("give %s an account that may scale there, and a quota", team => {
    const bindings = named("RoleBinding", team) as Binding[];
    expect(bindings.map(({ subjects, roleRef }) => ({ subjects, role: roleRef.name }))).toEqual([
      {
        subjects: [{ kind: "ServiceAccount", name: "deployer", namespace: team }],
        role: "team-deployer",
      },
    ]);
    expect(named("ServiceAccount", team)).toHaveLength(1);
    expect(named("ResourceQuota", team)).toHaveLength(1);
  });

  it("let the account scale what it may write", () => {
    const [role] = objects.filter(({ metadata }) => metadata?.name === "team-deployer") as Role[];
    const resources = role?.rules.flatMap(rule => rule.resources) ?? [];
    expect(resources).toEqual(
      expect.arrayContaining(["deployments/scale", "statefulsets/scale", "autoscalers"]),
    );
  });

  it("impersonate the account of the team in Argo CD", () => {
    const projects = named("AppProject", "argocd") as (ApiObject & { spec: object })[];
    expect(projects.map(({ metadata, spec }) => ({ name: metadata?.name, spec }))).toEqual(
      ["team-a", "team-b"].map(team => ({
        name: team,
        spec: expect.objectContaining({
          destinations: [{ server: "https://kubernetes.default.svc", namespace: team }],
          destinationServiceAccounts: [
            {
              server: "https://kubernetes.default.svc",
              namespace: team,
              defaultServiceAccount: "deployer",
            },
          ],
        }) as object,
      })),
    );
  });

  it("include every block of the page", () => {
    const blocks = Array.from(page.matchAll(/^```yaml\n(.*?)^```/gms), ([, body = ""]) =>
      parseAllDocuments(body).map(document => document.toJS() as object),
    ).flat();
    const values = valuesOf("values.yaml") as { readonly metricSources: readonly object[] };
    // The page shows one source of several.
    const sources = values.metricSources.map(source => ({ metricSources: [source] }));
    const all = [
      values,
      valuesOf("team-b-values.yaml"),
      valuesOf("except-team-b-values.yaml"),
      ...sources,
      ...objects,
    ];
    expect(blocks.length).toBeGreaterThan(5);
    for (const block of blocks) {
      const isThere = all.some(each => {
        try {
          expect(each).toMatchObject(block);
          return true;
        } catch {
          return false;
        }
      });
      expect(isThere, JSON.stringify(block)).toBe(true);
    }
  });
});

it("the first installation reviews no object of a team with limits of its own", async () => {
  const both = { ...valuesOf("values.yaml"), ...valuesOf("except-team-b-values.yaml") };
  const objects = await renderChart(both);
  const [hooks] = objects.filter(({ kind }) => kind === "ValidatingWebhookConfiguration");
  const { webhooks } = hooks as unknown as { webhooks: readonly { namespaceSelector: object }[] };
  expect(webhooks.length).toBeGreaterThan(0);
  for (const { namespaceSelector } of webhooks) {
    expect(JSON.stringify(namespaceSelector)).toContain('"operator":"NotIn","values":["team-b"]');
  }
});

it("the second installation has its own limits, and works only for its team", async () => {
  const objects = await renderChart(valuesOf("team-b-values.yaml"));
  const args = argsOf(objects);
  expect(args).toContain("--largest-max-replicas=1000");
  expect(args).toContain("--watch-namespaces=team-b");
  expect(JSON.stringify(objects)).not.toContain("rbac.authorization.k8s.io/aggregate-to");
  expect(objects.filter(({ kind }) => kind === "CustomResourceDefinition")).toEqual([]);
});
