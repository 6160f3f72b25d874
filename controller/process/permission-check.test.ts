import { readFileSync } from "node:fs";
import { join } from "node:path";

import pino from "pino";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

import { ok } from "../../engine/model/values/result.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { certificateFlags as files, configOf } from "../testing/config.ts";
import { reportMissingRights } from "./permission-check.ts";

interface Attributes {
  readonly verb: string;
  readonly resource: string;
  readonly subresource: string;
  readonly group: string;
  readonly namespace: string;
}

const secret = ["--tls-secret-name=s", "--tls-dns-names=a.b.svc", "--webhook-name=w"];

/** The log lines when everything but these rights is allowed. */
async function logged(args: readonly string[], lacks: (right: Attributes) => boolean) {
  const config = configOf(...args);
  const lines: string[] = [];
  const transport = new ScriptedTransport(({ body }) => {
    const { spec } = body as { spec: { resourceAttributes?: Attributes } };
    return ok({
      status: { allowed: !(spec.resourceAttributes && lacks(spec.resourceAttributes)) },
    });
  });
  const write = (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg);
  await reportMissingRights({ config, transport, log: pino({}, { write }) });
  return lines;
}

type Rule = Readonly<Record<"apiGroups" | "resources" | "verbs", readonly string[]>> & {
  readonly resourceNames?: readonly string[];
};

/** The rights that the rendered chart grants. */
interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly Rule[];
  readonly spec?: {
    readonly template?: { readonly spec: { readonly containers: { readonly args: string[] }[] } };
  };
}

const golden = (file: string): string =>
  readFileSync(join(import.meta.dirname, "../../test/chart/goldens", file), "utf8");

/** What the chart renders. A .diff file has the lines that differ from those of the default values. */
function renderedIn(file: string): string {
  if (!file.endsWith(".diff")) return golden(file);
  const lines = golden("defaults.yaml").split("\n");
  // From the last to the first, so that the numbers of the lines stay right.
  for (const hunk of golden(file).split(/^@@ -/m).slice(1).reverse()) {
    const [, from = "", count = "1"] = /^(\d+)(?:,(\d+))? /.exec(hunk) ?? [];
    const added = hunk.split("\n").filter(line => line.startsWith("+"));
    const index = Number(from) - (count === "0" ? 0 : 1);
    lines.splice(index, Number(count), ...added.map(line => line.slice(1)));
  }
  return lines.join("\n");
}

/** One line per role, verb and resource. */
const linesOf = (role: string, rules: readonly Rule[]): string[] =>
  rules.flatMap(({ apiGroups, resources, verbs, resourceNames = [] }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource =>
        verbs.map(verb => [role, verb, group, resource, ...resourceNames].join(" ")),
      ),
    ),
  );

/** Those for people have other names. */
const isOwn = (name: string, release: string): boolean =>
  [release, `${release}-objects`, `${release}-config-maps`].includes(name);

describe("the permission check covers exactly what the chart grants", () => {
  it.each([
    "defaults.yaml",
    "own-certificate.diff",
    "namespaced.diff",
    "without-cluster-role.diff",
  ])("in %s", async file => {
    const objects = parseAllDocuments(renderedIn(file)).map(
      document => document.toJS() as Rendered,
    );
    const { metadata, spec } = objects.find(({ kind }) => kind === "Deployment")!;
    const args = spec!.template!.spec.containers[0]!.args.filter(arg => !arg.includes("$("));
    const granted = objects
      .filter(({ kind, metadata: { name } }) => kind.endsWith("Role") && isOwn(name, metadata.name))
      .flatMap(({ kind, metadata: { namespace }, rules = [] }) => {
        const place = namespace === metadata.namespace ? "ns" : namespace;
        return linesOf(kind === "Role" ? `Role in ${place}` : kind, rules);
      });
    const [message = ""] = await logged(args, () => true);
    const asked = [...message.matchAll(/^(\w+)(?: in ([-\w,]+))?: (.*)$/gm)].flatMap(
      ([, role = "", places, rule = ""]) =>
        (places?.split(",") ?? [null]).flatMap(place =>
          linesOf(place ? `${role} in ${place}` : role, [JSON.parse(rule) as Rule]),
        ),
    );
    expect(asked.sort()).toEqual(granted.sort());
  });
});

