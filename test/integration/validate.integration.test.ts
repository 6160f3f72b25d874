import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Cluster } from "../../hack/cluster/cluster.ts";
import { run } from "../../hack/host/run.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";

const program = resolve(import.meta.dirname, "../../bin/trimtab");
const validate = (stdin: string, ...args: string[]) =>
  run(program, ["validate", "-", ...args], { stdin });

const asc = `apiVersion: autoscaling.trimtab.dev/v1alpha1
kind: Autoscaler
metadata: { name: judged, namespace: default }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  maxReplicas: 10
`;
const cpa = `apiVersion: autoscaling.trimtab.dev/v1alpha1
kind: ClusterProportionalAutoscaler
metadata: { name: judged, namespace: default }
spec:
  scaleTargetRefs: [{ apiVersion: apps/v1, kind: Deployment, name: web }]
  linear: { nodesPerReplica: 16, minReplicas: 2 }
`;
const max = (value: string): string => asc.replace("10", value);
const withSpec = (lines: string): string => `${asc}  ${lines}\n`;
const linear = (fields: string): string => cpa.replace("minReplicas: 2", fields);
const metadata = (fields: string): string => asc.replace("name: judged", fields);
const selector = (fields: string): string => `${cpa}  nodes: { selector: ${fields} }\n`;

interface Row {
  readonly shows: string;
  readonly text: string;
  readonly valid: boolean;
  /** Trimtab's verdict differs, for this reason. */
  readonly butOurs?: string;
}

// prettier-ignore
const rows: readonly Row[] = [
  { shows: "a good object",                     text: asc,                                             valid: true },
  { shows: "an octal number",                   text: max("012"),                                      valid: true },
  { shows: "an octal number of YAML 1.2",       text: max("0o12"),                                     valid: true },
  { shows: "a hexadecimal number",              text: max("0xA"),                                      valid: true },
  { shows: "a number with underscores",         text: max("1_0"),                                      valid: true },
  { shows: "a number with a tag",               text: max("!!int 10"),                                 valid: true },
  { shows: "a number beyond int32",             text: max("2147483648"),                               valid: false },
  { shows: "a number beyond int64",             text: max("9223372036854775808"),                      valid: false },
  { shows: "a number in base 60",               text: max("1:30"),                                     valid: false },
  { shows: "not a number",                      text: max(".nan"),                                     valid: false },
  { shows: "a number in quotes",                text: max("'10'"),                                     valid: false },
  { shows: "a fraction",                        text: max("10.5"),                                     valid: false },
  { shows: "a whole number with a fraction",    text: max("10.0"),                                     valid: true, butOurs: "kubectl makes 10 of it" },
  { shows: "a whole number with an exponent",   text: max("1e1"),                                      valid: true, butOurs: "kubectl makes 10 of it" },
  { shows: "an empty number",                   text: max(""),                                         valid: false },
  { shows: "a YAML 1.1 boolean",                text: linear("preventSinglePointFailure: yes"),        valid: true },
  { shows: "a boolean in quotes",               text: linear("preventSinglePointFailure: 'true'"),     valid: false },
  { shows: "a word that is a boolean",          text: asc.replace("name: web", "name: on"),            valid: false },
  { shows: "a name that is a number",           text: asc.replace("name: web", "name: 1e3"),           valid: false },
  { shows: "a name that is a date",             text: asc.replace("name: web", "name: 2001-01-01"),    valid: true },
  { shows: "an amount that is a fraction",      text: linear("coresPerReplica: 1.5"),                  valid: true },
  { shows: "fields that are null",              text: withSpec("mode: ~\n  behavior: null\n  metrics:"), valid: true },
  { shows: "a label of a selector that is null", text: selector("{ matchLabels: { a: ~ } }"),          valid: true },
  { shows: "a label of a selector that is a number", text: selector("{ matchLabels: { a: 1 } }"),      valid: false },
  { shows: "a list item that is null",          text: cpa.replace("}]", "}, ~]"),                      valid: false },
  { shows: "a typo in a field",                 text: withSpec("minReplcas: 1"),                       valid: false },
  { shows: "a typo in a field that is null",    text: withSpec("minReplcas: ~"),                       valid: false },
  { shows: "a typo in a field of the metadata", text: metadata("name: judged, lables: {}"),            valid: false },
  { shows: "a typo next to the spec",           text: `${asc}specs: {}\n`,                             valid: false },
  { shows: "a key with wrong case",             text: withSpec("MinReplicas: 1"),                      valid: false },
  { shows: "an alias",                          text: withSpec("behavior:\n    scaleUp: &a { tolerance: 0.1 }\n    scaleDown: *a"), valid: true },
  { shows: "a merge",                           text: withSpec("behavior:\n    scaleUp: &a { tolerance: 0.1 }\n    scaleDown: { <<: *a, selectPolicy: Max }"), valid: true },
  { shows: "an undefined alias",                text: withSpec("behavior: *a"),                        valid: false },
  { shows: "a duplicate key",                   text: withSpec("minReplicas: 1\n  minReplicas: 2"),    valid: true, butOurs: "kubectl takes one of the two without a word" },
  { shows: "JSON with tabs",                    text: '{"apiVersion":"autoscaling.trimtab.dev/v1alpha1","kind":"Autoscaler",\n\t"metadata":{"name":"judged","namespace":"default"},\n\t"spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"\\u0077eb"},"maxReplicas":10}}', valid: true },
  { shows: "carriage returns and a comment",    text: `# a\r\n---\r\n${asc.replaceAll("\n", "\r\n")}`, valid: true },
  { shows: "no name",                           text: metadata(""),                                    valid: false },
  { shows: "a name in capitals",                text: metadata("name: Judged"),                        valid: false },
  { shows: "a label that is a number",          text: metadata("name: judged, labels: { a: 1 }"),      valid: false },
  { shows: "a label that is null",              text: metadata("name: judged, labels: { a: ~ }"),      valid: true },
  { shows: "a label value with a space",        text: metadata("name: judged, labels: { a: b c }"),    valid: false },
  { shows: "a label key with two slashes",      text: metadata("name: judged, labels: { a/b/c: d }"),  valid: false },
  { shows: "an annotation key in capitals",     text: metadata("name: judged, annotations: { A.B/C: d }"), valid: true },
  { shows: "an annotation key with a space",    text: metadata("name: judged, annotations: { a b: d }"), valid: false },
  { shows: "a version that is not served",      text: asc.replace("v1alpha1", "v1"),                   valid: false },
  { shows: "a kind with a typo",                text: asc.replace("Autoscaler", "Autoscalr"),          valid: false },
];

