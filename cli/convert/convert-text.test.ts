import { describe, expect, it } from "vitest";

import { convertInputs } from "./convert-inputs.ts";

function convert(...texts: string[]) {
  const inputs = texts.map((text, index) => ({ file: `${index}.yaml`, text }));
  const converted = convertInputs(inputs, { to: "trimtab", algorithm: "upstream" });
  expect(converted.problems).toEqual([]);
  return converted.text();
}

const spec = "{maxReplicas: 3, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}";
const hpaSpec = spec;
const ourSpec = spec.replace(/\}$/, ", algorithm: HPA-1.36}");
const hpa = `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: ${hpaSpec}\n`;
const ours = `apiVersion: autoscaling.trimtab.dev/v1alpha1\nkind: Autoscaler\nmetadata: {name: web}\nspec: ${ourSpec}\n`;

const other = "# a Service\napiVersion: v1\nkind:   Service # odd   spaces stay\n";

interface Row {
  readonly shows: string;
  readonly from: string;
  readonly to: string;
}

const rows: readonly Row[] = [
  { shows: "one document", from: hpa, to: ours },
  { shows: "no newline at the end", from: hpa.trimEnd(), to: ours },
  {
    shows: "Windows line ends",
    from: hpa.replaceAll("\n", "\r\n"),
    to: ours.replaceAll("\n", "\r\n"),
  },
  {
    shows: "a document of another kind before it",
    from: `${other}---\n${hpa}`,
    to: `${other}---\n${ours}`,
  },
  {
    shows: "a document of another kind after it",
    from: `${hpa}---\n${other}`,
    to: `${ours}---\n${other}`,
  },
  {
    shows: "a document with comments only",
    from: `# all\n---\n${hpa}---\n# end\n`,
    to: `# all\n---\n${ours}---\n# end\n`,
  },
  {
    shows: "a template's text that is not YAML",
    from: `{{ if .x }}\n---\n${hpa}`,
    to: `{{ if .x }}\n---\n${ours}`,
  },
  {
    shows: "comments at every level, blank lines and quotes",
    from: `# top\n\n# of the object\napiVersion: "autoscaling/v2" # version\nkind: HorizontalPodAutoscaler\nmetadata:\n  # the name\n  name: 'web' # quoted\n\nspec:\n  # bounds\n  maxReplicas: 3 # three\n  scaleTargetRef:\n    name: web\n    # the kind\n    kind: Deployment\n    apiVersion: apps/v1\n  # at the end\n# last\n`,
    to: `# top\n\n# of the object\napiVersion: autoscaling.trimtab.dev/v1alpha1 # version\nkind: Autoscaler\nmetadata:\n  # the name\n  name: 'web' # quoted\n\nspec:\n  # bounds\n  maxReplicas: 3 # three\n  scaleTargetRef:\n    name: web\n    # the kind\n    kind: Deployment\n    apiVersion: apps/v1\n  algorithm: HPA-1.36\n  # at the end\n  # last\n`,
  },
  {
    shows: "lists of items that are not indented",
    from: `${hpa.replace(hpaSpec, "")}  metrics:\n  # cpu\n  - type: Resource\n    resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}\n  maxReplicas: 3\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n`,
    to: `${ours.replace(` ${ourSpec}`, "")}  metrics:\n  # cpu\n  - type: Resource\n    resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}\n  maxReplicas: 3\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n  algorithm: HPA-1.36\n`.replace(
      "spec:  metrics",
      "spec:\n  metrics",
    ),
  },
  {
    shows: "one item of a list; the rest stays",
    from: `apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: Service} # s\n  # h\n  - ${hpa.trimEnd().replaceAll("\n", "\n    ")}\n`,
    to: `apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: Service} # s\n  # h\n  - ${ours.trimEnd().replaceAll("\n", "\n    ")}\n`,
  },
  {
    shows: "a typed list, which becomes a List",
    from: `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscalerList\nitems:\n  - ${hpa.trimEnd().replaceAll("\n", "\n    ")}\n`,
    to: `apiVersion: v1\nkind: List\nitems:\n  - ${ours.trimEnd().replaceAll("\n", "\n    ")}\n`,
  },
  {
    shows: "aliases, which are written out",
    from: hpa.replace("{name: web}", "{name: &n web}").replace("name: web}}", "name: *n}}"),
    to: ours,
  },
  {
    shows: "JSON objects one after the other",
    from: `{"apiVersion":"v1","kind":"Pod"}\n{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","spec":{"maxReplicas":3}}\n`,
    to: `{"apiVersion":"v1","kind":"Pod"}\n{"apiVersion":"autoscaling.trimtab.dev/v1alpha1","kind":"Autoscaler","spec":{"maxReplicas":3,"algorithm":"HPA-1.36"}}\n`,
  },
];

describe("the text that trimtab convert writes", () => {
  it.each(rows)("keeps $shows", ({ from, to }) => {
    expect(convert(from)).toBe(to);
  });

  it("joins files as documents", () => {
    expect(convert(hpa, other, `---\n${hpa}`)).toBe(`${ours}---\n${other}---\n${ours}`);
  });

  it("leaves text without anything to convert as it is", () => {
    const text = "\n# nothing\n\n---\na:   1\n---\n---\nb: 2";
    expect(convert(text)).toBe(`${text}\n`);
  });
});
