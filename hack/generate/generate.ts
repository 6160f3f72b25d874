import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import { format } from "prettier";
import { parse } from "yaml";

import { withMutants } from "../mutants/threats/page.ts";
import { withAlertsTable } from "./alerts-table.ts";
import { apiReference } from "./api-reference.ts";
import { chartValues } from "./chart-values.ts";
import { crdTypes, ownTypes, schemaTypes } from "./types/crd-types.ts";
import { withFlagsTable } from "./flags-table.ts";
import { filesWithHomepage, withHomepage } from "./homepage.ts";
import { metricsPage } from "./metrics-page.ts";
import { objectSchema, type Schema, stateSchema } from "./object-schema.ts";
import { protoDescriptor, protoTypes } from "./proto-descriptor.ts";
import { runbooks } from "./runbooks.ts";
import { functionsModule, functionsTypes, rulesModule, rulesTypes } from "./rules/rules-module.ts";
import { schemaValidator, validatorTypes } from "./schema-validator.ts";
import { causesPicture } from "./pictures/causes.ts";
import { growthPicture } from "./pictures/growth.ts";
import { tableIn } from "./pictures/page-table.ts";
import { forecastPicture, simulationPicture } from "./pictures/simulation.ts";

const root = resolve(import.meta.dirname, "../..");

/** Each CRD, and the files with its types, its validator and its rules, relative to the root of the repository. */
const crds = [
  {
    crd: "crds/autoscalers.autoscaling.trimtab.dev.yaml",
    types: "crds/generated/autoscaler.ts",
    validator: "crds/generated/autoscaler.validator",
    rules: "crds/generated/autoscaler.rules",
  },
  {
    crd: "crds/clusterproportionalautoscalers.autoscaling.trimtab.dev.yaml",
    types: "crds/generated/cluster-proportional-autoscaler.ts",
    validator: "crds/generated/cluster-proportional-autoscaler.validator",
    rules: "crds/generated/cluster-proportional-autoscaler.rules",
  },
] as const;

/** What the operator alone writes, so there are no rules for it. */
const record = {
  crd: "crds/forecastrecords.autoscaling.trimtab.dev.yaml",
  types: "crds/generated/forecast-record.ts",
  validator: "crds/generated/forecast-record.validator",
} as const;

/** The schemas of other JSON and YAML that the product reads, and their validators. */
const schemas = [
  {
    schema: "cli/evaluate/autoscaler-case.schema.yaml",
    validator: "cli/evaluate/generated/autoscaler-case.validator",
  },
  {
    schema: "cli/evaluate/proportional-case.schema.yaml",
    validator: "cli/evaluate/generated/proportional-case.validator",
  },
  {
    schema: "engine/model/history.schema.yaml",
    validator: "engine/model/generated/history.validator",
  },
  {
    schema: "controller/metric-sources/metric-sources.schema.yaml",
    validator: "controller/metric-sources/generated/metric-sources.validator",
  },
] as const;

/** Those that also have types, for what is read in pieces. */
const typed = [
  { file: "engine/model/generated/history.ts", schema: "engine/model/history.schema.yaml" },
  {
    file: "controller/metric-sources/generated/metric-sources.ts",
    schema: "controller/metric-sources/metric-sources.schema.yaml",
  },
  {
    file: "cli/evaluate/generated/proportional-case.ts",
    schema: "cli/evaluate/proportional-case.schema.yaml",
  },
] as const;

/** What KEDA's external scalers speak. */
const scalerProto = "kube/external-scaler/externalscaler.proto";

/** A schema without the descriptions and titles, which no validator needs. */
const plainSchema = (yaml: string): Schema =>
  parse(yaml, (key: unknown, value: unknown) =>
    key === "description" || key === "title" ? undefined : value,
  ) as Schema;

/** Each validator, the file that it is generated from, and how to find the schema in that. */
const validators = [
  ...crds.map(({ crd: source, validator }) => ({
    ...{ source, validator, schemaIn: objectSchema, allErrors: true },
  })),
  {
    ...{ source: record.crd, validator: record.validator },
    ...{ schemaIn: stateSchema, allErrors: false },
  },
  // Their readers report the first error, however many there are.
  ...schemas.map(({ schema: source, validator }) => ({
    ...{ source, validator, schemaIn: plainSchema, allErrors: false },
  })),
];

const read = (file: string): Promise<string> => readFile(resolve(root, file), "utf8");