/** A file for each row. */
function writeRows(folder: string): ReadonlyMap<Row, string> {
  const files = rows.map((row, index) => [row, join(folder, `${index}.yaml`)] as const);
  for (const [{ text }, file] of files) writeFileSync(file, text);
  return new Map(files);
}

/** What kubectl and the API server refuse, by file: one process sends all files, and each error names its file. */
async function refusalsIn(cluster: Cluster, files: readonly string[]): Promise<Findings> {
  const strict = ["create", "--dry-run=server", "--validate=strict"];
  const { stdout, stderr } = await cluster.kubectl([
    ...strict,
    ...files.map(file => `--filename=${file}`),
  ]);
  const lines = stderr.split("\n");
  const refusals = files.map(file => [file, lines.filter(line => line.includes(file))] as const);
  const accepted = stdout.match(/created \(server dry run\)$/gm) ?? [];
  const refused = refusals.filter(([, found]) => found.length > 0);
  expect(accepted.length + refused.length, stderr).toBe(files.length);
  return new Map(refusals);
}

/** The errors that the command line finds, by file: one process reads all of them. */
async function errorsIn(files: readonly string[]): Promise<Findings> {
  const options = ["--no-conflicts", "--output=json"];
  const { code, stdout, stderr } = await run(program, ["validate", ...options, ...files], {});
  expect([code, stderr]).toEqual([1, ""]);
  const { findings } = JSON.parse(stdout) as { findings: { file: string; severity: string }[] };
  const errors = findings.filter(({ severity }) => severity === "error");
  return new Map(files.map(file => [file, errors.filter(each => each.file === file)]));
}

type Findings = ReadonlyMap<string, readonly unknown[]>;

describe("trimtab validate, kubectl and the API server", () => {
  let cluster: Cluster;
  let folder = "";
  let files: ReadonlyMap<Row, string>;
  let ours: Findings;
  let theirs: Findings;
  beforeAll(async () => {
    cluster = await sharedCluster();
    folder = mkdtempSync(join(tmpdir(), "trimtab-"));
    const apart = join(folder, "rows");
    mkdirSync(apart);
    files = writeRows(apart);
    const paths = [...files.values()];
    [theirs, ours] = await Promise.all([refusalsIn(cluster, paths), errorsIn(paths)]);
  }, 600_000);
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(rows)("agree on $shows", row => {
    const { valid, butOurs } = row;
    const file = files.get(row)!;
    const refusals = theirs.get(file)!;
    expect([refusals.length === 0, refusals]).toEqual([valid, refusals]);
    const isValid = butOurs === undefined ? valid : !valid;
    const errors = ours.get(file)!;
    expect([errors.length === 0, errors]).toEqual([isValid, errors]);
  });

  it("agree on a whole number with a fraction in the request", async () => {
    const path = "/apis/autoscaling.trimtab.dev/v1alpha1/namespaces/default/autoscalers?dryRun=All";
    const object = `{"apiVersion": "autoscaling.trimtab.dev/v1alpha1", "kind": "Autoscaler",
      "metadata": {"name": "judged"},
      "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}, "maxReplicas": 10.0}}`;
    const { code, stdout } = await validate(object);
    expect([code, stdout]).toEqual([1, expect.stringContaining("is written 10.0")]);
    const sent = await cluster.kubectl(["create", "--raw", path, "--filename=-"], object);
    expect([sent.code, sent.stderr]).toEqual([1, expect.stringContaining("got float64")]);
  });

  it("accept the output of kustomize", async () => {
    const patch = "- op: replace\n  path: /spec/maxReplicas\n  value: 0\n";
    const files = {
      "web.yaml": asc,
      "patch.yaml": patch,
      "kustomization.yaml":
        "namePrefix: big-\nresources: [web.yaml]\nconfigMapGenerator: [{ name: a, literals: [b=c] }]\npatches: [{ path: patch.yaml, target: { kind: Autoscaler } }]\n",
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const { stdout: built } = await cluster.kubectl(["kustomize", folder]);
    const { stdout, code } = await validate(built, "--output=json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      findings: [
        { code: "MetricsDefaulted" },
        { path: "spec.maxReplicas", code: "Range", name: "big-judged" },
      ],
      summary: { invalid: 1, valid: 0, skipped: 1 },
    });
  });
});
