import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";

import { format } from "prettier";

import { apiReference } from "./api-reference.ts";
import { chartValues } from "./chart-values.ts";
import { crdTypes } from "./crd-types.ts";
import { withFlagsTable } from "./flags-table.ts";
import { metricsPage } from "./metrics-page.ts";
import { objectSchema } from "./object-schema.ts";
import { schemaValidator, validatorTypes } from "./schema-validator.ts";

const root = resolve(import.meta.dirname, "../..");

/** Each CRD, and the files with its types and its validator, relative to the root of the repository. */
const crds = [
  {
    crd: "crds/autoscalers.autoscaling.trimtab.dev.yaml",
    types: "crds/generated/autoscaler.ts",
    validator: "crds/generated/autoscaler.validator",
  },
  {
    crd: "crds/clusterproportionalautoscalers.autoscaling.trimtab.dev.yaml",
    types: "crds/generated/cluster-proportional-autoscaler.ts",
    validator: "crds/generated/cluster-proportional-autoscaler.validator",
  },
] as const;

const read = (file: string): Promise<string> => readFile(resolve(root, file), "utf8");

/** Every generated file and its generator. */
export const generated = [
  ...crds.map(({ crd, types }) => ({
    file: types,
    generate: async () => crdTypes(await read(crd), crd),
  })),
  ...crds.map(({ crd, validator }) => ({
    file: `${validator}.js`,
    generate: async () => schemaValidator(objectSchema(await read(crd)), crd),
  })),
  ...crds.map(({ crd, validator }) => ({
    file: `${validator}.d.ts`,
    generate: () => Promise.resolve(validatorTypes(crd)),
  })),
  // Packaged files must be in the chart's own folder.
  ...crds.map(({ crd }) => ({
    file: crd.replace("crds/", "charts/trimtab/files/crds/"),
    generate: () => read(crd),
  })),
  { file: "charts/trimtab/README.md", generate: generateChartReadme },
  { file: "docs/api.md", generate: generateReference },
  { file: "docs/operations.md", generate: generateOperations },
  { file: "docs/metrics.md", generate: () => format(metricsPage(), { parser: "markdown" }) },
];

async function generateChartReadme(): Promise<string> {
  const chart = "charts/trimtab/";
  const [schema, values] = await Promise.all([
    read(`${chart}values.schema.json`),
    read(`${chart}values.yaml`),
  ]);
  const note = "<!-- Generated from values.schema.json and values.yaml by hack/generate. -->";
  const about =
    "How to install it, upgrade it and remove it: [docs/install.md](../../docs/install.md).";
  const table = chartValues(schema, values);
  return format(["# The Trimtab chart", "", note, "", about, "", table].join("\n"), {
    parser: "markdown",
  });
}

async function generateOperations(): Promise<string> {
  const page = withFlagsTable(await read("docs/operations.md"));
  return format(page, { parser: "markdown" });
}

async function generateReference(): Promise<string> {
  const references = await Promise.all(crds.map(async ({ crd }) => apiReference(await read(crd))));
  const note = "<!-- Generated from crds/ by hack/generate; edit those and run it again. -->";
  const text = ["# API reference", "", note, "", ...references, ""].join("\n");
  return format(text, { parser: "markdown" });
}

if (import.meta.main) {
  for (const { file, generate } of generated) {
    await writeFile(resolve(root, file), await generate());
    console.log(file);
  }
}