/** Every generated file and its generator. */
export const generated = [
  { file: "crds/generated/shared.ts", generate: async () => (await generateTypes()).shared },
  ...crds.map(({ types }, index) => ({
    file: types,
    generate: async () => (await generateTypes()).own[index] ?? "",
  })),
  {
    file: record.types,
    generate: async () => ownTypes(await crdFile(record)),
  },
  ...typed.map(({ file, schema }) => ({
    file,
    generate: async () => schemaTypes(await read(schema), schema),
  })),
  ...validators.map(({ source, validator, schemaIn, allErrors }) => ({
    file: `${validator}.js`,
    generate: async () => schemaValidator(schemaIn(await read(source)), source, allErrors),
  })),
  ...validators.map(({ source, validator }) => ({
    file: `${validator}.d.ts`,
    generate: () => Promise.resolve(validatorTypes(source)),
  })),
  { file: "crds/generated/rules.js", generate: () => Promise.resolve(functionsModule()) },
  { file: "crds/generated/rules.d.ts", generate: () => Promise.resolve(functionsTypes()) },
  ...crds.flatMap(({ crd, rules }) => [
    { file: `${rules}.js`, generate: async () => rulesModule(await read(crd), crd) },
    { file: `${rules}.d.ts`, generate: () => Promise.resolve(rulesTypes(crd)) },
  ]),
  {
    file: "kube/external-scaler/generated/externalscaler.json",
    generate: async () => protoDescriptor(await read(scalerProto)),
  },
  {
    file: "kube/external-scaler/generated/externalscaler.ts",
    generate: async () => protoTypes(await read(scalerProto), scalerProto),
  },
  // Packaged files must be in the chart's own folder.
  ...[...crds, record].map(({ crd }) => ({
    file: crd.replace("crds/", "charts/trimtab/files/crds/"),
    generate: () => read(crd),
  })),
  { file: "charts/trimtab/README.md", generate: generateChartReadme },
  {
    file: "charts/trimtab/alerts/runbooks.yaml",
    generate: async () => runbooks(await read("docs/alerts.md")),
  },
  ...filesWithHomepage.map(({ file, address }) => ({
    file,
    generate: async () => withHomepage(await read(file), address),
  })),
  { file: "docs/alerts.md", generate: generateAlerts },
  { file: "docs/api.md", generate: generateReference },
  { file: "docs/flags.md", generate: generateFlags },
  { file: "docs/images/bench-growth.svg", generate: generateGrowth },
  { file: "docs/images/bench-hpa.svg", generate: generateCauses },
  { file: "docs/images/simulation.svg", generate: simulationPicture },
  { file: "docs/images/forecast.svg", generate: forecastPicture },
  { file: "docs/threat-model.md", generate: generateThreats },
  { file: "docs/metrics.md", generate: generateMetrics },
];

async function generateTypes() {
  const [one, other] = crds;
  return crdTypes([await crdFile(one), await crdFile(other)]);
}

const crdFile = async ({ crd }: { crd: string }) => ({ path: crd, yaml: await read(crd) });

async function generateChartReadme(): Promise<string> {
  const chart = "charts/trimtab/";
  const [schema, values] = await Promise.all([
    read(`${chart}values.schema.json`),
    read(`${chart}values.yaml`),
  ]);
  const note = "<!-- Generated from values.schema.json and values.yaml by hack/generate. -->";
  const about =
    "How to [install it](../../docs/install.md), and how to [upgrade and remove it](../../docs/upgrading.md).";
  const table = chartValues(schema, values);
  return format(["# The Trimtab chart", "", note, "", about, "", table].join("\n"), {
    parser: "markdown",
  });
}

async function generateFlags(): Promise<string> {
  const page = withFlagsTable(await read("docs/flags.md"));
  return format(page, { parser: "markdown" });
}

async function generateAlerts(): Promise<string> {
  const rules = await read("charts/trimtab/alerts/trimtab.rules.yaml");
  return format(withAlertsTable(await read("docs/alerts.md"), rules), { parser: "markdown" });
}

/** The pictures of the benchmarks have the figures of the page, which `make bench` and `make bench-growth` print. */
async function generateCauses(): Promise<string> {
  return causesPicture(tableIn(await read("docs/benchmarks.md"), "CPU caused by"));
}

async function generateGrowth(): Promise<string> {
  const { resources } = parse(await read("charts/trimtab/values.yaml")) as {
    readonly resources: { readonly limits: { readonly memory: string } };
  };
  return growthPicture(
    tableIn(await read("docs/benchmarks.md"), "objects"),
    resources.limits.memory,
  );
}

async function generateMetrics(): Promise<string> {
  const dashboard = await read("charts/trimtab/dashboards/trimtab.json");
  return format(metricsPage(dashboard), { parser: "markdown" });
}

async function generateThreats(): Promise<string> {
  return format(withMutants(await read("docs/threat-model.md")), { parser: "markdown" });
}

async function generateReference(): Promise<string> {
  const references = await Promise.all(
    [...crds, record].map(async ({ crd }) => apiReference(await read(crd))),
  );
  const note = "<!-- Generated from crds/ by hack/generate; edit those and run it again. -->";
  const text = ["# API reference", "", note, "", ...references, ""].join("\n");
  return format(text, { parser: "markdown" });
}

if (import.meta.main) {
  for (const { file, generate } of generated) {
    await mkdir(dirname(resolve(root, file)), { recursive: true });
    await writeFile(resolve(root, file), await generate());
    console.log(file);
  }
}