describe("reportMissingRights", () => {
  it("logs nothing if everything is granted", async () => {
    expect(await logged(files, () => false)).toEqual([]);
  });

  it("logs all missing rights in one message, with the rules to add", async () => {
    const lacks = ({ group, resource, verb, subresource }: Attributes) =>
      (resource === "nodes" && verb === "watch") ||
      (group === "apps" && resource === "deployments" && subresource === "scale") ||
      (resource === "leases" && verb === "update");
    expect(await logged(files, lacks)).toEqual([
      [
        "the service account lacks rights, and what needs them will fail; add to its roles:",
        'ClusterRole: {"apiGroups":[""],"resources":["nodes"],"verbs":["watch"]}',
        'ClusterRole: {"apiGroups":["apps"],"resources":["deployments/scale"],"verbs":["get","patch"]}',
        'Role in ns: {"apiGroups":["coordination.k8s.io"],"resources":["leases"],"resourceNames":["trimtab-namespace"],"verbs":["update"]}',
        'Role in ns: {"apiGroups":["coordination.k8s.io"],"resources":["leases"],"resourceNames":["trimtab"],"verbs":["update"]}',
      ].join("\n"),
    ]);
  });

  it("names the namespaces that lack a right in one line", async () => {
    const args = [...files, "--watch-namespaces=a,b,c"];
    const lacks = ({ resource, namespace }: Attributes) => resource === "pods" && namespace !== "b";
    const [line = ""] = await logged(args, lacks);
    expect(line.split("\n").slice(1)).toEqual([
      'Role in a,c: {"apiGroups":[""],"resources":["pods"],"verbs":["list","watch"]}',
      'Role in a,c: {"apiGroups":["metrics.k8s.io"],"resources":["pods"],"verbs":["list"]}',
    ]);
  });

  it("checks the rights to list, watch and scale the watched resources", async () => {
    const args = [...files, "--watched-targets=machines.example.dev"];
    const [line = ""] = await logged(args, ({ group }) => group === "example.dev");
    expect(line.split("\n").slice(1)).toEqual([
      'ClusterRole: {"apiGroups":["example.dev"],"resources":["machines"],"verbs":["list","watch"]}',
      'ClusterRole: {"apiGroups":["example.dev"],"resources":["machines/scale"],"verbs":["get","patch"]}',
    ]);
  });

  // prettier-ignore
  it.each([
    { shows: "the Lease that marks namespaces",   args: [...files, "--leader-elect=false"], resource: "leases",                          isTold: true },
    { shows: "nodes that it does not count",      args: [...files, "--nodes=false"],        resource: "nodes",                           isTold: false },
    { shows: "namespaces that it does not count", args: files,                              resource: "namespaces",                      isTold: false },
    { shows: "namespaces that it counts",         args: [...files, "--object-counts=true"], resource: "namespaces",                      isTold: true },
    { shows: "pods that it does not mark",        args: files,                              resource: "pods", verb: "patch",             isTold: false },
    { shows: "pods that it marks",                args: [...files, "--scale-down-order=true"], resource: "pods", verb: "patch",          isTold: true },
    { shows: "the Lease of an election",          args: files,                              resource: "leases",                          isTold: true },
    { shows: "Secrets, with files",               args: files,                              resource: "secrets",                         isTold: false },
    { shows: "the Secret of its own certificate", args: secret,                             resource: "secrets",                         isTold: true },
    { shows: "the webhook that uses it",          args: secret,                             resource: "validatingwebhookconfigurations", isTold: true },
  ])("reports $shows: $isTold", async ({ args, resource, verb, isTold }) => {
    const lacks = (right: Attributes) =>
      right.resource === resource && (verb === undefined || right.verb === verb);
    const lines = await logged(args, lacks);
    expect(lines.length > 0).toBe(isTold);
  });
});
