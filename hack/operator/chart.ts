import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { parseAllDocuments } from "yaml";

import type { ApiObject } from "../cluster/api.ts";
import { helm } from "../helm/helm.ts";

/** The chart's folder. */
export const chart = fileURLToPath(new URL("../../charts/trimtab", import.meta.url));

/** The release name, namespace and service account of the operator in every cluster here. */
const operatorRelease = "trimtab";
export const operatorNamespace = "trimtab-system";
export const operatorServiceAccount = "trimtab";

const rendered = new Map<string, Promise<readonly ApiObject[]>>();

/** The given values with those that the chart requires. Nothing here pulls the image. */
export function withRequired(values: object): object {
  const { image } = values as { readonly image?: object };
  return { ...values, image: { repository: "registry.example.com/trimtab", ...image } };
}

/** The objects that a release with these values installs; each set of values is rendered once. */
export function renderChart(values: object = {}): Promise<readonly ApiObject[]> {
  const text = JSON.stringify(withRequired(values));
  const known = rendered.get(text) ?? render(text, "--skip-tests");
  rendered.set(text, known);
  return known;
}

/** The objects that `helm test` creates. */
export const renderTest = (values: object = {}): Promise<readonly ApiObject[]> =>
  render(JSON.stringify(withRequired(values)), "--show-only=templates/test.yaml");

async function render(values: string, which: string): Promise<readonly ApiObject[]> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-chart-"));
  try {
    const file = join(folder, "values.yaml");
    // Helm reads YAML, and JSON is valid YAML.
    writeFileSync(file, values);
    const of = [`--namespace=${operatorNamespace}`, `--values=${file}`];
    const text = await helm(["template", operatorRelease, chart, which, ...of]);
    const documents = parseAllDocuments(text).map(document => document.toJS() as ApiObject | null);
    return documents.filter(object => object !== null);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The only object of a kind. */
export async function renderedObject<T extends ApiObject>(
  kind: string,
  values?: object,
): Promise<T> {
  const [found, ...more] = (await renderChart(values)).filter(object => object.kind === kind);
  if (!found || more.length > 0) throw new Error(`the chart has not one ${kind}`);
  return found as T;
}
